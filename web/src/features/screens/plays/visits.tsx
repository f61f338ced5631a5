import { type DisplayId, LEAST_VISITS_TOLD, type OrganisationId, type VisitsReport } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { DayBars } from './day-bars.tsx'
import styles from './plays.module.css'
import { visitsOf } from './plays-query.ts'
import type { Range } from './range.ts'
import { Rows } from './rows.tsx'
import { countOf } from './words.ts'

type Props = { organisationId: OrganisationId; asked: Range & { display: DisplayId | undefined } }

/** TA1: how often the pages to read were opened: for one display by day, for several as a list. */
export function Visits({ organisationId, asked }: Props) {
  const { t, language } = useI18n()
  const { data } = useQuery(visitsOf(organisationId, asked))
  // Optional: without this data the report is shown alone.
  if (!data?.displays.some(({ days }) => days.length > 0)) return null
  const [first, ...others] = data.displays
  return (
    <section className={panel.card} aria-labelledby="plays-visits">
      <h2 id="plays-visits" className={styles.heading}>
        {t('plays.visits')}
      </h2>
      {first && others.length === 0 ? <OfOne display={first} /> : null}
      {others.length > 0 && (
        <Rows
          columns={[t('plays.display'), t('plays.visits-opened')]}
          rows={data.displays.map(({ displayId, name, total }) => ({
            key: displayId,
            name,
            states: [],
            notes: [],
            cells: [countOf(total, language)],
          }))}
        />
      )}
      <p className={styles.note}>{t('plays.visits-note')}</p>
    </section>
  )
}

function OfOne({ display: { total, days } }: { display: VisitsReport['displays'][number] }) {
  const { t, language } = useI18n()
  return (
    <>
      <p>
        {t('plays.visits-opened')}: {countOf(total, language)}
      </p>
      {total > 0 && days.length > 1 && (
        <DayBars
          days={days.map(({ day, visits }) => ({ day, count: visits ?? 0 }))}
          words={(day, { count }) =>
            count < LEAST_VISITS_TOLD ? t('plays.visits-day-few', { day }) : `${day}: ${countOf(count, language)}`
          }
        />
      )}
    </>
  )
}

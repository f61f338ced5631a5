import type { PlaysReport } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { DayBars } from './day-bars.tsx'
import styles from './plays.module.css'
import { Rows } from './rows.tsx'
import { countOf, lengthOf, missedInWords, shareOf, sumMissed } from './words.ts'

/** Shorter gaps are not reported: the screen has started or was moved. */
const WORTH_TELLING_MS = 15 * 60_000

type Sums = Pick<PlaysReport, 'days'> & {
  total: Omit<PlaysReport['total'], 'told'>
  items: Omit<PlaysReport['items'][number], 'told'>[]
}

/** PP2: how often, how long, on which screens, and what was missed. Proven plays are separate from plays that were only reported. */
export function Report({ report }: { report: PlaysReport }) {
  const { t, language } = useI18n()
  const { screens } = report
  const proven = screens.filter((screen) => screen.proven).length
  return (
    <>
      {proven > 0 && <Part kind="proven" screens={proven} sums={report} />}
      {screens.length > proven && <Part kind="told" screens={screens.length - proven} sums={toldIn(report)} />}
      <section className={panel.card} aria-labelledby="plays-screens">
        <h2 id="plays-screens" className={styles.heading}>
          {t('plays.by-screen')}
        </h2>
        <Rows
          columns={[t('plays.screen'), t('plays.showings'), t('plays.time'), t('plays.display')]}
          rows={screens.map((screen) => ({
            key: `${screen.displayId} ${screen.screenId} ${screen.proven}`,
            name: screen.name || t('screens.unnamed', { id: screen.screenId.slice(0, 4).toUpperCase() }),
            states: [
              t(screen.proven ? 'plays.proven' : 'plays.told'),
              ...(screen.isRemoved ? [t('plays.display-removed')] : []),
            ],
            notes: [
              ...(screen.silentMs >= WORTH_TELLING_MS
                ? [t('plays.silent', { time: lengthOf(screen.silentMs, language) })]
                : []),
              ...missedInWords(screen.missed, { t, language }),
            ],
            cells: [countOf(screen.showings, language), lengthOf(screen.ms, language), screen.displayName],
          }))}
        />
      </section>
    </>
  )
}

function toldIn({ total, days, items }: PlaysReport): Sums {
  return {
    total: total.told,
    days: days.map((one) => ({ ...one, ...one.told })),
    items: items
      .map((one) => ({ ...one, ...one.told }))
      .sort((one, other) => other.showings - one.showings || other.ms - one.ms),
  }
}

function Part({ kind, screens, sums }: { kind: 'proven' | 'told'; screens: number; sums: Sums }) {
  const { t, language } = useI18n()
  const { total, days, items } = sums
  const headingId = `plays-items-${kind}`
  return (
    <>
      <div className={styles.kind}>
        <h2 className={styles.heading}>{t(`plays.part.${kind}`)}</h2>
        <p className={styles.note}>{t(`plays.part.${kind}-note`)}</p>
      </div>
      <dl className={styles.numbers}>
        <Figure label={t('plays.showings')} value={countOf(total.showings, language)} />
        <Figure label={t('plays.time')} value={lengthOf(total.ms, language)} />
        <Figure label={t('plays.screens')} value={countOf(screens, language)} />
        <Figure label={t('plays.missed')} value={countOf(sumMissed(total.missed), language)} />
      </dl>
      {days.length > 1 && <Days kind={kind} days={days} />}
      <section className={panel.card} aria-labelledby={headingId}>
        <h3 id={headingId} className={styles.heading}>
          {t('plays.by-item')}
        </h3>
        <Rows
          columns={[t('plays.item'), t('plays.showings'), t('plays.time'), t('plays.screens')]}
          rows={items
            .filter((item) => item.screens > 0)
            .map(({ itemId, title, isRemoved, showings, ms, areaMs, screens: many, missed }) => ({
              key: itemId,
              name: title || t('plays.untitled'),
              states: isRemoved ? [t('plays.removed')] : [],
              notes: [
                ...(areaMs < ms ? [t('plays.share', { share: shareOf(areaMs / ms, language) })] : []),
                ...missedInWords(missed, { t, language }),
              ],
              cells: [countOf(showings, language), lengthOf(ms, language), countOf(many, language)],
            }))}
        />
      </section>
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Days({ kind, days }: { kind: 'proven' | 'told'; days: PlaysReport['days'] }) {
  const { t, language } = useI18n()
  const headingId = `plays-days-${kind}`
  return (
    <section className={panel.card} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {t('plays.by-day')}
      </h3>
      <DayBars
        days={days.map(({ day, showings, ms }) => ({ day, count: showings, ms }))}
        words={(written, { count, ms }) => t('plays.day', { day: written, count, time: lengthOf(ms, language) })}
      />
    </section>
  )
}

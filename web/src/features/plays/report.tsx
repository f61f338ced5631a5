import type { PlaysReport } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import panel from '../../ui/panel.module.css'
import { DayBars } from './day-bars.tsx'
import styles from './plays.module.css'
import { Rows } from './rows.tsx'
import { countOf, lengthOf, missedInWords, sumMissed } from './words.ts'

/** A gap that is shorter is no news: a screen that started, or was moved. */
const WORTH_TELLING_MS = 15 * 60_000

/** PP2: how often, how long, on which screens, and what was missed. */
export function Report({ report }: { report: PlaysReport }) {
  const { t, language } = useI18n()
  const { total, days, items, screens } = report
  return (
    <>
      <dl className={styles.numbers}>
        <Figure label={t('plays.showings')} value={countOf(total.showings, language)} />
        <Figure label={t('plays.time')} value={lengthOf(total.ms, language)} />
        <Figure label={t('plays.screens')} value={countOf(screens.length, language)} />
        <Figure label={t('plays.missed')} value={countOf(sumMissed(total.missed), language)} />
      </dl>
      {days.length > 1 && <Days days={days} />}
      <section className={panel.card} aria-labelledby="plays-items">
        <h2 id="plays-items" className={styles.heading}>
          {t('plays.by-item')}
        </h2>
        <Rows
          columns={[t('plays.item'), t('plays.showings'), t('plays.time'), t('plays.screens')]}
          rows={items.map(({ itemId, title, isRemoved, showings, ms, screens: many, missed }) => ({
            key: itemId,
            name: title || t('plays.untitled'),
            states: isRemoved ? [t('plays.removed')] : [],
            notes: missedInWords(missed, { t, language }),
            cells: [countOf(showings, language), lengthOf(ms, language), countOf(many, language)],
          }))}
        />
      </section>
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

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Days({ days }: { days: PlaysReport['days'] }) {
  const { t, language } = useI18n()
  return (
    <section className={panel.card} aria-labelledby="plays-days">
      <h2 id="plays-days" className={styles.heading}>
        {t('plays.by-day')}
      </h2>
      <DayBars
        days={days.map(({ day, showings, ms }) => ({ day, count: showings, ms }))}
        words={(written, { count, ms }) => t('plays.day', { day: written, count, time: lengthOf(ms, language) })}
      />
    </section>
  )
}

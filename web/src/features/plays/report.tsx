import { Button } from '@mantine/core'
import type { PlaysReport } from '@placard/contract'
import { useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { dateLocale } from '../../ui/i18n/language.ts'
import panel from '../../ui/panel.module.css'
import styles from './plays.module.css'
import { countOf, lengthOf, missedInWords, sumMissed } from './words.ts'

/** So many rows are drawn at first; the rest when it is asked for. */
const FIRST_ROWS = 50
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
  const most = Math.max(1, ...days.map(({ showings }) => showings))
  const write = (day: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...style, timeZone: 'UTC' }).format(Date.parse(day))
  const ends = [days[0], days.at(-1)].flatMap((one) =>
    one ? [write(one.day, { day: 'numeric', month: 'short' })] : [],
  )
  return (
    <section className={panel.card} aria-labelledby="plays-days">
      <h2 id="plays-days" className={styles.heading}>
        {t('plays.by-day')}
      </h2>
      <ol className={styles.days}>
        {days.map(({ day, showings, ms }) => {
          const words = t('plays.day', {
            day: write(day, { weekday: 'short', day: 'numeric', month: 'short' }),
            count: showings,
            time: lengthOf(ms, language),
          })
          return (
            <li key={day} className={styles.day} title={words}>
              <span className={styles.hidden}>{words}</span>
              <span className={styles.bar} style={{ blockSize: `${(showings / most) * 100}%` }} aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      <p className={styles.ends} aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </section>
  )
}

/** How the columns stand: a name, two numbers, and what a narrow page leaves out. */
const CELLS = [styles.name, styles.number, styles.number, styles.last]

type Row = { key: string; name: string; states: string[]; notes: string[]; cells: string[] }

function Rows({ columns, rows }: { columns: string[]; rows: Row[] }) {
  const { t } = useI18n()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={`${CELLS[index]} ${styles.head}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, states, notes, cells }) => (
            <tr key={key} className={styles.row}>
              <th scope="row" className={styles.name}>
                <bdi>{name}</bdi>
                {states.map((state) => (
                  <span key={state} className={styles.state}>
                    {state}
                  </span>
                ))}
                {notes.map((note) => (
                  <small key={note}>{note}</small>
                ))}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className={CELLS[index + 1]}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setWhole(true)}>
          {t('plays.all-rows', { count: rows.length })}
        </Button>
      )}
    </>
  )
}

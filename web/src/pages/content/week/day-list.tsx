import { UNDO_MS } from '@placard/contract'
import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { dayInWords, type Reader, timeOf } from '../../../features/content/schedules/sentence.ts'
import type { Day } from './days.ts'
import { Depends, Name } from './name.tsx'
import { type Bar, barsIn, type Row, type WeekRows } from './rows.ts'
import styles from './week.module.css'
import { barInWords, barsInWords, hoursInWords, type Teller } from './words.ts'

type Props = {
  days: readonly Day[]
  week: WeekRows
  teller: Teller
  now: number
  /** Undefined: the user may not change it. */
  edit: (row: Row) => (() => void) | undefined
  lookPath: (at: number) => string
}

/** The week as a list for each day, by zone, ordered by the time at which entries come on. */
export function DayList({ days, week, ...props }: Props) {
  const { reader, clock } = props.teller
  const { t } = reader
  return (
    <div className={styles.list}>
      {days.map((day) => (
        <section key={day.date} className={styles.day} data-today={day.date === clock.today || undefined}>
          <h2>
            {dayInWords(day.date, clock.today, reader, true)}
            <small>{hoursInWords(day, reader)}</small>
          </h2>
          <ul>
            {barsIn(
              week.holes.map((hole) => ({ ...hole, waitsFor: undefined })),
              day,
            ).map((hole) => (
              <li key={hole.begin} className={styles.hole}>
                <span>{t('week.nothing')}</span>
                <span className={styles.times}>{barInWords(hole, day, props.teller)}</span>
              </li>
            ))}
            {week.zones.length === 0 &&
              entriesOn(day, [...week.items, ...week.lines]).map(({ row, bars }) => (
                <Entry key={row.id + row.kind} row={row} bars={bars} day={day} {...props} />
              ))}
          </ul>
          {zonesIn(week, props.teller.reader).map(({ key, title, rows }) => {
            const entries = entriesOn(day, rows)
            if (entries.length === 0) return null
            return (
              <Fragment key={key}>
                <h3>{title}</h3>
                <ul>
                  {entries.map(({ row, bars }) => (
                    <Entry key={row.id + row.kind} row={row} bars={bars} day={day} {...props} />
                  ))}
                </ul>
              </Fragment>
            )
          })}
        </section>
      ))}
    </div>
  )
}

/** [LY10] The groups of a day: the main zone, the other zones, the texts. None without a layout. */
function zonesIn({ items, zones, lines }: WeekRows, { t, locale }: Reader) {
  if (zones.length === 0) return []
  const format = new Intl.NumberFormat(locale)
  return [
    { key: 'main', title: t('week.zone-main'), rows: items },
    ...zones.map(({ number, name, items: rows }) => ({
      key: `${number}`,
      title: t('week.zone', { number: format.format(number), name }),
      rows,
    })),
    { key: 'lines', title: t('lines.heading'), rows: lines },
  ]
}

/** The entries that are on or wait on a day. Entries of an inclusion are listed if they have schedules of their own. */
function entriesOn(day: Day, all: readonly Row[]): { row: Row; bars: Bar[] }[] {
  const on = (rows: readonly Row[]) =>
    rows
      .flatMap((row) => [row, ...(row.children.some(({ schedule }) => schedule) ? row.children : [])])
      .map((row) => ({ row, bars: barsIn(row.bars, day) }))
      .filter(({ bars }) => bars.length > 0)
  const startOf = ({ row, bars }: { row: Row; bars: Bar[] }) =>
    row.kind === 'always' ? Number.POSITIVE_INFINITY : (bars[0]?.begin ?? 0)
  return on(all).sort((one, other) => startOf(one) - startOf(other) || 0)
}

type EntryProps = Omit<Props, 'days' | 'week'> & { row: Row; bars: Bar[]; day: Day }

function Entry({ row, bars, day, teller, now, edit, lookPath }: EntryProps) {
  const id = useId()
  const { reader, clock } = teller
  const { t } = reader
  const begin = bars[0]?.begin ?? day.begin
  const isAlways = row.kind === 'always'
  return (
    <li>
      <span id={id}>
        {isAlways ? t('week.always', { count: row.children.length }) : <Name row={row} onEdit={edit(row)} />}
      </span>
      <span className={styles.times}>{barsInWords(bars, day, teller)}</span>
      <Depends row={row} />
      {!isAlways && begin >= now - UNDO_MS && (
        <Link className={styles.look} to={lookPath(begin)} aria-describedby={id}>
          {t('week.see-at', { moment: timeOf(clock.local(begin), reader) })}
        </Link>
      )}
    </li>
  )
}

import type { ZoneOffsets } from '@placard/contract'
import { type CSSProperties, Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { scheduleInWords } from '../../../features/content/schedules/sentence.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon, PictureIcon, StackIcon, TextIcon } from '../../../platform/ui/icons.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './chart.module.css'
import { type Day, hourMarks, shareOf } from './days.ts'
import { ChevronIcon } from './icons.tsx'
import { Moments } from './moments.tsx'
import { Depends, Name } from './name.tsx'
import { type Bar, barsIn, type Row, type WeekRows } from './rows.ts'
import { barInWords, barsInWords, hoursInWords, type Teller, weekdayOf } from './words.ts'

/** Hours that are marked in each day, besides its start. */
const HOURS = [6, 12, 18]
const ICONS = { item: PictureIcon, line: TextIcon, playlist: StackIcon, always: ClockIcon }
/** More rows than this do not fit on a page. */
const MANY = 14
/** A swipe of at least this length, more horizontal than vertical, changes the day. */
const SWIPE_PX = 48

type Props = {
  days: readonly Day[]
  /** The day that is shown if there is only room for one. */
  chosen: number
  week: WeekRows
  teller: Teller
  now: number
  offsets: ZoneOffsets
  /** Undefined: the user may not change it. */
  edit: (row: Row) => (() => void) | undefined
  lookPath: (at: number) => string
  /** Undefined: swiping does nothing. */
  onSwipe: { earlier: () => void; later: () => void } | undefined
}

/**
 * A row for each entry and a column for each day, with a bar for each time that the entry is on, grouped by zone. For screen readers it is a table whose
 * cells contain the times. On a phone it shows one day, each name above its bars.
 */
export function Chart({ days, chosen, week, teller, now, offsets, edit, lookPath, onSwipe }: Props) {
  const { t, number } = useI18n()
  const { reader, clock } = teller
  const root = useRef<HTMLDivElement>(null)
  useSwipe(root, onSwipe)
  const hasZones = week.zones.length > 0
  const hasBoth = week.items.length > 0 && week.lines.length > 0
  const drawn = [week.items, week.lines, ...week.zones.map(({ items }) => items)].flat()
  const rows = (list: Row[]) =>
    list.map((row) => <RowGroup key={row.id} row={row} days={days} teller={teller} edit={edit} />)
  const holes = week.holes.map((hole) => ({ ...hole, waitsFor: undefined }))
  return (
    <>
      <div ref={root} className={styles.chart} data-chosen={chosen} data-many={drawn.length > MANY || undefined}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td className={styles.corner} />
              {days.map((day, nth) => (
                <th
                  key={day.date}
                  scope="col"
                  className={styles.day}
                  data-nth={nth}
                  data-today={day.date === clock.today || undefined}
                >
                  <span className={styles.weekday}>{weekdayOf(day.date, reader, 'short')}</span>{' '}
                  <span className={styles.date}>{dateInShort(day.date, reader.locale)}</span>
                  <small className={styles.hours}>{hoursInWords(day, reader)}</small>
                  <span className={styles.marks} aria-hidden="true">
                    {hourMarks(day, offsets, HOURS).map(({ hour, share }) => (
                      <span key={hour} style={{ '--share': share } as CSSProperties}>
                        {hourInWords(hour, reader.locale)}
                      </span>
                    ))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {week.holes.length > 0 && (
            <tbody>
              <tr className={styles.row} data-on={daysWith(holes, days)}>
                <th scope="row" className={styles.who}>
                  <span className={styles.nothing}>{t('week.nothing')}</span>
                </th>
                {days.map((day, nth) => (
                  <Cell key={day.date} nth={nth} day={day} bars={holes} look="hole" teller={teller} />
                ))}
              </tr>
            </tbody>
          )}
          {hasZones ? (
            <Section title={t('week.zone-main')} isEmpty={week.items.length === 0} />
          ) : (
            hasBoth && <Section title={t('items.heading')} />
          )}
          {rows(week.items)}
          {week.zones.map(({ number: nth, name, items }) => (
            <Fragment key={nth}>
              <Section title={t('week.zone', { number: number(nth), name })} isEmpty={items.length === 0} />
              {rows(items)}
            </Fragment>
          ))}
          {(hasZones ? week.lines.length > 0 : hasBoth) && <Section title={t('lines.heading')} />}
          {rows(week.lines)}
        </table>
        <Moments
          chart={root}
          days={days}
          chosen={chosen}
          now={now}
          offsets={offsets}
          teller={teller}
          lookPath={lookPath}
        />
      </div>
      <ul className={styles.legend} aria-label={t('week.legend')}>
        {LOOKS.filter((look) => look !== 'if' || hasConditions(week)).map((look) => (
          <li key={look}>
            <span className={styles.swatch} data-look={look} />
            {t(`week.legend.${look}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

const LOOKS = ['on', 'alone', 'if', 'aside', 'hole'] as const

const hasConditions = ({ items, lines, zones }: WeekRows) =>
  [...items, ...lines, ...zones.flatMap((zone) => zone.items)].some(
    ({ look, children }) => look === 'if' || children.some((child) => child.look === 'if'),
  )

/** The heading of a group of rows. @param isEmpty nothing in it is on in this week */
function Section({ title, isEmpty = false }: { title: string; isEmpty?: boolean }) {
  const { t } = useI18n()
  return (
    <tbody>
      <tr className={styles.section}>
        <th scope="rowgroup" colSpan={8}>
          {title}
          {isEmpty && <span className={styles.none}>{t('week.zone-nothing')}</span>}
        </th>
      </tr>
    </tbody>
  )
}

type RowProps = { row: Row; days: readonly Day[]; teller: Teller; edit: Props['edit'] }

/** A row, and below it the entries that it stands for, if it is unfolded. */
function RowGroup({ row, days, teller, edit }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <tbody>
      <RowLine
        row={row}
        days={days}
        teller={teller}
        edit={edit}
        fold={row.children.length > 0 ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined}
      />
      {isOpen &&
        row.children.map((child) => (
          <RowLine key={child.id} row={child} days={days} teller={teller} edit={edit} isWithin />
        ))}
    </tbody>
  )
}

type LineProps = RowProps & { fold?: { isOpen: boolean; onToggle: () => void } | undefined; isWithin?: boolean }

function RowLine({ row, days, teller, edit, fold, isWithin = false }: LineProps) {
  const { t } = useI18n()
  const { reader, clock } = teller
  const Icon = ICONS[row.kind]
  const onEdit = edit(row)
  const isAlways = row.kind === 'always'
  const when = row.schedule && scheduleInWords(row.schedule, clock.today, reader)
  const title = isAlways ? t('week.always', { count: row.children.length }) : row.title
  return (
    <tr className={styles.row} data-on={daysWith(row.bars, days)} data-within={isWithin || undefined}>
      <th scope="row" className={styles.who} title={when && `${title}: ${when}`}>
        {fold ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={fold.isOpen}
            aria-label={t('week.unfold', { title })}
            onClick={fold.onToggle}
          >
            <ChevronIcon size={16} />
          </button>
        ) : (
          <span className={styles.icon}>
            <Icon size={16} />
          </span>
        )}
        <span className={styles.words}>
          {isAlways ? <span>{title}</span> : <Name row={row} onEdit={onEdit} />}
          {when && <span className={styles.when}>{when}</span>}
          <Depends row={row} />
        </span>
      </th>
      {days.map((day, nth) => (
        <Cell
          key={day.date}
          nth={nth}
          day={day}
          bars={row.bars}
          look={row.look}
          teller={teller}
          title={title}
          onEdit={onEdit}
        />
      ))}
    </tr>
  )
}

type CellProps = {
  nth: number
  day: Day
  bars: readonly Bar[]
  look: Row['look'] | 'hole'
  teller: Teller
  title?: string
  onEdit?: (() => void) | undefined
}

/** A day of a row: its times, in words and as bars. */
function Cell({ nth, day, bars, look, teller, title, onEdit }: CellProps) {
  const { reader, clock } = teller
  const seen = barsIn(bars, day)
  const weekday = weekdayOf(day.date, reader)
  return (
    <td className={styles.cell} data-nth={nth} data-today={day.date === clock.today || undefined}>
      {seen.length > 0 && <span className={`${unseen.words} ${styles.told}`}>{barsInWords(seen, day, teller)}</span>}
      <span className={styles.track} aria-hidden="true">
        {seen.map((bar, index) => {
          const words = barInWords(bar, day, teller)
          // A part of a bar that goes past midnight has no label: its times would differ from the schedule.
          const isWhole = bar.begin > day.begin && bar.end < day.end
          const props = {
            className: styles.bar,
            'data-look': bar.waitsFor === undefined ? look : 'aside',
            // A time of waiting and a time of being on that follow each other are drawn as one bar.
            'data-begins': (bar.begin > day.begin && seen[index - 1]?.end !== bar.begin) || undefined,
            'data-ends': (bar.end < day.end && seen[index + 1]?.begin !== bar.end) || undefined,
            'data-label': isWhole ? words : undefined,
            title: title === undefined ? words : `${title}: ${weekday} ${words}`,
            style: { '--from': shareOf(day, bar.begin), '--size': (bar.end - bar.begin) / (day.end - day.begin) },
          } as const
          // Not focusable: keyboard users have the button of the row's name.
          return onEdit ? (
            <button key={bar.begin} type="button" tabIndex={-1} {...asProps(props)} onClick={onEdit} />
          ) : (
            <span key={bar.begin} {...asProps(props)} />
          )
        })}
      </span>
    </td>
  )
}

/** React's types do not allow custom properties in `style`. */
const asProps = <Props extends { style: object; className: string | undefined }>(props: Props) => ({
  ...props,
  className: props.className ?? '',
  style: props.style as CSSProperties,
})

/** The days on which an entry is on or waits. A phone hides the entry on the other days. */
const daysWith = (bars: readonly Bar[], days: readonly Day[]) =>
  days.flatMap((day, nth) => (bars.some(({ begin, end }) => begin < day.end && end > day.begin) ? [nth] : [])).join(' ')

const inUtc = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })

const dateInShort = (date: string, locale: string) =>
  inUtc(locale, { day: 'numeric', month: 'short' }).format(Date.parse(`${date}T00:00Z`))

const hourInWords = (hour: number, locale: string) => inUtc(locale, { hour: 'numeric' }).format(hour * 3_600_000)

function useSwipe(root: RefObject<HTMLElement | null>, onSwipe: Props['onSwipe']) {
  useEffect(() => {
    const { current } = root
    if (!current || !onSwipe) return
    let from: { x: number; y: number } | undefined
    const start = ({ touches }: TouchEvent) => {
      const [touch] = touches
      from = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    }
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches
      if (!from || !touch) return
      const [across, along] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(along)) return
      // The next day is on the side towards which text runs.
      const isOn = across < 0 === (document.documentElement.dir !== 'rtl')
      if (isOn) onSwipe.later()
      else onSwipe.earlier()
    }
    current.addEventListener('touchstart', start, { passive: true })
    current.addEventListener('touchend', end)
    return () => {
      current.removeEventListener('touchstart', start)
      current.removeEventListener('touchend', end)
    }
  })
}

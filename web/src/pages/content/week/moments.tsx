import { UNDO_MS, type ZoneOffsets } from '@placard/contract'
import { type CSSProperties, type RefObject, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { timeOf } from '../../../features/content/schedules/sentence.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon } from '../../../platform/ui/icons.tsx'
import styles from './chart.module.css'
import { type Day, instantAt, shareOf } from './days.ts'
import { type Teller, weekdayOf } from './words.ts'

type Props = {
  chart: RefObject<HTMLElement | null>
  days: readonly Day[]
  /** The day that is shown if there is only room for one. */
  chosen: number
  now: number
  offsets: ZoneOffsets
  teller: Teller
  lookPath: (at: number) => string
}

/** A pressed time on the chart, and the vertical position of the press. */
type Pressed = { at: number; top: number }

/** Drawn over the chart: a line for now, one under the pointer, and for a pressed time a link to its preview. */
export function Moments({ chart, days, chosen, now, offsets, teller, lookPath }: Props) {
  const { t } = useI18n()
  const [over, setOver] = useState<number>()
  const [pressed, setPressed] = useState<Pressed>()
  const { reader, clock } = teller

  useEffect(() => {
    const { current } = chart
    if (!current) return
    const find = ({ clientX, clientY, target }: MouseEvent): Pressed | undefined => {
      if (!(target instanceof Element) || target.closest('a, th, button')) return undefined
      const columns = Array.from(current.querySelectorAll('thead th'), (column) => column.getBoundingClientRect())
      const nth = columns.findIndex(({ left, right }) => clientX >= left && clientX < right)
      const [day, column] = [days[nth], columns[nth]]
      if (!day || !column) return undefined
      const across = (clientX - column.left) / column.width
      const at = instantAt(day, document.documentElement.dir === 'rtl' ? 1 - across : across, offsets)
      // Programmes of longer ago are not known.
      return at < now - UNDO_MS ? undefined : { at, top: clientY - current.getBoundingClientRect().top }
    }
    const move = (event: MouseEvent) => setOver(find(event)?.at)
    const leave = () => setOver(undefined)
    const press = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a, th, button')) return
      setPressed(find(event))
    }
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPressed(undefined)
    }
    current.addEventListener('mousemove', move)
    current.addEventListener('mouseleave', leave)
    current.addEventListener('click', press)
    document.addEventListener('keydown', close)
    return () => {
      current.removeEventListener('mousemove', move)
      current.removeEventListener('mouseleave', leave)
      current.removeEventListener('click', press)
      document.removeEventListener('keydown', close)
    }
  }, [chart, days, now, offsets])

  /** The position of a time; undefined for a time in another week. */
  const placeOf = (at: number) => {
    const nth = days.findIndex(({ begin, end }) => at >= begin && at < end)
    const day = days[nth]
    if (!day) return undefined
    return {
      'data-other': nth !== chosen || undefined,
      style: { '--nth': nth, '--share': shareOf(day, at) } as CSSProperties,
    }
  }
  const words = (at: number) => {
    const local = clock.local(at)
    return t('week.moment', {
      day: weekdayOf(new Date(local).toISOString().slice(0, 10), reader, 'short'),
      time: timeOf(local, reader),
    })
  }
  const nowPlace = placeOf(now)
  const overPlace = over === undefined ? undefined : placeOf(over)
  const pressedPlace = pressed && placeOf(pressed.at)

  return (
    <div className={styles.moments}>
      {nowPlace && <span className={styles.now} aria-hidden="true" data-now {...nowPlace} />}
      {over !== undefined && overPlace && (
        <span className={styles.over} aria-hidden="true" {...overPlace}>
          <span className={styles.tip}>{words(over)}</span>
        </span>
      )}
      {pressed && pressedPlace && (
        <Link
          className={styles.look}
          to={lookPath(pressed.at)}
          {...pressedPlace}
          style={{ ...pressedPlace.style, '--top': `${pressed.top}px` } as CSSProperties}
        >
          <ClockIcon size={16} />
          {t('week.see-at', { moment: words(pressed.at) })}
        </Link>
      )}
    </div>
  )
}

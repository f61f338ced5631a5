import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { dayAfter } from '../../../features/content/schedules/local-date.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LANGUAGES } from '../../../platform/ui/i18n/language.ts'
import { dateIn } from './days.ts'

/** Interval at which the line for now moves. */
const TOLD_EVERY_MS = 10_000
/** The same as in the style sheets: there is only room for one day. */
const NARROW = '(max-width: 40em)'

/** The current time, updated regularly. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TOLD_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** True if one day is shown at a time. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(NARROW)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(NARROW).matches,
  )
}

/**
 * The date whose week is shown, and which is the shown day if there is only room for one. It is kept in the page's address.
 *
 * @param today the date at the display
 * @param stepDays the number of days per step
 */
export function useDate(today: string, stepDays: number) {
  const [query, setQuery] = useSearchParams()
  const date = dateIn(query.get('from'), today)

  const show = (wanted: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (wanted === null) next.delete('from')
        else next.set('from', wanted)
        return next
      },
      { replace: true },
    )

  // A second press may come before the first one is rendered.
  const latest = useRef(date)
  useEffect(() => {
    latest.current = date
  }, [date])
  const goBy = (days: number) => {
    latest.current = dateIn(dayAfter(latest.current, days), today)
    show(latest.current)
  }
  const isEnd = (days: number) => dateIn(dayAfter(date, days), today) === date
  return {
    date,
    hasEarlier: !isEnd(-stepDays),
    hasLater: !isEnd(stepDays),
    earlier: () => goBy(-stepDays),
    later: () => goBy(stepDays),
    today: () => {
      latest.current = today
      show(null)
    },
  }
}

/** The arrow keys move back and forth in time, according to the direction of text. Ignored while typing. */
export function useTimeKeys({
  earlier,
  later,
  today,
}: Pick<ReturnType<typeof useDate>, 'earlier' | 'later' | 'today'>) {
  const { language } = useI18n()
  const isRightToLeft = LANGUAGES[language].direction === 'rtl'
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
      if (target instanceof Element && target.closest('input, select, textarea, [role="menu"], dialog')) return
      if (document.querySelector('dialog[open]')) return
      if (key === 'ArrowLeft') (isRightToLeft ? later : earlier)()
      else if (key === 'ArrowRight') (isRightToLeft ? earlier : later)()
      else if (key === 't' || key === 'T') today()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './plays.module.css'

/** A bar for the count of each day, in order. @param words describes one of them, given the formatted day */
export function DayBars<Day extends { day: string; count: number }>({
  days,
  words,
}: {
  days: readonly Day[]
  words: (written: string, day: Day) => string
}) {
  const { language } = useI18n()
  const most = Math.max(1, ...days.map(({ count }) => count))
  const write = (day: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...style, timeZone: 'UTC' }).format(Date.parse(day))
  const ends = [days[0], days.at(-1)].flatMap((one) =>
    one ? [write(one.day, { day: 'numeric', month: 'short' })] : [],
  )
  return (
    <>
      <ol className={styles.days}>
        {days.map((one) => {
          const said = words(write(one.day, { weekday: 'short', day: 'numeric', month: 'short' }), one)
          return (
            <li key={one.day} className={styles.day} title={said}>
              <span className={unseen.words}>{said}</span>
              <span className={styles.bar} style={{ blockSize: `${(one.count / most) * 100}%` }} aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      <p className={styles.ends} aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </>
  )
}

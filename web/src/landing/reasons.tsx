import points from './points.module.css'
import styles from './reasons.module.css'
import section from './section.module.css'
import type { Words } from './words.ts'

const REASONS = ['on', 'fast', 'browser', 'simple', 'together', 'read'] as const

/** An icon for each reason, on a grid of 24: a screen that plays, waves, a window, two lists, two people, a letter. */
const SIGNS: Record<(typeof REASONS)[number], string> = {
  on: 'M3 5h18v12H3zM9 21h6M10.5 8.2v5.6l4.4-2.8z',
  fast: 'M12 12h.01M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.3 5.3a9.5 9.5 0 0 0 0 13.4M18.7 5.3a9.5 9.5 0 0 1 0 13.4',
  browser: 'M3 4.5h18v15H3zM3 9h18M6 6.75h.01M9 6.75h.01',
  simple: 'M4 5h7v6H4zM4 14h7v5H4zM14.5 6H20M14.5 10H18M14.5 15H20M14.5 18.5H18',
  together:
    'M9 11a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.8a3.25 3.25 0 0 1 0 5.9M17.5 13.9c2.1.8 3.5 3 3.5 5.6',
  read: 'M4 18.5 9 5.5l5 13M5.8 14h6.4M15.5 18.5l2.75-7 2.75 7M16.4 16.2h3.7',
}

export function Reasons({ t }: { t: Words }) {
  return (
    <section className={section.section} aria-labelledby="reasons">
      <div className={section.head}>
        <h2 id="reasons">{t('reasons.heading')}</h2>
      </div>
      <ul className={`${points.points} ${styles.list}`}>
        {REASONS.map((reason) => (
          <li key={reason}>
            <svg width="32" height="32" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={SIGNS[reason]} />
            </svg>
            <h3>{t(`reasons.${reason}.title`)}</h3>
            <p>{t(`reasons.${reason}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

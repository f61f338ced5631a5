import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { LeftOut } from './archives/source.ts'
import styles from './moving.module.css'
import { useMovingWords } from './use-words.ts'

/** The number of names shown at first for each reason. */
const FIRST_NAMES = 5
const MOST_NAMES = 200

/** The things that are not brought in, grouped by reason. */
export function LeftList({ left }: { left: readonly LeftOut[] }) {
  const { whyOf } = useMovingWords()
  const { number } = useI18n()
  const byReason = Map.groupBy(left, ({ reason }) => reason)
  return (
    <ul className={styles.reasons}>
      {Array.from(byReason, ([reason, all]) => (
        <li key={reason} className={styles.reason}>
          <p className={styles.reasonWords}>
            <strong>{number(all.length)}</strong> {whyOf(reason)}
          </p>
          <Names paths={all.map(({ path }) => path)} />
        </li>
      ))}
    </ul>
  )
}

function Names({ paths }: { paths: readonly string[] }) {
  const { t, number } = useI18n()
  const list = (some: readonly string[]) => (
    <ul className={styles.paths}>
      {some.map((path, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
        <li key={`${index} ${path}`}>
          <bdi>{path}</bdi>
        </li>
      ))}
    </ul>
  )
  if (paths.length <= FIRST_NAMES) return list(paths)
  return (
    <>
      {list(paths.slice(0, FIRST_NAMES))}
      <details className={styles.more}>
        <summary>
          {t('moving.more', { count: paths.length - FIRST_NAMES, number: number(paths.length - FIRST_NAMES) })}
        </summary>
        {list(paths.slice(FIRST_NAMES, MOST_NAMES))}
      </details>
    </>
  )
}

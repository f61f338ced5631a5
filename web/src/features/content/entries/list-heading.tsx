import type { ReactNode } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './list-heading.module.css'

type Props = {
  /** Of the heading, by which the list is labelled and focused. */
  id: string
  title: string
  /** The number of entries. 0 is not shown. */
  count: number
  /** Buttons at the end of the line. */
  children: ReactNode
}

/** The heading of a list of a programme's entries: its name, how many there are, and its buttons. */
export function ListHeading({ id, title, count, children }: Props) {
  const { number } = useI18n()
  return (
    <div className={styles.heading}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {count > 0 && <span className={styles.count}>{number(count)}</span>}
      <span>{children}</span>
    </div>
  )
}

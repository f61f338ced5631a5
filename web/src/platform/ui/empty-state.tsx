import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Shown in place of an empty list, with an action. */
export function EmptyState(props: {
  icon: ReactNode
  title: string
  lead: string
  action?: ReactNode
  framed?: boolean
}) {
  return (
    <div className={styles.empty} data-framed={props.framed || undefined}>
      <span className={styles.icon}>{props.icon}</span>
      <p className={styles.title}>{props.title}</p>
      <p className={styles.lead}>{props.lead}</p>
      {props.action}
    </div>
  )
}

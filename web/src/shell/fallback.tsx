import type { ReactNode } from 'react'
import { Logo } from '../platform/ui/brand.tsx'
import styles from './fallback.module.css'

/** X7: shown instead of a page that cannot be shown. */
export function Fallback(props: { title: string; detail: string; lead: string; action: ReactNode }) {
  return (
    <main className={styles.page}>
      <Logo size={44} />
      <h1 className={styles.title}>{props.title}</h1>
      <p className={styles.detail} dir="auto">
        {props.detail}
      </p>
      <p className={styles.lead}>{props.lead}</p>
      {props.action}
    </main>
  )
}

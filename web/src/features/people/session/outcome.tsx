import { type ReactNode, useEffect, useRef } from 'react'
import styles from './session.module.css'

/** The result of a form, shown in its place. It is announced to screen readers and gets the focus. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.outcome} role="status">
      <h2 ref={heading} tabIndex={-1} className={styles.step}>
        {title}
      </h2>
      {children}
    </div>
  )
}

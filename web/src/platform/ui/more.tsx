import { ActionIcon } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MoreIcon } from './icons.tsx'
import styles from './more.module.css'

type Props = {
  label: string
  /** Controls. If one contains `data-waits`, they are shown at once, because it needs an answer. */
  children: ReactNode
}

/** A button that shows and hides rarely used controls beside itself. */
export function More({ label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.more} data-more>
      <ActionIcon aria-label={label} title={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <MoreIcon />
      </ActionIcon>
      {children}
    </span>
  )
}

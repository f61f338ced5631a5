import { ActionIcon } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { MoreIcon } from './icons.tsx'
import styles from './more.module.css'

type Props = {
  label: string
  /** Controls. One with `data-waits` in it is shown at once: it asks for something. */
  children: ReactNode
}

/** A button for controls that are needed seldom: it shows them beside itself, and puts them away again. */
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

import { Skeleton } from '@mantine/core'
import type { DisplayKey, Line } from '@placard/contract'
import type { ReactNode } from 'react'
import { LineList } from '../../features/lines/line-list.tsx'
import styles from './dashboard.module.css'

type Props = {
  display: DisplayKey
  /** Undefined while they are on their way. */
  lines: Line[] | undefined
  canEdit: boolean
  emptyAction: ReactNode
}

/** D4 */
export function Texts({ display, lines, canEdit, emptyAction }: Props) {
  if (!lines) return <Skeleton radius="lg" className={styles.linesSkeleton ?? ''} />
  return <LineList display={display} lines={lines} canEdit={canEdit} emptyAction={emptyAction} />
}

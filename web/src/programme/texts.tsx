import { Skeleton } from '@mantine/core'
import type { Programme, ProgrammeKey } from '@placard/contract'
import type { ReactNode } from 'react'
import { LineList } from '../features/lines/line-list.tsx'
import styles from './programme-page.module.css'

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined while it is on its way. */
  programme: Programme | undefined
  canEdit: boolean
  emptyAction: ReactNode
}

/** D4 */
export function Texts({ programmeKey, programme, canEdit, emptyAction }: Props) {
  if (!programme) return <Skeleton radius="lg" className={styles.linesSkeleton ?? ''} />
  return <LineList programmeKey={programmeKey} programme={programme} canEdit={canEdit} emptyAction={emptyAction} />
}

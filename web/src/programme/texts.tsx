import { Skeleton } from '@mantine/core'
import type { Programme } from '@placard/contract'
import type { ComponentProps } from 'react'
import { LineList } from '../features/content/lines/line-list.tsx'
import styles from './programme-page.module.css'

type Props = Omit<ComponentProps<typeof LineList>, 'programme'> & {
  /** Undefined while it is loading. */
  programme: Programme | undefined
}

/** D4 */
export function Texts({ programme, ...list }: Props) {
  if (!programme) return <Skeleton radius="lg" className={styles.linesSkeleton ?? ''} />
  return <LineList programme={programme} {...list} />
}

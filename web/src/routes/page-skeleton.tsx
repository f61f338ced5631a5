import { Skeleton } from '@mantine/core'
import styles from './page-skeleton.module.css'

/** The shape of the page while its part of the application is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-hidden="true">
      <Skeleton height={32} width="min(100%, 22rem)" />
      <Skeleton className={styles.hero ?? ''} radius="lg" />
    </div>
  )
}

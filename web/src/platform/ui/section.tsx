import { Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useI18n } from './i18n/i18n.tsx'
import panel from './panel.module.css'
import { RetryBox } from './retry-box.tsx'

type Props = {
  ref?: React.Ref<HTMLElement>
  title: string
  count?: number | undefined
  /** A short state beside the title. */
  state?: ReactNode
  /** The subject of the section, below its title. */
  lead?: ReactNode
  tools?: ReactNode
  /** True while there is nothing to show yet. */
  loading?: boolean
  /** The reason it could not be loaded, in words. Earlier content is still shown. */
  problem?: string | undefined
  onRetry?: () => unknown
  children?: ReactNode
}

/** A part of a page with a heading, a loading state and an error state. */
export function Section(props: Props) {
  const { ref, title, count, state, lead, tools, loading = false, problem, onRetry, children } = props
  const { t, number } = useI18n()
  const headingId = useId()
  return (
    <section ref={ref} tabIndex={-1} className={panel.card} aria-labelledby={headingId}>
      <div className={panel.heading}>
        <h2>
          <span id={headingId}>{title}</span>
          {count !== undefined && <span className={panel.state}>{number(count)}</span>}
          {state}
        </h2>
        {tools && <div className={panel.tools}>{tools}</div>}
        {lead && <p className={panel.about}>{lead}</p>}
      </div>
      {problem !== undefined && (
        <RetryBox message={`${t('account.load-failed')} ${problem}`} onRetry={() => onRetry?.()} />
      )}
      {loading ? <Skeleton height="4rem" radius="md" /> : children}
    </section>
  )
}

import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ErrorBox } from './error-box.tsx'
import { useI18n } from './i18n/i18n.tsx'
import panel from './panel.module.css'

type Props = {
  ref?: React.Ref<HTMLElement>
  title: string
  count?: number | undefined
  tools?: ReactNode
  /** True while there is nothing to show yet. */
  loading?: boolean
  /** The reason it could not be loaded, in words. Earlier content is still shown. */
  problem?: string | undefined
  onRetry?: () => unknown
  children?: ReactNode
}

/** A part of a page with a heading, a loading state and an error state. */
export function Section({ ref, title, count, tools, loading = false, problem, onRetry, children }: Props) {
  const { t, number } = useI18n()
  const headingId = useId()
  return (
    <section ref={ref} tabIndex={-1} className={panel.card} aria-labelledby={headingId}>
      <div className={panel.heading}>
        <h2>
          <span id={headingId}>{title}</span>
          {count !== undefined && <span className={panel.state}>{number(count)}</span>}
        </h2>
        {tools && <div className={panel.tools}>{tools}</div>}
      </div>
      {problem !== undefined && (
        <>
          <ErrorBox message={`${t('account.load-failed')} ${problem}`} />
          <div className={panel.buttons}>
            <Button variant="default" onClick={() => void onRetry?.()}>
              {t('action.retry')}
            </Button>
          </div>
        </>
      )}
      {loading ? <Skeleton height="4rem" radius="md" /> : children}
    </section>
  )
}

import { Button, Skeleton } from '@mantine/core'
import type { DisplayKey, Item } from '@placard/contract'
import { useId, useState } from 'react'
import { type Summary, summaryOf } from '../../../platform/api/screens/health.ts'
import { useScreens } from '../../../platform/api/screens/use-screens.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, RetryIcon, ScreenIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { moment } from '../../../platform/ui/moments.ts'
import strip from '../../../platform/ui/strip.module.css'
import { Address } from './address.tsx'
import { SCREENS_HEADING_ID } from './heading-id.ts'
import styles from './screens-panel.module.css'

const ScreenRows = lazyDialog(() => import('./screen-rows.tsx'), { quiet: true })
const WithoutHttps = lazyDialog(() => import('./without-https.tsx'), { quiet: true, ahead: false })

type Props = {
  display: DisplayKey
  /** The items, for the names of those that are playing. */
  items: Item[]
  /** The display's revision as the page knows it. */
  revision: number | undefined
  canEdit: boolean
}

/** The screens of a display: a single line while all is well, otherwise advice. */
export function ScreensPanel({ display, items, revision, canEdit }: Props) {
  const { t } = useI18n()
  const { data, isError, refetch } = useScreens(display, revision)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()

  const summary: Summary | undefined = data && summaryOf(data)

  return (
    <section className={strip.strip} aria-labelledby={SCREENS_HEADING_ID} data-status={summary?.status}>
      <div className={strip.line}>
        <span className={strip.icon}>
          <SummaryIcon status={summary?.status} />
        </span>
        <div className={strip.words}>
          <h2 id={SCREENS_HEADING_ID} className={strip.title} tabIndex={-1}>
            {t('screens.heading')}
          </h2>
          <SummaryWords summary={summary} isError={isError} />
        </div>
        {summary?.status === 'none' && <Address display={display} />}
        {!data && isError && (
          <Button variant="default" size="sm" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        )}
        {data && data.screens.length > 0 && (
          <Button
            variant="default"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'screens.hide-list' : 'screens.show-list')}
          </Button>
        )}
      </div>

      {/* This page itself may count as secure, for example on the server itself. */}
      {!window.isSecureContext && <WithoutHttps />}

      <div id={listId} hidden={!isOpen || !data || data.screens.length === 0}>
        {isOpen && data && <ScreenRows display={display} screens={data} items={items} canEdit={canEdit} />}
      </div>
    </section>
  )
}

function SummaryIcon({ status }: { status: Summary['status'] | undefined }) {
  switch (status) {
    case 'well':
      return <CheckIcon size={18} />
    case 'updating':
      return <RetryIcon size={18} />
    case 'look':
      return <WarningIcon size={18} />
    default:
      return <ScreenIcon size={18} />
  }
}

function SummaryWords({ summary, isError }: { summary: Summary | undefined; isError: boolean }) {
  const { t, language } = useI18n()
  if (!summary) {
    if (isError) return <p className={styles.lead}>{t('screens.unknown')}</p>
    return <Skeleton height="1rem" width="14ch" className={styles.skeleton ?? ''} />
  }
  return (
    <p className={styles.lead}>
      <span className={styles.sum} data-status={summary.status}>
        {sumOf(summary, t, language)}
      </span>
      {summary.quiet > 0 && <span>{t('screens.quiet', { count: summary.quiet })}</span>}
      {summary.gone > 0 && <span>{t('screens.gone', { count: summary.gone })}</span>}
    </p>
  )
}

/** The state of all screens in words. */
function sumOf(summary: Summary, t: ReturnType<typeof useI18n>['t'], language: string): string {
  switch (summary.status) {
    case 'none':
      return t('screens.none')
    case 'well':
      return t('screens.all-well', { count: summary.total })
    case 'asleep':
      return t('screens.asleep', { count: summary.total, time: moment(summary.until, Date.now(), language) })
    case 'updating':
      return t('screens.updating', { done: summary.done, count: summary.total })
    case 'look':
      return t('screens.look', { few: summary.count, count: summary.total })
  }
}

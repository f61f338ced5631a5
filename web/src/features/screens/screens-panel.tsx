import { Button, Skeleton } from '@mantine/core'
import { type DisplayKey, type Item, MAX_SCREENS_PER_DISPLAY, playerPath, type Screen } from '@placard/contract'
import { useId, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { announce } from '../../ui/announcer.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExternalButton } from '../../ui/external-button.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { CheckIcon, RetryIcon, ScreenIcon, WarningIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useNotice } from '../../ui/notices.ts'
import { WithoutHttps } from '../../ui/without-https.tsx'
import { shortId } from './device-name.ts'
import { isEarlier, type Summary, summaryOf } from './health.ts'
import { ScreenRow } from './screen-row.tsx'
import styles from './screens-panel.module.css'
import { useScreenCommand, useScreens } from './use-screens.ts'

const NameScreen = lazyDialog(() => import('./name-screen.tsx'))
const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))

export const SCREENS_HEADING_ID = 'screens-heading'

type Props = {
  display: DisplayKey
  /** What is on by name. */
  items: Item[]
  /** Of the display, as the page knows it. */
  revision: number | undefined
  canEdit: boolean
}

/** The screens of a display: one quiet line while all is well, and what to do when it is not. */
export function ScreensPanel({ display, items, revision, canEdit }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { data, isError, refetch } = useScreens(display, revision)
  const { mutateAsync } = useScreenCommand(display)
  const [chosen, setChosen] = useState<boolean>()
  const [hasEarlier, setHasEarlier] = useState(false)
  const [naming, setNaming] = useState<Screen>()
  const [removing, setRemoving] = useState<Screen>()
  const heading = useRef<HTMLHeadingElement>(null)
  const listId = useId()

  const summary: Summary | undefined = data && summaryOf(data)
  const isOpen = chosen ?? summary?.status === 'look'
  const nameOf = (screen: Screen) => screen.name || t('screens.unnamed', { id: shortId(screen.id) })

  const earlier = data?.screens.filter((screen) => isEarlier(screen, data.at)) ?? []
  const shown = data?.screens.filter((screen) => hasEarlier || !earlier.includes(screen)) ?? []

  const remove = async (screen: Screen) => {
    setRemoving(undefined)
    // The button that had the focus goes with its row, after the dialog has given it back.
    setTimeout(() => heading.current?.focus(), 0)
    try {
      await mutateAsync({ type: 'remove', id: screen.id })
      announce(t('screens.removed', { name: nameOf(screen) }))
    } catch (error) {
      console.error('removing a screen failed', error)
      notice('error', t('status.not-saved', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  return (
    <section className={styles.panel} aria-labelledby={SCREENS_HEADING_ID} data-status={summary?.status}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <SummaryIcon status={summary?.status} />
        </span>
        <div className={styles.words}>
          <h2 ref={heading} id={SCREENS_HEADING_ID} className={styles.title} tabIndex={-1}>
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
            onClick={() => setChosen(!isOpen)}
          >
            {t(isOpen ? 'screens.hide-list' : 'screens.show-list')}
          </Button>
        )}
      </div>

      <WithoutHttps />

      <div id={listId} hidden={!isOpen || !data || data.screens.length === 0}>
        {isOpen && data && (
          <ul className={styles.list}>
            {shown.map((screen) => (
              <ScreenRow
                key={screen.id}
                screen={screen}
                display={data}
                name={nameOf(screen)}
                items={items}
                canEdit={canEdit}
                onRename={() => setNaming(screen)}
                onRemove={() => setRemoving(screen)}
              />
            ))}
          </ul>
        )}
        {isOpen && earlier.length > 0 && !hasEarlier && (
          <Button variant="subtle" size="sm" onClick={() => setHasEarlier(true)}>
            {t('screens.show-earlier', { count: earlier.length })}
          </Button>
        )}
        {isOpen && data && data.screens.length >= MAX_SCREENS_PER_DISPLAY && (
          <p className={styles.note}>{t('screens.full-list', { count: MAX_SCREENS_PER_DISPLAY })}</p>
        )}
      </div>
      {naming && <NameScreen display={display} screen={naming} onClose={() => setNaming(undefined)} />}
      {removing && (
        <ConfirmDialog
          question={t('screens.remove-question')}
          subject={nameOf(removing)}
          confirmLabel={t('screens.remove')}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
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
  const { t } = useI18n()
  if (!summary) {
    if (isError) return <p className={styles.lead}>{t('screens.unknown')}</p>
    return <Skeleton height="1rem" width="14ch" className={styles.skeleton ?? ''} />
  }
  switch (summary.status) {
    case 'none':
      return <p className={styles.lead}>{t('screens.none')}</p>
    case 'well':
      return <p className={styles.lead}>{t('screens.all-well', { count: summary.total })}</p>
    case 'updating':
      return <p className={styles.lead}>{t('screens.updating', { done: summary.done, count: summary.total })}</p>
    case 'look':
      return <p className={styles.lead}>{t('screens.look', { few: summary.count, count: summary.total })}</p>
  }
}

/** Where a screen has to go, to be one of this display. */
function Address({ display }: { display: DisplayKey }) {
  const { t } = useI18n()
  const address = location.origin + playerPath(display)
  return (
    <span className={styles.address}>
      <CopyButton
        text={address}
        copied={t('screens.copied')}
        notCopied={t('screens.not-copied', { address })}
        size="sm"
      >
        {t('screens.copy')}
      </CopyButton>
      <ExternalButton href={address} size="sm">
        {t('screens.try-here')}
      </ExternalButton>
    </span>
  )
}

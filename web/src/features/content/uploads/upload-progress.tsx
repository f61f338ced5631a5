import { Button, Progress } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './upload-progress.module.css'
import type { UploadState } from './upload-state.ts'
import type { UploadTask } from './upload-task.ts'
import { percentOf, useUploadWords } from './upload-words.ts'

/** C2, C8: the progress of a form's upload, with its actions. */
export function UploadProgress({ task, state }: { task: UploadTask; state: UploadState }) {
  const { t } = useI18n()
  const { stateWords } = useUploadWords()
  const element = useRef<HTMLDivElement>(null)
  // It is below a form that may be taller than the window.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element} className={styles.progress} data-status={state.status}>
      <div className={styles.words}>
        <span role="status">{state.status === 'canceled' ? t('upload.canceled-form') : stateWords(state)}</span>
        <span className={styles.buttons}>
          <UploadButtons task={task} state={state} />
        </span>
      </div>
      {state.status !== 'canceled' && (
        <Progress.Root size="lg" radius="xl">
          <Progress.Section
            className={styles.bar ?? ''}
            value={percentOf(state)}
            aria-label={t('upload.progress')}
            animated={state.status === 'running' && state.stage === 'preparing'}
          />
        </Progress.Root>
      )}
    </div>
  )
}

function UploadButtons({ task, state }: { task: UploadTask; state: UploadState }) {
  const { t } = useI18n()
  const button = (label: string, act: () => void) => (
    <Button variant="subtle" size="compact-sm" onClick={act}>
      {label}
    </Button>
  )
  switch (state.status) {
    case 'running':
      // The bytes have arrived and the item is being saved: it is too late to stop.
      return state.stage === 'saving' ? null : (
        <>
          {button(t('upload.pause'), task.pause)}
          {button(t('action.cancel'), task.cancel)}
        </>
      )
    case 'waiting':
      return (
        <>
          {button(t('action.retry'), task.retry)}
          {button(t('upload.pause'), task.pause)}
          {button(t('action.cancel'), task.cancel)}
        </>
      )
    case 'paused':
      return (
        <>
          {button(t('upload.resume'), task.resume)}
          {button(t('action.cancel'), task.cancel)}
        </>
      )
    case 'missing':
      return button(t('action.cancel'), task.cancel)
    case 'canceled':
    case 'error':
      return button(t('action.retry'), task.retry)
    case 'success':
      return null
  }
}

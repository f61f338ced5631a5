import { ActionIcon, Button, Progress } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, CloseIcon, PauseIcon, PlayIcon, RetryIcon, UploadIcon } from '../../../platform/ui/icons.tsx'
import { type FileProblem, isFileProblem } from './file-check.ts'
import styles from './upload-panel.module.css'
import { isOver } from './upload-state.ts'
import type { UploadTask } from './upload-task.ts'
import { percentOf, useUploadWords } from './upload-words.ts'
import type { Uploads } from './uploads.ts'
import { useUploadState, useUploadStatuses } from './use-upload.ts'

/** The list stays visible for this long after everything has been added. */
const SUCCESS_SHOWN_MS = 4_000

/** C8: the list of several uploads, each with its own progress, beside the content of the page. */
export function UploadPanel({ uploads, tasks }: { uploads: Uploads; tasks: readonly UploadTask[] }) {
  const { t } = useI18n()
  const panel = useRef<HTMLElement>(null)
  const statuses = useUploadStatuses(tasks)
  const states = tasks.map((task) => task.state())
  const left = states.filter((state) => !isOver(state)).length
  const failed = states.filter(({ status }) => status === 'error').length
  const added = states.filter(({ status }) => status === 'success').length
  const hasLost = states.some((state) => state.status === 'success' && state.note && state.note !== 'known')
  const close = useCallback(() => {
    for (const task of tasks) if (isOver(task.state())) uploads.dismiss(task)
  }, [tasks, uploads])
  const retryAll = () => {
    for (const task of tasks) if (isWorthRetrying(task.state())) task.retry()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a status that changes begins the time anew
  useEffect(() => {
    if (left > 0 || failed > 0 || hasLost) return
    const timer = setInterval(() => {
      // Does not close while the pointer is over it or the focus is in it.
      if (!panel.current?.matches(':hover, :focus-within')) close()
    }, SUCCESS_SHOWN_MS)
    return () => clearInterval(timer)
  }, [left, failed, hasLost, statuses, close])

  return (
    <section ref={panel} className={styles.panel} aria-label={t('upload.panel')}>
      <div className={styles.heading}>
        <h2>{t('upload.panel')}</h2>
        <span className={styles.left} role="status">
          {left > 0 ? t('upload.panel-left', { count: left }) : outcome(t, added, failed)}
        </span>
        {left === 0 && states.filter(isWorthRetrying).length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={retryAll}>
            {t('upload.panel-retry')}
          </Button>
        )}
        {left === 0 && (
          <ActionIcon aria-label={t('upload.panel-close')} onClick={close}>
            <CloseIcon size={18} />
          </ActionIcon>
        )}
      </div>
      <ul className={styles.list}>
        {tasks.map((task) => (
          <UploadRow key={task.id} task={task} onDismiss={() => uploads.dismiss(task)} />
        ))}
      </ul>
    </section>
  )
}

function outcome(t: ReturnType<typeof useI18n>['t'], added: number, failed: number): string {
  if (failed > 0) return t('upload.panel-failed', { added, failed })
  return added > 0 ? t('upload.panel-added', { count: added }) : t('upload.panel-canceled')
}

function UploadRow({ task, onDismiss }: { task: UploadTask; onDismiss: () => void }) {
  const { t } = useI18n()
  const { stateWords } = useUploadWords()
  const titleId = useId()
  const state = useUploadState(task) ?? task.state()
  const about = { 'aria-describedby': titleId }
  const isAlert = state.status === 'error' || (state.status === 'missing' && state.isOther)
  const moving = state.status === 'running' || state.status === 'waiting'
  return (
    <li className={styles.row} data-status={state.status}>
      <div className={styles.words}>
        <span id={titleId} className={styles.title}>
          <bdi>{task.title}</bdi>
        </span>
        <span className={styles.state} role={isAlert ? 'alert' : undefined}>
          {state.status === 'success' && <CheckIcon size={16} />}
          {stateWords(state)}
        </span>
      </div>
      <span className={styles.buttons}>
        {moving && (
          <ActionIcon aria-label={t('upload.pause')} {...about} onClick={task.pause}>
            <PauseIcon size={18} />
          </ActionIcon>
        )}
        {state.status === 'paused' && (
          <ActionIcon aria-label={t('upload.resume')} {...about} onClick={task.resume}>
            <PlayIcon size={18} />
          </ActionIcon>
        )}
        {state.status === 'missing' && (
          <ChooseAgain label={t('upload.choose-again')} describedBy={titleId} onChosen={task.choose}>
            <UploadIcon size={18} />
          </ChooseAgain>
        )}
        {(state.status === 'canceled' || state.status === 'waiting' || isWorthRetrying(state)) && (
          <ActionIcon aria-label={t('action.retry')} {...about} onClick={task.retry}>
            <RetryIcon size={18} />
          </ActionIcon>
        )}
        <ActionIcon
          aria-label={isOver(state) ? t('upload.dismiss') : t('action.cancel')}
          {...about}
          onClick={isOver(state) ? onDismiss : task.cancel}
        >
          <CloseIcon size={18} />
        </ActionIcon>
      </span>
      {!isOver(state) && (
        <Progress.Root size="sm" radius="xl" className={styles.progress ?? ''}>
          <Progress.Section className={styles.bar ?? ''} value={percentOf(state)} aria-labelledby={titleId} />
        </Progress.Root>
      )}
    </li>
  )
}

type ChooseAgainProps = {
  label: string
  describedBy: string
  onChosen: (file: File) => void
  children: ReactNode
}

function ChooseAgain({ label, describedBy, onChosen, children }: ChooseAgainProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionIcon aria-label={label} aria-describedby={describedBy} onClick={() => field.current?.click()}>
        {children}
      </ActionIcon>
      <input
        ref={field}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) onChosen(file)
        }}
      />
    </>
  )
}

/** Problems with a file that may be gone once there is more disk space, or time. */
const WORTH_RETRYING: ReadonlySet<string> = new Set<FileProblem>(['film-no-room', 'film-stuck'])

/** False for problems that the same file would have again. */
function isWorthRetrying(state: ReturnType<UploadTask['state']>): boolean {
  return state.status === 'error' && (!isFileProblem(state.problem) || WORTH_RETRYING.has(state.problem))
}

import type { ScreenId } from '@placard/contract'
import type { ReactNode } from 'react'
import type { Health } from '../../../platform/api/screens/health.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { CheckIcon, RetryIcon, ScreenIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './screen-line.module.css'

/** `never`: it is paired but has not reported yet. */
export type LineStatus = Health['status'] | 'never'

type Props = {
  id: ScreenId | undefined
  status: LineStatus
  /** Undefined if the list does not distinguish. */
  isPaired?: boolean
  name: string
  nameId?: string
  /** The level of its heading. */
  level: 3 | 4
  /** Short facts about the screen. */
  meta: ReactNode
  state: string
  /** The current content, and the time of the last contact, as short texts. */
  now: ReactNode
  buttons: ReactNode
  advice: readonly string[]
  onDetails: () => void
}

/** Properties for the row's `<li>`. */
export const screenEntry = ({ id, status, isPaired }: Pick<Props, 'id' | 'status' | 'isPaired'>) => ({
  className: styles.row,
  'data-screen': id,
  'data-status': status,
  'data-paired': isPaired,
})

/** One screen in a list: its identity, its state, and advice. */
export function ScreenLine(props: Props) {
  return (
    <li {...screenEntry(props)}>
      <ScreenContent {...props} />
    </li>
  )
}

export function ScreenContent({
  status,
  name,
  nameId,
  level,
  meta,
  state,
  now,
  buttons,
  advice,
  onDetails,
}: Omit<Props, 'id' | 'isPaired'>) {
  const { t } = useI18n()
  const Heading = `h${level}` as const
  return (
    <>
      <span className={styles.icon}>
        <StatusIcon status={status} />
      </span>
      <div className={styles.who}>
        <Heading id={nameId} className={styles.name} tabIndex={-1}>
          <bdi>{name}</bdi>
        </Heading>
        <p className={styles.meta}>
          {meta}
          <button
            type="button"
            className={styles.details}
            aria-label={t('screens.details-of', { name })}
            aria-haspopup="dialog"
            onClick={onDetails}
          >
            {t('screens.details')}
          </button>
        </p>
      </div>
      <div className={styles.how}>
        <p className={styles.state}>{state}</p>
        <p className={styles.meta}>{now}</p>
      </div>
      {buttons && <span className={styles.buttons}>{buttons}</span>}
      {advice.length > 0 && (
        <ul className={styles.advice}>
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function StatusIcon({ status }: { status: LineStatus }) {
  switch (status) {
    case 'well':
      return <CheckIcon size={18} />
    case 'updating':
    case 'starting':
      return <RetryIcon size={18} />
    case 'asleep':
    case 'unseen':
    case 'never':
      return <ScreenIcon size={18} />
    case 'dark':
    case 'behind':
    case 'troubled':
      return <WarningIcon size={18} />
  }
}

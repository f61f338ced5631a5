import { Button } from '@mantine/core'
import type { ActivityEntry, ActivityPage } from '@placard/contract'
import { useId } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './activity-row.module.css'
import { timeOf } from './days.ts'
import { detailOf, sentenceOf } from './words.ts'

type Props = {
  entry: ActivityEntry
  names: ActivityPage['names']
  canEdit: boolean
  isBusy: boolean
  onUndo: () => void
  /** Address of the page that shows the state at that time; undefined: unknown. */
  seeAt: string | undefined
  /** The name of its table, in a log that is not the table's own. */
  table?: string | undefined
  /** Undefined: the entry is not about a playlist that could be restored. */
  onBringBack: (() => void) | undefined
  onGoBack: () => void
}

/** Properties for the row's `<li>`. */
export const activityEntry = ({ kind }: ActivityEntry) => ({ className: styles.row, 'data-kind': kind })

export function ActivityRow({ entry, names, canEdit, isBusy, seeAt, table, onUndo, onBringBack, onGoBack }: Props) {
  const i18n = useI18n()
  const { t, language } = i18n
  const textId = useId()
  const isRefused = entry.kind === 'refused' || entry.kind === 'sign-in-refused'
  const detail = detailOf(entry, i18n)
  const about = { 'aria-describedby': textId, size: 'compact-sm', disabled: isBusy } as const
  const mayUndo = canEdit && entry.undo
  const mayGoBack = canEdit && entry.restorable
  return (
    <>
      <time className={styles.time} dateTime={new Date(entry.at).toISOString()}>
        {timeOf(entry.at, language)}
      </time>
      <div>
        <p id={textId} className={styles.text}>
          {sentenceOf(entry, i18n, names)}
          {isRefused && <span className={styles.refused}>{t('activity.refused')}</span>}
        </p>
        {detail && <p className={styles.detail}>{detail}</p>}
        {table !== undefined && <p className={styles.detail}>{t('activity.in-table', { name: table })}</p>}
        {onBringBack && (
          <p className={styles.actions}>
            <Button {...about} variant="light" onClick={onBringBack}>
              {t('activity.bring-back')}
            </Button>
          </p>
        )}
        {(seeAt || mayUndo || mayGoBack) && (
          <p className={styles.actions}>
            {mayUndo && (
              <Button {...about} variant="light" onClick={onUndo}>
                {t(entry.undo === 'bring-back' ? 'activity.bring-back' : 'activity.undo')}
              </Button>
            )}
            {mayGoBack && (
              <Button {...about} variant="subtle" color="gray" className={styles.back ?? ''} onClick={onGoBack}>
                {t('activity.go-back')}
              </Button>
            )}
            {seeAt && (
              <Button {...about} component="a" href={seeAt} variant="subtle" color="gray" className={styles.back ?? ''}>
                {t('activity.see-then')}
              </Button>
            )}
          </p>
        )}
      </div>
    </>
  )
}

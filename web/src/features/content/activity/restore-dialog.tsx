import { Button, Skeleton } from '@mantine/core'
import type { ProgrammeKey, RestorePreview } from '@placard/contract'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import styles from './restore-dialog.module.css'
import { useRestore, useRestorePreview } from './use-activity.ts'
import { differenceOf, titleIn } from './words.ts'

type Props = { programmeKey: ProgrammeKey; revision: number; onClose: () => void }

/** Previews the effect of going back to a revision, then does exactly that. */
export default function RestoreDialog({ programmeKey, revision, onClose }: Props) {
  const i18n = useI18n()
  const { t } = i18n
  const notice = useNotice()
  const { data, error, refetch } = useRestorePreview(programmeKey, revision)
  const { mutateAsync, isPending } = useRestore(programmeKey)
  const [problem, setProblem] = useState<string>()

  const restore = async (preview: RestorePreview) => {
    setProblem(undefined)
    try {
      await mutateAsync(preview)
      notice('success', t('activity.restore.done'))
      onClose()
    } catch (cause) {
      console.error('going back failed', cause)
      const code = codeOf(cause)
      setProblem(code === 'changed-meanwhile' ? t('activity.restore.changed') : errorInWords(cause, t))
      if (code === 'changed-meanwhile') await refetch()
    }
  }

  const hasDifferences = data !== undefined && data.differences.length > 0
  return (
    <Dialog title={t('activity.restore.title')} role="alertdialog" onClose={onClose}>
      {problem && <ErrorBox message={problem} />}
      {error && !data && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!data && !error && <Skeleton height="6rem" radius="md" />}
      {data && (
        <>
          <p className={styles.lead}>{t(hasDifferences ? 'activity.restore.lead' : 'activity.restore.nothing')}</p>
          <ul className={styles.list}>
            {data.differences.map((difference) => (
              <li key={`${difference.type}-${difference.id}`} data-effect={difference.effect}>
                {differenceOf(difference, i18n)}
              </li>
            ))}
            {data.missing.map(({ type, id, title }) => (
              <li key={`missing-${id}`} data-effect="missing">
                {t('activity.restore.missing', {
                  title: type === 'layout' ? t('activity.layout') : titleIn(type, title, t),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('action.cancel')}
        </Button>
        {data && hasDifferences && (
          <Button loading={isPending} onClick={() => void restore(data)}>
            {t('activity.restore.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

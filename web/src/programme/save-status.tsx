import type { ProgrammeKey, Screens } from '@placard/contract'
import { useIsMutating, useMutationState } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { onSaved, savedRevision } from '../platform/api/own-changes.ts'
import { reachOf } from '../platform/api/screens/health.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { CheckIcon } from '../platform/ui/icons.tsx'
import styles from './status.module.css'

/** The progress of a change, in words: saving, saved, or playing on a number of the present screens. Failures are shown as notices. */
export function SaveStatus({ programmeKey, screens }: { programmeKey: ProgrammeKey; screens?: Screens | undefined }) {
  const { t } = useI18n()
  const isBusy = useIsMutating() > 0
  const last = useMutationState({ select: ({ state }) => state.status }).at(-1)
  const revision = useSyncExternalStore(onSaved, () => savedRevision(programmeKey))

  if (isBusy) return <span className={styles.save}>{t('status.saving')}</span>
  if (last === 'error' || (last !== 'success' && revision === undefined)) return <span className={styles.save} />
  const { on, of } = screens && revision !== undefined ? reachOf(screens, revision) : { on: 0, of: 0 }
  return (
    <span className={styles.save} data-done={on === of || undefined}>
      <CheckIcon size={16} />
      {on === 0 ? t('status.saved') : t('status.saved-on', { on, count: of })}
    </span>
  )
}

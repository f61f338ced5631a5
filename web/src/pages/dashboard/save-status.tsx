import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import styles from './status.module.css'

const SAVED_SHOWN_MS = 3_000

/** How far a change has got, in words: on its way, or saved. A failure is a notice. */
export function SaveStatus() {
  const { t } = useI18n()
  const client = useQueryClient()
  const busy = useIsMutating() > 0
  const [justSaved, setJustSaved] = useState(false)

  useEffect(() => {
    if (!busy) return
    setJustSaved(false)
    return () => setJustSaved(client.getMutationCache().getAll().at(-1)?.state.status === 'success')
  }, [busy, client])

  useEffect(() => {
    if (!justSaved) return
    const timer = setTimeout(() => setJustSaved(false), SAVED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [justSaved])

  if (busy) return <span className={styles.save}>{t('status.saving')}</span>
  if (!justSaved) return null
  return (
    <span className={styles.save}>
      <CheckIcon size={16} />
      {t('status.saved')}
    </span>
  )
}

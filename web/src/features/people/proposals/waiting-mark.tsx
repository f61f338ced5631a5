import type { ProgrammeKey } from '@placard/contract'
import { programmeIdOf } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './proposals.module.css'
import { useProposals } from './proposals-query.ts'

/** The number of proposals that wait for a display or a playlist, shown on the link to them. */
export default function WaitingMark({ programmeKey }: { programmeKey: ProgrammeKey }) {
  const { t, number } = useI18n()
  const { data } = useProposals(programmeKey.organisationId)
  const id = programmeIdOf(programmeKey)
  const count = (data?.waiting ?? []).filter(({ displayId, playlistId }) => (displayId ?? playlistId) === id).length
  if (count === 0) return null
  return (
    <>
      <span className={styles.count} data-waits aria-hidden="true">
        {number(count)}
      </span>
      <span className={styles.hidden}>{t('proposals.count', { count })}</span>
    </>
  )
}

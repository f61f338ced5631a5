import type { ProgrammeKey } from '@placard/contract'
import { programmeIdOf } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import { useProposals } from './proposals-query.ts'
import styles from './waiting-mark.module.css'

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
      <span className={unseen.words}>{t('proposals.count', { count })}</span>
    </>
  )
}

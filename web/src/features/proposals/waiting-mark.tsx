import { Button } from '@mantine/core'
import { PAGES, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { NoticeIcon } from '../../ui/icons.tsx'
import styles from './proposals.module.css'
import { useProposals } from './proposals-query.ts'

/** The way to what was proposed for a display or a playlist, with how many wait: a quiet mark among its tools. */
export default function WaitingMark({
  programmeKey,
  className = '',
}: {
  programmeKey: ProgrammeKey
  className?: string | undefined
}) {
  const { t, number } = useI18n()
  const { data } = useProposals(programmeKey.organisationId)
  const id = programmeIdOf(programmeKey)
  const count = (data?.waiting ?? []).filter(({ displayId, playlistId }) => (displayId ?? playlistId) === id).length
  return (
    <Button
      component={Link}
      to={`${PAGES.proposals}?${'displayId' in programmeKey ? 'display' : 'playlist'}=${id}`}
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={className}
      leftSection={<NoticeIcon size={16} />}
      {...(count > 0 ? { 'aria-label': `${t('proposals.open')}: ${t('proposals.count', { count })}` } : {})}
    >
      {t('proposals.open')}
      {count > 0 && <span className={styles.count}>{number(count)}</span>}
    </Button>
  )
}

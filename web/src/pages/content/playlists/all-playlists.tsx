import { Button, Skeleton } from '@mantine/core'
import { type OrganisationId, PAGES, playlistPath, type Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PlaylistCards } from '../../../features/content/playlists/playlist-cards.tsx'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FolderIcon, PlusIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import styles from './playlists.module.css'

const NamePlaylist = lazyDialog(() => import('../../../features/content/playlists/name-playlist.tsx'))

type Props = { session: Session; organisationId: OrganisationId }

/** The playlists that the user may see. Creating one opens its page. */
export function AllPlaylists({ session, organisationId }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch } = useQuery(playlistsOf(organisationId))
  const mayEdit = isEditor(session.role) && !session.limited
  const make = mayEdit && (
    <div className={styles.ways}>
      <Button leftSection={<PlusIcon />} onClick={() => setMaking(true)}>
        {t('playlists.new')}
      </Button>
      <Button component={Link} to={PAGES.movingIn} variant="default" leftSection={<FolderIcon size={18} />}>
        {t('moving.open')}
      </Button>
    </div>
  )
  return (
    <InnerPage session={session} title={t('playlists.title')} lead={t('playlists.lead')} width="list">
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="16rem" radius="lg" />}
      {data?.length === 0 && (
        <EmptyState
          framed
          icon={<StackIcon size={24} />}
          title={t('playlists.empty')}
          lead={t(mayEdit ? 'playlists.empty-lead' : 'playlists.empty-lead-look')}
          action={make}
        />
      )}
      {data && data.length > 0 && (
        <>
          {make && <div className={styles.tools}>{make}</div>}
          <PlaylistCards playlists={data} />
        </>
      )}
      {isMaking && (
        <NamePlaylist
          organisationId={organisationId}
          onNamed={({ id }) => navigate(playlistPath(id))}
          onClose={() => setMaking(false)}
        />
      )}
    </InnerPage>
  )
}

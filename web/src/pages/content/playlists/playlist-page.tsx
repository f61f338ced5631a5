import { PAGES, type PlaylistKey, playlistPath, type Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { OnDisplays } from '../../../features/content/playlists/on-displays.tsx'
import { usePlaylist } from '../../../features/content/playlists/use-playlist.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import { displaysOf } from '../../../platform/api/playlists.ts'
import { whatIsThereNow } from '../../../platform/api/undo.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ArrowBackIcon, PencilIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { QuietButton } from '../../../programme/header.tsx'
import type { Part } from '../../../programme/parts.tsx'
import { ProgrammePage } from '../../../programme/programme-page.tsx'
import { ProposalsLink } from '../../../programme/proposals-link.tsx'
import { SaveStatus } from '../../../programme/save-status.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { Shell } from '../../../shell/shell.tsx'
import { NoPlaylist } from './no-playlist.tsx'
import styles from './playlists.module.css'

const NamePlaylist = lazyDialog(() => import('../../../features/content/playlists/name-playlist.tsx'))
const RemovePlaylist = lazyDialog(() => import('../../../features/content/playlists/remove-playlist.tsx'))

type Props = { session: Session; playlistKey: PlaylistKey }

/** The page of a playlist: its preview, its content, and the displays that play it. */
export function PlaylistPage({ session, playlistKey }: Props) {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error } = useProgramme(playlistKey)
  const { playlist, isGone } = usePlaylist(playlistKey, data?.revision)
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const [part, setPart] = useState<Part>('pictures')
  const canEdit = isEditor(session.role) && !session.limited
  const name = data?.name ?? t('playlists.title')
  usePageTitle(name)
  const { organisationId, playlistId } = playlistKey
  const close = () => setOpen(undefined)
  const isSomewhere = playlist !== undefined && playlist.displays.length > 0

  if (isGone || (error && !data && codeOf(error) === 'playlist-not-found')) return <NoPlaylist session={session} />
  return (
    <Shell session={session} display={undefined} onChooseDisplay={() => {}}>
      <ProgrammePage
        session={session}
        programmeKey={playlistKey}
        name={name}
        canEdit={canEdit}
        addPath={`${PAGES.addContainer}?playlist=${playlistId}`}
        title={name}
        above={
          <Link to={PAGES.playlists} className={styles.back}>
            <ArrowBackIcon size={18} />
            {t('playlists.back')}
          </Link>
        }
        state={<SaveStatus programmeKey={playlistKey} />}
        tools={
          canEdit &&
          data && (
            <>
              <QuietButton icon={<PencilIcon size={16} />} onPress={() => setOpen('rename')}>
                {t('playlists.rename')}
              </QuietButton>
              <QuietButton icon={<TrashIcon size={16} />} onPress={() => setOpen('remove')}>
                {t('playlists.remove')}
              </QuietButton>
              <ProposalsLink programmeKey={playlistKey} />
            </>
          )
        }
        lookOnly={t('playlists.look-only')}
        dropLead={
          isSomewhere
            ? t('playlists.drop-lead', { name, count: displaysOf(playlist).length })
            : t('playlists.drop-none', { name })
        }
        places={{
          label: t('playlists.part'),
          panel: (
            <OnDisplays
              playlistKey={playlistKey}
              playlist={playlist}
              canEdit={canEdit}
              linkTo={({ id, name, zone }) => (
                <Link to={`${zone === undefined ? PAGES.dashboard : PAGES.layout}?display=${id}`}>
                  <bdi>{name}</bdi>
                  {zone !== undefined && <small>{t('playlists.zone', { number: number(zone) })}</small>}
                </Link>
              )}
            />
          ),
        }}
        part={part}
        onPart={setPart}
      />
      {open === 'rename' && data && (
        <NamePlaylist
          organisationId={organisationId}
          playlist={{ id: playlistId, name: data.name }}
          onNamed={() => whatIsThereNow(client, playlistKey)}
          onClose={close}
        />
      )}
      {open === 'remove' && data && (
        <RemovePlaylist
          playlistKey={playlistKey}
          name={data.name}
          onRemoved={() => navigate(PAGES.playlists)}
          onBack={() => navigate(playlistPath(playlistId))}
          onClose={close}
        />
      )}
    </Shell>
  )
}

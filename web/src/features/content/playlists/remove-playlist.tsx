import { Skeleton } from '@mantine/core'
import type { Playlist, PlaylistKey } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { askPlaylistsAnew, includersOf, playlistsOf } from '../../../platform/api/playlists.ts'
import { programmeQueryKey } from '../../../platform/api/programme.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

type Props = {
  playlistKey: PlaylistKey
  name: string
  onRemoved: () => void
  onBack: () => void
  onClose: () => void
}

/** CP6: lists the displays that include it, and removes exactly that state. The notice afterwards can restore everything. */
export default function RemovePlaylist({ playlistKey: params, name, onRemoved, onBack, onClose }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { organisationId, playlistId } = params
  const { data, isFetching } = useQuery(playlistsOf(organisationId))
  // The question must be about the current state.
  const playlist = isFetching ? undefined : data?.find(({ id }) => id === playlistId)

  const bringBack = async () => {
    try {
      await call('bringBackPlaylist', { params })
      await askPlaylistsAnew(client, organisationId)
      notice('success', t('playlists.back-again', { name }))
      onBack()
    } catch (error) {
      console.error('bringing a playlist back failed', error)
      notice('error', t('playlists.not-back', { name, reason: errorInWords(error, t) }))
    }
  }

  const remove = async ({ revision }: Playlist) => {
    try {
      await call('removePlaylist', { params, ifMatch: revision })
    } catch (cause) {
      if (codeOf(cause) === 'changed-meanwhile') {
        await askPlaylistsAnew(client, organisationId)
      }
      throw cause
    }
    onRemoved()
    client.removeQueries({ queryKey: programmeQueryKey(params) })
    await askPlaylistsAnew(client, organisationId)
    notice('success', t('playlists.removed', { name }), {
      label: t('activity.undo'),
      run: () => void bringBack(),
    })
  }

  const listed = (displays: readonly { name: string }[]) =>
    new Intl.ListFormat(language).format(displays.map(({ name }) => `\u2068${name}\u2069`))
  const includers = playlist && includersOf(playlist)
  const holders = playlist?.displays.filter(({ zone }) => zone !== undefined) ?? []
  return (
    <DecideDialog
      question={t('playlists.remove-question')}
      confirmLabel={t('playlists.remove-confirm')}
      danger
      ready={playlist !== undefined && holders.length === 0}
      work={async () => playlist && remove(playlist)}
      words={({ code, display }) => {
        if (code === 'playlist-in-zone' && display) return t('playlists.remove-in-zone', { displays: display })
        return code === 'changed-meanwhile' ? t('playlists.remove-changed') : undefined
      }}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong>
      {!includers && <Skeleton height="3rem" />}
      {holders.length > 0 && <p>{t('playlists.remove-in-zone', { displays: listed(holders) })}</p>}
      {includers && holders.length === 0 && (
        <p>
          {includers.length === 0
            ? t('playlists.remove-none')
            : t('playlists.remove-off', { count: includers.length, displays: listed(includers) })}
        </p>
      )}
      {holders.length === 0 && <p>{t('playlists.remove-kept')}</p>}
    </DecideDialog>
  )
}

import type { PlaylistKey, Programme } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askPlaylistsAnew } from '../../api/playlists.ts'
import { programmeQueryKey } from '../../api/programme.ts'
import { DecideDialog } from '../../form/decide-dialog.tsx'
import { errorInWords } from '../../form/problems.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'

type Props = {
  playlistKey: PlaylistKey
  /** As it is now: the question is about this state. */
  programme: Programme
  onRemoved: () => void
  onBack: () => void
  onClose: () => void
}

/** CP6: says from which displays it goes, and removes it for that state alone. Its notice brings all of it back. */
export default function RemovePlaylist({ playlistKey: params, programme, onRemoved, onBack, onClose }: Props) {
  const { t, language } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const { name, displays, revision } = programme
  const { organisationId } = params

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

  const remove = async () => {
    try {
      await call('removePlaylist', { params, ifMatch: revision })
    } catch (cause) {
      if (codeOf(cause) === 'changed-meanwhile') {
        await client.invalidateQueries({ queryKey: programmeQueryKey(params) })
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

  const names = displays.map((display) => `\u2068${display.name}\u2069`)
  return (
    <DecideDialog
      question={t('playlists.remove-question')}
      confirmLabel={t('playlists.remove-confirm')}
      danger
      work={remove}
      words={({ code }) => (code === 'changed-meanwhile' ? t('playlists.remove-changed') : undefined)}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong>
      <p>
        {names.length === 0
          ? t('playlists.remove-none')
          : t('playlists.remove-off', {
              count: names.length,
              displays: new Intl.ListFormat(language).format(names),
            })}
      </p>
      <p>{t('playlists.remove-kept')}</p>
    </DecideDialog>
  )
}

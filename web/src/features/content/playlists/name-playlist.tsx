import { TextInput } from '@mantine/core'
import { CreatePlaylist, type OrganisationId, type Playlist } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { askPlaylistsAnew } from '../../../platform/api/playlists.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = {
  organisationId: OrganisationId
  /** The playlist to rename; omitted: a new one is created. */
  playlist?: Pick<Playlist, 'id' | 'name'>
  onNamed: (playlist: Playlist) => unknown
  onClose: () => void
}

/** Creates an empty playlist with a name, or renames one. */
export default function NamePlaylist({ organisationId, playlist, onNamed, onClose }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: CreatePlaylist,
    start: () => ({ name: playlist?.name ?? '' }),
    save: async (body) => {
      const idempotencyKey = commandKey.keyFor(body)
      const changed = playlist
        ? await call('updatePlaylist', { params: { organisationId, playlistId: playlist.id }, body, idempotencyKey })
        : await call('createPlaylist', { params: { organisationId }, body, idempotencyKey })
      await askPlaylistsAnew(client, organisationId)
      onClose()
      await onNamed(changed.playlist)
    },
    logAs: 'naming a playlist failed',
  })

  return (
    <FormDialog
      form={form}
      title={t(playlist ? 'playlists.rename-title' : 'playlists.new')}
      submitLabel={t(playlist ? 'action.save' : 'playlists.make')}
      onClose={onClose}
    >
      <TextInput
        label={t('playlists.name')}
        description={t('playlists.name-hint')}
        dir="auto"
        autoComplete="off"
        {...form.field('name')}
        data-autofocus
      />
    </FormDialog>
  )
}

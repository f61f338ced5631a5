import { Button, Skeleton } from '@mantine/core'
import { type DisplayKey, type Item, type Playlist, PlaylistId, playlistAt, playlistPath } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../../platform/api/api-error.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { checkList as check } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { PictureStack } from '../items/picture-stack.tsx'
import { useAddItem } from '../items/use-item-change.ts'
import NamePlaylist from './name-playlist.tsx'
import styles from './playlist-cards.module.css'
import { PlaylistFacts } from './playlist-cards.tsx'

const Chosen = z.object({ id: PlaylistId })

type Props = {
  display: DisplayKey
  /** All items of the display: playlists that it already includes are not offered. */
  items: readonly Item[]
  /** False for users who are limited to some displays. */
  mayMake: boolean
  onClose: () => void
}

/** CP3: adds a playlist that this display does not include yet, at the end of its loop. */
export default function AddPlaylist({ display, items, mayMake, onClose }: Props) {
  const { t } = useI18n()
  const [isMaking, setMaking] = useState(false)
  const addItem = useAddItem(display, onClose)
  const { data, error } = useQuery(playlistsOf(display.organisationId))
  const has = new Set(items.map(({ url }) => playlistAt(url)))
  const others = data?.filter(({ id }) => !has.has(id))

  const form = useForm({
    schema: Chosen,
    start: () => ({ id: '' }),
    shows: [],
    save: async ({ id }) => {
      const name = data?.find((playlist) => playlist.id === id)?.name ?? ''
      const item = { title: name, type: 'playlist' as const, url: playlistPath(id), visible: true }
      await addItem(item, t('playlists.added', { name }))
    },
    logAs: 'adding a playlist failed',
  })

  return (
    <>
      <FormDialog
        form={form}
        title={t('playlists.add-title')}
        submitLabel={t('playlists.add-submit')}
        ready={form.values.id !== ''}
        onClose={onClose}
      >
        {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
        {!data && !error && <Skeleton height="9rem" radius="md" />}
        {others && others.length > 0 && (
          <Choices playlists={others} chosen={form.values.id} onChoose={(id) => form.change({ id })} />
        )}
        {others?.length === 0 && (
          <p className={styles.none}>{t(data?.length === 0 ? 'playlists.add-none-yet' : 'playlists.add-none')}</p>
        )}
        {mayMake && (
          <Button
            variant="light"
            leftSection={<PlusIcon size={18} />}
            className={styles.make ?? ''}
            onClick={() => setMaking(true)}
          >
            {t('playlists.new')}
          </Button>
        )}
      </FormDialog>
      {/* Outside of the form, because a nested form would submit both. */}
      {isMaking && (
        <NamePlaylist
          organisationId={display.organisationId}
          onNamed={({ id }) => form.change({ id })}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}

type ChoicesProps = { playlists: readonly Playlist[]; chosen: string; onChoose: (id: PlaylistId) => void }

function Choices({ playlists, chosen, onChoose }: ChoicesProps) {
  const { t } = useI18n()
  const name = useId()
  const leadId = useId()
  return (
    <fieldset aria-describedby={leadId}>
      <legend className={check.legend}>{t('playlists.add-label')}</legend>
      <p id={leadId} className={check.lead}>
        {t('playlists.add-lead')}
      </p>
      <div className={check.list}>
        {playlists.map((playlist, index) => (
          <label key={playlist.id} className={check.choice}>
            <input
              type="radio"
              name={name}
              checked={chosen === playlist.id}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              onChange={() => onChoose(playlist.id)}
            />
            <span className={styles.small}>
              <PictureStack pictures={playlist.pictures} />
            </span>
            <span className={styles.beside}>
              <bdi className={styles.chosenName}>{playlist.name}</bdi>
              <PlaylistFacts playlist={playlist} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

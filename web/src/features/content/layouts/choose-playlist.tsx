import { Skeleton, TextInput } from '@mantine/core'
import { type OrganisationId, type Playlist, PlaylistId, type PlaylistKey } from '@placard/contract'
import { isFilm } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { playlistsOf } from '../../../platform/api/playlists.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { checkList } from '../../../platform/ui/check-list.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { PictureStack } from '../items/picture-stack.tsx'
import { PlaylistFacts } from '../playlists/playlist-cards.tsx'
import styles from './choose-playlist.module.css'
import { type Wanted, withZone } from './wanted.ts'

/** The choice of a playlist that is made with the zone. */
const NEW = 'new'

const Chosen = z
  .object({ playlistId: PlaylistId.or(z.literal(NEW)), name: z.string() })
  .superRefine(({ playlistId, name }, context) => {
    if (playlistId !== NEW || name.trim() !== '') return
    context.addIssue({ code: 'custom', path: ['name'], message: 'name-missing' })
  })

type Props = {
  organisationId: OrganisationId
  layout: Wanted
  /** The zone, counted without the main one. */
  index: number
  /** The number of the zone that plays the films in its place [LY5]. undefined: this one may play films. */
  filmsPlayIn: number | undefined
  /** The name of a new playlist, if nothing else is typed. */
  suggested: string
  /** @throws ApiError */
  onSave: (layout: Wanted) => Promise<unknown>
  onClose: () => void
}

/** [LY2] Chooses the playlist of a zone: one of those there are, or a new one. */
export default function ChoosePlaylist({ organisationId, layout, index, filmsPlayIn, suggested, ...on }: Props) {
  const { onSave, onClose } = on
  const { t } = useI18n()
  const { data, error } = useQuery(playlistsOf(organisationId))
  const present = layout.zones[index]
  const form = useForm({
    schema: Chosen,
    start: () => ({ playlistId: (present?.playlistId ?? '') as string, name: suggested }),
    wholeAt: 'playlistId',
    save: async ({ playlistId, name }) => {
      const source = playlistId === NEW ? { name } : { playlistId }
      const { playlistId: _, name: __, ...settings } = present ?? { stays: false }
      try {
        await onSave(withZone(layout, index, { ...settings, ...source }))
      } catch (cause) {
        throw atField(cause)
      }
      onClose()
    },
    logAs: 'choosing the playlist of a zone failed',
  })
  const { playlistId } = form.values
  const elsewhere = (playlist: Playlist) =>
    layout.zones.some((zone, other) => other !== index && zone.playlistId === playlist.id)

  return (
    <FormDialog
      form={form}
      title={t('layout.choose-title')}
      ready={playlistId !== '' && playlistId !== present?.playlistId}
      onClose={onClose}
    >
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {form.errorAt('playlistId') && <ErrorBox message={form.errorAt('playlistId') ?? ''} />}
      {!data && !error && <Skeleton height="9rem" radius="md" />}
      {data && (
        <fieldset>
          <legend className={styles.legend}>{t('layout.choose-label')}</legend>
          <div className={checkList.list}>
            <Choice
              isChosen={playlistId === NEW}
              onChoose={() => form.change({ playlistId: NEW })}
              picture={
                <span className={styles.plus}>
                  <PlusIcon />
                </span>
              }
            >
              <span className={styles.name}>{t('playlists.new')}</span>
              <span className={styles.lead}>{t('layout.choose-new')}</span>
            </Choice>
            {data.map((playlist) => (
              <Choice
                key={playlist.id}
                isChosen={playlistId === playlist.id}
                isTaken={elsewhere(playlist)}
                onChoose={() => form.change({ playlistId: playlist.id })}
                picture={<PictureStack pictures={playlist.pictures} />}
              >
                <bdi className={styles.name}>{playlist.name}</bdi>
                {elsewhere(playlist) ? (
                  <span className={styles.lead}>{t('layout.choose-taken')}</span>
                ) : (
                  <PlaylistFacts playlist={playlist} />
                )}
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
      {filmsPlayIn !== undefined && playlistId !== '' && playlistId !== NEW && (
        <FilmsElsewhere
          playlistKey={{ organisationId, playlistId: PlaylistId.parse(playlistId) }}
          filmsPlayIn={filmsPlayIn}
        />
      )}
      {playlistId === NEW && (
        <TextInput label={t('playlists.name')} dir="auto" autoComplete="off" {...form.field('name')} />
      )}
    </FormDialog>
  )
}

/** [LY5] Says of the chosen playlist that its films will not play in the zone. Renders nothing if it has none. */
function FilmsElsewhere({ playlistKey, filmsPlayIn }: { playlistKey: PlaylistKey; filmsPlayIn: number }) {
  const { t, number } = useI18n()
  const { data } = useProgramme(playlistKey)
  if (!data?.items.some((item) => item.visible && isFilm(item))) return null
  return (
    <p className={styles.lead} role="status">
      {t('layout.films-elsewhere', { number: number(filmsPlayIn) })}
    </p>
  )
}

type ChoiceProps = {
  isChosen: boolean
  /** It stands in another zone of this display. */
  isTaken?: boolean
  onChoose: () => void
  picture: React.ReactNode
  children: React.ReactNode
}

function Choice({ isChosen, isTaken = false, onChoose, picture, children }: ChoiceProps) {
  const id = useId()
  return (
    <label className={`${checkList.choice} ${styles.choice}`} htmlFor={id}>
      <input
        id={id}
        type="radio"
        name="zone-playlist"
        checked={isChosen}
        disabled={isTaken}
        onChange={onChoose}
        {...(isChosen ? { 'data-autofocus': true } : {})}
      />
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>{children}</span>
    </label>
  )
}

/** The server names the value by its place in the layout. */
function atField(cause: unknown): unknown {
  const [, field] =
    cause instanceof ApiError ? (/^layout\.zones\.\d+\.(name|playlistId)$/.exec(cause.field ?? '') ?? []) : []
  return field && cause instanceof ApiError ? new ApiError(cause.code, { ...cause, field, cause }) : cause
}

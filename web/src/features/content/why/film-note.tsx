import type { FilmFormat, Item, ProgrammeKey } from '@placard/contract'
import { shortId } from '../../../platform/api/screens/device-name.ts'
import { useKnownScreens } from '../../../platform/api/screens/use-screens.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './film-note.module.css'
import { broughtReachOf, type FilmScreen, type FilmScreens, filmReachOf } from './film-reach.ts'
import { usePlaylistScreens } from './use-playlist-screens.ts'

type About = {
  film: Item['film']
  sounds: boolean
  /** For an inclusion: the items of its playlist. */
  brought?: readonly Item[] | undefined
  /** True if the screens are listed by name. */
  named?: boolean
}
type Props<Key = ProgrammeKey> = About & { programmeKey: Key }

/**
 * CT6, CT7: the screens that cannot fully play a film, with advice: of the display, or of all displays that include the playlist.
 * Renders nothing if there are none.
 */
export default function FilmNote({ programmeKey, ...about }: Props) {
  return 'displayId' in programmeKey ? (
    <OnDisplay programmeKey={programmeKey} {...about} />
  ) : (
    <InPlaylist programmeKey={programmeKey} {...about} />
  )
}

function OnDisplay({ programmeKey, ...about }: Props<Extract<ProgrammeKey, { displayId: unknown }>>) {
  const screens = useKnownScreens(programmeKey)
  return screens && <Notes screens={screens} {...about} />
}

function InPlaylist({ programmeKey, ...about }: Props<Extract<ProgrammeKey, { playlistId: unknown }>>) {
  const screens = usePlaylistScreens(programmeKey, about.film !== undefined || about.sounds)
  return screens && <Notes screens={screens} {...about} />
}

function Notes({ screens, film, sounds, brought, named = false }: About & { screens: FilmScreens }) {
  const { t } = useI18n()
  const { cannotPlay, cannotSound, of } = filmReachOf(screens, film?.format)
  return (
    <>
      {film && cannotPlay.length > 0 && (
        <Note
          says={t('films.cannot-play', { few: cannotPlay.length, count: of, format: t(FORMATS[film.format]) })}
          hint={t('films.cannot-play-hint')}
          screens={named && cannotPlay}
        />
      )}
      {sounds && film?.sound !== false && cannotSound.length > 0 && (
        <Note
          says={t('films.cannot-sound', { few: cannotSound.length, count: of })}
          hint={t('films.cannot-sound-hint')}
          screens={named && cannotSound}
        />
      )}
      {brought && <Brought screens={screens} items={brought} named={named} />}
    </>
  )
}

/** Names each film if there is room or only one; otherwise gives their number. */
function Brought({ screens, items, named }: { screens: FilmScreens; items: readonly Item[]; named: boolean }) {
  const { t } = useI18n()
  const { films, cannotPlay, of } = broughtReachOf(screens, items)
  if (films.length > 1 && !named) {
    const says = t('films.brought-several', { few: cannotPlay.length, count: of, films: films.length })
    return <Note says={says} hint={t('films.brought-hint-several')} screens={false} />
  }
  return films.map(({ id, title, format, cannotPlay }) => (
    <Note
      key={id}
      says={t('films.brought', { few: cannotPlay.length, count: of, title, format: t(FORMATS[format]) })}
      hint={t('films.brought-hint')}
      screens={named && cannotPlay}
    />
  ))
}

function Note({ says, hint, screens }: { says: string; hint: string; screens: FilmScreen[] | false }) {
  const { t } = useI18n()
  return (
    <p className={styles.note}>
      <WarningIcon size={16} />
      <span>
        <strong>{says}</strong> {hint}
        {screens && (
          <span className={styles.names}>
            {screens.map(({ id, name, display }) => (
              <span key={`${display}/${id}`}>
                <bdi>{name || t('screens.unnamed', { id: shortId(id) })}</bdi>
                {display && (
                  <>
                    {' · '}
                    <bdi>{display}</bdi>
                  </>
                )}
              </span>
            ))}
          </span>
        )}
      </span>
    </p>
  )
}

const FORMATS = {
  h264: 'films.format.h264',
  'h264-60': 'films.format.h264-60',
  'h264-4k': 'films.format.h264-4k',
  'h264-4k-60': 'films.format.h264-4k-60',
  hevc: 'films.format.hevc',
  'hevc-10': 'films.format.hevc-10',
  'hevc-4k': 'films.format.hevc-4k',
  'hevc-10-4k': 'films.format.hevc-10-4k',
} as const satisfies Record<FilmFormat, string>

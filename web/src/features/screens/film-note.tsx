import type { DisplayKey, FilmFormat, Item, ProgrammeKey, Screen } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { shortId } from './device-name.ts'
import styles from './film-note.module.css'
import { filmReachOf } from './film-reach.ts'
import { useKnownScreens } from './use-screens.ts'

type Props = {
  programmeKey: ProgrammeKey
  film: Item['film']
  sounds: boolean
  /** Whether the screens are told by their names. */
  named?: boolean
}

/** CT6, CT7: what not every screen of the display can do with a film, and what to do. Nothing where nobody knows of any. */
export default function FilmNote({ programmeKey, ...rest }: Props) {
  return 'displayId' in programmeKey ? <OnDisplay display={programmeKey} {...rest} /> : null
}

function OnDisplay({ display, film, sounds, named }: Omit<Props, 'programmeKey'> & { display: DisplayKey }) {
  const { t } = useI18n()
  const screens = useKnownScreens(display)
  if (!screens) return null
  const { cannotPlay, cannotSound, of } = filmReachOf(screens, film?.format)
  return (
    <>
      {film && cannotPlay.length > 0 && (
        <p className={styles.note}>
          <WarningIcon size={16} />
          <span>
            <strong>
              {t('films.cannot-play', { few: cannotPlay.length, count: of, format: t(FORMATS[film.format]) })}
            </strong>{' '}
            {t('films.cannot-play-hint')}
            {named && <ScreenNames screens={cannotPlay} />}
          </span>
        </p>
      )}
      {sounds && film?.sound !== false && cannotSound.length > 0 && (
        <p className={styles.note}>
          <WarningIcon size={16} />
          <span>
            <strong>{t('films.cannot-sound', { few: cannotSound.length, count: of })}</strong>{' '}
            {t('films.cannot-sound-hint')}
            {named && <ScreenNames screens={cannotSound} />}
          </span>
        </p>
      )}
    </>
  )
}

function ScreenNames({ screens }: { screens: Screen[] }) {
  const { t } = useI18n()
  return (
    <span className={styles.names}>
      {screens.map(({ id, name }) => (
        <bdi key={id}>{name || t('screens.unnamed', { id: shortId(id) })}</bdi>
      ))}
    </span>
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

import type { PlaylistKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { displaysOf, playlistsOf } from '../api/playlists.ts'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { ScreenIcon } from '../ui/icons.tsx'
import styles from './changed-displays.module.css'

/** The number of names that are listed. If one more is left it is listed too; more are counted. */
const NAMED = 2

/** Names the displays that a change of a playlist affects, if there are several. */
export default function ChangedDisplays({ organisationId, playlistId }: PlaylistKey) {
  const { t, language } = useI18n()
  const { data } = useQuery(playlistsOf(organisationId))
  const playlist = data?.find(({ id }) => id === playlistId)
  const displays = playlist ? displaysOf(playlist) : []
  if (displays.length < 2) return null
  const names = displays.map(({ name }) => `\u2068${name}\u2069`)
  const listed = (parts: string[]) => new Intl.ListFormat(language).format(parts)
  if (names.length <= NAMED + 1) {
    return (
      <p className={styles.note}>
        <ScreenIcon size={18} />
        {t('also-changed', { displays: listed(names) })}
      </p>
    )
  }
  const more = t('also-changed.more', { count: names.length - NAMED })
  return (
    <details className={styles.note}>
      <summary className={styles.summary}>
        <ScreenIcon size={18} />
        {t('also-changed', { displays: listed([...names.slice(0, NAMED), more]) })}
      </summary>
      <ul className={styles.names}>
        {displays.map((display) => (
          <li key={display.id} dir="auto">
            {display.name}
          </li>
        ))}
      </ul>
    </details>
  )
}

import { Button } from '@mantine/core'
import type { Playlist, PlaylistKey } from '@placard/contract'
import { type ReactNode, useId, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import strip from '../../../platform/ui/strip.module.css'
import styles from './on-displays.module.css'

const PutOnDisplays = lazyDialog(() => import('./put-on-displays.tsx'))

type Props = {
  playlistKey: PlaylistKey
  /** Undefined while it is loading. */
  playlist: Playlist | undefined
  canEdit: boolean
  /** Links to the dashboard of a display, or to its layout for a zone. */
  linkTo: (display: Playlist['displays'][number]) => ReactNode
}

/** The displays and zones that play the playlist, shown in place of screens, which a playlist does not have (CP8). */
export function OnDisplays({ playlistKey, playlist, canEdit, linkTo }: Props) {
  const { t } = useI18n()
  const headingId = useId()
  const [isOpen, setOpen] = useState(false)
  const displays = playlist?.displays ?? []
  const isInZone = displays.some(({ zone }) => zone !== undefined)
  return (
    <section className={strip.strip} aria-labelledby={headingId}>
      <div className={strip.line}>
        <span className={strip.icon}>
          <ScreenIcon size={18} />
        </span>
        <div className={strip.words}>
          <h2 id={headingId} className={strip.title}>
            {t('playlists.where')}
          </h2>
          {playlist && <p>{t(displays.length > 0 ? 'playlists.where-lead' : 'playlists.where-none')}</p>}
          {isInZone && <p>{t('playlists.zone-texts')}</p>}
        </div>
        {canEdit && playlist && (
          <Button variant={displays.length > 0 ? 'default' : 'filled'} size="sm" onClick={() => setOpen(true)}>
            {t('playlists.put')}
          </Button>
        )}
      </div>
      {displays.length > 0 && (
        <ul className={styles.displays} aria-labelledby={headingId}>
          {displays.map((display) => (
            <li key={`${display.id} ${display.zone}`}>{linkTo(display)}</li>
          ))}
        </ul>
      )}
      {isOpen && playlist && (
        <PutOnDisplays playlistKey={playlistKey} playlist={playlist} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

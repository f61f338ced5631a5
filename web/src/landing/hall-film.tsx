import { useEffect, useRef } from 'react'
import styles from './hall-film.module.css'
import { picture } from './links.ts'
import { useMedia } from './use-media.ts'
import type { Motion } from './use-motion.ts'

/** The same query chooses the poster that index.html asks for ahead of time. */
const TALL = '(max-aspect-ratio: 4/5)'

/** The film behind the header: decoration, so nothing of it is announced. */
export function HallFilm({ motion: { moving, set } }: { motion: Motion }) {
  const film = useRef<HTMLVideoElement>(null)
  const name = useMedia(TALL) ? 'hall-tall' : 'hall-wide'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another film is another element, which has to be started too
  useEffect(() => {
    const video = film.current
    if (!video) return
    // React sets the property alone; some browsers look at the attribute before they let a film start by itself.
    video.defaultMuted = true
    if (!moving) {
      video.pause()
      return
    }
    video.play().catch((error: unknown) => {
      // Saving power: the browser lets nothing start by itself. An interrupted start is no refusal.
      if (error instanceof DOMException && error.name === 'NotAllowedError') set(false)
    })
  }, [moving, name, set])

  return (
    <div className={styles.frame} aria-hidden="true">
      <video
        key={name}
        ref={film}
        className={styles.film}
        src={picture(`${name}.mp4`)}
        poster={picture(`${name}.webp`)}
        autoPlay={moving}
        preload={moving ? 'auto' : 'none'}
        loop
        muted
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
      />
    </div>
  )
}

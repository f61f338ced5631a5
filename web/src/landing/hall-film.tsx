import { useEffect, useRef } from 'react'
import styles from './hall-film.module.css'
import { picture } from './links.ts'
import { useMedia } from './use-media.ts'
import type { Motion } from './use-motion.ts'

/** The same query chooses the poster that index.html preloads. */
const TALL = '(max-aspect-ratio: 4/5)'

/** The film behind the header. It is decorative, so it is not announced. */
export function HallFilm({ motion: { moving, set } }: { motion: Motion }) {
  const film = useRef<HTMLVideoElement>(null)
  const name = useMedia(TALL) ? 'hall-tall' : 'hall-wide'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another film is another element, which has to be started too
  useEffect(() => {
    const video = film.current
    if (!video) return
    // React only sets the property; some browsers require the attribute before a film may start by itself.
    video.defaultMuted = true
    if (!moving) {
      video.pause()
      return
    }
    video.play().catch((error: unknown) => {
      // In power saving mode the browser does not start films by itself. An interrupted start is not a refusal.
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

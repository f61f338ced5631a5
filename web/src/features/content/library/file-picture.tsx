import type { LibraryFile } from '@placard/contract'
import { useState } from 'react'
import { FilmIcon, PictureIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import styles from './file-picture.module.css'

/** The addresses of the thumbnail. Pictures from before thumbnails existed, and films without a poster, have none. */
function pictures({ kind, thumbnailUrl, url }: LibraryFile): string[] {
  const whole = kind === 'picture' ? [url] : []
  return thumbnailUrl === null ? whole : [thumbnailUrl, ...whole]
}

/** A thumbnail of a picture or a film's poster, loaded when it comes near the window; an icon for a film without one. */
export function FilePicture({ file }: { file: LibraryFile }) {
  const [failed, setFailed] = useState(0)
  const src = pictures(file)[failed]
  return (
    <span className={styles.frame}>
      {src === undefined ? (
        file.kind === 'film' ? (
          <FilmIcon size={32} />
        ) : file.kind === 'deck' ? (
          <StackIcon size={32} />
        ) : (
          <PictureIcon size={32} />
        )
      ) : (
        <img
          key={src}
          className={styles.picture}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed((count) => count + 1)}
        />
      )}
    </span>
  )
}

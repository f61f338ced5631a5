import type { LibraryFile } from '@placard/contract'
import { useState } from 'react'
import { FilmIcon, PictureIcon, StackIcon } from '../../../platform/ui/icons.tsx'
import styles from './file-picture.module.css'

/** Where it is seen in small; a picture that was stored before there were any in small has none, and a film without a poster. */
function pictures({ kind, thumbnailUrl, url }: LibraryFile): string[] {
  const whole = kind === 'picture' ? [url] : []
  return thumbnailUrl === null ? whole : [thumbnailUrl, ...whole]
}

/** A file in small: a picture, and the poster of a film, is fetched when it comes near; a film without one is a sign. */
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

import type { LibraryFile } from '@placard/contract'
import { useState } from 'react'
import { FilmIcon, PictureIcon } from '../../ui/icons.tsx'
import styles from './file-picture.module.css'

/** A file in small: a picture is fetched when it comes near, a film is a sign. */
export function FilePicture({ file }: { file: LibraryFile }) {
  // A picture that was stored before there were any in small has none.
  const [failed, setFailed] = useState(0)
  const src = file.kind === 'picture' ? [file.thumbnailUrl, file.url].filter((one) => one !== null)[failed] : undefined
  return (
    <span className={styles.frame}>
      {src === undefined ? (
        file.kind === 'film' ? (
          <FilmIcon size={32} />
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

import { picture } from './links.ts'
import type { Picture } from './programme.ts'
import { Ticker } from './ticker.tsx'
import styles from './trial-screen.module.css'

/** One screen of the trial: nine tenths for the picture, one for the line, as on real screens (P3). */
export function TrialScreen({
  files,
  shown,
  line,
  name,
  place,
  shape,
  moving,
}: {
  files: Record<Picture, string>
  shown: Picture | undefined
  line: string
  name: string
  place: string
  shape: 'wide' | 'tall' | 'small'
  moving: boolean
}) {
  return (
    <figure className={styles.screen} data-shape={shape}>
      <div className={styles.face}>
        <div className={styles.stage} data-shown={shown ?? 'nothing'}>
          <p className={styles.quiet}>{name}</p>
          {Object.entries(files).map(([each, file]) => (
            <img
              key={each}
              src={picture(file)}
              alt=""
              width={960}
              height={540}
              loading="lazy"
              decoding="async"
              data-on={each === shown}
            />
          ))}
        </div>
        <div className={styles.line}>
          <Ticker key={line} lines={[line]} moving={moving} />
        </div>
      </div>
      <figcaption>{place}</figcaption>
    </figure>
  )
}

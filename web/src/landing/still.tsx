import { picture } from './links.ts'
import section from './section.module.css'
import styles from './still.module.css'
import type { Words } from './words.ts'

const SIZES = {
  wide: { width: 1440, height: 1080 },
  phone: { width: 390, height: 844 },
} as const
const SCHEMES = ['light', 'dark'] as const

/** A picture of the real dashboard in the page's colour scheme. The other one is not rendered, so it is never loaded. */
export function Still({ t }: { t: Words }) {
  return (
    <section className={section.section} aria-labelledby="still">
      <div className={section.head}>
        <h2 id="still">{t('still.heading')}</h2>
        <p>{t('still.lead')}</p>
      </div>
      <figure className={styles.still}>
        <div className={styles.pictures}>
          {(['wide', 'phone'] as const).map((size) => (
            <div key={size} className={styles[size]}>
              {SCHEMES.map((scheme) => (
                <img
                  key={scheme}
                  className={styles[scheme]}
                  src={picture(`dashboard-${size}-${scheme}.webp`)}
                  alt={t(`still.${size}`)}
                  {...SIZES[size]}
                  loading="lazy"
                  decoding="async"
                />
              ))}
            </div>
          ))}
        </div>
        <figcaption>{t('still.caption')}</figcaption>
      </figure>
    </section>
  )
}

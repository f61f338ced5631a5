import { HallFilm } from './hall-film.tsx'
import styles from './hero.module.css'
import { LINKS } from './links.ts'
import { MotionButton } from './motion-button.tsx'
import { Ticker } from './ticker.tsx'
import type { Motion } from './use-motion.ts'
import type { Words } from './words.ts'

/** L2. Its layout is that of the product's displays: a picture, and a line of text below. */
export function Hero({ t, motion }: { t: Words; motion: Motion }) {
  return (
    <section className={styles.hero} aria-labelledby="name">
      <HallFilm motion={motion} />
      <div className={styles.words}>
        <h1 id="name">{t('product.name')}</h1>
        <p className={styles.lead}>{t('hero.lead')}</p>
        <p className={styles.more}>{t('hero.more')}</p>
        <p className={styles.ways}>
          <a className={styles.primary} href={LINKS.register}>
            {t('hero.sign-up')}
          </a>
          <a className={styles.secondary} href={LINKS.login}>
            {t('hero.log-in')}
          </a>
        </p>
      </div>
      <div className={styles.line}>
        <Ticker
          lines={[t('ticker.on'), t('ticker.fast'), t('ticker.browser'), t('ticker.simple')]}
          moving={motion.moving}
        />
        <MotionButton t={t} motion={motion} />
      </div>
    </section>
  )
}

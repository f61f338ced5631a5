import styles from './closing.module.css'
import { LINKS, picture } from './links.ts'
import type { Words } from './words.ts'

export function Closing({ t }: { t: Words }) {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <img className={styles.rings} src={picture('rings.svg')} alt="" width={900} height={900} loading="lazy" />
      <div className={styles.words}>
        <h2 id="closing">{t('closing.heading')}</h2>
        <p>{t('closing.text')}</p>
        <p className={styles.ways}>
          <a className={styles.account} href={LINKS.register}>
            {t('closing.account')}
          </a>
          <a className={styles.talk} href={LINKS.test}>
            {t('closing.talk')}
          </a>
        </p>
      </div>
    </section>
  )
}

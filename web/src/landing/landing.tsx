import { Logo } from '../ui/brand.tsx'
import type { Translate } from '../ui/i18n/translate.ts'
import styles from './landing.module.css'
import { LINKS } from './links.ts'
import type { en } from './messages/en.ts'

const SERVICES = ['web', 'display', 'print', 'app'] as const

/** R1, rows L */
export function Landing({ t }: { t: Translate<typeof en> }) {
  return (
    <>
      <nav className={styles.bar}>
        <span className={styles.brand}>
          <Logo />
          {t('product.name')}
        </span>
        <a href={LINKS.dashboard}>{t('nav.home')}</a>
      </nav>
      <main>
        <header className={styles.hero}>
          <h1>{t('product.name')}</h1>
          <p>{t('hero.lead')}</p>
          <p className={styles.ways}>
            <a className={styles.primary} href={LINKS.register}>
              {t('hero.sign-up')}
            </a>
            <a className={styles.secondary} href={LINKS.login}>
              {t('hero.log-in')}
            </a>
          </p>
        </header>
        <section className={styles.services} aria-labelledby="services">
          <h2 id="services">{t('services.heading')}</h2>
          <ul>
            {SERVICES.map((service) => (
              <li key={service}>
                <h3>{t(`services.${service}.title`)}</h3>
                <p>{t(`services.${service}.text`)}</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </>
  )
}

import { picture } from './links.ts'
import points from './points.module.css'
import section from './section.module.css'
import styles from './services.module.css'
import type { Words } from './words.ts'

const SERVICES = ['web', 'display', 'print', 'app'] as const

/** L3 */
export function Services({ t }: { t: Words }) {
  return (
    <section className={section.section} aria-labelledby="services">
      <div className={section.head}>
        <h2 id="services" className={styles.heading}>
          {t('services.heading')}
        </h2>
        <p>{t('services.lead')}</p>
      </div>
      <ul className={`${points.points} ${styles.cards}`}>
        {SERVICES.map((service) => (
          <li key={service} className={styles.card}>
            <img
              src={picture(`service-${service}.svg`)}
              alt={t(`services.${service}.picture`)}
              width={800}
              height={560}
              loading="lazy"
              decoding="async"
            />
            <h3>{t(`services.${service}.title`)}</h3>
            <p>{t(`services.${service}.text`)}</p>
            {service === 'display' && <a href="#trial">{t('services.display.more')}</a>}
          </li>
        ))}
      </ul>
    </section>
  )
}

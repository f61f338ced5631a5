import section from './section.module.css'
import styles from './steps.module.css'
import type { Words } from './words.ts'

const STEPS = ['address', 'add', 'leave'] as const

export function Steps({ t }: { t: Words }) {
  return (
    <div className={styles.ground}>
      <section className={section.section} aria-labelledby="steps">
        <div className={section.head}>
          <h2 id="steps">{t('steps.heading')}</h2>
        </div>
        <ol className={styles.steps}>
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{t(`steps.${step}.title`)}</h3>
              <p>{t(`steps.${step}.text`)}</p>
              {step === 'address' && (
                <p>
                  <code dir="ltr">/display/vnr/?id=ece</code>
                </p>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

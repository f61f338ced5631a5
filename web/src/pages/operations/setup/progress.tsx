import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './setup.module.css'

/** The current step, in words and as a row of bars. */
export function Progress<Step extends string>({ step, steps }: { step: Step; steps: readonly Step[] }) {
  const { t, number } = useI18n()
  const at = steps.indexOf(step)
  return (
    <div className={styles.progress}>
      <span className={styles.bars} aria-hidden="true">
        {steps.map((one, index) => (
          <span key={one} data-done={index <= at || undefined} />
        ))}
      </span>
      <span>{t('setup.step', { step: number(at + 1), of: number(steps.length) })}</span>
    </div>
  )
}

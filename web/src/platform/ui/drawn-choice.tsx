import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import chosen from './chosen.module.css'
import styles from './drawn-choice.module.css'
import unseen from './unseen.module.css'

type Option<Value> = { value: Value; label: string; hint?: string; drawing: ReactNode }

type Props<Value> = {
  legend: string
  hint?: string
  options: readonly Option<Value>[]
  value: Value
  /** True: the drawings are icons beside the words. */
  compact?: boolean
  /** True: the dialog's heading already has the text of the legend. */
  hidesLegend?: boolean
  /** True: gets the focus when its dialog opens. */
  autoFocus?: boolean
  onChange: (value: Value) => void
}

/** A choice of a few options, each with a small drawing of its effect. */
export function DrawnChoice<Value extends string | number>(props: Props<Value>) {
  const { legend, hint, options, value, compact = false, hidesLegend = false, autoFocus = false, onChange } = props
  const name = useId()
  const hintId = useId()
  return (
    <fieldset aria-describedby={hint ? hintId : undefined}>
      <legend className={styles.legend}>{hidesLegend ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}</legend>
      {hint && (
        <p id={hintId} className={styles.lead}>
          {hint}
        </p>
      )}
      <div className={styles.options} data-compact={compact || undefined}>
        {options.map((option) => (
          <label key={option.value} className={`${chosen.option} ${styles.option}`}>
            <input
              type="radio"
              name={name}
              className={unseen.input}
              value={option.value}
              {...(autoFocus && option.value === value ? { 'data-autofocus': true } : {})}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.drawing}>{option.drawing}</span>
            <span className={styles.words}>
              <span className={styles.label}>{option.label}</span>
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

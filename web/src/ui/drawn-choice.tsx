import { type ReactNode, useId } from 'react'
import styles from './drawn-choice.module.css'

type Option<Value> = { value: Value; label: string; hint?: string; drawing: ReactNode }

type Props<Value> = {
  legend: string
  hint?: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, each with a small drawing of what it does. */
export function DrawnChoice<Value extends string | number>({ legend, hint, options, value, onChange }: Props<Value>) {
  const name = useId()
  const hintId = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={hint ? hintId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && (
        <p id={hintId} className={styles.lead}>
          {hint}
        </p>
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              className={styles.input}
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

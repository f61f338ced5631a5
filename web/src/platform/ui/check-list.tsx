import { useId } from 'react'
import styles from './check-list.module.css'

/** For lists whose options also have a picture. */
export { styles as checkList }

type Props<Id> = {
  legend: string
  lead?: string | undefined
  options: readonly {
    id: Id
    name: string
    /** Shown after the name. */
    note?: string | undefined
    /** Checked and cannot be changed. */
    isFixed?: boolean
  }[]
  chosen: readonly Id[]
  /** The label of an option for all of the others. Omitted: there is none. */
  all?: string
  /** True: no option can be changed. */
  disabled?: boolean
  onChange: (chosen: Id[]) => void
}

/** A scrolling list of checkboxes. */
export function CheckList<Id extends string>({ legend, lead, options, chosen, all, disabled, onChange }: Props<Id>) {
  const leadId = useId()
  const toggle = (id: Id) => onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const free = options.filter(({ isFixed }) => !isFixed)
  return (
    <fieldset aria-describedby={lead ? leadId : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {lead && (
        <p id={leadId} className={styles.lead}>
          {lead}
        </p>
      )}
      <div className={styles.list}>
        {all && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={free.every(({ id }) => chosen.includes(id))}
              disabled={disabled}
              onChange={({ currentTarget }) => onChange(currentTarget.checked ? free.map(({ id }) => id) : [])}
            />
            <span>{all}</span>
          </label>
        )}
        {options.map(({ id, name, note, isFixed = false }) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={isFixed || chosen.includes(id)}
              disabled={disabled || isFixed}
              onChange={() => toggle(id)}
            />
            <span>
              <bdi>{name}</bdi>
              {note && <span className={styles.note}> · {note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

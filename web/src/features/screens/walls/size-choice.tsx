import { MAX_WALL_SIDE } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { Wanted } from './arrange.ts'
import styles from './size-choice.module.css'

type Size = Pick<Wanted, 'columns' | 'rows'>
type Props = { value: Size; onPick: (size: Size) => void }

/** Picks the columns and the rows of a wall by one press on the last cell. */
export function SizeChoice({ value, onPick }: Props) {
  const { t } = useI18n()
  const sides = Array.from({ length: MAX_WALL_SIDE }, (_, index) => index + 1)
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t('wall.size')}</legend>
      <div className={styles.grid}>
        {sides.flatMap((rows) =>
          sides.map((columns) => (
            <button
              key={`${columns} ${rows}`}
              type="button"
              className={styles.cell}
              disabled={columns * rows < 2}
              aria-label={t('wall.size-of', { columns, rows })}
              aria-pressed={columns === value.columns && rows === value.rows}
              data-in={(columns <= value.columns && rows <= value.rows) || undefined}
              onClick={() => onPick({ columns, rows })}
            />
          )),
        )}
      </div>
      <p className={styles.words}>{t('wall.size-of', value)}</p>
    </fieldset>
  )
}

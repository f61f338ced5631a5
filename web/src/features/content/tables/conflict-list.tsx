import { Button } from '@mantine/core'
import { type CellValue, type Column, displayCell, type Row, type Table } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './conflict-list.module.css'
import type { Conflict, TableStore } from './table-store.ts'

type Props = { store: TableStore; table: Table; rows: readonly Row[]; conflicts: readonly Conflict[] }

/** The cells that two people have set at once: both values, and the question which one to keep. Nothing is lost until it is answered. */
export function ConflictList({ store, table, rows, conflicts }: Props) {
  const { t } = useI18n()
  const textOf = (column: Column | undefined, value: CellValue | null) => {
    if (typeof value === 'boolean') return t(value ? 'tables.yes' : 'tables.no')
    const text = column ? displayCell(column, value, table.language) : ''
    return text === '' ? t('tables.cell-empty') : text
  }
  return (
    <ul className={styles.list} aria-live="polite">
      {conflicts.map((conflict) => {
        const column = table.columns.find(({ id }) => id === conflict.columnId)
        const number = rows.findIndex(({ id }) => id === conflict.rowId) + 1
        return (
          <li key={conflict.id} className={styles.conflict}>
            <p className={styles.title}>
              {t('tables.conflict')}
              <span dir="auto">{t('tables.conflict-where', { column: column?.name ?? '', number })}</span>
            </p>
            <dl className={styles.values}>
              <div>
                <dt>{t('tables.conflict-mine')}</dt>
                <dd dir="auto">{textOf(column, conflict.mine)}</dd>
              </div>
              <div>
                <dt>{t('tables.conflict-theirs')}</dt>
                <dd dir="auto">{textOf(column, conflict.theirs)}</dd>
              </div>
            </dl>
            <p className={styles.acts}>
              <Button size="compact-md" onClick={() => store.decide(conflict, 'mine')}>
                {t('tables.conflict-keep')}
              </Button>
              <Button size="compact-md" variant="default" onClick={() => store.decide(conflict, 'theirs')}>
                {t('tables.conflict-take')}
              </Button>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

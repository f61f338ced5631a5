import { Button } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './plays.module.css'

/** The number of rows shown at first; the rest is shown on request. */
const FIRST_ROWS = 50

/** The styles of the columns: a name, two numbers, and a column that narrow pages leave out. */
const CELLS = [styles.name, styles.number, styles.number, styles.last]

/** A name, and a cell for each column except the first. */
type Row = { key: string; name: string; states: string[]; notes: string[]; cells: string[] }

export function Rows({ columns, rows }: { columns: string[]; rows: Row[] }) {
  const { t } = useI18n()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={`${CELLS[index]} ${styles.head}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, states, notes, cells }) => (
            <tr key={key} className={styles.row}>
              <th scope="row" className={styles.name}>
                <bdi>{name}</bdi>
                {states.map((state) => (
                  <span key={state} className={styles.state}>
                    {state}
                  </span>
                ))}
                {notes.map((note) => (
                  <small key={note}>{note}</small>
                ))}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className={CELLS[index + 1]}>
                  <bdi>{cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button variant="subtle" color="gray" size="sm" onClick={() => setWhole(true)}>
          {t('plays.all-rows', { count: rows.length })}
        </Button>
      )}
    </>
  )
}

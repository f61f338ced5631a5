import {
  type CheckedTableSource,
  ColumnId,
  ColumnType,
  MAX_COLUMNS_PER_TABLE,
  type SetTableSource,
  type Table,
  type TableSource,
} from '@placard/contract'
import { randomColumnId } from '../random-column-id.ts'

type SourceColumn = CheckedTableSource['columns'][number]

/** By the names of columns of the source: '' for none, `new:words` for a new column, or the id of a column of the table. */
export type Choices = Record<string, string>

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The proposed choices: those of the source, or columns of the same name, or new ones of the type that was found. */
export function choicesFor(
  columns: readonly SourceColumn[],
  table: Table | undefined,
  source: TableSource | undefined,
): Choices {
  const names = new Set(columns.map(({ name }) => name))
  let room = MAX_COLUMNS_PER_TABLE - (table?.columns.length ?? 0)
  const used = new Set<string>()
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      if (source) return [name, source.columns.find(({ from }) => from === name)?.columnId ?? '']
      const known = table?.columns.find(
        (column) => column.type !== 'picture' && !used.has(column.id) && isSameName(column.name, name),
      )
      if (known) {
        used.add(known.id)
        return [name, known.id]
      }
      // The day and the time of a moment say the same.
      if (room <= 0 || names.has(`${name} (date)`)) return [name, '']
      room -= 1
      return [name, `new:${type}`]
    }),
  )
}

const KEY_NAMES = /^(?:id|key|code|nr\.?|no\.?|number|nummer|sku|artikel(?:nr\.?|nummer)?|uid|ref)$/i

/** The proposed key: that of the table if the source fills it, or a column whose name says so. '': none. */
export function keyFor(
  columns: readonly SourceColumn[],
  choices: Choices,
  table: Table | undefined,
  source: TableSource | undefined,
): string {
  const isChosen = ({ name }: SourceColumn) => (choices[name] ?? '') !== ''
  const present = columns.find(({ name }) => table?.keyColumnId !== null && choices[name] === table?.keyColumnId)
  if (present || source) return present?.name ?? ''
  return columns.find((column) => isChosen(column) && KEY_NAMES.test(column.name))?.name ?? ''
}

/** The columns of the source as the command sends them. A new column whose name is taken gets a number behind it. */
export function columnsWith(
  columns: readonly SourceColumn[],
  choices: Choices,
  table: Table | undefined,
): SetTableSource['columns'] {
  const taken = new Set(table?.columns.map(({ name }) => name.trim().toLowerCase()))
  const freeName = (name: string) => {
    let free = name
    for (let number = 2; taken.has(free.trim().toLowerCase()); number += 1) free = `${name} ${number}`
    taken.add(free.trim().toLowerCase())
    return free
  }
  return columns.map(({ name, currency, decimals }) => {
    const choice = choices[name] ?? ''
    if (choice === '') return { from: name, to: null }
    if (!choice.startsWith('new:')) return { from: name, to: ColumnId.parse(choice) }
    const type = ColumnType.parse(choice.slice('new:'.length))
    return {
      from: name,
      to: {
        id: ColumnId.parse(randomColumnId()),
        name: freeName(name),
        type,
        ...(type === 'money' && currency ? { currency } : {}),
        ...(type === 'number' && decimals ? { decimals } : {}),
      },
    }
  })
}

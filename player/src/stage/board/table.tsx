import type { BoardColumn, BoardPart } from '@placard/contract'
import { type BoardRow, boardWords, minutesInWords } from '@placard/playback'
import type { ReactNode } from 'react'
import type { Reader } from './reader.ts'
import type { Drawn } from './rows.ts'
import { Thumb } from './thumb.tsx'

type Cell = {
  /** The heading of the column. */
  name: string
  /** Classes of its cells. */
  kind: string
  draw: (row: BoardRow, index: number) => ReactNode
}

/** Rows with cells in columns: departures, results, days, rooms, or a table as it is. */
export function Table(drawn: Drawn) {
  const { reader, rows } = drawn
  const cells = cellsOf(drawn)
  const hasNames = cells.some(({ name }) => name !== '')
  return (
    <table className="board-table">
      <thead>
        <tr className={hasNames ? 'board-small' : 'board-unnamed'}>
          {cells.map(({ name, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has only its place
            <th key={index} className={kind} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a changed row stays where it stands
          <tr key={index} className={row.isNow && reader.has('name') ? 'notice-part board-now' : 'notice-part'}>
            {cells.map(({ kind, draw }, cell) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <td key={cell} className={kind}>
                {draw(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellsOf({ reader, rows, media, isTall }: Drawn): Cell[] {
  if (reader.columns.every(({ part }) => part === undefined)) {
    const wide = widest(reader, rows)
    return reader.columns.map((column) => ({
      name: column.type === 'picture' ? '' : column.name,
      kind: `${kindOf(column)}${column.index === wide ? ' board-wide' : ''}`,
      draw: (row) => {
        const value = row.cells[column.index]
        if (column.type === 'picture') return <Thumb url={value} media={media} />
        if (typeof value === 'boolean') return value && <Tick />
        return reader.textAt(row, column.index)
      },
    }))
  }
  const part = (name: BoardPart, kind: string, draw?: Cell['draw']): Cell[] =>
    reader.has(name) ? [{ name: reader.nameOf(name), kind, draw: draw ?? ((row) => reader.textOf(row, name)) }] : []
  const { language } = reader
  const isSoon = rows.some(({ minutes }) => minutes !== undefined)
  const soonOf = ({ minutes }: BoardRow) => minutes !== undefined && minutesInWords(minutes, language)
  const soon: Cell[] = isSoon && !isTall ? [{ name: '', kind: 'board-short board-end board-soon', draw: soonOf }] : []
  /** On an upright screen there is no room for a column of its own. */
  const below = (row: BoardRow) =>
    isTall && row.minutes !== undefined && <div className="board-small board-soon">{soonOf(row)}</div>
  if (reader.has('to') || reader.has('line') || (reader.has('time') && !reader.has('name'))) {
    const main = reader.has('to') ? 'to' : 'note'
    return [
      ...part('time', 'board-short board-time', (row) => (
        <>
          {row.isLater && <span className="board-small board-quiet">{reader.textOf(row, 'date')} </span>}
          {reader.textOf(row, 'time')}
          {below(row)}
        </>
      )),
      ...part('line', 'board-short', (row) => {
        const line = reader.textOf(row, 'line')
        return line !== '' && <span className="board-chip">{line}</span>
      }),
      ...part(main, 'board-main board-wide', (row) => {
        const note = main === 'to' ? reader.textOf(row, 'note') : ''
        return (
          <>
            {reader.textOf(row, main)}
            {note !== '' && <div className="board-small board-note">{note}</div>}
          </>
        )
      }),
      ...part('place', 'board-short board-end'),
      ...soon,
    ]
  }
  if (reader.has('time')) {
    return [
      ...part('time', 'board-short board-time', (row) =>
        [reader.textOf(row, 'time'), reader.textOf(row, 'until')].filter((time) => time !== '').join(' – '),
      ),
      ...part('name', 'board-main board-wide', (row) => (
        <>
          {reader.textOf(row, 'name')}
          {below(row)}
        </>
      )),
      ...part('place', 'board-short board-end'),
      ...soon,
    ]
  }
  if (reader.has('date')) {
    const { today } = boardWords(language)
    return [
      ...part('date', 'board-short board-time', (row) => (row.isNow ? today : reader.textOf(row, 'date'))),
      ...part('name', 'board-main board-wide'),
      ...part('note', 'board-quiet'),
    ]
  }
  return [
    ...(reader.has('rank')
      ? part('rank', 'board-short board-end board-time')
      : [{ name: '', kind: 'board-short board-end board-time', draw: placeIn(reader, rows) }]),
    ...part('name', 'board-main board-wide'),
    ...part('change', 'board-short board-end board-quiet', (row) => (
      <>
        <Arrow value={reader.valueOf(row, 'change')} /> {reader.textOf(row, 'change')}
      </>
    )),
    ...part('points', 'board-short board-end board-main'),
  ]
}

/** The place of a row by its points: equal points share a place. */
function placeIn(reader: Reader, rows: readonly BoardRow[]): Cell['draw'] {
  return (row) => {
    const points = reader.valueOf(row, 'points')
    const first = rows.findIndex(
      (one) => one === row || (points !== undefined && reader.valueOf(one, 'points') === points),
    )
    return String(first + 1)
  }
}

function kindOf({ type }: BoardColumn): string {
  if (type === 'number' || type === 'money') return 'board-short board-end'
  return type === 'words' ? 'board-words' : 'board-short'
}

/** The index of the column of words that has the most of them: it takes the width that the others leave. */
function widest(reader: Reader, rows: readonly BoardRow[]): number {
  const lengths = reader.columns.map(({ type, index }) => ({
    index,
    length: type === 'words' ? rows.reduce((sum, row) => sum + reader.textAt(row, index).length, 0) : -1,
  }))
  return lengths.reduce((most, one) => (one.length > most.length ? one : most), { index: -1, length: -1 }).index
}

function Tick() {
  return (
    <svg className="board-tick" viewBox="0 0 24 24" role="img" aria-label="✓">
      <path d="M4 12.5 9.5 18 20 6.5" fill="none" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  )
}

/** Up, down, or nothing for no change. */
export function Arrow({ value }: { value: unknown }) {
  if (typeof value !== 'number' || value === 0) return null
  return (
    <svg className="board-arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path d={value > 0 ? 'M12 4 22 20H2Z' : 'M12 20 2 4H22Z'} fill="currentColor" />
    </svg>
  )
}

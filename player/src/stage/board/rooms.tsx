import { boardWords } from '@placard/playback'
import type { Reader } from './reader.ts'
import type { Drawn } from './rows.ts'

/** True if the board is about one room only, so it is the sign at its door. */
export function isDoorSign(reader: Reader): boolean {
  return new Set(reader.all('place')).size <= 1
}

/** The sign at a door: what is on now, or until when the room is free, and what comes next. */
export function Rooms({ reader, rows }: Drawn) {
  const words = boardWords(reader.language)
  const now = rows.find(({ isNow }) => isNow)
  const next = rows.find(({ isNow }) => !isNow)
  const timesOf = (row: Drawn['rows'][number]) =>
    [reader.textOf(row, 'time'), reader.textOf(row, 'until')].filter((time) => time !== '').join(' – ')
  const [place] = reader.all('place')
  return (
    <div className="board-sign notice-part">
      {place && <div className="board-small board-quiet">{place}</div>}
      <div className={now ? 'board-busy' : 'board-free'}>
        <div className="board-value">
          {now
            ? reader.textOf(now, 'name')
            : next
              ? words['free-until'].replace('{time}', () => reader.textOf(next, 'time'))
              : words.free}
        </div>
        {now && <div className="board-small">{timesOf(now)}</div>}
      </div>
      {next && (
        <div className="board-small board-next">
          <span className="board-quiet">{words.next}</span> {timesOf(next)} {reader.textOf(next, 'name')}
        </div>
      )}
    </div>
  )
}

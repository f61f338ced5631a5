import type { BoardRow } from '@placard/playback'
import type { Drawn } from './rows.ts'
import { Thumb } from './thumb.tsx'

/** Rows below headings, in columns of the page: a menu, or a directory. */
export function Entries({ reader, rows, media }: Drawn) {
  const hasSections = reader.has('section')
  const sectionOf = (row: BoardRow | undefined) =>
    row &&
    (hasSections ? reader.textOf(row, 'section') : reader.has('price') ? '' : letterOf(reader.textOf(row, 'name')))
  return (
    <div className="board-entries">
      {rows.map((row, index) => {
        const section = sectionOf(row)
        const isFirst = section !== sectionOf(rows[index - 1])
        const [note, tags] = [reader.textOf(row, 'note'), reader.textOf(row, 'allergens')]
        const end = reader.textOf(row, 'price') || reader.textOf(row, 'place')
        const isOut = reader.valueOf(row, 'sold-out') === true
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a changed row stays where it stands
          <div key={index} className={isOut ? 'notice-part board-entry board-out' : 'notice-part board-entry'}>
            {isFirst && section !== '' && <h2 className="board-section">{section}</h2>}
            <div className="board-dish">
              {reader.has('picture') && <Thumb url={reader.valueOf(row, 'picture')} media={media} />}
              <div className="board-told">
                <div className="board-first">
                  <span className="board-name">
                    {reader.textOf(row, 'name')}
                    {tags !== '' && <span className="board-tags board-small"> {tags}</span>}
                  </span>
                  <span className="board-dots" />
                  <span className="board-end">{end}</span>
                </div>
                {note !== '' && <div className="board-note board-small">{note}</div>}
              </div>
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** Scripts that people look names up in by their first letter: Latin, Greek, Cyrillic, Hebrew and Arabic. */
const ALPHABET = /^[A-Z\u00C0-\u024F\u0370-\u03FF\u0400-\u052F\u05D0-\u05EA\u0620-\u064A]/

/** The letter that a name is filed under. Empty: its script has no such order, or it begins with a number. */
function letterOf(name: string): string {
  const first = Array.from(name.trim().toUpperCase().normalize('NFD'))[0] ?? ''
  return ALPHABET.test(first) ? first : ''
}

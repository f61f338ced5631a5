import { boardPalette, type ManifestBoard } from '@placard/contract'
import { boardAt, directionOf, lookOf, minutesInWords, writerOf } from '@placard/playback'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useContext } from 'react'
import { brandOf } from '../../../platform/api/brand.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import styles from './board-picture.module.css'
import { NoticesHere } from './notices-here.ts'
import frame from './picture-frame.module.css'

/** Rows and columns that are large enough to be told apart in a thumbnail. */
const ROWS_SEEN = 6
const COLUMNS_SEEN = 4

/**
 * A thumbnail of a board: the first rows that are on now, in the colours of its look. It is hidden from screen readers, which find
 * the title of its item elsewhere.
 */
export default function BoardPicture({ contents }: { contents: ManifestBoard }) {
  const { organisationId, zoneOffsets } = useContext(NoticesHere)
  const { data: brand } = useQuery({
    // Without an organisation no brand is requested.
    ...brandOf(organisationId as NonNullable<typeof organisationId>),
    enabled: organisationId !== undefined,
  })
  const look = lookOf(contents)
  const palette = boardPalette(look, brand?.colour ?? undefined)
  const { rows } = boardAt(contents, serverNow(), zoneOffsets)
  const columns = contents.columns
    .map((column, index) => ({ ...column, write: writerOf(contents, index), index }))
    .filter(({ type, hidden, part }) => !hidden && type !== 'picture' && type !== 'yes-no' && part !== 'section')
    .slice(0, COLUMNS_SEEN)
  const soldOut = contents.columns.findIndex(({ part }) => part === 'sold-out')
  const main = columns.find(({ part, type }) => part === 'name' || part === 'to' || (!part && type === 'words'))
  const words = [contents.title, ...rows.map(({ cells }) => cells[main?.index ?? 0])].join(' ')
  const colours = {
    '--ground': palette.ground,
    '--words': palette.words,
    '--heading': palette.heading,
    '--quiet': palette.quiet,
    '--rule': palette.rule,
    '--mark': palette.mark,
    '--on-mark': palette.onMark,
  } as CSSProperties
  return (
    <span
      className={`${frame.frame} ${styles.board}`}
      dir={directionOf(words)}
      data-look={look}
      style={colours}
      aria-hidden="true"
    >
      <span className={styles.sheet}>
        {contents.title !== '' && (
          <span className={styles.title} dir="auto">
            {contents.title}
          </span>
        )}
        <span
          className={styles.rows}
          style={{ gridTemplateColumns: trackOf(columns.map(({ index }) => index === main?.index)) }}
        >
          {rows.slice(0, ROWS_SEEN).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has only its place
            <span key={index} className={styles.row} data-out={row.cells[soldOut] === true || undefined}>
              {columns.map(({ part, type, index: place, write }) => (
                <span
                  key={place}
                  className={styles.cell}
                  data-part={part}
                  data-end={type === 'number' || type === 'money' || undefined}
                >
                  {part === 'time' && row.minutes === 0
                    ? minutesInWords(0, contents.language)
                    : write(row.cells[place])}
                </span>
              ))}
            </span>
          ))}
        </span>
      </span>
    </span>
  )
}

const trackOf = (isMain: readonly boolean[]) =>
  isMain.map((main) => (main ? 'minmax(0, 1fr)' : 'minmax(0, max-content)')).join(' ') || 'minmax(0, 1fr)'

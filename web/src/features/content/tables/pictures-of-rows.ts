import { type Column, MediaId, type Row } from '@placard/contract'
import { createContext } from 'react'

/**
 * The pictures in the cells of the table, for a user who does not see the library: there are no others to choose. undefined: the
 * user sees the library.
 */
export const PicturesOfRows = createContext<readonly MediaId[] | undefined>(undefined)

/** The different pictures in cells, in the order of the rows. */
export function picturesIn(columns: readonly Column[], rows: readonly Row[]): MediaId[] {
  const ids = columns.filter(({ type }) => type === 'picture').map(({ id }) => id)
  return [...new Set(rows.flatMap(({ cells }) => ids.flatMap((id) => MediaId.safeParse(cells[id]).data ?? [])))]
}

/** The address of a thumbnail. Some very old pictures have none. */
export const thumbnailOf = (id: MediaId): string => `/media/${id}/thumbnail.webp`

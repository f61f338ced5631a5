import { Layout, type PlaylistId } from '@placard/contract'
import { z } from 'zod'
import { positionAtEnd } from '../../platform/database/position.ts'

/** A display has one layout at most, so its id and its position are always the same. */
const ONLY = { id: 'layout' as const, position: positionAtEnd(undefined) }

/** A layout as the log keeps it: a thing of its display, like an item. */
export const LayoutState = Layout.extend({ id: z.literal(ONLY.id), position: z.string() })
export type LayoutState = z.infer<typeof LayoutState>

export const layoutStateOf = (layout: Layout): LayoutState => ({ ...ONLY, ...layout })

/** A layout as the API returns it. */
export function layoutOf({ id: _, position: __, ...layout }: LayoutState): Layout {
  return layout
}

/** The playlists in the zones of layouts. */
export function playlistsInZones(layouts: readonly Pick<Layout, 'zones'>[]): PlaylistId[] {
  return layouts.flatMap(({ zones }) => zones.map(({ playlistId }) => playlistId))
}

type LayoutRow = { arrangement: string; dividers: string; side: string; pinned: 0 | 1; revision: number }

/** @throws ZodError if the row was not written by this program */
export function readLayoutRow({ dividers, pinned, ...row }: LayoutRow, zones: Layout['zones']): LayoutState {
  return layoutStateOf(Layout.parse({ ...row, dividers: JSON.parse(dividers), pinned: pinned === 1, zones }))
}

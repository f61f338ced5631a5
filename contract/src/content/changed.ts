import { ProgrammeId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { CornerPiece } from './corner-piece.ts'
import { Item } from './item.ts'
import { Layout } from './layout.ts'
import { Line } from './line.ts'

/** The answer to each command on a display: its new revision, and the changed thing. */
export const Changed = z.object({ revision: z.int() })

export const ItemChanged = Changed.extend({ item: Item })
export type ItemChanged = z.infer<typeof ItemChanged>

export const LineChanged = Changed.extend({ line: Line })
export type LineChanged = z.infer<typeof LineChanged>

export const LayoutChanged = Changed.extend({ layout: Layout.nullable() })
export type LayoutChanged = z.infer<typeof LayoutChanged>

/** null: nothing stands in the corner. */
export const CornerPieceChanged = Changed.extend({ piece: CornerPiece.nullable() })
export type CornerPieceChanged = z.infer<typeof CornerPieceChanged>

/** The answer to a command on several items or lines. */
export const SeveralChanged = Changed.extend({
  /** With a copy: the programmes that received one, each with its new revision, so that the whole copy can be undone. */
  copies: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })).optional(),
})
export type SeveralChanged = z.infer<typeof SeveralChanged>

/** The changed items in their current state, in order. Empty if they were removed, or only copied elsewhere. */
export const ItemsChanged = SeveralChanged.extend({ items: z.array(Item) })
export type ItemsChanged = z.infer<typeof ItemsChanged>

/** The same for lines. */
export const LinesChanged = SeveralChanged.extend({ lines: z.array(Line) })
export type LinesChanged = z.infer<typeof LinesChanged>

export const Removed = Changed.extend({})
export type Removed = z.infer<typeof Removed>

import { MAX_FRAME_MM, MAX_PANEL_MM, MAX_WALL_SIDE, MIN_PANEL_MM } from '../platform/constants.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from './screen.ts'

const tenth = (mm: number) => Math.round(mm * 10) / 10
/** Rounded to a tenth of a millimetre. */
const PanelMm = z.number().min(MIN_PANEL_MM).max(MAX_PANEL_MM).transform(tenth)
const FrameMm = z.number().min(0).max(MAX_FRAME_MM).transform(tenth)
const Side = z.int().min(1).max(MAX_WALL_SIDE)

/** The measurements of a wall. All of its panels have the same. */
const measurements = {
  /** From 1 to MAX_WALL_SIDE. */
  columns: z.int(),
  rows: z.int(),
  /** The visible width of one panel, as it hangs, in millimetres. */
  panelWidthMm: z.number(),
  panelHeightMm: z.number(),
  /** The width of one panel's frame at its left and at its right, in millimetres. */
  frameSideMm: z.number(),
  /** The same at its top and at its bottom. */
  frameTopMm: z.number(),
}

/** A cell with its screen. Columns count from the left of somebody who looks at the wall, rows from the top, both from 0. */
export const WallCell = z.object({ column: z.int(), row: z.int(), screenId: ScreenId })
export type WallCell = z.infer<typeof WallCell>

/** Paired screens of a display that show it as one picture [LY8]. */
export const Wall = z.object({
  ...measurements,
  /** The cells that have a screen. */
  cells: z.array(WallCell),
  /** Raised by every change to the wall. */
  revision: z.int(),
})
export type Wall = z.infer<typeof Wall>

/** The cell of one screen, with all that it needs to find its part of the picture. */
export const WallPlace = z.object({ ...measurements, column: z.int(), row: z.int() })
export type WallPlace = z.infer<typeof WallPlace>

/**
 * The wall from now on. null: each screen shows the whole picture. `If-Match` names the revision of the present wall, 0 if there
 * is none.
 */
export const SetWall = z.strictObject({
  wall: z
    .strictObject({
      columns: Side,
      rows: Side,
      panelWidthMm: PanelMm,
      panelHeightMm: PanelMm,
      frameSideMm: FrameMm,
      frameTopMm: FrameMm,
      cells: z
        .array(
          z.strictObject({
            column: z.int().min(0, 'cell-outside-wall'),
            row: z.int().min(0, 'cell-outside-wall'),
            screenId: ScreenId,
          }),
        )
        .max(MAX_WALL_SIDE * MAX_WALL_SIDE),
    })
    .superRefine(({ columns, rows, cells }, context) => {
      const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (columns * rows < 2) refuse(['columns'], 'wall-too-small')
      for (const [index, { column, row, screenId }] of cells.entries()) {
        const isBefore = (holds: (cell: (typeof cells)[number]) => boolean) => cells.findIndex(holds) < index
        if (column >= columns) refuse(['cells', index, 'column'], 'cell-outside-wall')
        if (row >= rows) refuse(['cells', index, 'row'], 'cell-outside-wall')
        if (isBefore((cell) => cell.column === column && cell.row === row)) refuse(['cells', index], 'cell-taken')
        if (isBefore((cell) => cell.screenId === screenId)) refuse(['cells', index, 'screenId'], 'screen-in-two-cells')
      }
    })
    .nullable(),
})
export type SetWall = z.infer<typeof SetWall>

/** The answer to a change. */
export const WallChanged = z.object({ wall: Wall.nullable() })
export type WallChanged = z.infer<typeof WallChanged>

/**
 * The state of a wall. `whole`: each cell has a screen, and all of them are connected. `partial`: a cell is empty, or its screen
 * is not connected, and the others play on. `silent`: no screen is connected.
 */
export const WALL_STATES = ['whole', 'partial', 'silent'] as const

/** The wall of a display and the paired screens that it can have. */
export const WallNow = z.object({
  wall: Wall.nullable(),
  /** null: there is no wall. */
  state: z.enum(WALL_STATES).nullable(),
  /** Milliseconds until the test card ends. 0: the screens do not show it. */
  testCardLeftMs: z.int(),
  /** All paired screens of the display, by number. */
  screens: z.array(
    z.object({
      id: ScreenId,
      name: z.string(),
      /** Empty if nobody entered one. */
      place: z.string(),
      /** The number that it shows on the test card. */
      number: z.int(),
      isConnected: z.boolean(),
    }),
  ),
})
export type WallNow = z.infer<typeof WallNow>

/** True: the screens of the display show their numbers and the test card for TEST_CARD_MS. */
export const ShowTestCard = z.strictObject({ isOn: z.boolean() })
export type ShowTestCard = z.infer<typeof ShowTestCard>

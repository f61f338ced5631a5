import { z } from '../platform/zod.ts'
import { BoardLook, BoardPart } from './board.ts'
import { type ManifestBoard, readBoard } from './read-board.ts'
import { CellValue, ColumnType } from './table.ts'

/** The rows and columns of a board (`ManifestBoard`). */
export const ContentsOfBoard = z.object({
  look: BoardLook,
  title: z.string(),
  language: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: ColumnType,
      currency: z.string().optional(),
      decimals: z.int().optional(),
      part: BoardPart.optional(),
      hidden: z.literal(true).optional(),
    }),
  ),
  rows: z.array(z.array(CellValue.nullable())),
  today: z.array(z.int().min(0)).optional(),
  yearly: z.literal(true).optional(),
  pictures: z.array(z.object({ url: z.string(), sha256: z.string(), sizeBytes: z.int() })).optional(),
})

/** The board in a manifest (`readBoard`). */
export const ReadBoard = z.preprocess(readBoard, z.custom<ManifestBoard>().optional()).optional()

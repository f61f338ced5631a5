import { CornerText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { StoredPicture } from './brand.ts'
import { Condition } from './condition.ts'
import { CLOCK_FACES, CORNERS, MAX_CORNER_PERCENT, MIN_CORNER_PERCENT } from './corner-shapes.ts'
import { NoticeLink } from './notice.ts'
import { Schedule } from './schedule.ts'

/** A corner of the media area. */
export const CornerName = z.enum(CORNERS)

/** In percent of the screen's shorter side. */
const Size = z.int().min(MIN_CORNER_PERCENT, 'corner-size-outside').max(MAX_CORNER_PERCENT, 'corner-size-outside')

/** The content of each kind. */
const CONTENTS = {
  /** `url`: a stored picture, `/media/….jpg`. Absent: the logo of the organisation. */
  logo: { url: StoredPicture.optional() },
  /** Shows the time of the display. */
  clock: { face: z.enum(CLOCK_FACES), date: z.boolean() },
  /** May contain live words such as `{date}` (`withLiveWords`). */
  words: { text: CornerText },
  /** The address that the QR code contains. */
  qr: { link: NoticeLink },
  /** The symbol and the temperature at the display. */
  weather: {},
}

const held = {
  corner: CornerName,
  size: z.int(),
  /** Absent: always. */
  schedule: Schedule.optional(),
  /** Absent: none. It is on only while the condition is met. */
  condition: Condition.optional(),
  /** Incremented by every change of what stands in the corner. */
  revision: z.int(),
}

/**
 * The piece in a corner of a display. It stands over everything that plays [LY6]. A corner has one piece at most, so it identifies
 * the piece.
 */
export const CornerPiece = z.discriminatedUnion('kind', [
  z.object({ ...held, kind: z.literal('logo'), url: z.string().optional() }),
  z.object({ ...held, kind: z.literal('clock'), ...CONTENTS.clock }),
  z.object({ ...held, kind: z.literal('words'), text: z.string() }),
  z.object({ ...held, kind: z.literal('qr'), link: z.string() }),
  z.object({ ...held, kind: z.literal('weather') }),
])
export type CornerPiece = z.infer<typeof CornerPiece>

const wanted = { size: Size, schedule: Schedule.optional(), condition: Condition.optional() }

/** A corner piece as it is set: without its corner and its revision. */
const WantedPiece = z.discriminatedUnion('kind', [
  z.strictObject({ ...wanted, kind: z.literal('logo'), ...CONTENTS.logo }),
  z.strictObject({ ...wanted, kind: z.literal('clock'), ...CONTENTS.clock }),
  z.strictObject({ ...wanted, kind: z.literal('words'), ...CONTENTS.words }),
  z.strictObject({ ...wanted, kind: z.literal('qr'), ...CONTENTS.qr }),
  z.strictObject({ ...wanted, kind: z.literal('weather'), ...CONTENTS.weather }),
])

/**
 * The piece that stands in a corner from now on. null: none. `If-Match` names the revision of the present piece, 0 if the corner
 * is empty.
 */
export const SetCornerPiece = z.strictObject({ piece: WantedPiece.nullable() })
export type SetCornerPiece = z.infer<typeof SetCornerPiece>
export type WantedCornerPiece = NonNullable<SetCornerPiece['piece']>

/** Another corner, in which nothing stands. */
export const MoveCornerPiece = z.strictObject({ to: CornerName })
export type MoveCornerPiece = z.infer<typeof MoveCornerPiece>

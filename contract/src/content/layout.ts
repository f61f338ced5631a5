import { MAX_ZONES_BESIDE_MAIN } from '../platform/constants.ts'
import { PlaylistId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Condition } from './condition.ts'
import { ARRANGEMENTS, DIVIDER_STEP_PERCENT, MIN_ZONE_PERCENT, SHAPES } from './layout-shapes.ts'

/**
 * The position of a divider: the share of the part before it, in percent. The first divider gives the share of the main zone.
 * Multiples of DIVIDER_STEP_PERCENT, from MIN_ZONE_PERCENT to 100 - MIN_ZONE_PERCENT.
 */
const Divider = z
  .int()
  .min(MIN_ZONE_PERCENT, 'zone-too-small')
  .max(100 - MIN_ZONE_PERCENT, 'zone-too-small')
  .multipleOf(DIVIDER_STEP_PERCENT, 'invalid-field')

/** A zone beside the main one. It plays one playlist. */
export const LayoutZone = z.object({
  playlistId: PlaylistId,
  /** True: while nothing is on in the zone, its room stays, in the brand's colour. False: the neighbour gets the room [LY3]. */
  stays: z.boolean(),
  /** Absent: none. Nothing is on in the zone while the condition is not met, so the neighbour gets the room. */
  condition: Condition.optional(),
})
export type LayoutZone = z.infer<typeof LayoutZone>

const shape = {
  arrangement: z.enum(ARRANGEMENTS),
  /** As many as the arrangement has (`SHAPES`). */
  dividers: z.array(Divider).max(2, 'zones-do-not-fit'),
  /** The side of the main zone on which the other zones stand. On a portrait screen `start` is above and `end` below. */
  side: z.enum(['start', 'end']).default('end'),
  /** True: `start` is always left. False: it is right on a display whose language is written from right to left. */
  pinned: z.boolean().default(false),
}

/**
 * The division of a display's media area [LY1]. The main zone plays the display's own programme, and each other zone one
 * playlist. A playlist stands in one zone of a display at most.
 */
export const Layout = z.object({
  ...shape,
  zones: z.array(LayoutZone),
  /** Raised by every change to the layout. */
  revision: z.int(),
})
export type Layout = z.infer<typeof Layout>

/** A zone of `SetLayout`: an existing playlist, or the name of one that is made with the zone. */
const WantedZone = z.strictObject({
  playlistId: PlaylistId.optional(),
  name: Name.optional(),
  stays: z.boolean().default(false),
  condition: Condition.optional(),
})

/**
 * The layout from now on. null: the display's programme has the whole media area. `If-Match` names the revision of the present
 * layout, 0 if there is none.
 */
export const SetLayout = z.strictObject({
  layout: z
    .strictObject({
      ...shape,
      /** As many as the arrangement has beside the main zone (`SHAPES`). */
      zones: z.array(WantedZone).min(1, 'zones-do-not-fit').max(MAX_ZONES_BESIDE_MAIN, 'zones-do-not-fit'),
    })
    .superRefine(({ arrangement, dividers, zones }, context) => {
      const { dividers: usual, zones: count } = SHAPES[arrangement]
      const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
      if (dividers.length !== usual.length) refuse(['dividers'], 'zones-do-not-fit')
      if (zones.length !== count) refuse(['zones'], 'zones-do-not-fit')
      for (const [index, { playlistId, name }] of zones.entries()) {
        if ((playlistId === undefined) === (name === undefined)) refuse(['zones', index], 'zone-without-playlist')
        const isAgain = zones.findIndex((zone) => zone.playlistId === playlistId) < index
        if (playlistId !== undefined && isAgain) refuse(['zones', index, 'playlistId'], 'playlist-in-two-zones')
      }
    })
    .nullable(),
})
export type SetLayout = z.infer<typeof SetLayout>

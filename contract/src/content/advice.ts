import { MAX_DIAGONAL_INCHES, MAX_DISTANCE_CM, MIN_DIAGONAL_INCHES, MIN_DISTANCE_CM } from '../platform/constants.ts'
import { MediaId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'

/**
 * The problems that keep passers-by from reading something, the worst first. If several apply to the same thing, the first
 * comes first. `docs/lint.md` has the threshold of each rule and its source.
 */
export const ADVICE_RULES = [
  /** A notice does not fit: not all of its text is on the screen. */
  'overflow',
  /** A film in a zone that may not play films [LY5]. */
  'film-in-zone',
  /** The letters of a notice are too small for the viewing distance. */
  'letters',
  /** The letters on a deck's pages are too small for the viewing distance. */
  'page-letters',
  /** Text does not stand out from its background. */
  'contrast',
  /** A countdown to a date that has passed. */
  'countdown',
  /** It mentions a date that has passed. */
  'date-over',
  /** It mentions a weekday that has passed; today is a different one. */
  'weekday',
  /** It is not shown long enough to be read. */
  'too-short',
  /** A line takes longer to pass than people stay in front of the screen. */
  'long-line',
  /** More than three words in a row in capitals. */
  'shouting',
  /** More lines than passers-by can read. */
  'many-lines',
  /** A picture is enlarged a lot. */
  'small-picture',
  /** Much of a picture is cut off, or its margins take most of the screen. */
  'picture-shape',
  /** A film with sound, on a screen that cannot play sound. */
  'unheard',
  /** The content has no description in words. */
  'undescribed',
  /** Something in the loop is seen by hardly anybody. */
  'unseen',
] as const
export const AdviceRule = z.enum(ADVICE_RULES)
export type AdviceRule = z.infer<typeof AdviceRule>

/** The diagonal of a screen, corner to corner. */
export const DiagonalInches = z.int().min(MIN_DIAGONAL_INCHES).max(MAX_DIAGONAL_INCHES)
/** The distance from which most people read it. */
export const DistanceCm = z.int().min(MIN_DISTANCE_CM).max(MAX_DISTANCE_CM)

/** The properties of a screen that decide the size of its letters. */
export const ScreenSize = z.object({
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  /** The resolution of its picture, as mounted. */
  widthPx: z.int(),
  heightPx: z.int(),
  /** The zone that the content has, in percent of the screen's width and height. Absent: the whole screen. */
  zone: z.object({ width: z.int(), height: z.int() }).optional(),
})
export type ScreenSize = z.infer<typeof ScreenSize>

/** The properties of a stored file that matter for reading it. */
export const AdviceFile = z.object({
  id: MediaId,
  width: z.int(),
  height: z.int(),
  /** True: it has a description in words. For a deck: its pages have text, or need none. */
  isDescribed: z.boolean(),
  /** Pages of a deck, in order. */
  pages: z
    .array(
      z.object({
        width: z.int(),
        height: z.int(),
        /** The height of its smallest letters as a share of the page's height. null: it has none, or it was not examined. */
        letters: z.number().nullable(),
        /** The number of words on it. */
        words: z.int(),
      }),
    )
    .optional(),
})
export type AdviceFile = z.infer<typeof AdviceFile>

/** A zone of a display that shows the posters of films, because films play in a zone before it [LY5]. */
export const FilmlessZone = z.object({
  /** The name of the display. */
  display: z.string(),
  /** Counted from the main zone, which is 1. */
  number: z.int(),
  /** The number of the zone that plays the films. */
  filmsPlayIn: z.int(),
})
export type FilmlessZone = z.infer<typeof FilmlessZone>

/** Advice that somebody has dismissed. */
export const LeftAdvice = z.object({
  /** The id of the item or the line. For advice on the whole loop, the id of the programme. */
  entryId: z.string().regex(/^[a-z0-9_][a-z0-9_-]{0,63}$/, 'invalid-id'),
  rule: AdviceRule,
})
export type LeftAdvice = z.infer<typeof LeftAdvice>

/** Everything that the advice on a programme depends on and that its page does not know. */
export const AdviceFacts = z.object({
  /**
   * The paired screens of the display, or of the displays that play the playlist. If there are none, one screen with the
   * sizes from the settings. With the zone that the content has there, if the display has a layout. Never empty.
   */
  screens: z.array(ScreenSize).min(1),
  /** True: one of its screens has reported that its browser does not allow sound in films. */
  isSilent: z.boolean(),
  /** The zones that play the playlist without its films, of displays that the caller may use. Empty for a display. */
  filmlessZones: z.array(FilmlessZone),
  /** The colour of the organisation's notices, `#1a5fb4`. null: none. */
  colour: z.string().nullable(),
  /** The files shown by its items and by those of its playlists. */
  files: z.array(AdviceFile),
  /** Dismissed advice on its own entries and on those of its playlists. */
  left: z.array(LeftAdvice),
  /**
   * The times at which their texts were last edited, within the last few days: "Monday" then means the next Monday.
   * Milliseconds since 1970.
   */
  typed: z.array(z.object({ entryId: z.string(), at: z.int() })),
})
export type AdviceFacts = z.infer<typeof AdviceFacts>

/** `isLeft` false: the advice is given again. */
export const LeaveAdvice = LeftAdvice.extend({ isLeft: z.boolean() }).strict()
export type LeaveAdvice = z.infer<typeof LeaveAdvice>

import { MAX_DIAGONAL_INCHES, MAX_DISTANCE_CM, MIN_DIAGONAL_INCHES, MIN_DISTANCE_CM } from '../platform/constants.ts'
import { MediaId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'

/**
 * The obstacles that keep passers-by from reading something, the worst first: of several that are said of one thing, the first comes first.
 * `docs/lint.md` has the figure of each, and where it comes from.
 */
export const ADVICE_RULES = [
  /** Not all words of a notice are on its glass. */
  'overflow',
  /** Letters of a notice are too small for how far away it is read. */
  'letters',
  /** Letters of a deck's pages are. */
  'page-letters',
  /** Words do not stand out from what is behind them. */
  'contrast',
  /** It counts the days until one that is over. */
  'countdown',
  /** It says a date that is over. */
  'date-over',
  /** It says a weekday that was, and today is another. */
  'weekday',
  /** It is gone before it is read. */
  'too-short',
  /** A line takes longer to pass than people stand there. */
  'long-line',
  /** More than three words in capitals one after another. */
  'shouting',
  /** More lines than people read in passing. */
  'many-lines',
  /** A picture is drawn much larger than it is. */
  'small-picture',
  /** Much of a picture is cut off, or it leaves most of the glass to its edges. */
  'picture-shape',
  /** A film asks for its sound, and a screen does not let it be heard. */
  'unheard',
  /** Nobody has said in words what is seen. */
  'undescribed',
  /** Of what is in a loop, hardly anybody sees anything. */
  'unseen',
] as const
export const AdviceRule = z.enum(ADVICE_RULES)
export type AdviceRule = z.infer<typeof AdviceRule>

/** Of a screen, corner to corner, as shops say it. */
export const DiagonalInches = z.int().min(MIN_DIAGONAL_INCHES).max(MAX_DIAGONAL_INCHES)
/** From which most people read it. */
export const DistanceCm = z.int().min(MIN_DISTANCE_CM).max(MAX_DISTANCE_CM)

/** A screen as far as its letters depend on it. */
export const Glass = z.object({
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  /** Of its picture, as it hangs. */
  widthPx: z.int(),
  heightPx: z.int(),
})
export type Glass = z.infer<typeof Glass>

/** A stored file as far as reading it depends on it. */
export const AdviceFile = z.object({
  id: MediaId,
  width: z.int(),
  height: z.int(),
  /** Somebody has said in words what is seen; of a deck, its pages have words or need none. */
  isDescribed: z.boolean(),
  /** Of a deck, in order. */
  pages: z
    .array(
      z.object({
        width: z.int(),
        height: z.int(),
        /** Height of its smallest letters, as a share of its own; null: it has none, or nobody has looked. */
        letters: z.number().nullable(),
        /** How many words are on it. */
        words: z.int(),
      }),
    )
    .optional(),
})
export type AdviceFile = z.infer<typeof AdviceFile>

/** The advice that somebody wants to hear no more of. */
export const LeftAdvice = z.object({
  /** Of an item or a line; of what is said of the whole loop, the programme's. */
  entryId: z.string().regex(/^[a-z0-9_][a-z0-9_-]{0,63}$/, 'invalid-id'),
  rule: AdviceRule,
})
export type LeftAdvice = z.infer<typeof LeftAdvice>

/** All that advice on a programme goes by and that its page does not know. */
export const AdviceFacts = z.object({
  /** The paired screens of the display, or of those that include the playlist; where there are none, one as the settings say. Never empty. */
  glasses: z.array(Glass).min(1),
  /** A screen of it has said that its browser lets no film sound. */
  isSilent: z.boolean(),
  /** Of the organisation's notices, `#1a5fb4`; null: none. */
  colour: z.string().nullable(),
  /** Those that its items and its playlists' show. */
  files: z.array(AdviceFile),
  /** Of its own entries and its playlists'. */
  left: z.array(LeftAdvice),
  /** When words of theirs were last written, where that was within the last days: "Monday" is then the next one. Milliseconds since 1970. */
  typed: z.array(z.object({ entryId: z.string(), at: z.int() })),
})
export type AdviceFacts = z.infer<typeof AdviceFacts>

/** `isLeft` false: it is said again. */
export const LeaveAdvice = LeftAdvice.extend({ isLeft: z.boolean() }).strict()
export type LeaveAdvice = z.infer<typeof LeaveAdvice>

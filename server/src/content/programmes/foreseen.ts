const DAY_MS = 24 * 60 * 60_000

/** Answers are foreseen for a month and up to this span more, after which displays get the next ones. */
export const FORESEEN_AGAIN_MS = 7 * DAY_MS
const FORESEEN_MS = 31 * DAY_MS

/** A time of day changes an answer twice a day. */
export const MOST_CHANGES = 80
/** The number of changes in all answers of a manifest: some 28 kB. */
const MOST_CHANGES_IN_ALL = 2_000
/** Each answer has these at least. */
const LEAST_CHANGES = 4

/** The number of changes that each answer may have in a manifest with so many conditions that go by the clock. */
export const changesEach = (conditions: number): number =>
  Math.max(LEAST_CHANGES, Math.min(MOST_CHANGES, Math.floor(MOST_CHANGES_IN_ALL / Math.max(1, conditions))))

/** The instant until which comparisons with the present time are foreseen. The same for all instants of a span. */
export const foreseenUntil = (now: number): number =>
  (Math.floor(now / FORESEEN_AGAIN_MS) + 1) * FORESEEN_AGAIN_MS + FORESEEN_MS

import {
  DEFAULT_INSERT_MINUTES,
  DEFAULT_TAKE_OVER_MINUTES,
  type ErrorCode,
  type InsertPlace,
  MAX_INSERTS_PER_DISPLAY,
  MAX_RUNNING_INSERTS,
  MAX_RUNNING_TAKE_OVERS,
  type NoticeLook,
} from '@placard/contract'

/** The extent of a take-over: the whole screen, or a part of the media area, which makes it an insert. */
export type Extent = 'whole' | 'part'

type Row = {
  /** The word in kinds of activity, in the type of its subject, and in webhook events. */
  name: 'take-over' | 'insert'
  notFound: ErrorCode
  over: ErrorCode
  tooMany: ErrorCode
  /** Running in an organisation at the same time. */
  most: number
  /** Running on a display at the same time: one is shown, and the others wait. */
  mostOnDisplay: number
  /** For programs that give no duration. */
  defaultMinutes: number
  /** The look of words without a look. */
  look: NoticeLook
  /** Its items in the manifest have ids that start with this. */
  itemPrefix: string
  /**
   * A screen that cannot show its file shows its title instead, because a take-over must say something. An insert shows nothing,
   * and the content below is visible.
   */
  hasWordsBehind: boolean
  /** Content at an address elsewhere is allowed, although screens cannot store it in advance. */
  mayBeElsewhere: boolean
}

/** All differences between the two extents. Their rights are those of their routes. */
export const EXTENTS: Readonly<Record<Extent, Row>> = {
  whole: {
    name: 'take-over',
    notFound: 'take-over-not-found',
    over: 'take-over-ended',
    tooMany: 'too-many-take-overs',
    most: MAX_RUNNING_TAKE_OVERS,
    mostOnDisplay: MAX_RUNNING_TAKE_OVERS,
    defaultMinutes: DEFAULT_TAKE_OVER_MINUTES,
    look: 'alert',
    itemPrefix: 'over-',
    hasWordsBehind: true,
    mayBeElsewhere: false,
  },
  part: {
    name: 'insert',
    notFound: 'insert-not-found',
    over: 'insert-ended',
    tooMany: 'too-many-inserts',
    most: MAX_RUNNING_INSERTS,
    mostOnDisplay: MAX_INSERTS_PER_DISPLAY,
    defaultMinutes: DEFAULT_INSERT_MINUTES,
    look: 'paper',
    itemPrefix: 'insert-',
    hasWordsBehind: false,
    mayBeElsewhere: true,
  },
}

export const extentOf = ({ place }: { place: InsertPlace | null }): Extent => (place === null ? 'whole' : 'part')

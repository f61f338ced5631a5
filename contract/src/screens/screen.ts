import { FILM_FORMATS } from '../content/film.ts'
import { FilmFormatName } from '../content/media.ts'
import {
  MAX_BROKEN_ITEMS_REPORTED,
  MAX_EVENTS_PER_REPORT,
  MAX_ITEMS_PER_DISPLAY,
  MAX_SCREEN_NAME_CHARACTERS,
  MAX_ZONES_BESIDE_MAIN,
} from '../platform/constants.ts'
import { ItemId, PlaylistId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { emptyIfBlank, isWellFormedText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/**
 * The id of one running player of one display. It is generated at random and stored on the device. It does not identify the
 * device: clearing the storage or using a private window creates a new id, and the same device has a different id for each
 * display.
 */
export const ScreenId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'invalid-id')
  .brand<'ScreenId'>()
export type ScreenId = z.infer<typeof ScreenId>

export const ScreenCommandId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'invalid-id')
  .brand<'ScreenCommandId'>()
export type ScreenCommandId = z.infer<typeof ScreenCommandId>

/** The properties that a screen reports to the person who pairs it. They are untrusted text. */
export const ScreenAbout = z.object({
  /** The browser's user agent, shortened. */
  browser: z.string(),
  /** The size of its picture, in CSS pixels. */
  width: z.int(),
  height: z.int(),
  /** The IANA time zone of its clock; empty: not reported. */
  timeZone: z.string(),
})
export type ScreenAbout = z.infer<typeof ScreenAbout>

/** Of the items in all zones of a display. */
const MAX_FILES = MAX_ITEMS_PER_DISPLAY * (1 + MAX_ZONES_BESIDE_MAIN)

/** The reasons why an item could not be shown. */
export const ItemFault = z.enum([
  /** The server does not have the file, or has a different one than announced. */
  'missing',
  /** Its address did not answer. */
  'unreachable',
  /**
   * It arrived, or never started, but could not be shown: it is damaged, its site refuses it, or the device cannot play this
   * kind.
   */
  'unshowable',
])
export type ItemFault = z.infer<typeof ItemFault>

/** The supervisor's actions against a screen that does not show what it should, mildest first. */
export const Remedy = z.enum(['play', 'remount', 'skip', 'reload', 'card', 'uncard'])
export type Remedy = z.infer<typeof Remedy>

/** An event on a screen. */
export const ScreenEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item-failed'), at: Instant, itemId: ItemId, fault: ItemFault }),
  z.strictObject({ kind: z.literal('remedy'), at: Instant, remedy: Remedy }),
  z.strictObject({ kind: z.literal('storage-full'), at: Instant }),
])
export type ScreenEvent = z.infer<typeof ScreenEvent>

const Pixels = z.int().nonnegative().max(100_000)

/** The maximum that a screen may report, in megabytes: a petabyte, far more than any device has. */
const Megabytes = z.int().nonnegative().max(1_000_000_000)

/** The properties of the device, as far as its browser reports them. */
export const ScreenDevice = z.strictObject({
  /** Pixels of the panel per CSS pixel, along one side. */
  pixelRatio: z.number().positive().max(16),
  /** Memory. Browsers round it and report at most a maximum (Chromium: 8, recently 32). Absent: not reported. */
  memoryGb: z.number().positive().max(1_024).optional(),
  /** The storage quota that the browser gives this server, and the part in use. Absent: not reported. */
  storageMb: z.strictObject({ used: Megabytes, of: Megabytes }).optional(),
  /** True: the browser has promised not to clear that storage on its own when the device runs low. Absent: not reported. */
  isPersistent: z.boolean().optional(),
})
export type ScreenDevice = z.infer<typeof ScreenDevice>

/** Films that were on a screen at once. `moved`: all of them moved. Otherwise one of them stood still while another moved. */
export const FilmsSeen = z.strictObject({
  atOnce: z
    .int()
    .min(2)
    .max(1 + MAX_ZONES_BESIDE_MAIN),
  moved: z.boolean(),
})
export type FilmsSeen = z.infer<typeof FilmsSeen>

/** The state of a screen at one moment. It has no personal data, and nothing about the people in front of it. */
export const ScreenState = z.strictObject({
  /**
   * `closed`: the page was left. `resting`: there are items, but none can be shown. `asleep`: dark on purpose, outside of the
   * display's opening hours.
   */
  doing: z.enum(['starting', 'playing', 'empty', 'resting', 'asleep', 'closed']),
  /** The build of the player; null if it was not built, in development. */
  build: z
    .string()
    .regex(/^[0-9a-z-]{1,32}$/)
    .nullable(),
  viewport: z.strictObject({ width: Pixels, height: Pixels }),
  rotation: z.literal([0, 90, 180, 270]),
  /** The revision of the current manifest; null before the first. */
  revision: Instant.nullable(),
  itemId: ItemId.nullable(),
  /** Tells whether it could start again without the network. */
  offline: z.enum(['ready', 'storing', 'unavailable']),
  /** The number of files in the current content that are stored on the device, and the number that can be stored. */
  files: z.strictObject({
    kept: z.int().nonnegative().max(MAX_FILES),
    of: z.int().nonnegative().max(MAX_FILES),
  }),
  /** True: the device has no room for all of them. */
  full: z.boolean(),
  /** Items that cannot be shown at the moment. */
  broken: z.array(z.strictObject({ itemId: ItemId, fault: ItemFault, since: Instant })).max(MAX_BROKEN_ITEMS_REPORTED),
  /** The number of milliseconds by which the server's clock is ahead of the device's own; null while unknown. */
  clockAheadMs: z.int().nullable(),
  upSeconds: z.int().nonnegative(),
  /** The memory of the page's scripts, if the browser reports it. */
  memoryMb: z.int().nonnegative().max(1_000_000).nullable(),
  /** The film formats that its browser says it can play. Absent: not reported yet, or an older player. */
  canPlay: z.array(FilmFormatName).max(FILM_FORMATS.length).optional(),
  /** Absent: not determined yet, or an older player. */
  device: ScreenDevice.optional(),
  /** True: its browser only allowed a film to play without its sound. */
  soundBlocked: z.literal(true).optional(),
  /** The zones beside the main one, and the item on the screen in each; null: nothing. Absent: there is no layout. */
  zones: z
    .array(z.strictObject({ playlistId: PlaylistId, itemId: ItemId.nullable() }))
    .max(MAX_ZONES_BESIDE_MAIN)
    .optional(),
  /** Its experience with several films at once [LY5]. Absent: none yet, or an older player. */
  films: FilmsSeen.optional(),
})
export type ScreenState = z.infer<typeof ScreenState>

/** A screen's report: its state, and the events since the last report, oldest first. */
export const ScreenReport = z.strictObject({
  state: ScreenState,
  events: z.array(ScreenEvent).max(MAX_EVENTS_PER_REPORT),
})
export type ScreenReport = z.infer<typeof ScreenReport>

/**
 * Sent by a screen between two reports to tell whether it paints. The time counts from the last moment at which the screen had
 * the right content and the browser drew a frame. So a page that is alive but paints nothing is noticed.
 */
export const ScreenBeat = z.strictObject({
  build: ScreenState.shape.build,
  /** The item on the screen; null for the quiet card. */
  itemId: ItemId.nullable(),
  /** Milliseconds since that moment. */
  paintedMsAgo: z.int().nonnegative(),
})
export type ScreenBeat = z.infer<typeof ScreenBeat>

/** The name that users give a screen: "Reception left". An empty name removes it. */
export const ScreenName = z
  .string()
  .refine(isWellFormedText, 'text-not-well-formed')
  .transform(emptyIfBlank)
  .transform(tidyText)
  .refine((name) => name.length <= MAX_SCREEN_NAME_CHARACTERS, 'too-long')

export const UpdateScreen = z.strictObject({ name: ScreenName })
export type UpdateScreen = z.infer<typeof UpdateScreen>

/** A problem of a screen, independent of its last report. */
export const ScreenAlarm = z.object({
  kind: z.enum([
    /** Its page is heard, but does not paint what it should. */
    'dark',
    /** It is not heard: it may be off, hung, or playing without a network. */
    'silent',
  ]),
  /** The time when it last painted, or was last heard. */
  since: Instant,
})
export type ScreenAlarm = z.infer<typeof ScreenAlarm>

/** A screen as members see it. Apart from its name and the times, everything in it is untrusted input. */
export const Screen = z.object({
  id: ScreenId,
  /** Empty if it has no name. */
  name: z.string(),
  firstSeenAt: Instant,
  /** The time when its last report arrived. */
  seenAt: Instant,
  /** The browser's user agent, shortened. */
  userAgent: z.string(),
  state: ScreenState,
  /** Its last beat; null if its player sends none, or its page was closed. */
  beat: z
    .object({
      /** The time when it arrived. */
      at: Instant,
      /** The time when the screen was last painted as it should be. */
      paintedAt: Instant,
      build: ScreenState.shape.build,
      itemId: ItemId.nullable(),
    })
    .nullable(),
  /** null while it paints, and while the state is unknown. */
  alarm: ScreenAlarm.nullable(),
  /** Oldest first; the last MAX_EVENTS_PER_SCREEN. */
  events: z.array(ScreenEvent),
  /** A summary of its last MAX_REPORTS_PER_SCREEN reports, oldest first. */
  reports: z.array(
    z.object({
      at: Instant,
      doing: ScreenState.shape.doing,
      revision: ScreenState.shape.revision,
      troubled: z.boolean(),
    }),
  ),
})
export type Screen = z.infer<typeof Screen>

/** The screens of a display, to compare with its current state. */
export const Screens = z.object({
  /** The server's clock at the time of the answer. */
  at: Instant,
  /** The revision of the display. */
  revision: z.int(),
  /** The time when the display got that revision; null if that was before the server started. */
  changedAt: Instant.nullable(),
  /** The end of the time outside of the opening hours; null: it is open. */
  asleepUntil: Instant.nullable(),
  /** First those with a name, by name; then the others, by the time when they were first seen. */
  screens: z.array(Screen),
})
export type Screens = z.infer<typeof Screens>

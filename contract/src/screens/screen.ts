import { FILM_FORMATS } from '../content/film.ts'
import { FilmFormatName } from '../content/media.ts'
import {
  MAX_BROKEN_ITEMS_REPORTED,
  MAX_EVENTS_PER_REPORT,
  MAX_ITEMS_PER_DISPLAY,
  MAX_SCREEN_NAME_CHARACTERS,
} from '../platform/constants.ts'
import { ItemId } from '../platform/id.ts'
import { emptyIfBlank, isWellFormedText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

/**
 * Names one running player of one display, made up at random on the device and kept there. No identity: clearing the
 * device's storage or a private window makes another, and the same device has another one for every display.
 */
export const ScreenId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'invalid-id')
  .brand<'ScreenId'>()
export type ScreenId = z.infer<typeof ScreenId>

/** The words of a screen about itself to whoever pairs it: text of a stranger until then. */
export const ScreenAbout = z.object({
  /** As its browser introduces itself, shortened. */
  browser: z.string(),
  /** Of its picture, in pixels of the page. */
  width: z.int(),
  height: z.int(),
  /** IANA, of its clock; empty: it does not say. */
  timeZone: z.string(),
})
export type ScreenAbout = z.infer<typeof ScreenAbout>

/** Why an item could not be shown. */
export const ItemFault = z.enum([
  /** The server has no such file, or not the one that it says. */
  'missing',
  /** No answer from where it lies. */
  'unreachable',
  /** It came, or never began, and could not be shown: damaged, refused by its site, or of a kind this device cannot play. */
  'unshowable',
])
export type ItemFault = z.infer<typeof ItemFault>

/** A supervisor's step against a glass that does not show what it should, mildest first. */
export const Remedy = z.enum(['play', 'remount', 'skip', 'reload', 'card', 'uncard'])
export type Remedy = z.infer<typeof Remedy>

/** Milliseconds since 1970, the server's clock. */
const Instant = z.int().nonnegative()

/** Something that happened on a screen. */
export const ScreenEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item-failed'), at: Instant, itemId: ItemId, fault: ItemFault }),
  z.strictObject({ kind: z.literal('remedy'), at: Instant, remedy: Remedy }),
  z.strictObject({ kind: z.literal('storage-full'), at: Instant }),
])
export type ScreenEvent = z.infer<typeof ScreenEvent>

const Pixels = z.int().nonnegative().max(100_000)

/** The most megabytes that a screen may say of itself: a petabyte, far beyond any device. */
const Megabytes = z.int().nonnegative().max(1_000_000_000)

/** The device, as far as its browser tells. */
export const ScreenDevice = z.strictObject({
  /** Pixels of the panel to one of the page's, along one side. */
  pixelRatio: z.number().positive().max(16),
  /** Of memory. Browsers round it, and say no more than so many (Chromium: 8, lately 32); absent: it does not say. */
  memoryGb: z.number().positive().max(1_024).optional(),
  /** The room that the browser would give this server, and how much of it is taken; absent: it does not say. */
  storageMb: z.strictObject({ used: Megabytes, of: Megabytes }).optional(),
  /** Its browser has promised not to clear that room by itself when the device needs some; absent: it does not say. */
  isPersistent: z.boolean().optional(),
})
export type ScreenDevice = z.infer<typeof ScreenDevice>

/** How a screen is at one moment. No personal data: nothing of whoever stands before it. */
export const ScreenState = z.strictObject({
  /**
   * `closed`: the page was left. `resting`: there are items, and none of them can be shown. `asleep`: dark on purpose, outside of
   * the display's opening hours.
   */
  doing: z.enum(['starting', 'playing', 'empty', 'resting', 'asleep', 'closed']),
  /** Of the player; null when it was not built, in development. */
  build: z
    .string()
    .regex(/^[0-9a-z-]{1,32}$/)
    .nullable(),
  viewport: z.strictObject({ width: Pixels, height: Pixels }),
  rotation: z.literal([0, 90, 180, 270]),
  /** Of the manifest that plays; null before the first. */
  revision: Instant.nullable(),
  itemId: ItemId.nullable(),
  /** Says whether it could start again without the network. */
  offline: z.enum(['ready', 'storing', 'unavailable']),
  /** Files of what plays: so many are kept on the device, of so many that can be. */
  files: z.strictObject({
    kept: z.int().nonnegative().max(MAX_ITEMS_PER_DISPLAY),
    of: z.int().nonnegative().max(MAX_ITEMS_PER_DISPLAY),
  }),
  /** The device has no room for all of them. */
  full: z.boolean(),
  /** Items that cannot be shown at the moment. */
  broken: z.array(z.strictObject({ itemId: ItemId, fault: ItemFault, since: Instant })).max(MAX_BROKEN_ITEMS_REPORTED),
  /** How far the server's clock is ahead of the device's own, in milliseconds; null while unknown. */
  clockAheadMs: z.int().nullable(),
  upSeconds: z.int().nonnegative(),
  /** Of the page's scripts, where the browser tells. */
  memoryMb: z.int().nonnegative().max(1_000_000).nullable(),
  /** The films that its browser says it can play; absent: it has not said yet, or is a player of before. */
  canPlay: z.array(FilmFormatName).max(FILM_FORMATS.length).optional(),
  /** Absent: it has not looked yet, or is a player of before. */
  device: ScreenDevice.optional(),
  /** Its browser let a film play only without the sound that it should have. */
  soundBlocked: z.literal(true).optional(),
})
export type ScreenState = z.infer<typeof ScreenState>

/** A screen's message: its state, and the events since the last message, oldest first. */
export const ScreenReport = z.strictObject({
  state: ScreenState,
  events: z.array(ScreenEvent).max(MAX_EVENTS_PER_REPORT),
})
export type ScreenReport = z.infer<typeof ScreenReport>

/**
 * A screen's word between two reports: it paints, or it does not. It counts from the last moment at which what should be on the
 * glass was there and the browser drew a frame, so a page that is alive and paints nothing says so.
 */
export const ScreenBeat = z.strictObject({
  build: ScreenState.shape.build,
  /** Of what stands on the glass; null for the quiet card. */
  itemId: ItemId.nullable(),
  /** Milliseconds since that moment. */
  paintedMsAgo: z.int().nonnegative(),
})
export type ScreenBeat = z.infer<typeof ScreenBeat>

/** The people's name for a screen: "Reception left". Empty takes the name away. */
export const ScreenName = z
  .string()
  .refine(isWellFormedText, 'text-not-well-formed')
  .transform(emptyIfBlank)
  .transform(tidyText)
  .refine((name) => name.length <= MAX_SCREEN_NAME_CHARACTERS, 'too-long')

export const UpdateScreen = z.strictObject({ name: ScreenName })
export type UpdateScreen = z.infer<typeof UpdateScreen>

/** The trouble with a glass, whatever the screen's last report says. */
export const ScreenAlarm = z.object({
  kind: z.enum([
    /** Its page is heard, and paints nothing of what it should. */
    'dark',
    /** Nothing is heard of it: it may be off, hung, or without a network and playing. */
    'silent',
  ]),
  /** When it last painted, or was last heard. */
  since: Instant,
})
export type ScreenAlarm = z.infer<typeof ScreenAlarm>

/** A screen as its display's members see it. Everything in it but its name and the times is what a stranger may have sent. */
export const Screen = z.object({
  id: ScreenId,
  /** Empty until somebody names it. */
  name: z.string(),
  firstSeenAt: Instant,
  /** When its last report arrived. */
  seenAt: Instant,
  /** As its browser introduces itself, shortened. */
  userAgent: z.string(),
  state: ScreenState,
  /** Its last beat; null for a player that sends none, and once its page was closed. */
  beat: z
    .object({
      /** When it arrived. */
      at: Instant,
      /** When the glass was last painted as it should be. */
      paintedAt: Instant,
      build: ScreenState.shape.build,
      itemId: ItemId.nullable(),
    })
    .nullable(),
  /** Null while it paints, and while nobody can know. */
  alarm: ScreenAlarm.nullable(),
  /** Oldest first; the last MAX_EVENTS_PER_SCREEN of them. */
  events: z.array(ScreenEvent),
  /** Its last MAX_REPORTS_PER_SCREEN reports in short, oldest first. */
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

/** The screens of a display against what it shows now. */
export const Screens = z.object({
  /** The server's clock as it answers. */
  at: Instant,
  /** Of the display. */
  revision: z.int(),
  /** When the display got that revision; null when that was before the server started. */
  changedAt: Instant.nullable(),
  /** The display is outside of its opening hours until then; null: it is open. */
  asleepUntil: Instant.nullable(),
  /** Named ones first, by name; then the others, by when they were first seen. */
  screens: z.array(Screen),
})
export type Screens = z.infer<typeof Screens>

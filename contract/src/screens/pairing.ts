import { DiagonalInches, DistanceCm } from '../content/advice.ts'
import {
  DEFAULT_DIAGONAL_INCHES,
  DEFAULT_DISTANCE_CM,
  MAX_COMMANDED_SCREENS,
  MAX_PLACE_CHARACTERS,
  MAX_SCREEN_NAME_CHARACTERS,
  PAIRING_CODE_CHARACTERS,
  PAIRING_CODE_LETTERS,
} from '../platform/constants.ts'
import { DisplayId, OrganisationId } from '../platform/id.ts'
import { isBlank, isWellFormedText, PlainText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { EnrolScreen } from './enrolment.ts'
import { Screen, ScreenAbout, ScreenCommandId, ScreenId, ScreenState } from './screen.ts'
import { WallPlace } from './wall.ts'

const CODE = new RegExp(`^[${PAIRING_CODE_LETTERS}]{${PAIRING_CODE_CHARACTERS}}$`)

/** The six characters on a screen, in any way of typing them: `k7m-2qp` becomes `K7M2QP`. */
export const PairingCode = z
  .string()
  .max(20, 'pairing-code-not-found')
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, ''))
  .refine((code) => CODE.test(code), 'pairing-code-not-found')
  .brand<'PairingCode'>()
export type PairingCode = z.infer<typeof PairingCode>

/** The secret by which a screen's browser is recognised: 256 random bits in base64url. The server stores only a digest. */
export const ScreenSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'invalid-field')
  .brand<'ScreenSecret'>()
export type ScreenSecret = z.infer<typeof ScreenSecret>

const Pixels = z.int().nonnegative().max(100_000)

/** The first request of a screen: its properties, and its secret if it has one. */
export const EnterScreen = z.strictObject({
  secret: z.string().max(100).nullable(),
  width: Pixels,
  height: Pixels,
  /** As named by its browser. */
  timeZone: z.string().max(64).refine(isWellFormedText, 'text-not-well-formed').transform(tidyText),
  /** With an enrolment code. It is not looked at if the secret is known here. */
  enrol: EnrolScreen.optional(),
})
export type EnterScreen = z.infer<typeof EnterScreen>

/**
 * The commands for a paired screen. `identify`: shows its name and its code in large letters for a while. `reload`: reloads its
 * page. `restart`: plays from the first item. `refetch`: deletes its stored files and downloads them again. `go-elsewhere`:
 * opens the address of another server, now and at every start.
 */
export const SCREEN_COMMANDS = ['identify', 'reload', 'restart', 'refetch', 'go-elsewhere'] as const
export const ScreenCommandKind = z.enum(SCREEN_COMMANDS)
export type ScreenCommandKind = z.infer<typeof ScreenCommandKind>

/** A screen's answer to a command: `done`, or the reason why it failed. */
export const SCREEN_ANSWERS = ['done', 'unreachable', 'nothing-plays', 'unknown-command', 'failed'] as const
export const ScreenAnswer = z.enum(SCREEN_ANSWERS)
export type ScreenAnswer = z.infer<typeof ScreenAnswer>

/** The data for a screen about itself: its identity, its display, and its commands, oldest first. */
export const ScreenPlace = z.object({
  id: ScreenId,
  organisationId: OrganisationId,
  /** null: it has no display at the moment. */
  displayId: DisplayId.nullable(),
  name: z.string(),
  /** The address of another server that it opens instead of this one's. */
  sentTo: z.string().nullable(),
  /** Its place in the wall of its display [LY8]. Absent: it shows the whole picture. */
  wall: WallPlace.optional(),
  /** Present while the wall of its display is being set up. */
  testCard: z
    .object({
      /** The number by which the dashboard names the screen meanwhile. */
      number: z.int(),
      /** Milliseconds until the test card ends by itself. */
      leftMs: z.int(),
    })
    .optional(),
  /** The inserts on this screen alone [LY7]: a `ScreenInserts`, which is of a later wing. Absent: there are none. */
  inserts: z.record(z.string(), z.unknown()).optional(),
  commands: z.array(z.object({ id: ScreenCommandId, kind: ScreenCommandKind, address: z.string().nullable() })),
  /** Somebody wants pictures of what the screen shows [PX3], and it has no agent that takes them: one now, then more until `forMs` is over. */
  picture: z.object({ id: ScreenCommandId, forMs: z.int().nonnegative() }).optional(),
})
export type ScreenPlace = z.infer<typeof ScreenPlace>

/** The answer to a screen's first request. */
export const EnteredScreen = z.discriminatedUnion('status', [
  z.object({ status: z.literal('paired'), secret: ScreenSecret, place: ScreenPlace }),
  z.object({
    status: z.literal('waiting'),
    secret: ScreenSecret,
    code: PairingCode,
    expiresInMs: z.int(),
    /** True: the screen was released, so what it stored about its place is no longer valid. */
    isLetGo: z.boolean(),
    /** Its enrolment code is not valid (any longer), or has enrolled all its screens. */
    isEnrolRefused: z.literal(true).optional(),
  }),
])
export type EnteredScreen = z.infer<typeof EnteredScreen>

/** The event `screen` on a screen's streams, sent on every change. */
export const ScreenWord = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('waiting'),
    /** The name of the display that somebody is about to assign to it; null: none. */
    shown: z.string().nullable(),
  }),
  z.object({ status: z.literal('paired'), place: ScreenPlace }),
  /** Its secret is invalid here, or no longer valid. It should request a code. */
  z.object({ status: z.literal('unknown') }),
])
export type ScreenWord = z.infer<typeof ScreenWord>

export const AnswerCommand = z.strictObject({ commandId: ScreenCommandId, answer: ScreenAnswer })
export type AnswerCommand = z.infer<typeof AnswerCommand>

const PairedName = z
  .string()
  .refine(isWellFormedText, 'text-not-well-formed')
  .transform(tidyText)
  .refine((name) => !isBlank(name), 'name-missing')
  .refine((name) => name.length <= MAX_SCREEN_NAME_CHARACTERS, 'too-long')
const Place = PlainText.refine((place) => place.length <= MAX_PLACE_CHARACTERS, 'too-long')

/** A command as users see it. Instants: milliseconds since 1970. */
export const ScreenCommand = z.object({
  id: ScreenCommandId,
  kind: ScreenCommandKind,
  madeAt: z.int(),
  /** `waiting`: not answered yet. `lapsed`: the screen was not heard within COMMAND_LIVES_MS. */
  state: z.enum(['waiting', 'done', 'failed', 'lapsed']),
  /** With `failed`. */
  because: ScreenAnswer.nullable(),
})
export type ScreenCommand = z.infer<typeof ScreenCommand>

/** The numbers of films at once that people can choose for a screen [LY5]. */
export const FILMS_AT_ONCE = [1, 2, 4] as const
const FilmsAtOnce = z.literal(FILMS_AT_ONCE)

/** The number of films that a screen plays at once, with where it is from. */
export const ScreenFilms = z.object({
  /** null: automatic. */
  chosen: FilmsAtOnce.nullable(),
  /** The number without a choice. */
  automatic: z.int(),
  /**
   * The source of `automatic`. `failed`: a film stood still on it while others moved. `managed`: it has moved as many.
   * `engine`: from the table by its engine. `unknown`: its engine is not in the table, so it counts as one.
   */
  by: z.enum(['failed', 'managed', 'engine', 'unknown']),
})
export type ScreenFilms = z.infer<typeof ScreenFilms>

export const PairedScreen = z.object({
  id: ScreenId,
  /** null: its display was removed. */
  displayId: DisplayId.nullable(),
  name: z.string(),
  /** Empty if nobody entered one. */
  place: z.string(),
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  filmsAtOnce: ScreenFilms,
  /** As of the pairing. */
  about: ScreenAbout,
  pairedAt: z.int(),
  /** The time when its stream was last connected, accurate to a minute; null: never. */
  seenAt: z.int().nullable(),
  isConnected: z.boolean(),
  sentTo: z.string().nullable(),
  /** The most recent few, newest first. */
  commands: z.array(ScreenCommand),
})
export type PairedScreen = z.infer<typeof PairedScreen>

/** The screen that shows a code. */
export const Pairing = z.object({
  code: PairingCode,
  about: ScreenAbout,
  /** Screens of the organisation that are currently not heard. Those that resemble this one come first. */
  silent: z.array(
    PairedScreen.pick({ id: true, name: true, place: true, displayId: true }).extend({ isAlike: z.boolean() }),
  ),
})
export type Pairing = z.infer<typeof Pairing>

/**
 * `new`: a screen that was not known before. `repair`: a known screen that has lost its storage; it gets its former identity
 * back. `replace`: new hardware for an old screen, which is released. `move`: a known screen that has lost its storage, on
 * another display.
 */
export const PairScreen = z.discriminatedUnion('as', [
  z.strictObject({
    as: z.literal('new'),
    displayId: DisplayId,
    name: PairedName,
    place: Place.default(''),
    diagonalInches: DiagonalInches.default(DEFAULT_DIAGONAL_INCHES),
    distanceCm: DistanceCm.default(DEFAULT_DISTANCE_CM),
  }),
  z.strictObject({ as: z.literal('repair'), screenId: ScreenId }),
  z.strictObject({ as: z.literal('replace'), screenId: ScreenId }),
  z.strictObject({ as: z.literal('move'), screenId: ScreenId, displayId: DisplayId }),
])
export type PairScreen = z.infer<typeof PairScreen>

/** null: the screen shows only the code again. */
export const ShowPairing = z.strictObject({ displayId: DisplayId.nullable() })
export type ShowPairing = z.infer<typeof ShowPairing>

/** An absent field is not changed. `sentTo` can only be cleared here; `go-elsewhere` sets it. */
export const ChangePairedScreen = z.strictObject({
  displayId: DisplayId.optional(),
  name: PairedName.optional(),
  place: Place.optional(),
  diagonalInches: DiagonalInches.optional(),
  distanceCm: DistanceCm.optional(),
  sentTo: z.null().optional(),
  /** null: automatic. */
  filmsAtOnce: FilmsAtOnce.nullable().optional(),
})
export type ChangePairedScreen = z.infer<typeof ChangePairedScreen>

const Address = z
  .string()
  .max(500, 'too-long')
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'link-not-valid')

const screenIds = z.array(ScreenId).min(1).max(MAX_COMMANDED_SCREENS)

export const CommandScreens = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['identify', 'reload', 'restart', 'refetch']), screenIds }),
  z.strictObject({ kind: z.literal('go-elsewhere'), screenIds, address: Address }),
])
export type CommandScreens = z.infer<typeof CommandScreens>

/** A screen without its details, for a list of a thousand. */
export const ScreenInShort = Screen.omit({ events: true, reports: true, userAgent: true }).extend({
  /** The title of the item on it; null: nothing is on it, or the item no longer exists. */
  itemTitle: z.string().nullable(),
})
export type ScreenInShort = z.infer<typeof ScreenInShort>

/**
 * Every screen of an organisation that the caller may see: paired screens, and those that opened the plain address of a
 * display.
 */
export const OrganisationScreens = z.object({
  /** The server's clock. */
  at: z.int(),
  /** The player build that the server has; null if it was not built, in development. */
  playerBuild: ScreenState.shape.build,
  displays: z.array(
    z.object({
      id: DisplayId,
      name: z.string(),
      revision: z.int(),
      /** The time when its screens are on again. Only set outside of its opening hours. */
      asleepUntil: z.int().nullable(),
    }),
  ),
  screens: z.array(
    z.object({
      displayId: DisplayId.nullable(),
      paired: PairedScreen.nullable(),
      /** The screen's own report; null: none yet. */
      told: ScreenInShort.nullable(),
    }),
  ),
})
export type OrganisationScreens = z.infer<typeof OrganisationScreens>

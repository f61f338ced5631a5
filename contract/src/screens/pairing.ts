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
import { Screen, ScreenAbout, ScreenId, ScreenState } from './screen.ts'

const CODE = new RegExp(`^[${PAIRING_CODE_LETTERS}]{${PAIRING_CODE_CHARACTERS}}$`)

/** The six characters on a glass, however somebody types them: `k7m-2qp` is `K7M2QP`. */
export const PairingCode = z
  .string()
  .max(20, 'pairing-code-not-found')
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, ''))
  .refine((code) => CODE.test(code), 'pairing-code-not-found')
  .brand<'PairingCode'>()
export type PairingCode = z.infer<typeof PairingCode>

/** The secret that a browser keeps to be known as this screen: 256 random bits in base64url. The server keeps its digest alone. */
export const ScreenSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'invalid-field')
  .brand<'ScreenSecret'>()
export type ScreenSecret = z.infer<typeof ScreenSecret>

const Pixels = z.int().nonnegative().max(100_000)

/** A screen's first word: what it is, and the secret that it keeps if it keeps one. */
export const EnterScreen = z.strictObject({
  secret: z.string().max(100).nullable(),
  width: Pixels,
  height: Pixels,
  /** As its browser names it. */
  timeZone: z.string().max(64).refine(isWellFormedText, 'text-not-well-formed').transform(tidyText),
})
export type EnterScreen = z.infer<typeof EnterScreen>

/**
 * All that can be asked of a paired screen. `identify`: it says its name and its code, large, for a while. `reload`: its page
 * begins anew. `restart`: it plays from the first item. `refetch`: it forgets what it has stored and fetches it again.
 * `go-elsewhere`: it opens another server's address, now and whenever it starts.
 */
export const SCREEN_COMMANDS = ['identify', 'reload', 'restart', 'refetch', 'go-elsewhere'] as const
export const ScreenCommandKind = z.enum(SCREEN_COMMANDS)
export type ScreenCommandKind = z.infer<typeof ScreenCommandKind>

/** A screen's word on a command: it did it, or why not. */
export const SCREEN_ANSWERS = ['done', 'unreachable', 'nothing-plays', 'unknown-command', 'failed'] as const
export const ScreenAnswer = z.enum(SCREEN_ANSWERS)
export type ScreenAnswer = z.infer<typeof ScreenAnswer>

export const ScreenCommandId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'invalid-id')
  .brand<'ScreenCommandId'>()
export type ScreenCommandId = z.infer<typeof ScreenCommandId>

/** The news for a screen of itself: which it is, what it plays, and what it is told to do, oldest first. */
export const ScreenPlace = z.object({
  id: ScreenId,
  organisationId: OrganisationId,
  /** Null: it has no display now. */
  displayId: DisplayId.nullable(),
  name: z.string(),
  /** Another server's address that it opens in the place of this one's. */
  sentTo: z.string().nullable(),
  commands: z.array(z.object({ id: ScreenCommandId, kind: ScreenCommandKind, address: z.string().nullable() })),
})
export type ScreenPlace = z.infer<typeof ScreenPlace>

/** The server's answer to a screen's first word. */
export const EnteredScreen = z.discriminatedUnion('status', [
  z.object({ status: z.literal('paired'), secret: ScreenSecret, place: ScreenPlace }),
  z.object({
    status: z.literal('waiting'),
    secret: ScreenSecret,
    code: PairingCode,
    expiresInMs: z.int(),
    /** Somebody has let this screen go: what it kept of its place is over. */
    isLetGo: z.boolean(),
  }),
])
export type EnteredScreen = z.infer<typeof EnteredScreen>

/** The event `screen` of a screen's streams: whenever one of this changes. */
export const ScreenWord = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('waiting'),
    /** The display that somebody is about to give it, by name; null: nobody is. */
    shown: z.string().nullable(),
  }),
  z.object({ status: z.literal('paired'), place: ScreenPlace }),
  /** Its secret opens nothing here (any more): it should ask for a code. */
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

/** A command as the people see it. Instants: milliseconds since 1970. */
export const ScreenCommand = z.object({
  id: ScreenCommandId,
  kind: ScreenCommandKind,
  madeAt: z.int(),
  /** `waiting`: not answered yet. `lapsed`: the screen was not heard within COMMAND_LIVES_MS. */
  state: z.enum(['waiting', 'done', 'failed', 'lapsed']),
  /** Of `failed`. */
  because: ScreenAnswer.nullable(),
})
export type ScreenCommand = z.infer<typeof ScreenCommand>

export const PairedScreen = z.object({
  id: ScreenId,
  /** Null: its display was removed. */
  displayId: DisplayId.nullable(),
  name: z.string(),
  /** Empty: nobody has said. */
  place: z.string(),
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  /** When it was paired. */
  about: ScreenAbout,
  pairedAt: z.int(),
  /** When its stream was last there, to within a minute; null: not yet. */
  seenAt: z.int().nullable(),
  isConnected: z.boolean(),
  sentTo: z.string().nullable(),
  /** The newest few, newest first. */
  commands: z.array(ScreenCommand),
})
export type PairedScreen = z.infer<typeof PairedScreen>

/** The screen behind a code. */
export const Pairing = z.object({
  code: PairingCode,
  about: ScreenAbout,
  /** Screens of the organisation that nobody hears of now, those that are like this one first. */
  silent: z.array(
    PairedScreen.pick({ id: true, name: true, place: true, displayId: true }).extend({ isAlike: z.boolean() }),
  ),
})
export type Pairing = z.infer<typeof Pairing>

/**
 * `new`: a screen that was not here before. `repair`: one of ours that has lost its memory; it is again what it was. `replace`: new
 * hardware in the place of an old one, which is let go. `move`: one of ours that has lost its memory, on another display.
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

/** Null: the glass says the code alone again. */
export const ShowPairing = z.strictObject({ displayId: DisplayId.nullable() })
export type ShowPairing = z.infer<typeof ShowPairing>

/** An absent field stays as it is. `sentTo` can only be taken back here: `go-elsewhere` sets it. */
export const ChangePairedScreen = z.strictObject({
  displayId: DisplayId.optional(),
  name: PairedName.optional(),
  place: Place.optional(),
  diagonalInches: DiagonalInches.optional(),
  distanceCm: DistanceCm.optional(),
  sentTo: z.null().optional(),
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

/** A screen in short, for a list of a thousand. */
export const ScreenInShort = Screen.omit({ events: true, reports: true, userAgent: true }).extend({
  /** Of what is on it; null: nothing, or something that is not there any more. */
  itemTitle: z.string().nullable(),
})
export type ScreenInShort = z.infer<typeof ScreenInShort>

/** Every screen of an organisation that the caller may see: paired ones, and those that opened a display's plain address. */
export const OrganisationScreens = z.object({
  /** The server's clock. */
  at: z.int(),
  /** The player that the server has now; null when it was not built, in development. */
  playerBuild: ScreenState.shape.build,
  displays: z.array(
    z.object({
      id: DisplayId,
      name: z.string(),
      revision: z.int(),
      /** Outside of its opening hours: when its screens are on again. */
      asleepUntil: z.int().nullable(),
    }),
  ),
  screens: z.array(
    z.object({
      displayId: DisplayId.nullable(),
      paired: PairedScreen.nullable(),
      /** The screen's words about itself; null: none yet. */
      told: ScreenInShort.nullable(),
    }),
  ),
})
export type OrganisationScreens = z.infer<typeof OrganisationScreens>

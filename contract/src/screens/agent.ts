import {
  AGENT_COMMAND_LIVES_MS,
  AGENT_REPORT_MS,
  MAX_AGENT_ANSWERS_PER_REPORT,
  MAX_AGENT_EVENTS_PER_REPORT,
  MAX_AGENT_FILE_BYTES,
  MAX_AGENT_TEXT_CHARACTERS,
  MAX_RESOLUTIONS,
  PICTURES_FOR_MS,
} from '../platform/constants.ts'
import { DisplayId, OrganisationId } from '../platform/id.ts'
import { emptyIfBlank, isWellFormedText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ScreenCommandId, ScreenId } from './screen.ts'

// The agent is a program beneath a screen's page, on the same machine. It has the screen's own secret and sends only outwards. Spans of
// time travel, not instants, because the clock of a machine may be wrong by a year.

/** Text that an agent reports. It is untrusted, so anything that is not well-formed is left out and the rest is shortened. */
const AgentText = z
  .string()
  .max(2_000)
  .transform((text) => (isWellFormedText(text) ? tidyText(text).slice(0, MAX_AGENT_TEXT_CHARACTERS) : ''))
  .transform((text) => text.replace(/[\uD800-\uDBFF]$/, ''))
  .transform(emptyIfBlank)

const LONGEST_REPORT_MS = 60 * 60_000

/** Milliseconds before the request was sent. At most 30 days: a machine may have been without a network. */
const AgoMs = z
  .int()
  .nonnegative()
  .max(30 * 24 * 60 * 60_000)

/** `3840x2160@60`: pixels and pictures a second. */
export const Resolution = z.string().regex(/^[1-9]\d{2,4}x[1-9]\d{2,4}@[1-9]\d{0,2}$/, 'invalid-field')
export type Resolution = z.infer<typeof Resolution>

/**
 * Everything that an agent can be told to do [PX4]. It refuses anything else. `picture`: pictures of what the screen shows. `panel`:
 * switches the panel on or to standby. `rotate`: turns the picture clockwise.
 */
export const AGENT_COMMANDS = [
  'picture',
  'panel',
  'volume',
  'rotate',
  'resolution',
  'restart-browser',
  'restart-machine',
] as const
export const AgentCommandKind = z.enum(AGENT_COMMANDS)
export type AgentCommandKind = z.infer<typeof AgentCommandKind>

/** A command as somebody gives it. */
export const AgentOrder = z.discriminatedUnion('kind', [
  /** The first picture at once, then one every PICTURE_EVERY_MS until `forMs` is over. 0: only one. */
  z.strictObject({ kind: z.literal('picture'), forMs: z.int().min(0).max(PICTURES_FOR_MS).default(PICTURES_FOR_MS) }),
  z.strictObject({ kind: z.literal('panel'), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal('volume'), percent: z.int().min(0).max(100) }),
  z.strictObject({ kind: z.literal('rotate'), degrees: z.literal([0, 90, 180, 270]) }),
  /** One of the modes that the machine reported. */
  z.strictObject({ kind: z.literal('resolution'), mode: Resolution }),
  z.strictObject({ kind: z.literal('restart-browser') }),
  z.strictObject({ kind: z.literal('restart-machine') }),
])
export type AgentOrder = z.infer<typeof AgentOrder>

/** The commands by the names under which people see them. */
export const MACHINE_COMMANDS = [
  'picture',
  'panel-on',
  'panel-off',
  'volume',
  'rotate',
  'resolution',
  'restart-browser',
  'restart-machine',
  /** An update of the agent. It is not an AgentOrder: the server declares the wanted version. */
  'update',
] as const
export type MachineCommandName = (typeof MACHINE_COMMANDS)[number]

export function nameOfOrder(order: AgentOrder): MachineCommandName {
  return order.kind === 'panel' ? (order.isOn ? 'panel-on' : 'panel-off') : order.kind
}

/** SHA-256 of a file of the agent, in hex. */
export const AgentHash = z.string().regex(/^[0-9a-f]{64}$/, 'invalid-field')
export type AgentHash = z.infer<typeof AgentHash>

/**
 * Reasons why a machine does not run the version that its server offered [PX6]. `exited`, `not-well` and `no-answer`: it was
 * started, and the version before runs again. `key`: signed by another key than that of the pairing. `signature`: not signed by the server. `older`: the server has offered a
 * newer one before. `damaged`: the file is another than the signed one. `too-often`: too many attempts within a day.
 */
export const AGENT_UPDATE_PROBLEMS = [
  'exited',
  'not-well',
  'no-answer',
  'key',
  'signature',
  'older',
  'damaged',
  'download',
  'disk-full',
  'too-often',
] as const
export const AgentUpdateProblem = z.enum(AGENT_UPDATE_PROBLEMS)
export type AgentUpdateProblem = z.infer<typeof AgentUpdateProblem>

/** The statement that the server signs about a file of the agent. An agent takes it only if its serial is not below the highest so far. */
export const AgentStatement = z.strictObject({
  product: z.literal('placard-agent'),
  /** Rises with each change of the file that the server offers, also when an older version comes back. */
  serial: z.int().positive(),
  version: z.string().min(1).max(40),
  hash: AgentHash,
  sizeBytes: z.int().positive().max(MAX_AGENT_FILE_BYTES),
})
export type AgentStatement = z.infer<typeof AgentStatement>

/** An Ed25519 public key, in base64url. */
const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The version that a machine should install now. */
export const AgentOffer = z.object({
  /** JSON of AgentStatement, as it was signed. */
  statement: z.string().max(1_000),
  /** Of the statement, by the server's key. In base64url. */
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
  /** A version that has failed is tried again only at a higher number, which a person asks for. */
  attempt: z.int().nonnegative(),
})
export type AgentOffer = z.infer<typeof AgentOffer>

/** The update as an agent reports it. Unknown fields are left out, because an agent may be newer than its server. */
const AgentUpdateState = z.object({
  /** The file that runs. */
  hash: AgentHash,
  /** False: it has been started, and does not yet count as well. */
  isSettled: z.boolean(),
  /** The newest version that it could not install or keep. */
  failed: z.object({ hash: AgentHash, problem: AgentUpdateProblem, attempt: z.int().nonnegative() }).nullable(),
})
export type AgentUpdateState = z.infer<typeof AgentUpdateState>

/** A command as the agent receives it. It is carried out once, and not after `leftMs`. */
export const AgentTask = z.object({
  id: ScreenCommandId,
  order: AgentOrder,
  leftMs: z.int().nonnegative().max(AGENT_COMMAND_LIVES_MS),
})
export type AgentTask = z.infer<typeof AgentTask>

/**
 * The state in which the panel should be, now and at the next changes. The agent switches the panel whenever the wanted state changes:
 * by a new word, or because a change is due, also without a network. A `panel` command stands until the next change.
 */
export const WantedPanel = z.object({
  isOn: z.boolean(),
  /** In order. `inMs` counts from the moment at which the word was received. */
  changes: z.array(z.object({ inMs: z.int().nonnegative(), isOn: z.boolean() })),
})
export type WantedPanel = z.infer<typeof WantedPanel>

/** Everything that the server tells an agent: the answer to its hello, and the event `agent` on its stream, sent on every change. */
export const AgentWord = z.object({
  id: ScreenId,
  organisationId: OrganisationId,
  /** null: the screen has no display at the moment. */
  displayId: DisplayId.nullable(),
  name: z.string(),
  /** The server's clock: milliseconds since 1970. */
  at: z.int(),
  /** The open commands, oldest first. One that was answered, or is too old, is absent. */
  tasks: z.array(AgentTask),
  /** null: the panel is switched by commands alone. */
  panel: WantedPanel.nullable(),
  /** False: the screen forbids pictures of what it shows, and the agent takes none. */
  mayTakePictures: z.boolean(),
  /** The longest pause between two reports of vital signs that do not change notably. Absent: AGENT_REPORT_MS. */
  reportMs: z.int().min(AGENT_REPORT_MS).max(LONGEST_REPORT_MS).optional(),
  /** Absent: the agent cannot update itself, or the server cannot. `offer` is null while there is nothing to install. */
  update: z.object({ key: PublicKey, offer: AgentOffer.nullable() }).optional(),
})
export type AgentWord = z.infer<typeof AgentWord>

/** The first request of an agent, after each of its starts, and again when its abilities have changed. */
export const AgentHello = z.strictObject({
  version: AgentText,
  /** Such as `Raspberry Pi 5 Model B Rev 1.0`. */
  machine: AgentText,
  /** Such as `Debian GNU/Linux 13 (trixie)`. */
  system: AgentText,
  /** Such as `Chromium 142.0.7444.59`. */
  browser: AgentText,
  /** The panel as it names itself. Empty: it does not. */
  panel: AgentText,
  /** The commands that this machine can carry out. Only these are offered. */
  can: z
    .array(AgentCommandKind)
    .max(AGENT_COMMANDS.length)
    .transform((kinds) => AGENT_COMMANDS.filter((kind) => kinds.includes(kind))),
  /** For `resolution`. */
  resolutions: z
    .array(Resolution)
    .max(MAX_RESOLUTIONS)
    .transform((modes) => [...new Set(modes)]),
  /** Absent: it cannot update itself. */
  update: AgentUpdateState.optional(),
})
export type AgentHello = z.infer<typeof AgentHello>

/** The ways to a panel, in the order in which they are tried. `command`: a command of the machine's own settings. */
export const PANEL_WAYS = ['cec', 'ddc', 'output', 'serial', 'network', 'command'] as const
export const PANEL_POWERS = ['on', 'standby', 'off', 'unknown'] as const
export const PanelPower = z.enum(PANEL_POWERS)
export type PanelPower = z.infer<typeof PanelPower>

const Megabytes = z.int().nonnegative().max(1_000_000_000)
const Share = z.strictObject({ used: Megabytes, of: Megabytes })
const Seconds = z.int().nonnegative().max(10_000_000_000)

/** The state of a machine at one moment [PX5]. An absent value is not known there. */
export const AgentVitals = z.strictObject({
  /** Of the processor, in degrees Celsius. */
  temperatureC: z.number().min(-60).max(200).optional(),
  /** The processor runs slower than it could, because of heat or of its power supply: now, or since its start. */
  throttled: z.enum(['no', 'before', 'now']).optional(),
  /** The share of all cores that is busy. */
  loadPercent: z.number().min(0).max(100).optional(),
  memoryMb: Share.optional(),
  /** Of the file system with the browser's profile. */
  diskMb: Share.optional(),
  network: z
    .strictObject({ by: z.enum(['wire', 'wifi', 'none']), signalDbm: z.number().min(-200).max(50).optional() })
    .optional(),
  /** The server's clock minus the machine's. */
  clockOffsetMs: z.int().min(-4_000_000_000_000).max(4_000_000_000_000).optional(),
  /** Since the machine, and since the browser, was started. */
  upSeconds: Seconds.optional(),
  browserUpSeconds: Seconds.optional(),
  /** The panel as it says itself. */
  panel: z
    .strictObject({ power: PanelPower, input: AgentText.optional(), by: z.enum(PANEL_WAYS).optional() })
    .optional(),
  volumePercent: z.int().min(0).max(100).optional(),
})
export type AgentVitals = z.infer<typeof AgentVitals>

/** An event on a machine. */
export const AGENT_EVENTS = [
  'machine-started',
  'agent-started',
  'agent-updated',
  'agent-update-undone',
  'browser-started',
  'browser-gone',
  'browser-crashed',
  'page-black',
  'page-stuck',
  'page-unreachable',
  'disk-full',
  'panel-on',
  'panel-off',
] as const
export const AgentEventKind = z.enum(AGENT_EVENTS)
export type AgentEventKind = z.infer<typeof AgentEventKind>
export const AgentEvent = z.strictObject({ kind: AgentEventKind, agoMs: AgoMs, detail: AgentText.default('') })
export type AgentEvent = z.infer<typeof AgentEvent>

/** The outcome of a command in a word. `panel-sent`: the panel was told, and cannot answer this way. */
export const AGENT_TOLD = [
  'done',
  'panel-on',
  'panel-standby',
  'panel-off',
  'panel-sent',
  'panel-silent',
  'volume-set',
  'turned',
  'resolution-set',
  'pictures-sent',
  'pictures-forbidden',
  'browser-back',
  'restarting',
  'cannot',
  'unknown-command',
  'too-late',
  'busy',
  'failed',
] as const
export const AgentTold = z.enum(AGENT_TOLD)
export type AgentTold = z.infer<typeof AgentTold>

/**
 * An answer to a command. `taken`: it has begun. `done` and `failed` are final; after them the command is absent from the next word. An
 * answer to an unknown or finished command is dropped silently.
 */
export const AgentAnswer = z.strictObject({
  commandId: ScreenCommandId,
  state: z.enum(['taken', 'done', 'failed']),
  told: AgentTold.optional(),
  /** Shown as it is, such as the line that `cec-ctl` wrote. */
  detail: AgentText.default(''),
})
export type AgentAnswer = z.infer<typeof AgentAnswer>

/**
 * A report of an agent: with its vital signs after a notable change and at least every `reportMs` of the last word, and at once for an
 * answer, an event, or a panel that was switched.
 */
export const AgentReport = z.strictObject({
  vitals: AgentVitals.optional(),
  events: z.array(AgentEvent).max(MAX_AGENT_EVENTS_PER_REPORT).default([]),
  answers: z.array(AgentAnswer).max(MAX_AGENT_ANSWERS_PER_REPORT).default([]),
})
export type AgentReport = z.infer<typeof AgentReport>

/** The command that a picture belongs to. */
export const AgentPictureQuery = z.strictObject({ commandId: ScreenCommandId })
export type AgentPictureQuery = z.infer<typeof AgentPictureQuery>

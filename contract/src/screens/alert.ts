import { MAX_DISPLAYS_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId, IncidentId } from '../platform/id.ts'
import { Instant } from '../platform/instant.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from './screen.ts'

/** The problems of a screen's page that cause an alert. `unsteady`: it came and went four times within an hour. */
export const PAGE_INCIDENT_KINDS = ['dark', 'silent', 'unsteady'] as const
/**
 * The problems of the machine beneath a screen [PX5]. `panel-off`: its panel is off although its display is open. `hot`: it runs hot, or
 * is slowed down. `disk-full`: its storage is nearly full. `update-undone` [PX6]: a new version of its agent was not well, and the version
 * before is back.
 */
export const MACHINE_INCIDENT_KINDS = ['panel-off', 'hot', 'disk-full', 'update-undone'] as const
export const INCIDENT_KINDS = [...PAGE_INCIDENT_KINDS, ...MACHINE_INCIDENT_KINDS] as const
export const IncidentKind = z.enum(INCIDENT_KINDS)
export type IncidentKind = z.infer<typeof IncidentKind>

/** Means "until it is back": the largest value of a JavaScript date. */
export const MUTED_UNTIL_BACK = 8_640_000_000_000_000
export const MUTED_FOR_MS = 60 * 60_000

/** The versions of an agent that went back: the one that runs, and the one that was not well. Shown as text. */
export const IncidentVersions = z.object({ running: z.string(), undone: z.string() })
export type IncidentVersions = z.infer<typeof IncidentVersions>

/** One problem of one screen, from its beginning to its end. */
export const Incident = z.object({
  id: IncidentId,
  displayId: DisplayId,
  screenId: ScreenId,
  /** The name that users gave the screen. */
  name: z.string(),
  kind: IncidentKind,
  /** Of `update-undone` alone. */
  versions: IncidentVersions.optional(),
  /** The time when it last painted, or was last heard. */
  beganAt: Instant,
  /** The time when its recipients were notified; null: not yet, or it was over before. */
  toldAt: Instant.nullable(),
  /** The time when it was over; null: it is not over. */
  closedAt: Instant.nullable(),
  /** No further notifications are sent before this time; MUTED_UNTIL_BACK: until it is over. null: not muted. */
  mutedUntil: Instant.nullable(),
})
export type Incident = z.infer<typeof Incident>

/** The displays whose alerts a member wants by mail; null: all, `[]`: none. */
export const AlertChoice = z.strictObject({
  displays: z
    .array(DisplayId)
    .max(MAX_DISPLAYS_PER_ORGANISATION, 'invalid-field')
    .transform((ids) => [...new Set(ids)])
    .nullable(),
})
export type AlertChoice = z.infer<typeof AlertChoice>

export const Alerts = z.object({
  /** The server's clock at the time of the answer. */
  at: Instant,
  /** For the displays that the caller may see; oldest first. */
  open: z.array(Incident),
  /** Alerts of the last 30 days that are over; newest first. */
  past: z.array(Incident),
  choice: AlertChoice.shape.displays,
  /** True: the installation can send mail. */
  sendsMail: z.boolean(),
  /** The number of watched screens: those that have a name. */
  watched: z.int().nonnegative(),
})
export type Alerts = z.infer<typeof Alerts>

export const MUTE_SPANS = ['hour', 'back'] as const
const MuteSpan = z.enum(MUTE_SPANS)
export const MuteIncident = z.strictObject({ for: MuteSpan })
export type MuteSpan = z.infer<typeof MuteSpan>

/** 256 random bits in base64url, in the links of a member's alert mails. It can mute and unsubscribe, and nothing else. */
export const AlertKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'alert-link-not-valid')
export type AlertKey = z.infer<typeof AlertKey>

export const MAX_INCIDENTS_PER_LINK = 50

/** The action of a link in a mail. */
export const QuietAlerts = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('unsubscribe'), key: AlertKey }),
  z.strictObject({
    what: z.literal('mute'),
    key: AlertKey,
    for: MuteSpan,
    incidents: z.array(IncidentId).min(1).max(MAX_INCIDENTS_PER_LINK),
  }),
])
export type QuietAlerts = z.infer<typeof QuietAlerts>

/** RFC 8058: the body that a mail program sends when its own "unsubscribe" button is pressed. */
export const OneClick = z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') })

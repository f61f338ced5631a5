import { MAX_DISPLAYS_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId, IncidentId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ScreenId } from './screen.ts'

/** Milliseconds since 1970, the server's clock. */
const Instant = z.int().nonnegative()

/** The trouble of a screen that somebody is told of. `unsteady`: it came and went four times within an hour. */
export const INCIDENT_KINDS = ['dark', 'silent', 'unsteady'] as const
export const IncidentKind = z.enum(INCIDENT_KINDS)
export type IncidentKind = z.infer<typeof IncidentKind>

/** Stands for "until it is back": no clock gets there. */
export const MUTED_UNTIL_BACK = 8_640_000_000_000_000
export const MUTED_FOR_MS = 60 * 60_000

/** One trouble of one screen, from its beginning to its end. */
export const Incident = z.object({
  id: IncidentId,
  displayId: DisplayId,
  screenId: ScreenId,
  /** The name that people gave the screen. */
  name: z.string(),
  kind: IncidentKind,
  /** When it last painted, or was last heard. */
  beganAt: Instant,
  /** When the people who asked for it were told; null: not yet, or it was over before. */
  toldAt: Instant.nullable(),
  /** When it was over; null: it is not. */
  closedAt: Instant.nullable(),
  /** Nobody is told anything more of it until then; MUTED_UNTIL_BACK: until it is over. Null: it is not muted. */
  mutedUntil: Instant.nullable(),
})
export type Incident = z.infer<typeof Incident>

/** The displays of whose screens somebody wants to hear by mail; null: of all, `[]`: of none. */
export const AlertChoice = z.strictObject({
  displays: z
    .array(DisplayId)
    .max(MAX_DISPLAYS_PER_ORGANISATION, 'invalid-field')
    .transform((ids) => [...new Set(ids)])
    .nullable(),
})
export type AlertChoice = z.infer<typeof AlertChoice>

export const Alerts = z.object({
  /** The server's clock as it answers. */
  at: Instant,
  /** Of the displays that the caller may see; the oldest first. */
  open: z.array(Incident),
  /** The alerts that are over, of the last 30 days; the newest first. */
  past: z.array(Incident),
  choice: AlertChoice.shape.displays,
  /** True: the installation sends mail. */
  sendsMail: z.boolean(),
  /** How many screens are watched: those that have a name. */
  watched: z.int().nonnegative(),
})
export type Alerts = z.infer<typeof Alerts>

export const MUTE_SPANS = ['hour', 'back'] as const
const MuteSpan = z.enum(MUTE_SPANS)
export const MuteIncident = z.strictObject({ for: MuteSpan })
export type MuteSpan = z.infer<typeof MuteSpan>

/** 256 random bits in base64url, in the links of somebody's mails of alerts: it mutes and unsubscribes, and opens nothing else. */
export const AlertKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'alert-link-not-valid')
export type AlertKey = z.infer<typeof AlertKey>

export const MAX_INCIDENTS_PER_LINK = 50

/** The button behind a link of a mail. */
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

/** RFC 8058: what a mail program sends when its own "unsubscribe" is pressed. */
export const OneClick = z.strictObject({ 'List-Unsubscribe': z.literal('One-Click') })

import { DisplayId, IncidentId, ProgrammeId, TakeOverId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { TakeOverEnding } from '../playout/take-over.ts'
import { IncidentKind } from '../screens/alert.ts'
import { ScreenId } from '../screens/screen.ts'

/** RFC 3339, as Standard Webhooks writes instants. */
const Moment = z.iso.datetime()

/** The one who did it: somebody by their email, a program by its token's name; `server`: nobody, it came by itself. */
export const EventActor = z.object({ kind: z.enum(['person', 'token', 'server']), name: z.string() })
export type EventActor = z.infer<typeof EventActor>

const EventDisplay = z.object({ id: DisplayId, name: z.string() })

/** Screens with one trouble, or without it again. */
const EventScreens = {
  /** Of all: at most 50 are listed, and fewer where their names are long. */
  count: z.int().positive(),
  screens: z.array(
    z.object({
      incidentId: IncidentId,
      kind: IncidentKind,
      screen: z.object({ id: ScreenId, name: z.string() }),
      display: EventDisplay,
      since: Moment,
      /** When it was over. */
      until: Moment.optional(),
    }),
  ),
}

const EventTakeOver = {
  id: TakeOverId,
  name: z.string(),
  drill: z.boolean(),
  /** Null: all of the organisation. */
  displays: z.array(DisplayId).nullable(),
}

/**
 * The events that an organisation's webhooks can hear of, with the `data` of each: thin, so that who needs more asks for it. A field may be added
 * to one; none changes its meaning.
 */
export const WEBHOOK_EVENTS = {
  /** Its content, inclusions or name changed. Several changes within seconds are one event, with the last revision and whoever made that. */
  'display.changed': z.object({ display: EventDisplay, revision: z.int().positive(), by: EventActor }),
  /** Screens with a name show nothing, are not heard, or come and go. `reminder`: they still do. */
  'screen.dark': z.object({
    what: z.enum(['alarm', 'unsteady', 'reminder']),
    ...EventScreens,
    /** So many at once that the server, or its network, is the likelier cause. */
    suspectsServer: z.boolean(),
  }),
  'screen.back': z.object(EventScreens),
  /** Also when one that somebody ended goes on after all. */
  'take-over.began': z.object({ takeOver: z.object({ ...EventTakeOver, endsAt: Moment }), by: EventActor }),
  'take-over.ended': z.object({
    takeOver: z.object({ ...EventTakeOver, endedAt: Moment }),
    /** `ended`: by somebody. `time`: its time was over. `silence`: its sender was not heard any more. */
    because: TakeOverEnding,
    by: EventActor,
  }),
  /** Somebody who may not put it on themselves asks that it be put on. */
  'proposal.made': z.object({
    proposal: z.object({
      id: z.string(),
      /** The kind of item, or `line`. */
      kind: z.string(),
    }),
    /** As they call themselves: it proves nothing. */
    by: z.object({ name: z.string() }),
    where: z.object({ kind: z.enum(['display', 'playlist']), id: ProgrammeId, name: z.string() }),
    /** The page to look at it. */
    url: z.string(),
  }),
} as const satisfies Record<string, z.ZodObject>

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]]
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES)

type DataOf<Type extends WebhookEventType> = z.infer<(typeof WEBHOOK_EVENTS)[Type]>
/** One thing that happened, before it is on its way to anybody. */
export type WebhookEvent = { [Type in WebhookEventType]: { type: Type; data: DataOf<Type> } }[WebhookEventType]

/** The event that a button sends to see whether it arrives. It is chosen by nobody, and goes to that one address. */
export const TEST_EVENT = 'test'

/** Standard Webhooks: a body has less than 20 kB. */
export const MAX_EVENT_BYTES = 20_000

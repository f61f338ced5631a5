import { DisplayId, IncidentId, ProgrammeId, TableId, TakeOverId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { InsertPlace } from '../playout/insert.ts'
import { TakeOverEnding } from '../playout/take-over.ts'
import { IncidentVersions, MACHINE_INCIDENT_KINDS, PAGE_INCIDENT_KINDS } from '../screens/alert.ts'
import { ScreenId } from '../screens/screen.ts'

/** RFC 3339, as in Standard Webhooks. */
const Moment = z.iso.datetime()

/** The actor of an event: a person by email address, a program by its token's name, or the server, if nobody caused it. */
export const EventActor = z.object({ kind: z.enum(['person', 'token', 'server']), name: z.string() })
export type EventActor = z.infer<typeof EventActor>

const EventDisplay = z.object({ id: DisplayId, name: z.string() })

const EventScreen = z.object({
  incidentId: IncidentId,
  screen: z.object({ id: ScreenId, name: z.string() }),
  display: EventDisplay,
  since: Moment,
  /** The end of the problem. */
  until: Moment.optional(),
})
/** The total number. At most 50 of them are listed, and fewer if their names are long. */
const EventCount = z.int().positive()

/** Screens with a problem, or screens that have recovered. */
const EventScreens = {
  count: EventCount,
  screens: z.array(EventScreen.extend({ kind: z.enum(PAGE_INCIDENT_KINDS) })),
}
/** The same of the machines beneath screens. */
const EventMachines = {
  count: EventCount,
  screens: z.array(
    EventScreen.extend({
      kind: z.enum(MACHINE_INCIDENT_KINDS),
      /** Of `update-undone` alone. */
      versions: IncidentVersions.optional(),
    }),
  ),
}

const EventTakeOver = {
  id: TakeOverId,
  name: z.string(),
  drill: z.boolean(),
  /** null: all displays of the organisation. */
  displays: z.array(DisplayId).nullable(),
}

const EventInsert = {
  id: TakeOverId,
  name: z.string(),
  place: InsertPlace,
  /** null: all displays of the organisation. */
  displays: z.array(DisplayId).nullable(),
  /** Single screens beside the displays, each with its display. Absent: none. */
  screens: z.array(z.object({ id: ScreenId, displayId: DisplayId })).optional(),
}

/**
 * The events that webhooks can receive, with the `data` of each. Data is kept small: receivers request further details. Fields
 * may be added to an event, but never change their meaning.
 */
export const WEBHOOK_EVENTS = {
  /**
   * The content, inclusions or name of a display changed. Several changes within seconds are merged into one event, with the
   * last revision and its author.
   */
  'display.changed': z.object({ display: EventDisplay, revision: z.int().positive(), by: EventActor }),
  /**
   * A row, a column or the name of a table changed. Several changes within seconds are merged into one event, with the last
   * revision and its author.
   */
  'table.changed': z.object({
    table: z.object({ id: TableId, name: z.string() }),
    revision: z.int().positive(),
    by: EventActor,
  }),
  /** Named screens show nothing, are offline, or come and go. `reminder`: the problem persists. */
  'screen.dark': z.object({
    what: z.enum(['alarm', 'unsteady', 'reminder']),
    ...EventScreens,
    /** True: so many at once that the server, or its network, is the likelier cause. */
    suspectsServer: z.boolean(),
  }),
  'screen.back': z.object(EventScreens),
  /** The machines of named screens have a problem. `reminder`: the problem persists. */
  'machine.problem': z.object({ what: z.enum(['alarm', 'reminder']), ...EventMachines }),
  'machine.recovered': z.object(EventMachines),
  /** Also sent if a take-over is resumed after somebody ended it. */
  'take-over.began': z.object({ takeOver: z.object({ ...EventTakeOver, endsAt: Moment }), by: EventActor }),
  'take-over.ended': z.object({
    takeOver: z.object({ ...EventTakeOver, endedAt: Moment }),
    /** `ended`: by somebody. `time`: its time was over. `silence`: its sender was not heard any more. */
    because: TakeOverEnding,
    by: EventActor,
  }),
  /** Also sent if an insert is resumed after somebody ended it. */
  'insert.began': z.object({ insert: z.object({ ...EventInsert, endsAt: Moment }), by: EventActor }),
  'insert.ended': z.object({
    insert: z.object({ ...EventInsert, endedAt: Moment }),
    /** As for a take-over. */
    because: TakeOverEnding,
    by: EventActor,
  }),
  /** Somebody without the right to publish it proposes something. */
  'proposal.made': z.object({
    proposal: z.object({
      id: z.string(),
      /** The kind of item, or `line`. */
      kind: z.string(),
    }),
    /** The name that the proposer gave. It is not verified. */
    by: z.object({ name: z.string() }),
    where: z.object({ kind: z.enum(['display', 'playlist']), id: ProgrammeId, name: z.string() }),
    /** The page where it can be reviewed. */
    url: z.string(),
  }),
} as const satisfies Record<string, z.ZodObject>

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]]
export const WebhookEventType = z.enum(WEBHOOK_EVENT_TYPES)

type DataOf<Type extends WebhookEventType> = z.infer<(typeof WEBHOOK_EVENTS)[Type]>
/** One event, before it is sent to any webhook. */
export type WebhookEvent = { [Type in WebhookEventType]: { type: Type; data: DataOf<Type> } }[WebhookEventType]

/**
 * The test event, which tests whether messages arrive. Webhooks cannot subscribe to it. It is only sent to the address under
 * test.
 */
export const TEST_EVENT = 'test'

/** Standard Webhooks: a body is smaller than 20 kB. */
export const MAX_EVENT_BYTES = 20_000

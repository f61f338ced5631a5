import { DisplayId, type WebhookEvent } from '@placard/contract'
import { z } from 'zod'

type Has = (displayId: string) => boolean
type DataOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>['data']

/** The part of each event that a webhook limited to some displays receives. undefined: nothing. */
const NARROWED: { [Type in WebhookEvent['type']]: (data: DataOf<Type>, has: Has) => DataOf<Type> | undefined } = {
  'display.changed': (data, has) => (has(data.display.id) ? data : undefined),
  // A table belongs to the whole organisation.
  'table.changed': () => undefined,
  'screen.dark': ofScreens,
  'screen.back': ofScreens,
  'machine.problem': ofScreens,
  'machine.recovered': ofScreens,
  'take-over.began': ofTakeOver,
  'take-over.ended': ofTakeOver,
  'insert.began': ofInsert,
  'insert.ended': ofInsert,
  // Proposals for a playlist are left out: the displays that include it may have changed since.
  'proposal.made': (data, has) => (data.where.kind === 'display' && has(data.where.id) ? data : undefined),
}

/**
 * The part of an event that a webhook receives, by the displays that it is limited to.
 *
 * @param displays null: all
 * @returns the event itself when nothing is left out. undefined: it does not receive the event
 */
export function narrowTo(event: WebhookEvent, displays: readonly string[] | null): WebhookEvent | undefined {
  if (displays === null) return event
  const narrow = NARROWED[event.type] as (data: WebhookEvent['data'], has: Has) => WebhookEvent['data'] | undefined
  const data = narrow(event.data, (id) => displays.includes(id))
  if (data === undefined) return undefined
  return data === event.data ? event : ({ type: event.type, data } as WebhookEvent)
}

function ofScreens<Data extends { count: number; screens: { display: { id: string } }[] }>(
  data: Data,
  has: Has,
): Data | undefined {
  const screens = data.screens.filter(({ display }) => has(display.id))
  if (screens.length === data.screens.length) return data
  return screens.length === 0 ? undefined : { ...data, count: screens.length, screens }
}

function ofTakeOver<Data extends { takeOver: { displays: readonly string[] | null } }>(
  data: Data,
  has: Has,
): Data | undefined {
  const { displays } = data.takeOver
  return displays === null || displays.some(has) ? data : undefined
}

function ofInsert<
  Data extends { insert: { displays: readonly string[] | null; screens?: { displayId: string }[] | undefined } },
>(data: Data, has: Has): Data | undefined {
  const { displays, screens = [] } = data.insert
  const own = screens.filter(({ displayId }) => has(displayId))
  if (displays !== null && !displays.some(has) && own.length === 0) return undefined
  return own.length === screens.length ? data : { ...data, insert: { ...data.insert, screens: own } }
}

/** Parses the column of a webhook's row. */
export function readDisplays(displays: string | null): DisplayId[] | null {
  return displays === null ? null : z.array(DisplayId).parse(JSON.parse(displays))
}

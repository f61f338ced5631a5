import type { IncomingHttpHeaders } from 'node:http'
import {
  type DisplayKey,
  LEAST_VISITS_TOLD,
  type OrganisationId,
  type VisitsQuery,
  type VisitsReport,
} from '@placard/contract'
import { listDisplays } from '../../content/displays/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { listDays, writeLocal } from '../../screens/plays/service.ts'
import * as store from './store.ts'

/** Counted visits are written at this interval. A process that is killed loses at most these. */
export const VISITS_WRITTEN_EVERY_MS = 30_000
const KEPT_DAYS = 400
/** Limit of pairs of display and day that one process holds. */
const MAX_HELD = 10_000
/** More visits than this come from programs. */
export const MAX_VISITS_PER_DAY = 100_000
const DAY_MS = 24 * 60 * 60_000

/**
 * Counts how often the reading page of a display is opened on each local day (TA1). Stores only the number, and nothing about the
 * readers.
 */
export type Visits = {
  /** Counts one visit. */
  count(key: DisplayKey, timeZone: string): void
  /** Adds the counts to those of all nodes, and removes days that are more than a year old. */
  write(): Promise<void>
}

export function createVisits(context: Context): Visits {
  const held = new Map<string, store.Visit>()
  return {
    count(key, timeZone) {
      const { day } = writeLocal(timeZone, context.now())
      const name = `${key.organisationId} ${key.displayId} ${day}`
      const known = held.get(name)
      if (known) known.visits += 1
      else if (held.size < MAX_HELD) held.set(name, { ...key, day, visits: 1 })
    },
    async write() {
      const { queries } = context.database
      for (const [name, visit] of held) {
        // Visits that arrive meanwhile are written next time. A count that cannot be written is lost, which is acceptable for
        // statistics.
        held.delete(name)
        await store.addVisits(queries, visit, MAX_VISITS_PER_DAY)
      }
      const oldest = new Date(context.now() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
      await store.removeVisitsBefore(queries, oldest)
    },
  }
}

/** Clients that identify as programs, or that fetch previews of addresses in messages. */
const PROGRAMS =
  /bot|crawl|spider|slurp|preview|fetch|scan|monitor|uptime|headless|archiv|validator|curl|wget|python|java\/|go-http|okhttp|axios|whatsapp|telegram|facebookexternalhit|embed/i

/**
 * True if a request is likely to be a person who opens the page: navigation in a browser, not a prefetch or the page's own
 * update, and not a known program. The request's headers are only examined, and not stored.
 */
export function isVisit(method: string, headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'user-agent': agent = '' } = headers
  const one = (name: string) => String(headers[name] ?? '')
  if (method !== 'GET' || !accept.includes('text/html')) return false
  if (/prefetch|prerender|preview/i.test(one('sec-purpose') + one('purpose') + one('x-purpose') + one('x-moz')))
    return false
  // Browsers only send these headers over https.
  if (one('sec-fetch-mode') !== '' && one('sec-fetch-mode') !== 'navigate') return false
  return agent !== '' && !PROGRAMS.test(agent)
}

/**
 * The visits that may be published: only past days, no number below LEAST_VISITS_TOLD, and none from which a hidden one could be
 * derived.
 */
export async function readVisits(
  context: Context,
  organisationId: OrganisationId,
  caller: Pick<Caller, 'displays'>,
  { from, to, display }: VisitsQuery,
): Promise<VisitsReport> {
  const all = await listDisplays(context, organisationId, caller)
  const asked = all.filter(({ id }) => display === undefined || id === display)
  const counted = await store.listVisits(context.database.queries, organisationId, { from, to })
  return {
    displays: asked.map(({ id, name, timeZone }) => {
      const today = writeLocal(timeZone, context.now()).day
      const days = listDays(from, to)
        .filter((day) => day < today)
        .map((day) => {
          const visits = counted.get(`${id} ${day}`) ?? 0
          return { day, visits: visits < LEAST_VISITS_TOLD ? null : visits }
        })
      return { displayId: id, name, total: days.reduce((sum, { visits }) => sum + (visits ?? 0), 0), days }
    }),
  }
}

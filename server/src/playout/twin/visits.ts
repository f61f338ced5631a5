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

/** The server writes counted visits this often: a process that is killed loses so many at most. */
export const VISITS_WRITTEN_EVERY_MS = 30_000
const KEPT_DAYS = 400
/** Of displays and days that one process holds at once. */
const MAX_HELD = 10_000
/** A reader who opens a page more often has a program for it. */
export const MAX_VISITS_PER_DAY = 100_000
const DAY_MS = 24 * 60 * 60_000

/** Counts how often the page to read of a display is opened on each day by the clock there (TA1): a number, and nothing of who. */
export type Visits = {
  /** Somebody has opened it. */
  count(key: DisplayKey, timeZone: string): void
  /** Adds what was counted since to the sums of all nodes, and forgets days that are over for more than a year. */
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
        // Visits that come meanwhile are of the next time. A count that cannot be written is lost: it is a figure, and nobody waits for it.
        held.delete(name)
        await store.addVisits(queries, visit, MAX_VISITS_PER_DAY)
      }
      const oldest = new Date(context.now() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10)
      await store.removeVisitsBefore(queries, oldest)
    },
  }
}

/** Clients that call themselves a program, or fetch an address because somebody has only sent it to somebody. */
const PROGRAMS =
  /bot|crawl|spider|slurp|preview|fetch|scan|monitor|uptime|headless|archiv|validator|curl|wget|python|java\/|go-http|okhttp|axios|whatsapp|telegram|facebookexternalhit|embed/i

/**
 * True when a request is a person who opens the page, as far as can be told: a browser that goes to it, not ahead of its user, not to
 * look again, and no program that says it is one. What it tells of itself is looked at, and not kept.
 */
export function isVisit(method: string, headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'user-agent': agent = '' } = headers
  const one = (name: string) => String(headers[name] ?? '')
  if (method !== 'GET' || !accept.includes('text/html')) return false
  if (/prefetch|prerender|preview/i.test(one('sec-purpose') + one('purpose') + one('x-purpose') + one('x-moz')))
    return false
  // Only over https do browsers say how they come.
  if (one('sec-fetch-mode') !== '' && one('sec-fetch-mode') !== 'navigate') return false
  return agent !== '' && !PROGRAMS.test(agent)
}

/** The visits that may be told: days that are over, and no number below LEAST_VISITS_TOLD, nor one that gives another away. */
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

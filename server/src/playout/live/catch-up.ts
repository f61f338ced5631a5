import type { TableKey } from '@placard/contract'
import { findRevisions } from '../../content/programmes/service.ts'
import { listRevisions as findTableRevisions } from '../../content/tables/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Hub } from './hub.ts'

/** A listener gets a change at most this late if its hint was lost. Polling costs a hundredth of what a hint costs. */
const REVISIONS_MS = 1_000
/** A stream outlives a session that ended on another node at most this long, if the hint was lost. */
const SESSIONS_MS = 5_000
const SESSIONS_AT_ONCE = 500

/**
 * Polls the database for changes whose hints were lost: a node crashed between commit and hint, a connection was cut, or the
 * command line (a separate process) made the change. Costs nothing without listeners, and very little with a single process.
 *
 * @param keepOpen returns those of at most 500 sessions that have not ended
 */
export function createCatchUp(
  context: Context,
  hubs: { manifests: Hub; programmes: Hub; tables: Hub<TableKey> },
  keepOpen: (sessionIds: string[]) => Promise<string[]>,
): { close(): void } {
  const { database, log } = context
  let busy = false
  let sessionsAt = context.now()
  let sessionsStale = false

  async function lookAtRevisions(): Promise<void> {
    const listened = [...hubs.manifests.listened(), ...hubs.programmes.listened()]
    if (listened.length === 0) return
    const organisations = [...new Set(listened.map(({ organisationId }) => organisationId))]
    for (const { isRemoved, revision, key } of await findRevisions(database.queries, organisations)) {
      const isGone = isRemoved && 'playlistId' in key
      if (isGone) hubs.manifests.endProgramme(key)
      else hubs.manifests.announce(key, revision)
      if (isRemoved) hubs.programmes.endProgramme(key)
      else hubs.programmes.announce(key, revision)
    }
  }

  async function lookAtTables(): Promise<void> {
    const organisations = [...new Set(hubs.tables.listened().map(({ organisationId }) => organisationId))]
    for (const { isRemoved, revision, key } of await findTableRevisions(database.queries, organisations)) {
      if (isRemoved) hubs.tables.endProgramme(key)
      else hubs.tables.announce(key, revision)
    }
  }

  async function lookAtSessions(): Promise<void> {
    const every = [hubs.manifests, hubs.programmes, hubs.tables]
    const all = [...new Set(every.flatMap((hub) => hub.sessionIds()))]
    for (let from = 0; from < all.length; from += SESSIONS_AT_ONCE) {
      const ids = all.slice(from, from + SESSIONS_AT_ONCE)
      const open = new Set(await keepOpen(ids))
      const ended = ids.filter((id) => !open.has(id))
      for (const hub of every) for (const id of ended) hub.endSession(id, 'signed-out')
    }
  }

  async function look(): Promise<void> {
    if (await database.changedElsewhere()) {
      sessionsStale = true
      await lookAtRevisions()
      await lookAtTables()
    }
    if (!sessionsStale || Math.abs(context.now() - sessionsAt) < SESSIONS_MS) return
    sessionsStale = false
    sessionsAt = context.now()
    await lookAtSessions()
  }

  const timer = setInterval(async () => {
    // Polls do not overlap.
    if (busy) return
    busy = true
    await look().catch((error) => log.warn({ err: error }, 'changes of other nodes could not be read'))
    busy = false
  }, REVISIONS_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

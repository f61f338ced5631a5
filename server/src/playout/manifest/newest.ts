import { type ProgrammeKey, pathOf } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { EarlyAnswer } from '../../platform/http/early-answers.ts'
import { headersOf, JSON_TYPE } from '../../platform/http/header-sets.ts'
import type { KeptManifests } from './kept.ts'

/** The longest that an answer is behind what another process has changed, the command line: as long as for listeners. */
const NEWEST_MS = 1_000
/** Of a fleet that comes back after an outage. */
const MAX_ADDRESSES = 10_000

/** Must be asked about: a player without a stream lives on this answer. */
export const MAY_BE_KEPT = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }

/**
 * The tags of manifests that were looked up within the last second, so that what a thousand screens ask for is asked of the
 * database once: nothing may have been written to any programme since.
 */
export type NewestManifests = {
  /** Begins to look one up. @returns to be called with what was found, of a manifest that everybody may have */
  lookUp(): (key: ProgrammeKey, tag: string) => void
  /** @param url as it stands in a request */
  answerOf(url: string): EarlyAnswer | undefined
}

export function createNewestManifests(
  { config, database, now }: Pick<Context, 'config' | 'database' | 'now'>,
  kept: KeptManifests,
): NewestManifests {
  type Newest = { key: ProgrammeKey; tag: string; headers: string[]; since: number; writes: number }
  const newest = new Map<string, Newest>()
  const common = headersOf('api', { https: config.publicUrl?.startsWith('https:') ?? false })
  return {
    lookUp() {
      const [since, writes] = [now(), database.writesTo('programme')]
      return (key, tag) => {
        if (writes === undefined || !('displayId' in key)) return
        if (newest.size >= MAX_ADDRESSES) newest.clear()
        const headers = Object.entries({ ...common, ...MAY_BE_KEPT, etag: tag }).flat()
        newest.set(pathOf('getManifest', key), { key, tag, headers, since, writes })
      }
    },
    answerOf(url) {
      const one = newest.get(url)
      if (!one || one.writes !== database.writesTo('programme')) return undefined
      const age = now() - one.since
      // A clock that was set back must not make it young again.
      if (age < 0 || age >= NEWEST_MS) return undefined
      const { key, tag, headers } = one
      const manifest = kept.find(key, tag)
      return { tag, headers, whole: manifest && { type: JSON_TYPE, body: manifest.bytes } }
    },
  }
}

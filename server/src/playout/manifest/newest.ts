import { type ProgrammeKey, pathOf } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { EarlyAnswer } from '../../platform/http/early-answers.ts'
import { headersOf, JSON_TYPE } from '../../platform/http/header-sets.ts'
import type { KeptManifests } from './kept.ts'

/** A response may be older than a change by another process, such as the command line, by at most this. The same as for listeners. */
const NEWEST_MS = 1_000
/** Enough for a fleet that reconnects after an outage. */
const MAX_ADDRESSES = 10_000

/** Must be revalidated: a player without a stream depends on this response. */
export const MAY_BE_KEPT = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' }

/**
 * Caches the tags of manifests that were read within the last second, so that the requests of a thousand screens cause one query.
 * An entry is valid only if no programme was written since.
 */
export type NewestManifests = {
  /** Begins a read. @returns a function to call with the tag found, if the manifest is public */
  lookUp(): (key: ProgrammeKey, tag: string) => void
  /** @param url as in the request */
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
      // An entry must not become valid again if the clock is set back.
      if (age < 0 || age >= NEWEST_MS) return undefined
      const { key, tag, headers } = one
      const manifest = kept.find(key, tag)
      return { tag, headers, whole: manifest && { type: JSON_TYPE, body: manifest.bytes } }
    },
  }
}

import { type Manifest, type ProgrammeKey, programmeIdOf } from '@placard/contract'

/** A manifest as it is sent, and what names this version of it. */
type KeptManifest = { tag: string; pairedOnly: boolean; bytes: Buffer }

/** Of a fleet that comes back after an outage, the manifests of thousands of displays; a small part of a server at rest. */
const MAX_BYTES = 16 * 1024 * 1024
/**
 * Beside its tag a manifest goes by the clock: the offsets of its time zone, and the ends of its take-overs, at which it is
 * read again.
 */
const KEPT_MS = 60_000

/**
 * The bytes of manifests that were asked for lately, so that what a thousand screens ask for is read and written out once. They
 * are good as long as the tag is the same, for which the database is asked each time.
 */
export type KeptManifests = {
  /** Undefined: to be read. */
  find(key: ProgrammeKey, tag: string): KeptManifest | undefined
  keep(key: ProgrammeKey, tag: string, manifest: Manifest): KeptManifest
}

export function createKeptManifests(now: () => number, maxBytes = MAX_BYTES): KeptManifests {
  /** The one that was kept first comes first. */
  const kept = new Map<string, KeptManifest & { since: number; until: number }>()
  let size = 0

  function drop(name: string): void {
    size -= kept.get(name)?.bytes.length ?? 0
    kept.delete(name)
  }

  return {
    find(key, tag) {
      const one = kept.get(nameOf(key))
      // A clock that was set back must not make it young again.
      const isYoung = one !== undefined && now() < one.until && now() >= one.since
      return isYoung && one.tag === tag ? one : undefined
    },
    keep(key, tag, manifest) {
      const { pairedOnly = false } = manifest
      const since = now()
      const ends = (manifest.takeOvers ?? []).flatMap(({ endsAt }) => endsAt ?? [])
      const until = Math.min(since + KEPT_MS, ...ends)
      const bytes = Buffer.from(JSON.stringify(manifest))
      const one = { tag, pairedOnly, bytes, since, until }
      drop(nameOf(key))
      kept.set(nameOf(key), one)
      size += one.bytes.length
      for (const name of kept.keys()) {
        if (size <= maxBytes) break
        drop(name)
      }
      return one
    },
  }
}

const nameOf = (key: ProgrammeKey) => `${key.organisationId}/${programmeIdOf(key)}`

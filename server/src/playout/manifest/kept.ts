import { type Manifest, type ProgrammeKey, programmeIdOf } from '@placard/contract'

/** A manifest as it is sent, and the tag of this version. */
type KeptManifest = { tag: string; pairedOnly: boolean; bytes: Buffer }

/** Enough for thousands of displays that reconnect after an outage, and a small part of an idle server's memory. */
const MAX_BYTES = 16 * 1024 * 1024
/** A manifest also depends on the time: the offsets of its time zone change, and take-overs and inserts end. It is read again after this time. */
const KEPT_MS = 60_000

/**
 * Caches the bytes of recently requested manifests, so that a manifest that a thousand screens request is read and serialised
 * once. An entry is valid as long as the tag is the same, which is read from the database each time.
 */
export type KeptManifests = {
  /** Undefined: not cached. */
  find(key: ProgrammeKey, tag: string): KeptManifest | undefined
  keep(key: ProgrammeKey, tag: string, manifest: Manifest): KeptManifest
}

export function createKeptManifests(now: () => number, maxBytes = MAX_BYTES): KeptManifests {
  /** Oldest entry first. */
  const kept = new Map<string, KeptManifest & { since: number; until: number }>()
  let size = 0

  function drop(name: string): void {
    size -= kept.get(name)?.bytes.length ?? 0
    kept.delete(name)
  }

  return {
    find(key, tag) {
      const one = kept.get(nameOf(key))
      // An entry must not become valid again if the clock is set back.
      const isYoung = one !== undefined && now() < one.until && now() >= one.since
      return isYoung && one.tag === tag ? one : undefined
    },
    keep(key, tag, manifest) {
      const { pairedOnly = false } = manifest
      const since = now()
      const ends = [...(manifest.takeOvers ?? []), ...(manifest.inserts ?? [])].flatMap(({ endsAt }) => endsAt ?? [])
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

import type { Manifest, ProgrammeKey } from '@placard/contract'
import { idOf } from './addresses.ts'

export type ManifestKeeper = {
  /** The manifest that plays; undefined until the first one has come. */
  current(): Manifest | undefined
  /**
   * Takes a manifest if it belongs to this display or playlist and its revision is above the last one from the server
   * ([LV3]). Otherwise drops it. This is enough to reach the server's state despite lost, repeated and reordered
   * events. A manifest of the same revision is taken if its `mediaUrl` has changed.
   */
  accept(manifest: Manifest): void
  /**
   * Takes the manifest stored on the device, until the server sends one. Any revision from the server then replaces it,
   * because the state of a server that was restored from a backup counts (docs/rules/offline.md, OF8).
   */
  restore(manifest: Manifest): void
  /** The newest manifest that the server has sent since this page began. */
  heard(): Manifest | undefined
  onChange(listener: () => void): () => void
}

export function createManifestKeeper(key: ProgrammeKey): ManifestKeeper {
  let current: Manifest | undefined
  let heard: Manifest | undefined
  const listeners = new Set<() => void>()
  return {
    current: () => current,
    accept(manifest) {
      if (manifest.organisationId !== key.organisationId || manifest.displayId !== idOf(key)) return
      if (heard && manifest.revision <= heard.revision) {
        if (manifest.revision < heard.revision || manifest.mediaUrl === heard.mediaUrl) return
      }
      heard = current = manifest
      for (const listener of listeners) listener()
    },
    restore(manifest) {
      if (current !== undefined) return
      current = manifest
      for (const listener of listeners) listener()
    },
    heard: () => heard,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

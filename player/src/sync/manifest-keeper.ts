import type { Manifest, ProgrammeKey } from '@placard/contract'
import { idOf } from './addresses.ts'

export type ManifestKeeper = {
  /** The manifest that plays; undefined until the first one came. */
  current(): Manifest | undefined
  /**
   * Takes a manifest if it is of this display or playlist and its revision is above the own one ([LV3]), and drops it otherwise:
   * that is all it takes for lost, doubled and reordered events to end in the server's state. Of the same revision it is
   * taken when files come from elsewhere by now.
   */
  accept(manifest: Manifest): void
  /**
   * Takes what the device has kept, until the server says something. Its revision binds nobody: a server that was put back
   * to an older state is still the one who is right (docs/rules/offline.md, OF8).
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

import type { DisplayKey, Manifest } from '@placard/contract'

export type ManifestKeeper = {
  /** What plays; undefined until the first one came. */
  current(): Manifest | undefined
  /**
   * Takes a manifest if it is of this display and its revision is above the own one ([LV3]), and drops it otherwise:
   * that is all it takes for lost, doubled and reordered events to end in the server's state.
   */
  accept(manifest: Manifest): void
  onChange(listener: () => void): () => void
}

export function createManifestKeeper(key: DisplayKey): ManifestKeeper {
  let current: Manifest | undefined
  const listeners = new Set<() => void>()
  return {
    current: () => current,
    accept(manifest) {
      if (manifest.organisationId !== key.organisationId || manifest.displayId !== key.displayId) return
      if (current !== undefined && manifest.revision <= current.revision) return
      current = manifest
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

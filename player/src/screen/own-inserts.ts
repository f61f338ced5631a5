import type { Manifest, ManifestInsert, ScreenInserts } from '@placard/contract'
import type { ManifestKeeper } from '../sync/manifest-keeper.ts'

// Loaded by paired screens only.

export type OwnInserts = {
  /** The keeper, except that its manifests have the inserts on this screen. */
  manifests: ManifestKeeper
  /** Call when the place of this screen may have changed. */
  look(): void
}

/**
 * [LY7] Puts the inserts on this screen alone into the manifest that it plays.
 *
 * @param own the inserts in the present place of this screen
 */
export function withOwnInserts(kept: ManifestKeeper, own: () => ScreenInserts | undefined): OwnInserts {
  const listeners = new Set<() => void>()
  let bare: Manifest | undefined
  let inserts = own()
  let played: Manifest | undefined

  function tell(): void {
    for (const listener of Array.from(listeners)) listener()
  }

  kept.onChange(tell)
  return {
    manifests: {
      ...kept,
      /** The same object until one of both changes. */
      current() {
        const now = kept.current()
        if (now !== bare) {
          bare = now
          played = now && inserts ? merge(now, inserts) : now
        }
        return played
      },
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    look() {
      const next = own()
      // Every event about the place has them all.
      if (JSON.stringify(next) === JSON.stringify(inserts)) return
      inserts = next
      bare = undefined
      if (kept.current()) tell()
    },
  }
}

/** The manifest with these inserts. As JSON it is the manifest alone, so the device stores them with the place only. */
function merge(manifest: Manifest, { inserts = [], zoneOffsets, brand, fonts = [] }: ScreenInserts): Manifest {
  const others = (manifest.inserts ?? []).filter(({ id }) => !inserts.some((one) => one.id === id))
  const merged: Manifest = {
    ...manifest,
    inserts: others.concat(inserts).sort(byStart),
    zoneOffsets: manifest.zoneOffsets ?? zoneOffsets,
    brand: manifest.brand ?? brand,
    fonts: (manifest.fonts ?? []).concat(fonts.filter(({ url }) => !manifest.fonts?.some((one) => one.url === url))),
  }
  Object.defineProperty(merged, 'toJSON', { value: () => manifest })
  return merged
}

const byStart = (one: Pick<ManifestInsert, 'startsAt'>, other: Pick<ManifestInsert, 'startsAt'>) =>
  (one.startsAt ?? 0) - (other.startsAt ?? 0)

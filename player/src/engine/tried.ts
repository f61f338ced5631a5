import type { Manifest, ManifestItem, ManifestLine, TriedAround } from '@placard/contract'
import { type Plan, planAt } from '@placard/playback'

/** An item or a line that is not saved yet. */
export type Tried = ({ item: ManifestItem } | { line: ManifestLine }) & { around?: TriedAround | undefined }

/**
 * The manifest as it would be if the item or the line had been saved. It replaces the one with its id, or comes after
 * all others. It is shown regardless of its schedule and its condition, of take-overs, of inserts and of items that play `alone` at that moment,
 * because somebody wants to see it.
 *
 * @param now milliseconds since 1970, the server's clock
 */
export function withTried(present: Manifest, tried: Tried, now: number): Manifest {
  const { brand, zoneOffsets } = { ...tried.around }
  const manifest: Manifest = {
    ...present,
    brand: present.brand ?? brand,
    zoneOffsets: present.zoneOffsets ?? zoneOffsets,
    takeOvers: undefined,
    inserts: undefined,
  }
  return 'item' in tried
    ? withOne(tried.item, (item) => ({ ...manifest, items: placed(manifest.items, item) }), now, 'items')
    : withOne(tried.line, (line) => ({ ...manifest, lines: placed(manifest.lines, line) }), now, 'lines')
}

function withOne<Thing extends ManifestItem | ManifestLine>(
  thing: Thing,
  having: (thing: Thing) => Manifest,
  now: number,
  list: 'items' | 'lines',
): Manifest {
  const plain = { ...thing, schedule: undefined, condition: undefined, inclusion: undefined }
  const manifest = having(plain)
  const onNow: Plan['items' | 'lines'] = planAt(manifest, now)[list]
  return onNow.some(({ id }) => id === plain.id) ? manifest : having({ ...plain, schedule: { alone: true } })
}

function placed<Thing extends { id: string }>(things: Thing[], one: Thing): Thing[] {
  const isThere = things.some(({ id }) => id === one.id)
  return isThere ? things.map((thing) => (thing.id === one.id ? one : thing)) : [...things, one]
}

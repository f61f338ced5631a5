import type { Manifest } from '@placard/contract'

type Asked = { condition?: unknown }

/** The manifest as if every condition in it were met, or none. Only previews show it. */
export function asIfConditions(manifest: Manifest, met: boolean): Manifest {
  const suppose = <Thing extends Asked>(thing: Thing): Thing =>
    thing.condition ? { ...thing, condition: { on: met } } : thing
  const { layout } = manifest
  return {
    ...manifest,
    items: manifest.items.map(suppose),
    lines: manifest.lines.map(suppose),
    inclusions: manifest.inclusions?.map(suppose),
    cornerPieces: manifest.cornerPieces?.map(suppose),
    layout: layout && {
      ...layout,
      zones: layout.zones.map((zone) => suppose({ ...zone, items: zone.items.map(suppose) })),
    },
  }
}

import { CORNERS, ItemId, type Manifest, PlaylistId } from '@placard/contract'
import { planAt, zoneManifestOf } from '@placard/playback'
import { expect, it } from 'vitest'
import { asIfConditions } from './supposed.ts'

const NOW = 1_700_000_000_000
const place = { landscape: { x: 0, y: 0, width: 50, height: 100 }, portrait: { x: 0, y: 0, width: 50, height: 100 } }
const item = (id: string, more: object = {}) => ({
  id: ItemId.parse(id),
  type: 'image' as const,
  url: '/media/a.jpg',
  ...more,
})
const condition = { on: false, until: NOW + 5, otherwise: true }
const manifest = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: '',
  revision: 1,
  loopStartedAt: NOW,
  inclusions: [{ condition }],
  items: [item('plain'), item('asked', { condition }), item('included', { inclusion: 0 })],
  lines: [{ id: 'line', text: 'Soup', condition }],
  cornerPieces: [{ corner: CORNERS[0], kind: 'words', size: 10, text: 'Soup', condition }],
  layout: {
    main: place,
    zones: [
      {
        ...place,
        playlistId: PlaylistId.parse('_aaaaaaaaaaaaaaaaaaaa'),
        name: 'Soup',
        loopStartedAt: NOW,
        items: [item('zoned')],
        condition,
      },
    ],
  },
} as unknown as Manifest

function told(of: Manifest) {
  const plan = planAt(of, NOW)
  const [zone] = of.layout?.zones ?? []
  return [
    plan.items.map(({ id }) => id),
    plan.lines.length,
    plan.corners?.length,
    zone && planAt(zoneManifestOf(of, zone), NOW).items.length,
  ]
}

it('[DT6] a preview shows everything as if its conditions were met, or not, for all time', () => {
  expect(told(manifest)).toEqual([['plain'], 0, 0, 0])
  const met = asIfConditions(manifest, true)
  expect(told(met)).toEqual([['plain', 'asked', 'included'], 1, 1, 1])
  expect(planAt(met, NOW).until).toBe(NOW + 15_000)
  expect(told(asIfConditions(manifest, false))).toEqual([['plain'], 0, 0, 0])
})

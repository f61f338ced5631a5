import type { Layout, Manifest, PlaylistId, Programme, Rect } from '@placard/contract'

// A second, simple implementation of the zones of a display, for a language that is written from left to right. The zones in manifests
// must be the same.

/** As `ZonePlaylist`, without what zones do not play. */
type Zoned = Pick<Programme, 'name' | 'loopStartedAt' | 'items'>

/** The main zone, and then each zone with all that a screen plays in it. Nothing without a layout. */
export function zonesIn({ layout }: Pick<Manifest, 'layout'>): unknown[] {
  if (!layout) return []
  const shown = layout.zones.map(({ items, ...zone }) => ({
    ...zone,
    items: items.map(({ id, url, duration, schedule, inclusion }) => [id, url, duration, schedule, inclusion]),
  }))
  return [layout.main, ...shown]
}

/**
 * As `zonesIn`, from the layout and its playlists. Each zone plays the visible items of its playlist, from that playlist's own start.
 *
 * @param playlistOf a playlist as its page has it. Of its items each is a picture elsewhere
 */
export function zonesOf(
  layout: Omit<Layout, 'revision'> | null,
  playlistOf: (id: PlaylistId) => Zoned | undefined,
): unknown[] {
  if (!layout) return []
  const [main, ...places] = placesIn(layout)
  const zones = layout.zones.map(({ playlistId, stays }, at) => {
    const playlist = playlistOf(playlistId)
    if (!playlist) throw new Error(`${playlistId} is in a zone, and does not exist`)
    const { name, loopStartedAt, items } = playlist
    const shown = items.filter(({ visible }) => visible)
    return {
      playlistId,
      name,
      loopStartedAt,
      ...places[at],
      ...(stays ? { stays } : {}),
      items: shown.map(({ id, url, duration, schedule }) => [id, url, duration, schedule, undefined]),
    }
  })
  return [main, ...zones]
}

/** Left, top, right and bottom, in percent. */
type Edges = [number, number, number, number]

function placesIn({ arrangement, dividers, side }: Omit<Layout, 'revision'>): { landscape: Rect; portrait: Rect }[] {
  const [first = 0, second = 0] = dividers
  const beside: Edges[] = [
    [0, 0, first, 100],
    [first, 0, 100, 100],
  ]
  const zones: Record<Layout['arrangement'], Edges[]> = {
    'side-bar': beside,
    halves: beside,
    'main-and-two': [
      [0, 0, first, 100],
      [first, 0, 100, second],
      [first, second, 100, 100],
    ],
    four: [
      [0, 0, first, second],
      [first, 0, 100, second],
      [0, second, first, 100],
      [first, second, 100, 100],
    ],
    strip: [
      [0, 0, 100, first],
      [0, first, 100, 100],
    ],
  }
  const isStart = side === 'start'
  const sideways = ([left, top, right, bottom]: Edges): Edges =>
    isStart ? [100 - right, top, 100 - left, bottom] : [left, top, right, bottom]
  const upright = ([left, top, right, bottom]: Edges): Edges =>
    isStart ? [left, 100 - bottom, right, 100 - top] : [left, top, right, bottom]
  return zones[arrangement].map((edges) => {
    const [left, top, right, bottom] = edges
    const [landscape, portrait] = {
      'side-bar': [sideways(edges), upright([top, left, bottom, right])],
      halves: [sideways(edges), upright([top, left, bottom, right])],
      'main-and-two': [sideways(edges), upright([top, left, bottom, right])],
      four: [sideways(edges), sideways(edges)],
      strip: [upright(edges), upright(edges)],
    }[arrangement] as [Edges, Edges]
    return { landscape: rectOf(landscape), portrait: rectOf(portrait) }
  })
}

const rectOf = ([x, y, right, bottom]: Edges): Rect => ({ x, y, width: right - x, height: bottom - y })

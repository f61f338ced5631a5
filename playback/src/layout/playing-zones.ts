import {
  type Item,
  type ManifestCondition,
  type PlaylistId,
  type Programme,
  secondsOf,
  thumbnailUrlOf,
} from '@placard/contract'
import { answererOf, finderOf } from '../condition.ts'
import type { Playable } from '../plan.ts'
import { type HeldProgramme, playableOf } from '../playable.ts'
import { isFilm } from './films.ts'
import { underCondition } from './zones.ts'

/** A zone of a display beside the main one, with what plays in it. */
export type PlayingZone = {
  id: PlaylistId
  /** The name of its playlist. */
  name: string
  /** As the page "Layout" counts them: the main zone is 1. */
  number: number
  /** The number of the zone before it that plays the films [LY5]. undefined: this zone may play films. */
  filmsPlayIn: number | undefined
  /** Its items as they play: in a zone that may not play films, a film is its poster, or is left out without one. */
  items: Item[]
  /** The answer to the condition of the zone. undefined: it has none. */
  condition: ManifestCondition | undefined
  /** By the clock of the display, and under the condition of the zone. */
  playable: Playable
}

/** The zones of a display beside the main one, in the order of its layout. Films play in the first zone that has any [LY5]. */
export function playingZonesOf(programme: HeldProgramme & Pick<Programme, 'zones' | 'layout'>): PlayingZone[] {
  const { zoneOffsets, zones, layout, values, weather } = programme
  const answerOf = answererOf(finderOf(values))
  let films = playableOf(programme).items.some(isFilm) ? 1 : undefined
  return zones.map(({ id, name, loopStartedAt, ...zone }, index): PlayingZone => {
    const number = index + 2
    const filmsPlayIn = films
    const items = filmsPlayIn === undefined ? zone.items : zone.items.flatMap((item) => posterFor(item) ?? [])
    const plays = playableOf({
      items,
      lines: [],
      playlists: [],
      zoneOffsets,
      loopStartedAt,
      values,
      ...(weather ? { weather } : {}),
    })
    const condition = answerOf({ ...layout?.zones[index] })
    const playable = { ...plays, ...underCondition(plays.items, condition) }
    if (films === undefined && playable.items.some(isFilm)) films = number
    return { id, name, number, filmsPlayIn, items, condition, playable }
  })
}

/** A film's poster as a picture that is shown for the film's time. undefined: it has none. Any other item is returned as it is. */
function posterFor(item: Item): Item | undefined {
  if (!isFilm(item)) return item
  const { film, sound: _, ...rest } = item
  const url = film && thumbnailUrlOf(item.url, film)
  const duration = secondsOf(item)
  return url ? { ...rest, type: 'image', url, ...(duration === undefined ? {} : { duration }) } : undefined
}

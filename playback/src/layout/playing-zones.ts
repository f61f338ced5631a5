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
import { countFilms, filmPlaces, isFilm } from './films.ts'
import { underCondition } from './zones.ts'

/** A zone of a display beside the main one, with what plays in it. */
export type PlayingZone = {
  id: PlaylistId
  /** The name of its playlist. */
  name: string
  /** As the page "Layout" counts them: the main zone is 1. */
  number: number
  /** The number of the first zone that plays films, if this one may not [LY5]. undefined: this zone may play films. */
  filmsPlayIn: number | undefined
  /** Its items as they play: in a zone that may not play films, a film is its poster, or is left out without one. */
  items: Item[]
  /** The answer to the condition of the zone. undefined: it has none. */
  condition: ManifestCondition | undefined
  /** By the clock of the display, and under the condition of the zone. */
  playable: Playable
}

/** The zones of a display beside the main one, in the order of its layout. Films play where `filmPlaces` says [LY5]. */
export function playingZonesOf(
  programme: HeldProgramme & Pick<Programme, 'zones' | 'layout' | 'filmsAtOnce'>,
): PlayingZone[] {
  const { zoneOffsets, zones, layout, values, weather, filmsAtOnce = 1 } = programme
  const answerOf = answererOf(finderOf(values))
  const playableIn = (items: Item[], loopStartedAt: number) =>
    playableOf({
      items,
      lines: [],
      playlists: [],
      zoneOffsets,
      loopStartedAt,
      values,
      ...(weather ? { weather } : {}),
    })
  const counts = [
    playableOf(programme),
    ...zones.map(({ items, loopStartedAt }) => playableIn(items, loopStartedAt)),
  ].map(({ items }) => countFilms(items))
  return zones.map(({ id, name, loopStartedAt, ...zone }, index): PlayingZone => {
    const number = index + 2
    // A zone without films is asked about as if it had one.
    const asked = counts.map((films, place) => (place === index + 1 ? Math.max(1, films) : films))
    const places = filmPlaces(asked, filmsAtOnce)
    const filmsPlayIn = places.includes(index + 1) ? undefined : (places[0] ?? 0) + 1
    const items = filmsPlayIn === undefined ? zone.items : zone.items.flatMap((item) => posterFor(item) ?? [])
    const plays = playableIn(items, loopStartedAt)
    const condition = answerOf({ ...layout?.zones[index] })
    const playable = { ...plays, ...underCondition(plays.items, condition) }
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

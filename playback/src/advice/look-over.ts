import {
  type AdviceFacts,
  type AdviceFile,
  type IncludedPlaylist,
  type Item,
  type Line,
  mediaIdOf,
  type Programme,
  type Place as RoomPlace,
  type ScreenSize,
} from '@placard/contract'
import { isRightToLeft } from '../direction.ts'
import { placesOf } from '../layout/places.ts'
import { playingZonesOf } from '../layout/playing-zones.ts'
import type { Place } from '../live-words.ts'
import { type HeldProgramme, isShown, playlistOf } from '../playable.ts'
import { jointStateAt } from '../schedule.ts'
import { type AdviceKnown, type Finding, findingsOf } from './rules.ts'

/** One obstacle for passers-by, and its location. */
export type Advised = {
  finding: Finding
  /** null: it concerns the whole loop. */
  entry: { kind: 'item'; item: Item } | { kind: 'line'; line: Line } | null
  /** The playlist that brings it; undefined: it is the programme's own. */
  by: IncludedPlaylist | undefined
  /** The number of the zone of that playlist, counted from the main zone, which is 1. undefined: the programme includes it. */
  zone: number | undefined
}

/**
 * Applies the rules to a whole programme (LT2): to everything that is on or will be on, including the content of its playlists
 * and of its zones, each measured in the size of its zone [LY10]. Dismissed advice is left out.
 *
 * @param widthOf the width of a line's text with the font size TICKER_FONT_PX
 */
export function lookOver(
  programme: Programme,
  facts: AdviceFacts,
  { now, language, widthOf }: { now: number; language: string | undefined; widthOf?: (text: string) => number },
): Advised[] {
  const { id, zoneOffsets, playlists } = programme
  const place: Place = { zoneOffsets, language: programme.language ?? language }
  const known = adviceKnown(programme, facts, now, place)
  const left = new Set(facts.left.map(({ entryId, rule }) => `${entryId} ${rule}`))
  const isTold = (entryId: string, { rule }: Finding) => !left.has(`${entryId} ${rule}`)
  const typed = new Map(facts.typed.map(({ entryId, at }) => [entryId, at]))
  const files = new Map(facts.files.map((file) => [file.id as string, file]))

  const inclusions = programme.items.filter(isShown).flatMap((item) => {
    const playlist = playlistOf(item, playlists)
    return playlist ? [{ playlist, schedule: item.schedule }] : []
  })
  const own = { by: undefined, schedule: undefined, zone: undefined, known }
  const held = [
    { ...own, items: programme.items, lines: programme.lines },
    ...inclusions.map(({ playlist, schedule }) => ({ ...own, ...playlist, by: playlist, schedule })),
    ...zonesIn(programme, known),
  ]
  const advised = held.flatMap(({ items, lines, by, schedule, zone, known }): Advised[] => {
    const isEver = (one: Item | Line) => {
      const { isOn, until } = jointStateAt([schedule, one.schedule], zoneOffsets, now)
      return isOn || until < Number.POSITIVE_INFINITY
    }
    return [
      ...items
        .filter((item) => isShown(item) && item.type !== 'playlist' && isEver(item))
        .flatMap((item) =>
          findingsOf(
            { of: 'item', item, file: fileOf(item, files), typedAt: typed.get(item.id) ?? item.uploadDate },
            known,
          )
            .filter((finding) => isTold(item.id, finding))
            .map((finding): Advised => ({ finding, entry: { kind: 'item', item }, by, zone })),
        ),
      ...lines.filter(isEver).flatMap((line) =>
        findingsOf(
          { of: 'line', line, widthPx: widthOf?.(line.shown?.text ?? line.text), typedAt: typed.get(line.id) },
          known,
        )
          .filter((finding) => isTold(line.id, finding))
          .map((finding): Advised => ({ finding, entry: { kind: 'line', line }, by, zone })),
      ),
    ]
  })
  const loops = [
    { of: programme as HeldProgramme, id: id as string, by: undefined, zone: undefined, known },
    ...zonesIn(programme, known).map(({ loop, by, zone, known }) => ({ of: loop, id: by.id, by, zone, known })),
  ]
  const ofLoops = loops.flatMap(({ of, id, by, zone, known }) =>
    findingsOf({ of: 'loop', programme: of }, known)
      .filter((finding) => isTold(id, finding))
      .map((finding): Advised => ({ finding, entry: null, by, zone })),
  )
  return [...advised, ...ofLoops]
}

/** The zones beside the main one, each with the facts for its own room. Lines do not run there. */
function zonesIn(programme: Programme, known: AdviceKnown) {
  const { layout, name, zones, zoneOffsets, values } = programme
  if (!layout) return []
  const places = placesOf(layout, isRightToLeft(programme.language))
  return playingZonesOf(programme).flatMap(({ number, filmsPlayIn, items }, index) => {
    const [by, place] = [zones[index], places[index + 1]]
    if (!by || !place) return []
    const loop = { items, lines: [], playlists: [], zoneOffsets, values, loopStartedAt: by.loopStartedAt }
    const screens = known.screens.map((screen) => screenInZone(screen, place))
    const filmlessZones = filmsPlayIn === undefined ? [] : [{ display: name, number, filmsPlayIn }]
    const its = { ...known, screens, filmlessZones }
    return [{ items: by.items, lines: [], loop, by, schedule: undefined, zone: number, known: its }]
  })
}

/** A screen with the room of a zone. @param place the rectangles of the zone; undefined: the whole screen */
export function screenInZone(screen: ScreenSize, place: RoomPlace | undefined): ScreenSize {
  const { zone: _, ...whole } = screen
  if (!place) return whole
  const { width, height } = place[screen.heightPx > screen.widthPx ? 'portrait' : 'landscape']
  return { ...whole, zone: { width, height } }
}

/** The facts for the rules, from a programme and the requested data. */
export function adviceKnown(
  { dwellSeconds }: Pick<Programme, 'dwellSeconds'>,
  { screens, isSilent, filmlessZones, colour }: Pick<AdviceFacts, 'screens' | 'isSilent' | 'filmlessZones' | 'colour'>,
  now: number,
  place: Place,
): AdviceKnown {
  return { screens, isSilent, filmlessZones, colour: colour ?? undefined, now, place, dwellMs: dwellSeconds * 1_000 }
}

/** The stored file at an item's address. */
function fileOf({ url }: Item, files: ReadonlyMap<string, AdviceFile>): AdviceFile | undefined {
  const id = mediaIdOf(url)
  return id === undefined ? undefined : files.get(id)
}

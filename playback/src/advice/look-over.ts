import {
  type AdviceFacts,
  type AdviceFile,
  type IncludedPlaylist,
  type Item,
  type Line,
  mediaIdOf,
  type Programme,
} from '@placard/contract'
import type { Place } from '../live-words.ts'
import { isShown, playlistOf } from '../playable.ts'
import { jointStateAt } from '../schedule.ts'
import { type AdviceKnown, type Finding, findingsOf } from './rules.ts'

/** One obstacle for passers-by, and its location. */
export type Advised = {
  finding: Finding
  /** null: it concerns the whole loop. */
  entry: { kind: 'item'; item: Item } | { kind: 'line'; line: Line } | null
  /** The playlist that brings it; undefined: it is the programme's own. */
  by: IncludedPlaylist | undefined
}

/**
 * Applies the rules to a whole programme (LT2): to everything that is on or will be on, including the content of its playlists.
 * Dismissed advice is left out.
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
  const held = [
    { items: programme.items, lines: programme.lines, by: undefined, schedule: undefined },
    ...inclusions.map(({ playlist, schedule }) => ({ ...playlist, by: playlist, schedule })),
  ]
  const advised = held.flatMap(({ items, lines, by, schedule }): Advised[] => {
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
            .map((finding): Advised => ({ finding, entry: { kind: 'item', item }, by })),
        ),
      ...lines.filter(isEver).flatMap((line) =>
        findingsOf({ of: 'line', line, widthPx: widthOf?.(line.text), typedAt: typed.get(line.id) }, known)
          .filter((finding) => isTold(line.id, finding))
          .map((finding): Advised => ({ finding, entry: { kind: 'line', line }, by })),
      ),
    ]
  })
  const ofLoop = findingsOf({ of: 'loop', programme }, known).filter((finding) => isTold(id, finding))
  return [...advised, ...ofLoop.map((finding): Advised => ({ finding, entry: null, by: undefined }))]
}

/** The facts for the rules, from a programme and the requested data. */
export function adviceKnown(
  { dwellSeconds }: Pick<Programme, 'dwellSeconds'>,
  { glasses, isSilent, colour }: Pick<AdviceFacts, 'glasses' | 'isSilent' | 'colour'>,
  now: number,
  place: Place,
): AdviceKnown {
  return { glasses, isSilent, colour: colour ?? undefined, now, place, dwellMs: dwellSeconds * 1_000 }
}

/** The stored file at an item's address. */
function fileOf({ url }: Item, files: ReadonlyMap<string, AdviceFile>): AdviceFile | undefined {
  const id = mediaIdOf(url)
  return id === undefined ? undefined : files.get(id)
}

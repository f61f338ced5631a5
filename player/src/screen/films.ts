import type { FilmsSeen, Manifest, ManifestItem } from '@placard/contract'
import { decodersOf, filmZones, isFilm } from '@placard/playback'
import { readAddress } from '../page/address.ts'
import { posterAddressOf } from '../stage/poster-address.ts'

// Loaded with the first manifest that has a layout or an insert.

/** The positions of films are read this often. */
const LOOK_EVERY_MS = 1_000
/** Films that all move for this many looks in a row count as managed. */
const LOOKS_TO_MANAGE = 5
/** A film that stands still for this many looks, while another one moves, counts as failed. Longer than the supervisor waits. */
const LOOKS_TO_FAIL = 8
/** A film may fail once for another reason. */
const FAILURES_TO_TELL = 2

/** A film on the screen. `hasData`: what it would show next has arrived, so it does not wait for the network. */
export type FilmSight = { film: object; position: number; hasData: boolean }

/**
 * [LY5] The number of films that this screen may hold. A paired screen plays what the manifest says, because the server knows it. A page that
 * anybody has opened at the display's address is not in the server's number, and goes by its own engine.
 */
export function ownFilms(isPreview: boolean): number {
  if (isPreview || readAddress(location).status === 'paired') return Number.POSITIVE_INFINITY
  return decodersOf(navigator.userAgent) ?? 1
}

/** The manifest with the posters of films in the zones that may not play them on this screen. */
export function limitFilms(manifest: Manifest, most: number): Manifest {
  const { layout } = manifest
  if (!layout?.films || layout.films <= most) return manifest
  const may = filmZones(manifest, most)
  const zones = layout.zones.map((zone) =>
    may.includes(zone.playlistId)
      ? zone
      : { ...zone, items: ([] as ManifestItem[]).concat(...zone.items.map(posterOf)) },
  )
  return { ...manifest, layout: { ...layout, zones, films: most } }
}

/** A picture for the film's time. None for a film that is not stored here. */
function posterOf(item: ManifestItem): ManifestItem[] {
  if (!isFilm(item)) return [item]
  const url = posterAddressOf(item.url)
  const { sound: _, sha256: __, sizeBytes: ___, ...rest } = item
  return url ? [{ ...rest, type: 'image', url }] : []
}

/**
 * [LY5] Finds out whether this screen manages several films at once.
 *
 * @param tell called with what is new
 */
export function createFilmCount(tell: (seen: FilmsSeen) => void) {
  let positions = new Map<object, { position: number; moved: number; still: number }>()
  let managed = 1
  let failed = Number.POSITIVE_INFINITY
  const failures = new Map<string, number>()

  function told(atOnce: number, moved: boolean): void {
    if (moved ? atOnce <= managed : atOnce >= failed) return
    if (moved) managed = atOnce
    else failed = atOnce
    tell({ atOnce, moved })
  }

  return {
    /** @param films all on the screen; empty if it is not known whether they should move */
    look(films: readonly FilmSight[]): void {
      const isSame = films.length === positions.size && films.every(({ film }) => positions.has(film))
      const before = isSame ? positions : undefined
      positions = new Map(
        films.map(({ film, position, hasData }) => {
          const last = before?.get(film)
          const moves = last !== undefined && last.position !== position
          const stands = last !== undefined && !moves && hasData
          return [film, { position, moved: moves ? last.moved + 1 : 0, still: stands ? last.still + 1 : 0 }]
        }),
      )
      const all = Array.from(positions.values())
      if (all.length < 2) return
      if (all.every(({ moved }) => moved >= LOOKS_TO_MANAGE)) told(all.length, true)
      const someMove = all.some(({ moved }) => moved >= LOOKS_TO_FAIL)
      if (someMove && all.some(({ still }) => still >= LOOKS_TO_FAIL)) told(all.length, false)
    },
    /** A film that has arrived could not be shown in a zone. */
    failedAt(id: string): void {
      const moving = Array.from(positions.values()).filter(({ moved }) => moved > 0).length
      if (moving === 0) return
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      if (count >= FAILURES_TO_TELL) told(moving + 1, false)
    },
  }
}

/** Reads the films of the page for `look`. @param isKnown false while films may stand still on purpose */
export function watchFilms(look: (films: readonly FilmSight[]) => void, isKnown: () => boolean): () => void {
  const timer = setInterval(() => {
    const videos = Array.from(document.querySelectorAll<HTMLVideoElement>('.layer-seen video'))
    // The position of a film in a frame is not known.
    const isUnclear = document.hidden || !isKnown() || document.querySelector('.layer-seen iframe.film') !== null
    look(
      isUnclear
        ? []
        : videos.map((film) => ({ film, position: film.currentTime, hasData: film.error !== null || hasNext(film) })),
    )
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

function hasNext({ buffered, currentTime, duration }: HTMLVideoElement): boolean {
  for (let index = 0; index < buffered.length; index += 1) {
    const isHere = buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime
    if (isHere && buffered.end(index) >= Math.min(currentTime + 0.5, duration)) return true
  }
  return false
}

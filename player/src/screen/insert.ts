import type { Manifest, ManifestInsert, Rect } from '@placard/contract'
import { INSERT_ZONE, isFilm } from '@placard/playback'
import type { Scene } from '../engine/scene.ts'
import type { Reports } from '../reports/reports.ts'
import { YOUTUBE_ORIGIN } from '../stage/youtube-message.ts'
import { isSameRect } from '../stage/zones/rooms.ts'
import type { ZoneBox } from '../stage/zones/zone-box.ts'

// Loaded with the first manifest that has a layout or an insert.

const NOWHERE: Rect = { x: 0, y: 0, width: 100, height: 100 }
/** Films that begin below an insert play at most this long before they stand still. */
const HOLD_EVERY_MS = 500

/** The insert whose item is on. Undefined: none. */
export function insertIn(manifest: Manifest | undefined, scene: Scene): ManifestInsert | undefined {
  if (scene.status !== 'playing') return undefined
  const { id } = scene.current.item
  return manifest?.inserts?.find(({ items }) => items.some((item) => item.id === id))
}

export const isFilmOn = (scene: Scene): boolean => scene.status === 'playing' && isFilm(scene.current.item)

/** @param rect undefined: nothing is on. The box is then closed where it was */
export function boxOfInsert(before: ZoneBox | undefined, rect: Rect | undefined): ZoneBox {
  const isSame = before && rect && isSameRect(before.rect, rect)
  const at = (isSame || !rect ? before?.rect : rect) || NOWHERE
  const level = rect ? 'open' : 'closed'
  if (before && before.level === level && before.rect === at) return before
  return { rect: at, settled: at, level, moves: false, fades: false }
}

/** Reports that an insert is on the screen, as for a take-over. */
export function tellInsert(send: Reports['send'], id: string): void {
  const paintedAt = performance.now()
  import('../reports/take-over-word.ts')
    .then(({ tellShown }) => tellShown((body) => send('take-overs', body), id, paintedAt))
    .catch(() => {})
}

/**
 * [LY7] While a film of an insert is on, the films below it stand still, because many panels decode one film at a time. Their
 * turns go on: when the insert ends, or the item changes, the screen shows what is on by then.
 *
 * @param isHeldByViewer true while the viewer of a preview has stopped all films
 */
export function createFilmHold(isHeldByViewer: (() => boolean) | undefined) {
  let timer: ReturnType<typeof setInterval> | undefined

  /** The films that are on the screen below the insert. */
  function filmsBelow(): (HTMLVideoElement | HTMLIFrameElement)[] {
    const seen = '.layer-seen video, .layer-seen iframe.film'
    return Array.from(document.querySelectorAll<HTMLVideoElement | HTMLIFrameElement>(seen)).filter(
      (film) => !film.closest(`[data-zone="${INSERT_ZONE}"]`),
    )
  }

  function set(isPlaying: boolean): void {
    for (const film of filmsBelow()) {
      if (film.tagName === 'IFRAME') {
        const func = isPlaying ? 'playVideo' : 'pauseVideo'
        const message = { event: 'command', func, args: [], id: 1, channel: 'widget' }
        ;(film as HTMLIFrameElement).contentWindow?.postMessage(JSON.stringify(message), YOUTUBE_ORIGIN)
      } else if (isPlaying) (film as HTMLVideoElement).play().catch(() => {})
      else (film as HTMLVideoElement).pause()
    }
  }

  return {
    isHeld: () => timer !== undefined,
    hold(isWanted: boolean): void {
      if (isWanted === (timer !== undefined)) return
      clearInterval(timer)
      timer = isWanted ? setInterval(set, HOLD_EVERY_MS, false) : undefined
      if (isWanted || !isHeldByViewer?.()) set(!isWanted)
    },
    close: () => clearInterval(timer),
  }
}

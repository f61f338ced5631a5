import type { ManifestLine } from '@placard/contract'
import { type Direction, directionOf } from '@placard/playback'
import { FONTS_CAME } from '../fonts-came.ts'
import { fontSize, pace } from './pace.ts'
import {
  BLANK_EM,
  createPieceElement,
  fill,
  GAP_EM,
  measure,
  moveAcross,
  type Said,
  screenHeight,
  timelineNow,
} from './piece.ts'
import { WIDEST_PIECE_PX } from './split.ts'
import {
  entering,
  isSameText,
  lay,
  type Piece,
  passage,
  type Setting,
  splice,
  startTape,
  type Tape,
  trim,
} from './tape.ts'
import { tapeDirection } from './tape-direction.ts'

/** The tape is laid and animated this far ahead, so that a main thread that is blocked for seconds leaves no gap. */
const AHEAD_MS = 6_000
/** An edit does not change a piece that enters within this time, because it may be on the screen before the edit is. */
const UNTOUCHED_MS = 150

/** Replaces the live words of a text by their present values (CT13). */
export type LiveWords = {
  /** The text with its values at a moment of the server's clock: now, if it is left out. */
  say(text: string, at?: number): string
  /** True when the result has changed since `say` was last called. */
  isOver(): boolean
  /** The server's clock, in milliseconds since 1970. */
  now(): number
}

export type TickerBand = {
  /** P9: replaces the lines. Text on the screen runs on until it has left. Without any line, the band is emptied at once. */
  show(lines: ManifestLine[]): void
  close(): void
}

export type CreateBand = (band: HTMLElement, live: LiveWords) => TickerBand

type Shown = { element: HTMLElement; animation: Animation; piece: Piece }

/**
 * Runs the lines through `band`. Each piece is an element with an animation that starts at a fixed time, so the
 * compositor moves it without the main thread, and all pieces keep exactly the same speed.
 */
export function createTickerBand(band: HTMLElement, live: LiveWords): TickerBand {
  let lines: ManifestLine[] = []
  let said: Said[] = []
  let direction: Direction = 'ltr'
  let setting: Setting = { widths: [], windowPx: 0, gapPx: 0, blankPx: 0 }
  let heightPx = 0
  let tape: Tape | undefined
  let shown: Shown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const spare: HTMLElement[] = []

  const ruler = createPieceElement()
  band.appendChild(ruler)

  const isSameSize = () => screenHeight(band) === heightPx && band.clientWidth === setting.windowPx

  /**
   * Sets everything that depends on the lines and the size of the window. A text is measured only once, because each
   * measurement lays out the page.
   */
  function set(next: ManifestLine[]): void {
    lines = next
    const before = isSameSize() ? said : []
    heightPx = screenHeight(band)
    said = lines.map((line) => {
      const text = live.say(line.text)
      return before.find((one) => one.text === text) ?? measure(ruler, text, WIDEST_PIECE_PX)
    })
    const letter = fontSize(heightPx)
    setting = {
      widths: said.map(({ widths }) => widths),
      windowPx: band.clientWidth,
      gapPx: letter * GAP_EM,
      blankPx: letter * BLANK_EM,
    }
    fill(ruler)
  }

  function run(): void {
    clearTimeout(timer)
    if (!tape || lines.length === 0) return
    const now = timelineNow()
    // The page was asleep or hidden for so long that the tape ran out. It starts again at the edge.
    const isDry = tape.pieces.length > 0 && entering(tape, now) > tape.end
    if (isDry) tape = startTape(now, tape.pace)
    // Words on the tape do not change. A line whose beginning is on the tape ends with the words that it began with.
    if (tape.next.part === 0 && live.isOver()) set(lines)
    tape = lay(trim(tape, now, setting.windowPx), lines, setting, entering(tape, now) + AHEAD_MS * tape.pace)
    sync()
    const reserveMs = (tape.end - entering(tape, now)) / tape.pace
    timer = setTimeout(run, Math.max(50, reserveMs - AHEAD_MS + 50))
  }

  /** Updates the elements to match the tape. Removed ones are kept for reuse, and new ones are animated. */
  function sync(): void {
    const wanted = tape?.pieces ?? []
    for (const one of shown) if (!wanted.includes(one.piece)) release(one)
    shown = wanted.map((piece) => shown.find((one) => one.piece === piece) ?? setInMotion(piece))
  }

  function setInMotion(piece: Piece): Shown {
    const element = spare.pop() ?? band.appendChild(createPieceElement())
    const { text, parts } = said[piece.line] as Said
    fill(element, parts[piece.part] ?? '', directionOf(text), piece.part === 0)
    element.dataset.line = piece.lineId
    const { entersAt, durationMs } = passage(tape ?? startTape(0, 1), piece, setting.windowPx)
    const animation = moveAcross(element, direction, setting.windowPx, piece.width, entersAt, durationMs)
    return { element, animation, piece }
  }

  function release({ element, animation }: Shown): void {
    animation.cancel()
    fill(element)
    spare.push(element)
  }

  const wayOfAll = () => tapeDirection(said.map(({ text }) => text))

  function begin(): void {
    direction = wayOfAll()
    tape = startTape(timelineNow(), pace(heightPx))
    run()
  }

  function stop(): void {
    clearTimeout(timer)
    tape = undefined
    sync()
  }

  /**
   * The window has another size: letters and speed change with it, and the text on the screen stays at the same share
   * of the window.
   */
  function resized(): void {
    if (!tape || isSameSize()) return
    const now = timelineNow()
    const { windowPx } = setting
    const onScreen = trim(tape, now, windowPx).pieces[0]
    const offset = onScreen ? (entering(tape, now) - onScreen.left) / Math.max(1, windowPx) : 0
    stop()
    set(lines)
    const fresh = startTape(now - (offset * setting.windowPx) / pace(heightPx), pace(heightPx))
    const line = lines.findIndex((one) => one.id === onScreen?.lineId)
    tape = { ...fresh, next: { line: Math.max(0, line), part: 0 } }
    run()
  }

  /** The letters may have another width now. */
  function measureAgain(): void {
    heightPx = 0
    resized()
  }

  const seen = () => {
    if (!document.hidden) run()
  }
  window.addEventListener('resize', resized)
  window.addEventListener(FONTS_CAME, measureAgain)
  document.addEventListener('visibilitychange', seen)

  return {
    show(next) {
      if (isSameText(lines, next)) return
      const before = lines
      const now = timelineNow()
      const old = tape && trim(tape, now, setting.windowPx)
      set(next)
      if (old && next.length > 0 && wayOfAll() === direction) {
        tape = splice(old, before, next, entering(old, now + UNTOUCHED_MS), setting.gapPx)
        run()
        return
      }
      stop()
      if (next.length > 0) begin()
    },
    close() {
      window.removeEventListener('resize', resized)
      window.removeEventListener(FONTS_CAME, measureAgain)
      document.removeEventListener('visibilitychange', seen)
      stop()
      band.textContent = ''
    },
  }
}

import { type ManifestLine, TICKER_BULLET } from '@placard/contract'
import { type Direction, directionOf } from '@placard/playback'
import { fontSize, pace } from './pace.ts'
import { split, WIDEST_PIECE_PX } from './split.ts'
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

/** So much of the tape is laid and animated ahead that a main thread blocked for seconds leaves no hole. */
const AHEAD_MS = 6_000
/** An edit leaves a piece alone that enters within this time: it may be on the glass before the edit is. */
const UNTOUCHED_MS = 150
const GAP_EM = 1.6
const BLANK_EM = 0.28

/** The words that a text's live words stand for at this moment (CT13). */
export type LiveWords = {
  /** The text as it reads now. */
  say(text: string): string
  /** Tells whether it has come to read otherwise since it was said last. */
  isOver(): boolean
}

export type TickerBand = {
  /** P9: replaces the lines. What is on the glass runs off it; no line at all empties the band at once. */
  show(lines: ManifestLine[]): void
  close(): void
}

/** The text of a line as it read when it was measured, its pieces, and their widths in px. */
type Said = { text: string; parts: string[]; widths: number[] }
type Shown = { element: HTMLElement; animation: Animation; piece: Piece }

/**
 * Runs the lines through `band`, each piece in an element of its own with an animation of its own, begun at a moment fixed
 * in advance: the compositor moves them without the main thread, and all of them keep exactly one pace.
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

  function widthOf(text: string, direction: Direction, isBeginning: boolean): number {
    fill(ruler, text, direction, isBeginning)
    // As the page is laid out, before it is turned as a whole: what is drawn of a turned line is as wide as it is high.
    return Number.parseFloat(getComputedStyle(ruler).width) || 0
  }

  function measure(text: string): Said {
    const parts = split(text, (some) => widthOf(some, 'ltr', true), WIDEST_PIECE_PX)
    return { text, parts, widths: parts.map((some, part) => widthOf(some, directionOf(some), part === 0)) }
  }

  const isSameSize = () => glassHeight(band) === heightPx && band.clientWidth === setting.windowPx

  /** Everything that depends on the lines and on the size of the window. A text is measured once: each time is a layout of the page. */
  function set(next: ManifestLine[]): void {
    lines = next
    const before = isSameSize() ? said : []
    heightPx = glassHeight(band)
    said = lines.map((line) => {
      const text = live.say(line.text)
      return before.find((one) => one.text === text) ?? measure(text)
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
    // Asleep or hidden for so long that the tape ran dry: it begins again at the edge.
    const isDry = tape.pieces.length > 0 && entering(tape, now) > tape.end
    if (isDry) tape = startTape(now, tape.pace)
    // The words on the tape stay as they are; a line whose beginning is on it ends with the words that it began with.
    if (tape.next.part === 0 && live.isOver()) set(lines)
    tape = lay(trim(tape, now, setting.windowPx), lines, setting, entering(tape, now) + AHEAD_MS * tape.pace)
    sync()
    const reserveMs = (tape.end - entering(tape, now)) / tape.pace
    timer = setTimeout(run, Math.max(50, reserveMs - AHEAD_MS + 50))
  }

  /** Brings the elements in line with the tape: what is gone is kept for reuse, what is new is set in motion. */
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
    const towards = direction === 'ltr' ? 1 : -1
    element.style.left = direction === 'ltr' ? '0' : 'auto'
    element.style.right = direction === 'ltr' ? 'auto' : '0'
    element.style.visibility = 'visible'
    const { entersAt, durationMs } = passage(tape ?? startTape(0, 1), piece, setting.windowPx)
    // Somebody who asks for reduced motion still gets a running text: it is what this display was put up to show, and
    // the lines that stand outside the window could not be read at all.
    const animation = element.animate(
      [
        { transform: `translate3d(${towards * setting.windowPx}px, 0, 0)` },
        { transform: `translate3d(${-towards * piece.width}px, 0, 0)` },
      ],
      { duration: durationMs, fill: 'both', easing: 'linear' },
    )
    animation.startTime = entersAt
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

  /** Another size of the window: letters and pace change with it, and what is read stays at its share of the window. */
  function resized(): void {
    if (!tape || isSameSize()) return
    const now = timelineNow()
    const { windowPx } = setting
    const onGlass = trim(tape, now, windowPx).pieces[0]
    const offset = onGlass ? (entering(tape, now) - onGlass.left) / Math.max(1, windowPx) : 0
    stop()
    set(lines)
    const fresh = startTape(now - (offset * setting.windowPx) / pace(heightPx), pace(heightPx))
    const line = lines.findIndex((one) => one.id === onGlass?.lineId)
    tape = { ...fresh, next: { line: Math.max(0, line), part: 0 } }
    run()
  }

  const seen = () => {
    if (!document.hidden) run()
  }
  window.addEventListener('resize', resized)
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
      document.removeEventListener('visibilitychange', seen)
      stop()
      band.textContent = ''
    },
  }
}

/** [ST2] Of the glass as it hangs. */
function glassHeight(band: HTMLElement): number {
  return band.parentElement?.clientHeight || window.innerHeight
}

function createPieceElement(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'ticker-line'
  element.appendChild(document.createElement('span'))
  element.appendChild(document.createElement('bdi')).dir = 'auto'
  return element
}

/** The bullet stands where the line begins, which the line's own direction decides and not the page's. */
function fill(element: HTMLElement, text = '', direction: Direction = 'ltr', isBeginning = false): void {
  const [bullet, words] = element.children as unknown as [Element, Element]
  element.dir = direction
  bullet.textContent = isBeginning ? `${TICKER_BULLET} ` : ''
  words.textContent = text
}

/** `document.timeline` came with Chromium 84; before, the timeline and this clock have had the same zero and the same pace. */
function timelineNow(): number {
  return Number((document.timeline as DocumentTimeline | undefined)?.currentTime ?? performance.now())
}

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

type Shown = { element: HTMLElement; animation: Animation; piece: Piece }

/**
 * Runs the lines through `band`, each piece in an element of its own with an animation of its own, begun at a moment fixed
 * in advance: the compositor moves them without the main thread, and all of them keep exactly one pace.
 */
export function createTickerBand(band: HTMLElement, live: LiveWords): TickerBand {
  let lines: ManifestLine[] = []
  /** Of each line, its text as it read when it was measured. */
  let said: string[] = []
  let texts: string[][] = []
  let direction: Direction = 'ltr'
  let setting: Setting = { widths: [], windowPx: 0, gapPx: 0, blankPx: 0 }
  let heightPx = 0
  let tape: Tape | undefined
  let shown: Shown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const spare: HTMLElement[] = []

  const ruler = createPieceElement()
  band.appendChild(ruler)

  function measure(text: string): number {
    fill(ruler, text, 'ltr', true)
    return lengthOf(ruler)
  }

  /** Everything that depends on the lines and on the size of the window. */
  function set(next: ManifestLine[]): void {
    lines = next
    heightPx = glassHeight(band)
    said = lines.map((line) => live.say(line.text))
    texts = said.map((text) => split(text, measure, WIDEST_PIECE_PX))
    const letter = fontSize(heightPx)
    setting = {
      widths: texts.map((parts) => parts.map((text, part) => widthOf(text, part))),
      windowPx: band.clientWidth,
      gapPx: letter * GAP_EM,
      blankPx: letter * BLANK_EM,
    }
    fill(ruler, '', 'ltr', false)
  }

  function widthOf(text: string, part: number): number {
    fill(ruler, text, directionOf(text), part === 0)
    return lengthOf(ruler)
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
    const kept: Shown[] = []
    for (const one of shown) {
      if (wanted.includes(one.piece)) kept.push(one)
      else release(one)
    }
    for (const piece of wanted) {
      if (!kept.some((one) => one.piece === piece)) kept.push(setInMotion(piece))
    }
    shown = kept
  }

  function setInMotion(piece: Piece): Shown {
    const element = spare.pop() ?? band.appendChild(createPieceElement())
    fill(element, texts[piece.line]?.[piece.part] ?? '', directionOf(said[piece.line] ?? ''), piece.part === 0)
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
    element.style.visibility = 'hidden'
    fill(element, '', 'ltr', false)
    spare.push(element)
  }

  function begin(): void {
    direction = tapeDirection(said)
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
    if (!tape || (glassHeight(band) === heightPx && band.clientWidth === setting.windowPx)) return
    const now = timelineNow()
    const { windowPx } = setting
    const onGlass = trim(tape, now, windowPx).pieces[0]
    const offset = onGlass ? (entering(tape, now) - onGlass.left) / Math.max(1, windowPx) : 0
    tape = undefined
    sync()
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
      const isOtherWay = tapeDirection(next.map((line) => live.say(line.text))) !== direction
      if (next.length === 0 || before.length === 0 || !tape || isOtherWay) {
        stop()
        set(next)
        if (next.length > 0) begin()
        return
      }
      const now = timelineNow()
      const trimmed = trim(tape, now, setting.windowPx)
      set(next)
      tape = splice(trimmed, before, next, entering(trimmed, now + UNTOUCHED_MS), setting.gapPx)
      run()
    },
    close() {
      window.removeEventListener('resize', resized)
      document.removeEventListener('visibilitychange', seen)
      stop()
      band.textContent = ''
    },
  }
}

/** As the page is laid out, before it is turned as a whole: what is drawn of a turned line is as wide as it is high. */
function lengthOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).width) || 0
}

/** [ST2] Of the glass as it hangs. */
function glassHeight(band: HTMLElement): number {
  return band.parentElement?.clientHeight || window.innerHeight
}

function createPieceElement(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'ticker-line'
  element.style.visibility = 'hidden'
  const bullet = element.appendChild(document.createElement('span'))
  bullet.className = 'ticker-bullet'
  element.appendChild(document.createElement('bdi')).dir = 'auto'
  return element
}

/** The bullet stands where the line begins, which the line's own direction decides and not the page's. */
function fill(element: HTMLElement, text: string, direction: Direction, isBeginning: boolean): void {
  const [bullet, words] = [element.firstElementChild, element.lastElementChild]
  element.dir = direction
  if (bullet) bullet.textContent = isBeginning ? `${TICKER_BULLET} ` : ''
  if (words) words.textContent = text
}

/** `document.timeline` came with Chromium 84; before, the timeline and this clock have had the same zero and the same pace. */
function timelineNow(): number {
  const current = 'timeline' in document ? document.timeline.currentTime : null
  return typeof current === 'number' ? current : performance.now()
}

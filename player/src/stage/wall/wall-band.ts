import { type ManifestLine, REFERENCE_HEIGHT_PX, TICKER_FONT_PX, type WallPlace } from '@placard/contract'
import { type Direction, directionOf, wallSizeOf } from '@placard/playback'
import { FONTS_CAME } from '../fonts-came.ts'
import { pace } from '../ticker/pace.ts'
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
} from '../ticker/piece.ts'
import { WIDEST_PIECE_PX } from '../ticker/split.ts'
import { isSameText } from '../ticker/tape.ts'
import { tapeDirection } from '../ticker/tape-direction.ts'
import type { CreateBand } from '../ticker/ticker-band.ts'
import { type CommonTape, createCommonTape, type Pass } from './common-tape.ts'

const AHEAD_MS = 6_000
const RUN_EVERY_MS = 1_000
/** An edit does not change a piece that enters within this time, because it may be on the screen before the edit is. */
const UNTOUCHED_MS = 150
/** A piece follows the server's clock when it is off by more than this. */
const OFF_MS = 4
/** The highest panel: its letters decide where long lines are cut, so that all members cut them at the same places. */
const HIGHEST_PANEL_PX = 2_160
const MEASURED_AT_MOST = 1_000
/** The longest line needs less than this to enter. */
const LONGEST_LINE_MS = 5 * 60_000

const isSame = (one: Pass, other: Pass) =>
  one.beganAt === other.beganAt && one.part === other.part && one.lineId === other.lineId

type Shown = { element: HTMLElement; animation: Animation; pass: Pass }

/**
 * The ticker across a whole wall [LY8]. In place of `createTickerBand`. An edit lets the text on the screen run on until it
 * has left. After that the new lines run at the places that they have on all members.
 *
 * @param placeInWall the place of this screen
 */
export function createWallBand(placeInWall: () => WallPlace | undefined): CreateBand {
  return (band, live) => {
    let lines: ManifestLine[] = []
    let tape: CommonTape | undefined
    let direction: Direction = 'ltr'
    let heightPx = 0
    let windowPx = 0
    let wall = ''
    /** Lines that begin before this, by the server's clock, are left out: the text from before an edit is in their place. */
    let freeAt = 0
    let shown: Shown[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const spare: HTMLElement[] = []
    const measured = new Map<string, Said>()
    const ruler = createPieceElement()
    // All members measure in the same size, whatever their pixels are.
    ruler.style.fontSize = `${TICKER_FONT_PX}px`
    band.appendChild(ruler)

    const gapPx = TICKER_FONT_PX * GAP_EM
    const ownPace = () => pace(REFERENCE_HEIGHT_PX)

    function said({ text }: ManifestLine, at: number): Said {
      const words = live.say(text, at)
      const known = measured.get(words)
      if (known) return known
      const rows = placeInWall()?.rows ?? 1
      const one = measure(ruler, words, (WIDEST_PIECE_PX * REFERENCE_HEIGHT_PX) / (HIGHEST_PANEL_PX * rows))
      fill(ruler)
      if (measured.size > MEASURED_AT_MOST) measured.clear()
      measured.set(words, one)
      return one
    }

    function set(now: number): void {
      heightPx = screenHeight(band)
      windowPx = band.clientWidth
      const place = placeInWall()
      wall = JSON.stringify(place)
      const { widthMm, heightMm } = place ? wallSizeOf(place) : { widthMm: windowPx, heightMm: heightPx }
      const setting = {
        windowPx: (widthMm / heightMm) * REFERENCE_HEIGHT_PX,
        gapPx,
        blankPx: TICKER_FONT_PX * BLANK_EM,
        pace: ownPace(),
      }
      direction = tapeDirection(lines.map((line) => live.say(line.text, now)))
      tape = createCommonTape(lines, said, setting, now)
    }

    function run(): void {
      clearTimeout(timer)
      if (!tape || lines.length === 0) return
      const now = live.now()
      const offset = timelineNow() - now
      const scale = heightPx / REFERENCE_HEIGHT_PX
      const leavesAt = ({ entersAt, width }: Pass) => entersAt + (windowPx / scale + width) / ownPace()
      const wanted = tape.between(now, now + AHEAD_MS).filter(({ beganAt }) => beganAt >= freeAt)
      for (const one of shown) if (leavesAt(one.pass) <= now) release(one)
      shown = shown.filter(({ pass }) => leavesAt(pass) > now)
      for (const { animation, pass } of shown) {
        const startTime = pass.entersAt + offset
        if (Math.abs(Number(animation.startTime) - startTime) > OFF_MS) animation.startTime = startTime
      }
      put(wanted)
      timer = setTimeout(run, RUN_EVERY_MS)
    }

    /** Sets in motion what is not yet. */
    function put(passes: readonly Pass[]): void {
      const offset = timelineNow() - live.now()
      const scale = heightPx / REFERENCE_HEIGHT_PX
      for (const pass of passes)
        if (!shown.some((one) => isSame(one.pass, pass))) shown.push(setInMotion(pass, offset, scale))
    }

    /** All pieces of the lines that have begun to enter by then, and those from before an edit that are still there. */
    function begunBy(at: number): Pass[] {
      const ahead = tape?.between(live.now(), at + LONGEST_LINE_MS).filter(({ beganAt }) => beganAt >= freeAt) ?? []
      const old = shown.filter(({ pass }) => !ahead.some((one) => isSame(one, pass))).map(({ pass }) => pass)
      return [...old, ...ahead.filter(({ beganAt }) => beganAt <= at)]
    }

    function setInMotion(pass: Pass, offset: number, scale: number): Shown {
      const element = spare.pop() ?? band.appendChild(createPieceElement())
      fill(element, pass.piece, directionOf(pass.text), pass.part === 0)
      element.dataset.line = pass.lineId
      const widthPx = pass.width * scale
      const durationMs = (windowPx + widthPx) / (ownPace() * scale)
      const animation = moveAcross(element, direction, windowPx, widthPx, pass.entersAt + offset, durationMs)
      return { element, animation, pass }
    }

    function release({ element, animation }: Shown): void {
      animation.cancel()
      fill(element)
      spare.push(element)
    }

    function clear(): void {
      for (const one of shown) release(one)
      shown = []
      freeAt = 0
    }

    function resized(): void {
      const isSame = screenHeight(band) === heightPx && band.clientWidth === windowPx
      if (!tape || (isSame && wall === JSON.stringify(placeInWall()))) return
      clear()
      set(live.now())
      run()
    }

    /** The letters may have another width now. */
    function measureAgain(): void {
      measured.clear()
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
        const now = live.now()
        const before = direction
        const kept = begunBy(now + UNTOUCHED_MS)
        lines = next
        if (lines.length > 0) set(now)
        if (lines.length === 0 || direction !== before) clear()
        else {
          for (const one of shown) if (!kept.some((pass) => isSame(pass, one.pass))) release(one)
          shown = shown.filter(({ pass }) => kept.some((one) => isSame(one, pass)))
          put(kept)
          for (const pass of kept) freeAt = Math.max(freeAt, pass.entersAt + (pass.width + gapPx) / ownPace())
        }
        run()
      },
      close() {
        clearTimeout(timer)
        window.removeEventListener('resize', resized)
        window.removeEventListener(FONTS_CAME, measureAgain)
        document.removeEventListener('visibilitychange', seen)
        clear()
        band.textContent = ''
      },
    }
  }
}

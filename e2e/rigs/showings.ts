import { classify, type Frame } from './darkness.ts'

const EVERY_MS = 150
/** A longer time without a photograph proves nothing. */
const LONGEST_MS = 2_000
/** While a browser starts, a photograph takes up to this long. */
const UNSURE_MS = 600

/** Photographs a screen from outside and classifies each photograph. */
export function watchShowings(photograph: () => Promise<Buffer>) {
  const frames: Frame[] = []
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      const begun = performance.now()
      const at = Date.now()
      const image = await photograph().catch(() => undefined)
      frames.push({ at, sight: image ? await classify(image) : { type: 'gone' } })
      await new Promise((wake) => setTimeout(wake, Math.max(10, EVERY_MS - (performance.now() - begun))))
    }
  })()
  return {
    frames,
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** The number of showings of each picture, and their total length. If one picture is on again after another, that counts again. */
export function showingsIn(frames: readonly Frame[]): Map<number, { showings: number; ms: number }> {
  const found = new Map<number, { showings: number; ms: number }>()
  let on: number | undefined
  for (const [index, { at, sight }] of frames.entries()) {
    // A fade belongs to neither picture; the next frame decides.
    if (sight.type === 'changing') continue
    const mark = sight.type === 'item' ? sight.mark : undefined
    const next = frames[index + 1]?.at ?? at
    if (mark !== undefined) {
      const sum = found.get(mark) ?? { showings: 0, ms: 0 }
      found.set(mark, {
        showings: sum.showings + (mark === on ? 0 : 1),
        ms: sum.ms + Math.min(next - at, LONGEST_MS),
      })
    }
    on = mark
  }
  return found
}

/**
 * Counts the showings that photographs can neither prove nor disprove. The screen started or stopped so close to a change of
 * pictures that one of them was shown for less time than a photograph takes.
 *
 * @param changeAt the time of one change; the others are multiples of `everyMs` away
 */
export function unsureIn(frames: readonly Frame[], changeAt: number, everyMs: number): number {
  let unsure = 0
  for (const [index, { at, sight }] of frames.entries()) {
    const before = frames[index - 1]?.sight.type
    const isOn = sight.type === 'item' || sight.type === 'changing'
    const wasOn = before === 'item' || before === 'changing'
    if (isOn === wasOn) continue
    const since = (((at - changeAt) % everyMs) + everyMs) % everyMs
    if (Math.min(since, everyMs - since) <= UNSURE_MS) unsure += 1
  }
  return unsure
}

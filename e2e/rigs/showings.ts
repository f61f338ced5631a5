import { classify, type Frame } from './darkness.ts'

const EVERY_MS = 150
/** A glass that was not looked at for so long may have shown anything meanwhile. */
const LONGEST_MS = 2_000

/** Looks at a glass from outside, by photographs alone, and keeps what was seen when. */
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

/** How often each picture was on the glass, and how long: a picture, another, and the first again are three showings. */
export function showingsIn(frames: readonly Frame[]): Map<number, { showings: number; ms: number }> {
  const found = new Map<number, { showings: number; ms: number }>()
  let on: number | undefined
  for (const [index, { at, sight }] of frames.entries()) {
    // While one fades into the other, it is neither: the next frame says which.
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

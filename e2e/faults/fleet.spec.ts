import { followManifest } from '@placard/player'
import { test } from '../journey.ts'
import { DISPLAY, launchPlacard } from '../placard.ts'
import { openEventStream } from '../rigs/event-stream.ts'
import { launchFaultProxy } from '../rigs/fault-proxy.ts'
import { expect, pause, span } from './screen.ts'

const SCREENS = span(200, 1_000)

/** A screen that follows its display: the player's own code, without a browser around it. */
function followAsScreen(address: string, random: () => number) {
  const state = { revision: 0, streams: 0, polls: 0 }
  const listener = {
    onManifest({ revision }: { revision: number }) {
      state.revision = Math.max(state.revision, revision)
    },
    onServerTime() {},
    onAbsent() {},
  }
  const { close } = followManifest(DISPLAY, () => (state.revision ? state : undefined), listener, {
    now: () => performance.now(),
    random,
    openStream(url) {
      state.streams += 1
      return openEventStream(address + url)
    },
    fetch(url, init) {
      state.polls += 1
      return fetch(address + url, init)
    },
  })
  return { state, close }
}

test.describe.configure({ timeout: 240_000 })

for (const [how, tag, random] of [
  ['each in its own time', '@fault', Math.random],
  // The control: without jitter they come all at once, or the meter is blind.
  ['all together, had they no jitter', '@slow', () => 1],
] as const) {
  test(`[F10] a hall of screens whose server was killed returns by itself, ${how}`, { tag }, async () => {
    const placard = await launchPlacard()
    const line = await launchFaultProxy(placard.url)
    const screens = Array.from({ length: SCREENS }, () => followAsScreen(line.url, random))
    const newest = (wanted: number) => screens.filter(({ state }) => state.revision >= wanted).length
    try {
      const { revision: first } = await placard.call('getManifest')
      await expect.poll(() => newest(first), { timeout: 60_000 }).toBe(SCREENS)
      const before = screens.reduce((sum, { state }) => sum + state.streams, 0)

      await placard.kill()
      await pause(span(1_000, 20_000))
      await placard.start()
      const since = Date.now()
      const arrived: number[] = []
      let counted = line.counts().connections
      const meter = setInterval(() => {
        const { connections } = line.counts()
        arrived.push(connections - counted)
        counted = connections
      }, 500)
      await placard.call('createLine', { body: { text: 'Back again' } })
      const { revision } = await placard.call('getManifest')
      await expect.poll(() => newest(revision), { timeout: 120_000 }).toBe(SCREENS)
      clearInterval(meter)
      const convergenceMs = Date.now() - since
      const peak = Math.max(...arrived)
      const streams = screens.reduce((sum, { state }) => sum + state.streams, 0) - before
      // A third of them within half a second is no return of each in its own time.
      if (random === Math.random) expect(peak).toBeLessThan(SCREENS / 3)
      else expect(peak).toBeGreaterThan(SCREENS / 3)
      expect(streams / SCREENS).toBeLessThan(15)
      const done = `${SCREENS} screens, killed for ${span(1, 20)} s, ${how}; at most ${peak} connections in half a second`
      test.info().annotations.push({ type: 'figures', description: JSON.stringify({ done, convergenceMs }) })
    } finally {
      for (const screen of screens) screen.close()
      await line.close()
      await placard.close()
    }
  })
}

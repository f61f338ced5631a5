// A child process with many screens of one display, without browsers. They follow it with the player's own code, or
// with the rule of a browser's EventSource.
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_EVENTS, type Manifest, pathOf } from '@placard/contract'
import { followManifest } from '@placard/player'
import { obeyOrders } from '../asking.ts'
import { DISPLAY } from '../placard-process.ts'
import { inTurns } from '../stream-socket.ts'
import { type CountedRequests, createCountedRequests } from './counted-requests.ts'
import type { Rule, StormOrder, StormReport } from './protocol.ts'

const OPENING_AT_ONCE = 64
/** The initial reconnection time of browsers. */
const FIXED_MS = 3_000
const LOOK_AGAIN_MS = 50
/** A screen that has not returned by then is given up. */
const GIVE_UP_MS = 120_000

type Screen = { revision: number; since: number; onFirst: () => void }

const screens: Screen[] = []
let requests: CountedRequests | undefined

function note(screen: Screen, { revision }: Pick<Manifest, 'revision'>): void {
  if (revision <= screen.revision) return
  screen.revision = revision
  screen.since = Date.now()
  screen.onFirst()
}

const follow: Record<Rule, (screen: Screen, requests: CountedRequests) => void> = {
  player(screen, { openStream, fetch }) {
    const listener = {
      onManifest: (manifest: Manifest) => note(screen, manifest),
      onServerTime() {},
      onAbsent() {},
    }
    const world = { now: () => performance.now(), random: Math.random, openStream, fetch }
    followManifest(DISPLAY, () => (screen.revision ? screen : undefined), listener, world)
  },
  fixed(screen, { openStream }) {
    const open = () => {
      const source = openStream(`${pathOf('streamManifest', DISPLAY)}?revision=${screen.revision}`)
      source.addEventListener(LIVE_EVENTS.manifest, ({ data }) => note(screen, JSON.parse(data)))
      source.addEventListener('error', () => setTimeout(open, FIXED_MS))
    }
    open()
  },
}

function openScreen(rule: Rule, through: CountedRequests): Promise<void> {
  return new Promise((resolve) => {
    const screen = { revision: 0, since: 0, onFirst: resolve }
    screens.push(screen)
    follow[rule](screen, through)
  })
}

async function until(revision: number): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS
  const missing = () => screens.filter((screen) => screen.revision < revision).length
  while (missing() > 0) {
    if (performance.now() > giveUpAt) throw new Error(`${missing()} of ${screens.length} screens did not come back`)
    await sleep(LOOK_AGAIN_MS)
  }
}

obeyOrders<StormOrder, StormReport>(async (order) => {
  switch (order.kind) {
    case 'open': {
      const through = createCountedRequests(`http://127.0.0.1:${order.port}`)
      requests = through
      await inTurns(order.count, OPENING_AT_ONCE, () => openScreen(order.rule, through))
      return { kind: 'opened' }
    }
    case 'count-anew':
      requests?.countAnew()
      return { kind: 'counting' }
    case 'await': {
      await until(order.revision)
      const tries = requests?.tries() ?? { connectedAt: [], refused: 0, failed: 0, polls: 0 }
      return { kind: 'current', currentAt: screens.map(({ since }) => since), tries }
    }
  }
})

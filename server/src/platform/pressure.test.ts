import { ROUTES, type RouteName } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CALM,
  createPressure,
  LEVELS,
  type Precedence,
  precedenceOf,
  type State,
  stepPressure,
  watchEventLoop,
} from './pressure.ts'

const KINDS: Precedence[] = ['statistics', 'uploads', 'changes', 'reads', 'live', 'playing']
/** Measures twice a second. */
const during = (from: State, delayMs: number, ms: number, at: number): { state: State; at: number } => {
  let state = from
  let now = at
  for (; now < at + ms; now += 500) state = stepPressure(state, delayMs, now)
  return { state, at: now }
}

describe('the level of pressure', () => {
  it('[Q12] rises one after the other while a turn takes ever longer, and never past live updates', () => {
    let { state, at } = during(CALM, 240, 60_000, 0)
    expect(LEVELS[state.height]).toBe('calm')
    for (const [delayMs, level] of [
      [260, 'statistics'],
      [510, 'uploads'],
      [1_010, 'changes'],
      [2_010, 'reads'],
      [4_010, 'live'],
      [60_000, 'live'],
    ] as const) {
      ;({ state, at } = during(state, delayMs, 60_000, at))
      expect(LEVELS[state.height]).toBe(level)
    }
  })

  it('a single delay is no overload, however long it was', () => {
    const hiccup = stepPressure(CALM, 9_000, 10_000)
    const after = stepPressure(hiccup, 10, 10_500)
    expect(stepPressure(after, 9_000, 20_000).height).toBe(0)
    // A new overload begins from the start.
    expect(stepPressure(stepPressure(after, 9_000, 20_000), 9_000, 21_900).height).toBe(0)
    expect(stepPressure(stepPressure(after, 9_000, 20_000), 9_000, 22_000).height).toBe(1)
  })

  it('stays while it is only a little better, and falls one after the other when it is half as bad', () => {
    let { state, at } = during(CALM, 1_200, 20_000, 0)
    expect(LEVELS[state.height]).toBe('changes')
    ;({ state, at } = during(state, 600, 120_000, at))
    expect(LEVELS[state.height]).toBe('changes')
    ;({ state, at } = during(state, 20, 9_500, at))
    expect(LEVELS[state.height]).toBe('changes')
    ;({ state, at } = during(state, 20, 10_000, at))
    expect(LEVELS[state.height]).toBe('uploads')
    ;({ state, at } = during(state, 20, 60_000, at))
    expect(LEVELS[state.height]).toBe('calm')
  })

  it('[Q12] whatever happens, what is refused is refused in the order, and the manifest never', () => {
    const look = fc.record({
      delayMs: fc.integer({ min: 0, max: 10_000 }),
      afterMs: fc.integer({ min: 1, max: 20_000 }),
    })
    fc.assert(
      fc.property(fc.array(look, { maxLength: 200 }), (looks) => {
        const levels: string[] = []
        const pressure = createPressure((level) => levels.push(level))
        let now = 0
        for (const { delayMs, afterMs } of looks) {
          now += afterMs
          const before = LEVELS.indexOf(pressure.level())
          pressure.observe(delayMs, now)
          expect(Math.abs(LEVELS.indexOf(pressure.level()) - before)).toBeLessThanOrEqual(1)
          const refused = KINDS.filter((kind) => pressure.refuses(kind))
          expect(refused).toEqual(KINDS.slice(0, LEVELS.indexOf(pressure.level())))
          expect(refused).not.toContain('playing')
        }
        expect(levels.at(-1) ?? 'calm').toBe(pressure.level())
      }),
    )
  })

  it('rises when the event loop of this process is held up for seconds, and not before', async () => {
    const pressure = createPressure()
    const stop = watchEventLoop(pressure)
    const stopAt = performance.now() + 60_000
    try {
      expect(pressure.level()).toBe('calm')
      while (pressure.level() === 'calm' && performance.now() < stopAt) {
        const until = performance.now() + 300
        while (performance.now() < until);
        // Yields one turn, in which timers run.
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
      expect(pressure.level()).toBe('statistics')
    } finally {
      stop()
    }
  })
})

describe('the level of a call', () => {
  const namesOf = (kind: Precedence) =>
    (Object.keys(ROUTES) as RouteName[]).filter((name) => precedenceOf(name) === kind)

  it('[Q12] the calls that keep screens playing are listed, and no other call is among them', () => {
    expect(namesOf('playing').sort()).toEqual(['getManifest', 'getTime'])
    expect(namesOf('live').sort()).toEqual([
      'streamAgent',
      'streamManifest',
      'streamProgramme',
      'streamScreen',
      'streamTable',
    ])
    expect(namesOf('statistics').sort()).toEqual([
      'answerCommand',
      'beatScreen',
      'getAgentFile',
      'reportAgent',
      'reportScreen',
      'sendAgentPicture',
      'tellPlays',
    ])
    expect(namesOf('uploads').sort()).toEqual([
      'createUpload',
      'sendProposalPicture',
      'uploadMedia',
      'uploadProposalPicture',
    ])
  })

  it('the method decides for every other call', () => {
    for (const name of namesOf('reads')) expect(['GET', 'HEAD']).toContain(ROUTES[name].method)
    for (const name of namesOf('changes')) expect(['POST', 'PUT', 'PATCH', 'DELETE']).toContain(ROUTES[name].method)
    expect(namesOf('changes')).toEqual(expect.arrayContaining(['signIn', 'createItem', 'appendToUpload']))
  })
})

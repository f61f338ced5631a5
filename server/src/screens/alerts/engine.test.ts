import { DisplayId, IncidentId, ScreenId } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Aspect, GROUPED_WITHIN_MS, type Message, type Sight, type WatchedIncident, watch } from './engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-11-20T10:00:00Z')
const displayId = DisplayId.parse('hall')
const screenOf = (n: number) => ScreenId.parse(n.toString(16).padStart(32, '0'))

type State = Sight['state'] | 'gone'

/** An organisation with simulated screens, which are checked at intervals. */
function hall(aspect: Aspect = 'page') {
  let incidents: WatchedIncident[] = []
  let made = 0
  const said: (Message & { at: number })[] = []
  const newId = () => {
    made += 1
    return IncidentId.parse(`incident-${made}`)
  }
  const sightsOf = (states: readonly State[], now: number): Sight[] =>
    states.flatMap((state, n): Sight[] => {
      const key = { displayId, screenId: screenOf(n), name: `Screen ${n}`, aspect }
      if (state === 'gone') return []
      return state === 'playing' || state === 'asleep' || state === 'unknown'
        ? [{ ...key, state }]
        : [{ ...key, state, since: now - 5 * MINUTE }]
    })
  return {
    said,
    incidents: () => incidents,
    look(states: readonly State[], now: number): Message[] {
      const after = watch(incidents, sightsOf(states, now), now, newId)
      incidents = after.incidents
      said.push(...after.messages.map((message) => ({ ...message, at: now })))
      return after.messages
    },
    again: (states: readonly State[], now: number) => watch(incidents, sightsOf(states, now), now, newId),
  }
}
const whatOf = (messages: readonly Message[]) => messages.map(({ what }) => what)

describe('[SA1] incidents', () => {
  it('an incident opens once, waits for others, is sent once, and closes once', () => {
    const one = hall()
    expect(one.look(['silent', 'playing'], START)).toEqual([])
    expect(one.look(['silent', 'silent'], START + 30_000)).toEqual([])
    const [alarm, ...none] = one.look(['silent', 'silent'], START + MINUTE)
    expect(none).toEqual([])
    expect(alarm).toMatchObject({ what: 'alarm', incidents: [{ name: 'Screen 0' }, { name: 'Screen 1' }] })
    expect(one.look(['dark', 'silent'], START + 2 * MINUTE)).toEqual([])
    expect(one.look(['playing', 'silent'], START + 3 * MINUTE)).toEqual([])
    const back = one.look(['playing', 'silent'], START + 4 * MINUTE)
    expect(back).toMatchObject([{ what: 'back', incidents: [{ name: 'Screen 0', closedAt: START + 3 * MINUTE }] }])
    expect(one.look(['playing', 'silent'], START + 5 * MINUTE)).toEqual([])
  })

  it('PX5 a hot machine is an incident beside a dark page, with a message of its own, and never unsteady', () => {
    let incidents: WatchedIncident[] = []
    let made = 0
    const messages: Message[] = []
    const look = (page: 'playing' | 'dark', heat: 'playing' | 'hot', now: number) => {
      const key = { displayId, screenId: screenOf(0), name: 'Reception' }
      const sights: Sight[] = [
        page === 'dark' ? { ...key, aspect: 'page', state: page, since: now } : { ...key, aspect: 'page', state: page },
        heat === 'hot' ? { ...key, aspect: 'heat', state: heat, since: now } : { ...key, aspect: 'heat', state: heat },
      ]
      made += 1
      const after = watch(incidents, sights, now, () => IncidentId.parse(`incident-${made}-${incidents.length}`))
      incidents = after.incidents
      messages.push(...after.messages)
    }
    look('dark', 'hot', START)
    look('dark', 'hot', START + 2 * MINUTE)
    expect(messages.map(({ incidents: some }) => some.map(({ kind }) => kind))).toEqual([['dark'], ['hot']])
    look('playing', 'hot', START + 3 * MINUTE)
    look('playing', 'hot', START + 5 * MINUTE)
    expect(messages[2]).toMatchObject({ what: 'back', incidents: [{ kind: 'dark' }] })
    for (let n = 0; n < 12; n += 1) look('playing', n % 2 === 0 ? 'playing' : 'hot', START + (6 + n) * MINUTE)
    expect(incidents.filter(({ kind }) => kind === 'unsteady')).toEqual([])
  })

  it('an incident that is over before it was sent is never sent', () => {
    const one = hall()
    one.look(['silent'], START)
    for (let at = START + 30_000; at < START + HOUR; at += 30_000) one.look(['playing'], at)
    expect(one.said).toEqual([])
    expect(one.incidents()).toMatchObject([{ closedAt: START + 30_000, toldAt: null }])
  })

  it('without evidence an incident stays open, and is not sent while that lasts', () => {
    const one = hall()
    one.look(['dark'], START)
    expect(one.look(['unknown'], START + 2 * MINUTE)).toEqual([])
    expect(whatOf(one.look(['dark'], START + 3 * MINUTE))).toEqual(['alarm'])
    expect(one.look(['unknown'], START + 2 * DAY)).toEqual([])
    expect(one.incidents()).toMatchObject([{ closedAt: null }])
  })

  it('rests while its display is closed: no word of it, no reminder', () => {
    const one = hall()
    one.look(['silent'], START)
    one.look(['silent'], START + MINUTE)
    expect(one.look(['asleep'], START + 2 * DAY)).toEqual([])
    expect(one.incidents()).toMatchObject([{ closedAt: null }])
    expect(whatOf(one.look(['silent'], START + 2 * DAY + MINUTE))).toEqual(['reminder'])
  })

  it('reminds after a day, then every week', () => {
    const one = hall()
    for (let at = START; at <= START + 30 * DAY; at += 6 * HOUR) one.look(['silent'], at)
    expect(one.said.map(({ what, at }) => [what, Math.round((at - START) / (DAY / 4)) / 4])).toEqual([
      ['alarm', 0.25],
      ['reminder', 1.25],
      ['reminder', 8.25],
      ['reminder', 15.25],
      ['reminder', 22.25],
      ['reminder', 29.25],
    ])
  })

  it('more than half that fall silent at once are a word on the server; fewer, two, or dark ones are not', () => {
    const suspects = (states: State[]) => {
      const one = hall()
      one.look(states, START)
      return one.look(states, START + MINUTE).map(({ suspectsServer }) => suspectsServer)
    }
    expect(suspects(['silent', 'silent', 'silent', 'playing', 'playing'])).toEqual([true])
    expect(suspects(['silent', 'silent', 'silent', 'playing', 'playing', 'playing'])).toEqual([false])
    expect(suspects(['silent', 'silent'])).toEqual([false])
    expect(suspects(['dark', 'dark', 'dark'])).toEqual([false])
    expect(suspects(['silent', 'silent', 'silent', 'asleep', 'asleep', 'asleep', 'asleep'])).toEqual([true])
  })

  /** A screen that was dark and came back twice within twenty minutes. `go` continues with a state. */
  function darkTwice() {
    const one = hall()
    let at = START
    const go = (state: State, minutes: number) => {
      for (const end = at + minutes * MINUTE; at < end; at += 30_000) one.look([state], at)
    }
    for (let times = 0; times < 2; times += 1) {
      go('dark', 5)
      go('playing', 5)
    }
    return { one, go }
  }

  it('four changes within an hour are one “unsteady”, and then it is quiet until an hour was calm', () => {
    const { one, go } = darkTwice()
    expect(whatOf(one.said)).toEqual(['alarm', 'back', 'alarm', 'unsteady'])
    for (let times = 0; times < 20; times += 1) {
      go('dark', 5)
      go('playing', 5)
    }
    expect(one.said).toHaveLength(4)
    go('playing', 70)
    expect(whatOf(one.said).slice(4)).toEqual(['back'])
    expect(one.incidents().filter(({ closedAt }) => closedAt === null)).toEqual([])
  })

  it('an unsteady one that stays dark for an hour is an alarm like any other', () => {
    const { one, go } = darkTwice()
    go('silent', 63)
    expect(whatOf(one.said)).toEqual(['alarm', 'back', 'alarm', 'unsteady', 'alarm'])
    expect(one.incidents().filter(({ closedAt }) => closedAt === null)).toMatchObject([{ kind: 'silent' }])
  })

  it('[F83] a clock that is put back delays nothing and repeats nothing', () => {
    const one = hall()
    one.look(['silent'], START)
    expect(whatOf(one.look(['silent'], START - HOUR))).toEqual(['alarm'])
    expect(one.look(['silent'], START - HOUR + MINUTE)).toEqual([])
    one.look(['playing'], START + DAY)
    expect(whatOf(one.look(['playing'], START))).toEqual(['back'])
  })

  const states = fc.constantFrom<State>('playing', 'dark', 'silent', 'asleep', 'unknown', 'gone')
  const lives = fc.array(
    fc.record({
      states: fc.array(states, { minLength: 4, maxLength: 4 }),
      waitMs: fc.integer({ min: 1, max: 40 * MINUTE }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('in any case: one open incident a screen, sent while it lasts, closed once and only if it was sent', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const one = hall()
        const told = new Set<string>()
        const back = new Set<string>()
        let now = START
        for (const { states: seen, waitMs } of life) {
          now += waitMs
          const messages = one.look(seen, now)
          const open = one.incidents().filter(({ closedAt }) => closedAt === null)
          expect(new Set(open.map(({ screenId }) => screenId)).size).toBe(open.length)
          for (const { what, incidents } of messages) {
            expect(incidents.length).toBeGreaterThan(0)
            for (const { id, screenId, openedAt } of incidents) {
              const state = seen[Number.parseInt(screenId, 16)]
              if (what === 'alarm' || what === 'reminder') expect(['dark', 'silent']).toContain(state)
              if (what !== 'back') expect(state).not.toBe('asleep')
              if (what === 'alarm' || what === 'unsteady') told.add(id)
              if (what === 'alarm') expect(now - openedAt).toBeLessThan(DAY * 2)
              if (what === 'back') {
                expect(told.has(id)).toBe(true)
                expect(back.has(id)).toBe(false)
                back.add(id)
              }
              if (what === 'reminder') expect(told.has(id)).toBe(true)
            }
          }
          // Another node that checks at the same moment adds nothing.
          const again = one.again(seen, now)
          expect(again.messages).toEqual([])
          expect(again.incidents.filter((incident) => !one.incidents().includes(incident))).toEqual([])
        }
      }),
    )
  })

  it('however it flaps, one screen is spoken of at most five times an hour', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom<State>('playing', 'dark', 'silent'), fc.integer({ min: 1, max: 12 })), {
          minLength: 1,
          maxLength: 80,
        }),
        (spans) => {
          const one = hall()
          let at = START
          for (const [state, minutes] of spans) {
            for (const end = at + minutes * MINUTE; at < end; at += 30_000) one.look([state], at)
          }
          for (const { at: from } of one.said) {
            expect(one.said.filter((message) => message.at >= from && message.at < from + HOUR).length).toBeLessThan(6)
          }
        },
      ),
    )
  })

  it('[B222] a machine whose problem comes and goes is spoken of at most five times an hour, and again when it lasts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom<State>('playing', 'update-undone'), fc.integer({ min: 1, max: 12 })), {
          minLength: 1,
          maxLength: 80,
        }),
        (spans) => {
          const one = hall('update')
          let at = START
          for (const [state, minutes] of spans) {
            for (const end = at + minutes * MINUTE; at < end; at += 30_000) one.look([state], at)
          }
          for (const { at: from } of one.said)
            expect(one.said.filter((message) => message.at >= from && message.at < from + HOUR).length).toBeLessThan(6)
          for (const end = at + HOUR + 2 * MINUTE; at < end; at += 30_000) one.look(['update-undone'], at)
          expect(one.said.filter(({ what }) => what !== 'reminder').at(-1)?.what).toBe('alarm')
        },
      ),
    )
  })

  it('a waiting person gets the message within the time of the group', () => {
    expect(GROUPED_WITHIN_MS).toBe(MINUTE)
  })
})

import type { ScreenId } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import {
  isQuiet,
  judgeUpdate,
  type Member,
  NEW_ROLLOUT,
  nextStep,
  PROVEN_MS,
  type Rollout,
  tenthOf,
  turnOf,
} from './rollout.ts'

const OLD = '0'.repeat(64)
const NEW = 'f'.repeat(64)
const HOUR_MS = 60 * 60_000
const NOW = Date.parse('2026-11-23T08:00:00Z')

const member = (number: number, change: Partial<Member> = {}): Member => ({
  id: number.toString(16).padStart(32, '0') as ScreenId,
  hash: OLD,
  settledAt: NOW - 100 * HOUR_MS,
  failed: null,
  askedHash: null,
  attempt: 0,
  seenAt: NOW - number * 1_000,
  ...change,
})
const many = (count: number) => Array.from({ length: count }, (_, index) => member(index + 1))
const failed = (problem: 'not-well' | 'disk-full', at: number) => ({ hash: NEW, problem, attempt: 0, at })
const after = (rollout: Rollout, members: readonly Member[], now: number): Rollout => ({
  ...rollout,
  ...nextStep(NEW, rollout, members, now),
})

describe('PX6 the steps of a new version', () => {
  it('one screen, a day later a tenth, a day later all', () => {
    let now = NOW
    let members = many(20)
    let rollout = after(NEW_ROLLOUT, members, now)
    expect(rollout).toMatchObject({ hash: NEW, stage: 'trial', trialId: member(1).id })
    const turns = () => members.filter((one) => turnOf(NEW, rollout, one, members) === 'turn').map(({ id }) => id)
    expect(turns()).toEqual([member(1).id])

    const update = (ids: readonly ScreenId[]) => {
      members = members.map((one) => (ids.includes(one.id) ? { ...one, hash: NEW, settledAt: now } : one))
    }
    const pass = (ms: number) => {
      now += ms
      members = members.map((one) => ({ ...one, seenAt: now }))
      rollout = after(rollout, members, now)
    }
    update(turns())
    pass(PROVEN_MS - 1)
    expect(rollout.stage).toBe('trial')
    pass(1)
    expect(rollout.stage).toBe('tenth')
    expect(tenthOf(NEW, members)).toHaveLength(2)
    expect(turns().length).toBeGreaterThan(0)
    expect(turns().length).toBeLessThanOrEqual(2)
    update(turns())
    pass(PROVEN_MS - 1)
    expect(rollout.stage).toBe('tenth')
    pass(1)
    expect(rollout.stage).toBe('all')
    update(turns())
    expect(turns()).toEqual([])
    expect(members.every(({ hash }) => hash === NEW)).toBe(true)
    expect(nextStep(NEW, rollout, members, now)).toBeUndefined()
  })

  it('one that waits for a person does nothing until it is begun, and nothing while it is paused', () => {
    const members = many(3)
    const asked = { ...NEW_ROLLOUT, isAutomatic: false }
    const waiting = after(asked, members, NOW)
    expect(waiting).toMatchObject({ hash: NEW, stage: 'waiting', trialId: null })
    expect(nextStep(NEW, waiting, members, NOW + 90 * PROVEN_MS)).toBeUndefined()
    expect(members.map((one) => turnOf(NEW, waiting, one, members))).toEqual(['waits', 'waits', 'waits'])
    const paused: Rollout = { ...waiting, stage: 'all', isPaused: true }
    expect(turnOf(NEW, paused, members[0] as Member, members)).toBe('waits')
    expect(turnOf(NEW, paused, { ...member(1), askedHash: NEW }, members)).toBe('now')
  })

  it('stops when the version before came back on a screen, and not for a full disk', () => {
    const members = many(3)
    const begun = after(NEW_ROLLOUT, members, NOW)
    const full = [{ ...member(1), failed: failed('disk-full', NOW + 1) }, member(2), member(3)]
    expect(nextStep(NEW, begun, full, NOW + 2)).toBeUndefined()
    const undone = [{ ...member(1), failed: failed('not-well', NOW + 1) }, member(2), member(3)]
    const stopped = after(begun, undone, NOW + 2)
    expect(stopped.stoppedId).toBe(member(1).id)
    expect(undone.map((one) => turnOf(NEW, { ...stopped, stage: 'all' }, one, undone))).toEqual([
      'failed',
      'waits',
      'waits',
    ])
    // Somebody lets it go on: the same failure does not stop it again, and that screen is left out.
    const resumed: Rollout = { ...stopped, stoppedId: null, stage: 'all', resumedAt: NOW + 3 }
    expect(nextStep(NEW, resumed, undone, NOW + 4)).toBeUndefined()
    expect(undone.map((one) => turnOf(NEW, resumed, one, undone))).toEqual(['failed', 'turn', 'turn'])
    expect(turnOf(NEW, resumed, { ...(undone[0] as Member), attempt: 1, askedHash: NEW }, undone)).toBe('now')
  })

  it('stops also when a screen that somebody updated by hand went back before the first step', () => {
    const undone = [{ ...member(1), failed: failed('not-well', NOW - 1) }, member(2), member(3)]
    const begun = after(NEW_ROLLOUT, undone, NOW)
    expect(after(begun, undone, NOW + 1).stoppedId).toBe(member(1).id)
    expect(judgeUpdate(NEW, begun, undone[0] as Member)).toBe('wrong')
  })

  it('a machine that is away is not waited for, and one that was let go is replaced as the first', () => {
    const [one, two] = [member(1, { hash: NEW, settledAt: NOW - PROVEN_MS }), member(2)]
    const away = member(3, { seenAt: NOW - PROVEN_MS })
    const tenth: Rollout = { ...NEW_ROLLOUT, hash: NEW, stage: 'tenth', since: NOW, trialId: one.id }
    // The only ones of the tenth are proven or away.
    const members = [one, two, away].filter((each) => each === one || !tenthOf(NEW, [one, two, away]).includes(two))
    expect(after(tenth, members, NOW).stage).toBe('all')
    const trial: Rollout = { ...tenth, stage: 'trial', trialId: 'gone'.padEnd(32, '0') as ScreenId }
    expect(nextStep(NEW, trial, [away, two], NOW)).toMatchObject({ stage: 'trial', trialId: two.id })
    expect(nextStep(NEW, trial, [away], NOW)).toBeUndefined()
    const asked = { ...trial, isAutomatic: false }
    expect(nextStep(NEW, asked, [away, two], NOW)).toEqual({ stage: 'waiting', trialId: null })
  })

  it('another file of the server begins anew, also an older one', () => {
    const members = [member(1, { hash: NEW }), member(2)]
    const done: Rollout = { ...NEW_ROLLOUT, hash: NEW, stage: 'all', stoppedId: member(2).id }
    expect(nextStep(OLD, done, members, NOW)).toMatchObject({ hash: OLD, stage: 'trial', stoppedId: null })
  })
})

describe('PX6 a quiet hour', () => {
  const at = (text: string) => Date.parse(text)
  const open = { isOn: true, since: 0, until: NOW + HOUR_MS } as Parameters<typeof isQuiet>[0]
  it('is when the display is closed, otherwise 3 to 5 by its own clock', () => {
    expect(isQuiet(open, 'UTC', false, at('2026-11-23T04:00:00Z'))).toBe(false)
    expect(isQuiet({ ...open, isOn: false } as typeof open, 'UTC', false, NOW)).toBe(true)
    expect(isQuiet(undefined, 'UTC', false, at('2026-11-23T02:59:59Z'))).toBe(false)
    expect(isQuiet(undefined, 'UTC', false, at('2026-11-23T03:00:00Z'))).toBe(true)
    expect(isQuiet(undefined, 'UTC', false, at('2026-11-23T05:00:00Z'))).toBe(false)
    expect(isQuiet(undefined, 'Asia/Tokyo', false, at('2026-11-22T18:30:00Z'))).toBe(true)
    const always = { isOn: true, since: 0, until: Number.POSITIVE_INFINITY } as typeof open
    expect(isQuiet(always, 'UTC', false, at('2026-11-23T04:00:00Z'))).toBe(true)
  })
  it('is never while a take-over covers the display', () => {
    expect(isQuiet(undefined, 'UTC', true, at('2026-11-23T04:00:00Z'))).toBe(false)
  })
})

it.each([
  ['runs the offered version', 'well', {}, { hash: NEW }],
  ['has it on trial', 'between', {}, { hash: NEW, settledAt: null, failed: failed('not-well', NOW) }],
  ['waits for its turn', 'well', {}, {}],
  ['went back', 'wrong', {}, { failed: failed('not-well', NOW) }],
  ['could not install it', 'between', {}, { failed: failed('disk-full', NOW) }],
  ['went back, and is asked to try it again', 'between', {}, { failed: failed('not-well', NOW), attempt: 1 }],
  [
    'went back from another version than the one offered',
    'between',
    {},
    { failed: { ...failed('not-well', NOW), hash: 'e'.repeat(64) } },
  ],
  ['went back before an owner continued', 'well', { resumedAt: NOW }, { failed: failed('not-well', NOW) }],
  ['went back, and an owner has paused', 'well', { isPaused: true }, { failed: failed('not-well', NOW) }],
] as const)('PX6 a machine that %s is %s', (_, judged, rollout, change) => {
  expect(judgeUpdate(NEW, { ...NEW_ROLLOUT, ...rollout }, member(1, change))).toBe(judged)
})

import { AGENT_COMMANDS, type AgentAnswer, type AgentCommandKind, type AgentOrder } from '@placard/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Begun, type Hands, type Obeying, obey } from './obey.ts'

const PATIENCE = { timeout: 10_000, interval: 5 }
const EVERY_MS = 40

let made: Obeying[] = []
afterEach(() => {
  for (const one of made) one.close()
  made = []
})

function start(change: Partial<Hands> = {}, begun: Begun = []) {
  const calls: unknown[][] = []
  const answers: AgentAnswer[] = []
  const stored: { begun: Begun } = { begun }
  const done = (name: string, ...args: unknown[]) => {
    calls.push([name, ...args])
    return Promise.resolve({ isDone: true, detail: 'ok' })
  }
  const hands: Hands = {
    can: () => [...AGENT_COMMANDS],
    mayTakePictures: () => true,
    picture: async () => Buffer.from([0xff, 0xd8, 0xff]),
    async sendPicture(id) {
      calls.push(['picture', id])
      return 'sent'
    },
    async setPanel(isOn) {
      calls.push(['panel', isOn])
      return { told: isOn ? 'panel-on' : 'panel-standby', detail: 'pwr-state: standby (0x01)' }
    },
    setVolume: (percent) => done('volume', percent),
    rotate: (degrees) => done('rotate', degrees),
    setMode: (mode) => done('mode', mode),
    restartBrowser: () => done('browser'),
    restartMachine: () => done('machine'),
    answer: (answer) => void answers.push(answer),
    answered: async () => {},
    ...change,
  }
  const obeying = obey(
    hands,
    begun,
    (now) => {
      stored.begun = now
    },
    EVERY_MS,
  )
  made.push(obeying)
  const final = () => answers.filter(({ state }) => state !== 'taken')
  return { obeying, calls, answers, final, stored }
}

let ids = 0
const task = (order: AgentOrder | unknown, leftMs = 60_000) => ({
  id: (++ids).toString(16).padStart(32, '0'),
  order,
  leftMs,
})

describe('PX4 commands', () => {
  it('each does one thing, in their order, and says what became of it', async () => {
    const { obeying, calls, final } = start()
    obeying.take([
      task({ kind: 'panel', isOn: false }),
      task({ kind: 'volume', percent: 40 }),
      task({ kind: 'rotate', degrees: 90 }),
      task({ kind: 'resolution', mode: '1920x1080@60' }),
      task({ kind: 'restart-browser' }),
      task({ kind: 'restart-machine' }),
    ])
    await vi.waitUntil(() => calls.length === 6, PATIENCE)
    expect(calls).toEqual([
      ['panel', false],
      ['volume', 40],
      ['rotate', 90],
      ['mode', '1920x1080@60'],
      ['browser'],
      ['machine'],
    ])
    expect(final().map(({ state, told }) => [state, told])).toEqual([
      ['done', 'panel-standby'],
      ['done', 'volume-set'],
      ['done', 'turned'],
      ['done', 'resolution-set'],
      ['done', 'browser-back'],
      ['done', 'restarting'],
    ])
    expect(final()[0]?.detail).toBe('pwr-state: standby (0x01)')
  })

  it('a command is carried out once, also if it is sent again or the agent is restarted meanwhile', async () => {
    const first = start({ restartMachine: () => new Promise(() => {}) })
    const [browser, machine] = [task({ kind: 'restart-browser' }), task({ kind: 'restart-machine' })]
    first.obeying.take([browser, machine])
    first.obeying.take([browser, machine])
    await vi.waitUntil(() => first.final().length === 2, PATIENCE)
    expect(first.calls).toEqual([['browser']])
    // The machine is back. The server has not received the answers, and a third command had begun.
    const lost = task({ kind: 'volume', percent: 1 })
    const second = start({}, [...first.stored.begun, { id: lost.id, answer: null }])
    second.obeying.take([browser, machine, lost])
    await vi.waitUntil(() => second.final().length === 3, PATIENCE)
    expect(second.calls).toEqual([])
    expect(second.final().map(({ told }) => told)).toEqual(['browser-back', 'restarting', 'failed'])
  })

  it('a command that has waited too long is not carried out', async () => {
    const { obeying, calls, final } = start({
      setPanel: () => new Promise((resolve) => setTimeout(() => resolve({ told: 'panel-on', detail: '' }), 60)),
    })
    obeying.take([task({ kind: 'panel', isOn: true }), task({ kind: 'volume', percent: 1 }, 10)])
    await vi.waitUntil(() => final().length === 2, PATIENCE)
    expect(calls).toEqual([])
    expect(final()[1]).toMatchObject({ state: 'failed', told: 'too-late' })
  })
})

describe('[B172] a server that lies', () => {
  it.each([
    ['another command', { kind: 'shell', command: 'rm -rf /' }],
    ['a path', { kind: 'picture', forMs: 0, path: '/etc/passwd' }],
    ['a mode with other words', { kind: 'resolution', mode: '1x1@1 --off' }],
    ['a volume that is no number', { kind: 'volume', percent: '40%; reboot' }],
    ['an angle of its own', { kind: 'rotate', degrees: 45 }],
    ['no order at all', null],
  ])('%s is answered with unknown-command', async (_, order) => {
    const { obeying, calls, final } = start()
    obeying.take([task(order)])
    expect(final()).toMatchObject([{ state: 'failed', told: 'unknown-command' }])
    expect(calls).toEqual([])
  })

  it('what this machine cannot do is refused, ids that are none are left out, and a flood is cut', async () => {
    const can: AgentCommandKind[] = ['volume']
    const { obeying, calls, final } = start({ can: () => can, setVolume: () => new Promise(() => {}) })
    obeying.take([
      task({ kind: 'restart-machine' }),
      { id: '../../etc', order: { kind: 'volume', percent: 1 } },
      null,
      7,
    ])
    expect(final()).toMatchObject([{ told: 'cannot' }])
    obeying.take(Array.from({ length: 30 }, () => task({ kind: 'volume', percent: 1 })))
    expect(final().filter(({ told }) => told === 'busy')).toHaveLength(20)
    expect(calls).toEqual([])
  })
})

describe('PX3 pictures', () => {
  it('the first goes at once, the next ones at their times, until the time is over', async () => {
    const { obeying, calls, final } = start()
    obeying.take([task({ kind: 'picture', forMs: 3 * EVERY_MS })])
    await vi.waitUntil(() => final().length === 1, PATIENCE)
    expect(calls.length).toBeGreaterThanOrEqual(3)
    expect(final()).toMatchObject([{ state: 'done', told: 'pictures-sent' }])
  })

  it('zero milliseconds is one picture, and a new series ends the one before', async () => {
    const { obeying, calls, final } = start()
    obeying.take([task({ kind: 'picture', forMs: 60_000 })])
    await vi.waitUntil(() => calls.length >= 2, PATIENCE)
    const last = task({ kind: 'picture', forMs: 0 })
    obeying.take([last])
    await vi.waitUntil(() => final().length === 2, PATIENCE)
    expect(calls.filter(([, id]) => id === last.id)).toHaveLength(1)
  })

  it('one that fails while the browser starts is tried again, and says why if it does not come', async () => {
    let failures = 2
    const late = start({
      async picture() {
        failures -= 1
        if (failures >= 0) throw new Error('the browser starts')
        return Buffer.alloc(3)
      },
    })
    late.obeying.take([task({ kind: 'picture', forMs: 0 })])
    await vi.waitUntil(() => late.final().length === 1, PATIENCE)
    expect(late.final()).toMatchObject([{ state: 'done', told: 'pictures-sent' }])
    const never = start({ picture: () => Promise.reject(new Error('the browser starts')) })
    never.obeying.take([task({ kind: 'picture', forMs: 0 })])
    await vi.waitUntil(() => never.final().length === 1, PATIENCE)
    expect(never.final()).toMatchObject([{ state: 'failed', told: 'failed', detail: 'the browser starts' }])
  })

  it('none is taken where the screen forbids it, and the series ends when the server wants no more', async () => {
    const picture = vi.fn(async () => Buffer.alloc(3))
    const forbidden = start({ mayTakePictures: () => false, picture })
    forbidden.obeying.take([task({ kind: 'picture', forMs: 0 })])
    await vi.waitUntil(() => forbidden.final().length === 1, PATIENCE)
    expect(forbidden.final()).toMatchObject([{ state: 'failed', told: 'pictures-forbidden' }])
    expect(picture).not.toHaveBeenCalled()
    const refused = start({ sendPicture: async () => 'not-wanted' })
    refused.obeying.take([task({ kind: 'picture', forMs: 60_000 })])
    await vi.waitUntil(() => refused.final().length === 1, PATIENCE)
    expect(refused.final()).toMatchObject([{ state: 'failed', told: 'failed' }])
  })
})

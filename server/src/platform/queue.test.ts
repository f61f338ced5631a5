import { describe, expect, it } from 'vitest'
import type { Asker } from './asker.ts'
import { askerOf } from './http/share.ts'
import { createQueue } from './queue.ts'
import { QUEUES, type QueueBounds, type QueueName } from './shares.ts'

const next = () => new Promise(setImmediate)
/** Turns are passed on within a few rounds of the event loop. */
const settle = async () => {
  for (let round = 0; round < 20; round += 1) await next()
  await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A queue whose jobs run until the test ends them. */
function setUp(name: QueueName, own?: Partial<QueueBounds>) {
  const inTurn = createQueue(name, own)
  const running: { asker: Asker; end: () => void }[] = []
  const refused: { asker: Asker; code: unknown }[] = []
  const ask = (asker: Asker) =>
    inTurn(() => new Promise<void>((end) => running.push({ asker, end })), { asker }).catch((error) => {
      refused.push({ asker, code: error.code })
    })
  return { ask, running, refused }
}

describe('a queue', () => {
  it('[B63] runs as many at once as it may, lets a few wait, and sends the rest away', async () => {
    const { ask, running, refused } = setUp('mail', { atOnce: 2, waiting: 3 })
    const asker = { of: 'a', by: 'p' }
    const jobs = Array.from({ length: 5 }, () => ask(asker))
    await settle()
    expect(running).toHaveLength(2)
    await ask(asker)
    expect(refused).toEqual([{ asker, code: 'unavailable' }])
    for (let done = 0; done < 5; done += 1) {
      running[done]?.end()
      await settle()
    }
    await Promise.all(jobs)
    expect(running).toHaveLength(5)
  })

  it('goes on after a job that failed', async () => {
    const inTurn = createQueue('mail', { atOnce: 1, waiting: 0 })
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(inTurn(async () => 'yes')).resolves.toBe('yes')
  })

  it('sends nobody away for somebody who has as many jobs', async () => {
    const { ask, running, refused } = setUp('mail', { atOnce: 1, waiting: 2 })
    void ask({ of: 'a', by: 'p' })
    await settle()
    void ask({ of: 'b', by: 'p' })
    void ask({ of: 'c', by: 'p' })
    await ask({ of: 'd', by: 'p' })
    expect(refused.map(({ asker }) => asker.of)).toEqual(['d'])
    expect(running).toHaveLength(1)
  })
})

/** Strangers at many addresses of one customer of an internet provider, with IPv6 and IPv4. */
const SIX = (n: number) => askerOf(undefined, `2001:db8:7:${(n % 65_536).toString(16)}::${n}`)
const FOUR = (n: number) => askerOf(undefined, `198.18.${n % 256}.${n % 250}`)
const CROWDS: [name: string, crowd: (n: number) => Asker, another: Asker][] = [
  ['one person of an organisation', () => ({ of: 'crowd', by: 'one' }), { of: 'another', by: 'one' }],
  ['many people of an organisation', (n) => ({ of: 'crowd', by: `person ${n}` }), { of: 'another', by: 'one' }],
  ['a /48 of IPv6', SIX, askerOf(undefined, '2001:db8:8::1')],
  ['a /16 of IPv4', FOUR, askerOf(undefined, '203.0.113.9')],
]

describe.each(Object.keys(QUEUES) as QueueName[])('[S36] the queue of %s', (name) => {
  const bounds: QueueBounds = QUEUES[name]
  const { atOnce, atOnceOfOne = atOnce, waiting } = bounds

  it.each(CROWDS)('has room for another one when it was filled by %s', async (_, crowd, another) => {
    const { ask, running, refused } = setUp(name)
    for (let n = 0; n < atOnce + waiting + 10; n += 1) void ask(crowd(n))
    await settle()
    const before = running.length
    const isAnother = ({ asker }: { asker: Asker }) => asker.of === another.of
    void ask(another)
    await settle()
    expect(refused.some(isAnother)).toBe(false)
    // At once if one asker may not have all places. Otherwise it is next.
    if (atOnceOfOne === atOnce) {
      expect(before).toBe(atOnce)
      running[0]?.end()
      await settle()
    }
    expect(running.slice(before).some(isAnother)).toBe(true)
  })

  it('has room for a colleague of the person who filled it', async () => {
    const { ask, refused } = setUp(name)
    for (let n = 0; n < atOnce + waiting + 10; n += 1) void ask({ of: 'crowd', by: 'one' })
    await settle()
    const before = refused.length
    void ask({ of: 'crowd', by: 'two' })
    await settle()
    expect(refused.slice(before).map(({ asker }) => asker.by)).not.toContain('two')
  })
})

import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

describe('a queue', () => {
  it('[B63] runs as many at once as it may, lets a few wait, and sends the rest away', async () => {
    const inTurn = createQueue({ atOnce: 2, waiting: 3 })
    let running = 0
    let most = 0
    const finish: (() => void)[] = []
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
    }
    const jobs = Array.from({ length: 5 }, () => inTurn(work))
    await expect(inTurn(work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    for (let done = 0; done < 5; done += 1) {
      await new Promise(setImmediate)
      finish.shift()?.()
    }
    await Promise.all(jobs)
    expect(most).toBe(2)
    await inTurn(async () => {})
  })

  it('goes on after a job that failed', async () => {
    const inTurn = createQueue({ atOnce: 1, waiting: 0 })
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(inTurn(async () => 'yes')).resolves.toBe('yes')
  })
})

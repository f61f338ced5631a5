import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { ANSWERED_LATER_AT_MOST, createErrorAnswer } from './answer-error.ts'

describe('the answer to somebody who asks too often', () => {
  let app: FastifyInstance
  let release: (() => void)[]

  beforeEach(() => {
    release = []
    app = Fastify()
    app.setErrorHandler(
      createErrorAnswer({ https: false, refusalsAtOnce: 5 }, () => new Promise((resolve) => release.push(resolve))),
    )
    app.get('/often', () => {
      throw new AppError('too-many-requests', { retryAfterSeconds: 7 })
    })
    app.get('/nothing', () => {
      throw new AppError('not-found')
    })
  })
  afterEach(() => app.close())

  const ask = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })
  const allWait = async (count: number) => {
    while (release.length < count) await new Promise((resolve) => setImmediate(resolve))
  }

  it('[S12] waits, so that whoever asks again at once asks seldom; any other refusal does not', async () => {
    let isTold = false
    const often = ask('/often').finally(() => {
      isTold = true
    })
    await allWait(1)
    expect((await ask('/nothing')).statusCode).toBe(404)
    expect(isTold).toBe(false)
    release[0]?.()
    const told = await often
    expect(told.statusCode).toBe(429)
    expect(told.headers['retry-after']).toBe('7')
    expect(told.json()).toMatchObject({ error: { code: 'too-many-requests' } })
  })

  it('[S22] waits for any other refusal too, once a network has had many within a moment; for others it does not', async () => {
    for (let turn = 1; turn <= 5; turn += 1) expect((await ask('/nothing')).statusCode).toBe(404)
    const flood = [ask('/nothing'), ask('/nothing', '192.0.2.200')]
    await allWait(flood.length)
    expect((await ask('/nothing', '198.51.100.1')).statusCode).toBe(404)
    for (const one of release) one()
    for (const one of flood) expect((await one).json()).toMatchObject({ error: { code: 'not-found' } })
  })

  it('[S12] comes at once when a thousand wait, and waits again when they do no more', async () => {
    const held = Array.from({ length: ANSWERED_LATER_AT_MOST }, () => ask('/often'))
    await allWait(ANSWERED_LATER_AT_MOST)
    expect((await ask('/often')).statusCode).toBe(429)
    expect(release).toHaveLength(ANSWERED_LATER_AT_MOST)
    for (const one of release.splice(0)) one()
    await Promise.all(held)
    const next = ask('/often')
    await allWait(1)
    release[0]?.()
    expect((await next).statusCode).toBe(429)
  })
})

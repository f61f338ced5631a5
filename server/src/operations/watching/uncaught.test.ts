import assert from 'node:assert'
import { describe, expect, it } from 'vitest'
import { createUncaught } from './uncaught.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

describe('uncaught errors', () => {
  it.each([
    ['a failure that nobody waited for', new Error('x'), 'unhandledRejection', true],
    ['a rejection without a reason', undefined, 'unhandledRejection', true],
    ['a connection whose other end has gone', failure('ECONNRESET'), 'uncaughtException', true],
    ['a pipe without a reader', failure('EPIPE'), 'uncaughtException', true],
    ['an error out of a callback', new Error('x'), 'uncaughtException', false],
    ['null out of a callback', null, 'uncaughtException', false],
    ['Node’s own assumption', failure('ERR_INTERNAL_ASSERTION'), 'unhandledRejection', false],
    ['an assumption of ours', new assert.AssertionError({ message: 'x' }), 'unhandledRejection', false],
  ] as const)('[S1] %s', (_what, error, origin, isSafe) => {
    const told: object[] = []
    const uncaught = createUncaught({ error: (details) => told.push(details) })
    expect(uncaught.tell(error, origin)).toBe(isSafe)
    const kind = origin === 'unhandledRejection' ? 'rejection' : 'exception'
    expect(told).toEqual([{ err: error, kind }])
    expect(uncaught.counts()).toEqual({ exception: 0, rejection: 0, [kind]: 1 })
  })
})

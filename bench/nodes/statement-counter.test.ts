import { describe, expect, it } from 'vitest'
import { createStatementCounter } from './statement-counter.ts'

const message = (letter: string, text: string) => {
  const body = Buffer.from(`${text}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(letter), length, body])
}
const SENT = Buffer.concat([
  message('', 'user\0postgres'),
  message('p', 'password'),
  message('Q', 'start transaction isolation level repeatable read'),
  ...[message('P', '\0select revision from programme'), message('B', ''), message('E', ''), message('S', '')],
  message('Q', 'commit'),
  ...[message('P', '\0select pg_notify($1, $2)'), message('B', 'placard_hint'), message('E', ''), message('S', '')],
])

describe('the requests of a node to its database', () => {
  it.each([SENT.length, 1, 7])('is counted, in pieces of %i bytes', (size) => {
    const asked = { statements: 0, snapshots: 0, hints: 0 }
    const read = createStatementCounter(asked)
    for (let from = 0; from < SENT.length; from += size) read(SENT.subarray(from, from + size))
    expect(asked).toEqual({ statements: 4, snapshots: 1, hints: 1 })
  })
})

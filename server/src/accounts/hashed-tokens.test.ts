import type { DBAdapter } from 'better-auth/adapters'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { beforeEach, describe, expect, it } from 'vitest'
import { digestOf } from '../platform/secret.ts'
import { hashSessionTokens } from './hashed-tokens.ts'

const SESSION = { userId: 'u1', expiresAt: new Date('2026-12-01'), createdAt: new Date(), updatedAt: new Date() }

describe('session tokens between better-auth and its database', () => {
  let rows: { session: { token: string }[]; verification: { value: string }[]; user: object[]; account: object[] }
  let adapter: DBAdapter

  beforeEach(async () => {
    rows = { session: [], verification: [], user: [], account: [] }
    adapter = hashSessionTokens(memoryAdapter(rows)({}))
    const made = await adapter.create({ model: 'session', data: { ...SESSION, token: 'one' } })
    await adapter.create({ model: 'session', data: { ...SESSION, token: 'two' } })
    expect(made).toMatchObject({ token: 'one', userId: 'u1' })
  })

  const stored = () => rows.session.map((row) => row.token)
  const by = (token: string) => [{ field: 'token', value: token }]

  it('are stored as digests, and given back as they were asked for', async () => {
    expect(stored()).toEqual([digestOf('one'), digestOf('two')])
    expect(await adapter.findOne({ model: 'session', where: by('one') })).toMatchObject({ token: 'one' })
    expect(await adapter.findOne({ model: 'session', where: by(digestOf('one')) })).toBeNull()
    expect(await adapter.count({ model: 'session', where: by('two') })).toBe(1)
  })

  it('cannot be read back in a list', async () => {
    const listed = await adapter.findMany<{ token: string }>({
      model: 'session',
      where: [{ field: 'token', operator: 'in', value: ['one', 'two', 'three'] }],
    })
    expect(listed.map((session) => session.token)).toEqual([digestOf('one'), digestOf('two')])
    const all = await adapter.findMany<{ token: string }>({
      model: 'session',
      where: [{ field: 'userId', value: 'u1' }],
    })
    expect(all.map((session) => session.token)).toEqual([digestOf('one'), digestOf('two')])
  })

  it('can be changed, alone and many at once', async () => {
    const updated = await adapter.update({ model: 'session', where: by('one'), update: { token: 'uno' } })
    expect(updated).toMatchObject({ token: 'uno' })
    const touched = await adapter.update({ model: 'session', where: by('two'), update: { userAgent: 'x' } })
    expect(touched).toMatchObject({ token: 'two', userAgent: 'x' })
    expect(await adapter.updateMany({ model: 'session', where: by('two'), update: { token: 'dos' } })).toBe(1)
    expect(stored()).toEqual([digestOf('uno'), digestOf('dos')])
  })

  it('name the session to remove or consume', async () => {
    await adapter.delete({ model: 'session', where: by('one') })
    expect(stored()).toEqual([digestOf('two')])
    expect(await adapter.consumeOne({ model: 'session', where: by('two') })).toMatchObject({ token: 'two' })
    expect(await adapter.deleteMany({ model: 'session', where: by('two') })).toBe(0)
    expect(stored()).toEqual([])
  })

  it('are hashed inside a transaction too', async () => {
    await adapter.transaction(async (inside) => {
      await inside.create({ model: 'session', data: { ...SESSION, token: 'three' } })
      expect(await inside.findOne({ model: 'session', where: by('three') })).toMatchObject({ token: 'three' })
    })
    expect(stored()).toContain(digestOf('three'))
    expect(stored()).not.toContain('three')
  })

  it('of other tables are left alone', async () => {
    const dates = { expiresAt: new Date(), createdAt: new Date(), updatedAt: new Date() }
    await adapter.create({ model: 'verification', data: { identifier: 'reset', value: 'token', ...dates } })
    expect(rows.verification[0]?.value).toBe('token')
  })
})

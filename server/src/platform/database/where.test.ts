import { expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { findWhere, removeWhere, updateWhere } from './where.ts'

describeDialects('[HS19] rows in which columns have values', (dialect) => {
  const { server } = sharedTestServer({ dialect })
  const queriesNow = () => server.app.context.database.queries

  it('are found, changed and removed, and no others', async () => {
    const queries = queriesNow()
    for (const key of ['one', 'two', 'three'])
      await queries
        .insertInto('setting')
        .values({ key, value: key === 'three' ? 'b' : 'a' })
        .execute()
    expect(await updateWhere(queries, 'setting', { value: 'a' }, { value: 'c' })).toBe(2)
    expect(await findWhere(queries, 'setting', { key: 'one' })).toEqual({ key: 'one', value: 'c' })
    expect(await removeWhere(queries, 'setting', { key: 'one', value: 'a' })).toBe(0)
    expect(await removeWhere(queries, 'setting', { key: 'one', value: 'c' })).toBe(1)
    expect(await findWhere(queries, 'setting', { key: 'one' })).toBeUndefined()
    expect((await findWhere(queries, 'setting', { key: 'three' }))?.value).toBe('b')
  })

  it('need at least one value, because a query without one would be about every organisation', async () => {
    const queries = queriesNow()
    await expect(removeWhere(queries, 'setting', {})).rejects.toThrow('without a condition')
    await expect(updateWhere(queries, 'setting', {}, { value: 'x' })).rejects.toThrow('without a condition')
    await expect(findWhere(queries, 'setting', {})).rejects.toThrow('without a condition')
  })
})

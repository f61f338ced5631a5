import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { rowsFrom, statement } from './statement.ts'

describeDialects('statement', (dialect) => {
  let server: TestServer
  let built = 0

  const selectProgrammes = statement((queries, { ids, name }: { ids: readonly string[]; name: string }) => {
    built += 1
    return queries.selectFrom('programme').select('id').where('id', 'in', ids).where('name', '!=', name).orderBy('id')
  })

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('is built once for each length of a list, and runs with the values of each time', async () => {
    const { queries } = server.app.context.database
    const idsOf = async (ids: string[], name = '') =>
      (await selectProgrammes(queries, { ids, name })).rows.map(({ id }) => id)
    expect(await idsOf(['ece'])).toEqual(['ece'])
    expect(await idsOf(['nowhere'])).toEqual([])
    expect(built).toBe(1)
    expect(await idsOf(['nowhere', 'ece'])).toEqual(['ece'])
    expect(await idsOf(['ece', 'elsewhere'])).toEqual(['ece'])
    expect(built).toBe(2)
    const { name } = await queries
      .selectFrom('programme')
      .select('name')
      .where('id', '=', 'ece')
      .executeTakeFirstOrThrow()
    expect(await idsOf(['ece'], name)).toEqual([])
    expect(built).toBe(2)
  })

  it('belongs to the transaction that it is run in, and tells how many rows it changed', async () => {
    const { database } = server.app.context
    const rename = statement((queries, { id, name }: { id: string; name: string }) =>
      queries.updateTable('programme').set({ name }).where('id', '=', id),
    )
    const undone = new Error('undone')
    const work = database.transaction(async (queries) => {
      expect((await rename(queries, { id: 'ece', name: 'Elsewhere' })).numAffectedRows).toBe(1n)
      expect((await selectProgrammes(queries, { ids: ['ece'], name: 'Elsewhere' })).rows).toEqual([])
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    expect((await selectProgrammes(database.queries, { ids: ['ece'], name: 'Elsewhere' })).rows).toHaveLength(1)
  })

  it('takes an insert of other columns as another statement', async () => {
    const { database } = server.app.context
    const insert = statement((queries, row: { user_id: string; key: string; fingerprint: string; answer?: string }) =>
      queries.insertInto('receipt').values({ answer: '', ...row, created_at: 1 }),
    )
    await database.transaction(async (queries) => {
      const row = { user_id: 'somebody', fingerprint: 'f' }
      await insert(queries, { ...row, key: 'one' })
      await insert(queries, { ...row, key: 'two', answer: 'yes' })
      await insert(queries, { ...row, key: 'three' })
      const rows = await queries
        .selectFrom('receipt')
        .select(['key', 'answer'])
        .where('user_id', '=', 'somebody')
        .execute()
      expect(Object.fromEntries(rows.map(({ key, answer }) => [key, answer]))).toEqual({
        one: '',
        two: 'yes',
        three: '',
      })
    })
  })

  it.runIf(dialect === 'postgres')('is kept by each connection, unless it answers with all columns', async () => {
    const { database } = server.app.context
    const whole = statement((queries, { id }: { id: string }) =>
      queries.selectFrom('organisation').selectAll().where('id', '=', id),
    )
    await database.transaction(async (queries) => {
      for (const name of ['one', 'two']) await selectProgrammes(queries, { ids: ['ece'], name })
      await selectProgrammes(queries, { ids: Array.from({ length: 5 }, () => 'ece'), name: '' })
      await whole(queries, { id: 'vnr' })
      const { rows } = await sql<{ statement: string; uses: string }>`
        select statement, generic_plans + custom_plans as uses from pg_prepared_statements where name like 'placard%'
      `.execute(queries)
      const ours = rows.filter(({ statement: text }) => text.includes('"name" != $2'))
      expect(ours).toHaveLength(1)
      expect(Number(ours[0]?.uses)).toBeGreaterThanOrEqual(2)
      expect(rows.filter(({ statement: text }) => text.includes('*'))).toEqual([])
    })
  })

  it.runIf(dialect === 'postgres')('goes on where a later version has changed the table meanwhile', async () => {
    const { database } = server.app.context
    await database.transaction(async (queries) => {
      await selectProgrammes(queries, { ids: ['ece'], name: '' })
      await sql`alter table programme add column later integer`.execute(queries)
      expect((await selectProgrammes(queries, { ids: ['ece'], name: '' })).rows).toEqual([{ id: 'ece' }])
      await sql`alter table programme drop column later`.execute(queries)
      expect((await selectProgrammes(queries, { ids: ['ece'], name: '' })).rows).toEqual([{ id: 'ece' }])
    })
  })

  it('takes a list of rows as one value', async () => {
    const { queries } = server.app.context.database
    const read = statement((at, { rows }: { rows: string }) => ({
      compile: () =>
        sql<{ n: number }>`select cast(value ->> 0 as integer) as n from ${rowsFrom(at, rows)}`.compile(at),
    }))
    const answer = await read(queries, { rows: JSON.stringify([[3], [5]]) })
    expect(answer.rows.map(({ n }) => n)).toEqual([3, 5])
  })

  it('says so when a value was looked at while it was built', async () => {
    const wrong = statement((queries, { isNew }: { isNew: boolean }) =>
      queries
        .selectFrom('programme')
        .select('id')
        .where('id', '=', isNew ? 'new' : 'old'),
    )
    expect(() => wrong(server.app.context.database.queries, { isNew: false })).toThrow('"isNew" is no parameter')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0038', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[LT1] goes back and comes again: every display is still there, with 55 inches read from 4 m', async () => {
    const { queries } = server.app.context.database
    const programmes = () => sql<object>`select * from programme order by id`.execute(queries).then(({ rows }) => rows)
    const tables = async () => (await queries.introspection.getTables()).map(({ name }) => name)
    const before = await programmes()
    expect(before.length).toBeGreaterThan(0)
    const { up, down } = stepsFrom('0038-advice', dialect)
    await down(queries)
    const without = await programmes()
    expect(without).toHaveLength(before.length)
    for (const programme of without) expect(programme).not.toHaveProperty('distance_cm')
    expect(await tables()).not.toContain('left_advice')
    await up(queries)
    expect(await programmes()).toEqual(before)
    for (const programme of before) expect(programme).toMatchObject({ diagonal_inches: 55, distance_cm: 400 })
    expect(await tables()).toContain('left_advice')
  })
})

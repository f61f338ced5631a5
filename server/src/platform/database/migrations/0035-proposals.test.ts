import { expect, it } from 'vitest'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

const TABLES = ['proposal', 'proposal_link']

describeDialects('migration 0035', (dialect) => {
  const { server } = sharedTestServer({ dialect })
  const tables = async () =>
    (await server.app.context.database.queries.introspection.getTables())
      .map(({ name }) => name)
      .filter((name) => TABLES.includes(name))
      .sort()

  it('makes the tables, goes back, and comes again; a contributor of after is a viewer before', async () => {
    const { up, down } = stepsFrom('0035-proposals', dialect)
    const { queries } = server.app.context.database
    expect(await tables()).toEqual(TABLES)
    await queries.updateTable('profile').set({ role: 'contributor' }).execute()
    await down(queries)
    expect(await tables()).toEqual([])
    const roles = await queries.selectFrom('profile').select('role').execute()
    expect(new Set(roles.map(({ role }) => role))).toEqual(new Set(['viewer']))
    await up(queries)
    expect(await tables()).toEqual(TABLES)
  })
})

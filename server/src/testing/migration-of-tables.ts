import { expect, it } from 'vitest'
import { stepsFrom } from '../platform/database/migrate.ts'
import { describeDialects } from './dialects.ts'
import { sharedTestServer } from './shared-server.ts'

/**
 * Tests a migration that only creates tables: up, down and up again, on each dialect.
 *
 * @param name of its file, without the extension
 * @param made the names of its tables, in alphabetical order
 */
export function describeMigrationOfTables(name: string, made: readonly string[]): void {
  describeDialects(`migration ${name}`, (dialect) => {
    const { server } = sharedTestServer({ dialect })
    const tables = async () =>
      (await server.app.context.database.queries.introspection.getTables())
        .map((table) => table.name)
        .filter((table) => made.includes(table))
        .sort()

    it('makes the tables, goes back, and comes again', async () => {
      const { up, down } = stepsFrom(name, dialect)
      const { queries } = server.app.context.database
      expect(await tables()).toEqual(made)
      await down(queries)
      expect(await tables()).toEqual([])
      await up(queries)
      expect(await tables()).toEqual(made)
    })
  })
}

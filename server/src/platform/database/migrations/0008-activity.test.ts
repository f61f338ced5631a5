import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/dialects.ts'

it('[B103] PostgreSQL refuses to empty the log at once as well', async () => {
  const database = await openTestDatabase('postgres')
  await expect(sql`truncate activity`.execute(database.queries)).rejects.toThrow(/append-only/)
  await database.close()
})

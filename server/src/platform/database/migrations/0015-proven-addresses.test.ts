import { Email } from '@placard/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { provenAddresses } from './0015-proven-addresses.ts'

describeDialects('migration 0015', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[S3] an account with a subscription keeps it, and a subscription without an account waits', async () => {
    const { accounts, context } = server.app
    const { queries } = context.database
    const client = await server.signIn()
    const profile = { org: SAMPLE_DISPLAY.organisationId, id: 'ece', msg: '', subType: '' }
    const person = { email: Email.parse('person@vnr.example'), password: 'seventeen blue kettles' }
    await accounts.createUser({ ...person, name: 'Person' })
    await accounts.putProfile(context, { email: person.email, ...profile })
    await accounts.putProfile(context, { email: Email.parse('later@vnr.example'), ...profile })
    await queries.updateTable('user').set({ email_verified: 0 }).execute()

    const { up, down } = provenAddresses(dialect)
    await down?.(queries)
    const { rows } = await sql<object>`select * from profile`.execute(queries)
    expect(rows).toHaveLength(3)
    expect(rows[0]).not.toHaveProperty('user_id')
    await up(queries)

    const open = await queries.selectFrom('profile').select(['email', 'user_id']).orderBy('email').execute()
    expect(open).toEqual([
      { email: 'admin@vnr.example', user_id: expect.any(String) },
      { email: 'later@vnr.example', user_id: null },
      { email: 'person@vnr.example', user_id: expect.any(String) },
    ])
    const proven = await queries.selectFrom('user').select(['email', 'email_verified']).orderBy('email').execute()
    expect(proven).toEqual([
      { email: 'admin@vnr.example', email_verified: 1 },
      { email: 'person@vnr.example', email_verified: 0 },
    ])
    expect((await client.call('getSession', { params: {} })).status).toBe(200)
    expect(await server.signIn(person)).toBeDefined()
  })
})

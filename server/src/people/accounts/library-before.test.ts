import { Email, OrganisationId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AccountServer, openAccountServer } from '../../testing/account-server.ts'
import { describeDialects } from '../../testing/dialects.ts'

// An account and its session as the previous version wrote them with the library better-auth.
const AT = '2026-11-01T12:00:00.000Z'
const DATES = { created_at: AT, updated_at: AT }
const BEFORE = { email: Email.parse('before@vnr.example'), password: 'seventeen blue kettles' }
const ID = '47ca874a-93a0-4542-a94e-82fa645ccf47'
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$oQTpEeIjUFE7a6EFf5lLYA$Ilo2Jzivbtx9hRKyTaMifnHXRvIsWbq2odylBVLMFRA'
const SECRET = '8E9lXmKWJId0hoFAd7jdpTTRZlTC_zVtmdeGpyn11Kk'

describeDialects('accounts of before', (dialect) => {
  let server: AccountServer

  beforeEach(async () => {
    server = await openAccountServer(dialect)
    const { queries } = server.context.database
    const user = { id: ID, email: BEFORE.email, name: 'Before', email_verified: 1 as const, image: null }
    await queries
      .insertInto('user')
      .values({ ...user, ...DATES })
      .execute()
    const tokens = { access_token: null, refresh_token: null, id_token: null, scope: null }
    const expiries = { access_token_expires_at: null, refresh_token_expires_at: null }
    await queries
      .insertInto('credential')
      .values({
        id: 'a5d8ba2a-04fc-4679-b363-d0a91c5d86f4',
        user_id: ID,
        account_id: ID,
        provider_id: 'credential',
        password: HASH,
        ...tokens,
        ...expiries,
        ...DATES,
      })
      .execute()
    await queries
      .insertInto('session')
      .values({
        id: 'ffb3e179-5c9c-447d-a257-2180744ecc3b',
        user_id: ID,
        token: '669ad19c82492caa7260a8de36b96ddffc97e9979c93a4845cafd6020e570f4f',
        previous_token: null,
        rotated_at: Date.parse(AT),
        expires_at: '2026-12-01T12:00:00.000Z',
        remembered: 1,
        last_seen_at: Date.parse(AT),
        ip_address: '192.0.2.7',
        user_agent: 'Before/1.0',
        through: null,
        ...DATES,
      })
      .execute()
    const org = OrganisationId.parse('vnr')
    await server.accounts.putProfile(server.context, { email: BEFORE.email, id: 'ece', org, msg: '', subType: '' })
  })
  afterEach(() => server.close())

  it('[HS13] sign in with their passwords, and with no other', async () => {
    const browser = server.browser()
    expect((await browser.signIn({ ...BEFORE, password: 'seventeen red kettles' })).status).toBe(401)
    expect((await browser.signIn(BEFORE)).status).toBe(200)
    expect((await browser.getSession()).body).toMatchObject({ email: BEFORE.email })
  })

  it('[HS13] stay signed in', async () => {
    server.clock.now = Date.parse('2026-11-02T09:00:00Z')
    const browser = server.browser()
    browser.cookies.set('__Host-sid', SECRET)
    expect((await browser.getSession()).body).toMatchObject({ email: BEFORE.email })
  })

  it('[HS13] and of now have rows of the same form', async () => {
    const { queries } = server.context.database
    const now = { email: Email.parse('now@vnr.example'), password: BEFORE.password }
    expect(await server.accounts.createUser({ ...now, name: 'Now' })).toMatchObject({ status: 'created' })
    const read = async (email: string) => {
      const user = await queries.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
      const credentials = await queries.selectFrom('credential').selectAll().where('user_id', '=', user.id).execute()
      return { user, credentials }
    }
    const formOf = (row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : typeof value]))
    const [before, made] = [await read(BEFORE.email), await read(now.email)]
    expect(formOf(made.user)).toEqual(formOf(before.user))
    expect(made.credentials.map(formOf)).toEqual(before.credentials.map(formOf))
    const { user } = made
    expect(made.credentials[0]).toMatchObject({ user_id: user.id, account_id: user.id, provider_id: 'credential' })
    const at = new Date(server.clock.now).toISOString()
    expect(user).toMatchObject({ created_at: at, updated_at: at, email_verified: 1, disabled: 0, operator: 0 })
  })
})

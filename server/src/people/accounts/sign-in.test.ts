import { argon2Sync, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Email, OrganisationId } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../content/activity/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { PASSWORD_COST } from '../../platform/config.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { createPasswordHasher } from './password.ts'
import * as store from './store.ts'

const OTHER = OrganisationId.parse('other')
const PASSWORD = 'seventeen blue kettles'

describeDialects('accounts', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect, config: { passwordCost: PASSWORD_COST } })
    await createOrganisation(server.app.context, OTHER, 'Another college')
  })
  afterAll(() => server.close())

  const queries = () => server.app.context.database.queries
  const newUser = (name: string) => ({ email: Email.parse(`${name}@vnr.example`), name, password: PASSWORD })
  const signIn = (email: string, password: string) =>
    createClient(server.url).call('signIn', { params: {}, body: { email, password } })
  async function hashOf(
    email: string,
  ): Promise<{ userId: Parameters<typeof store.findPasswordHash>[1]; hash: string }> {
    const user = await store.findUser(queries(), email)
    if (!user) throw new Error('there is no such account')
    return { userId: user.id, hash: (await store.findPasswordHash(queries(), user.id)) ?? '' }
  }

  /** Replaces the password's hash by a weaker one. */
  async function weaken(email: string, password: string): Promise<string> {
    const { userId } = await hashOf(email)
    const nonce = randomBytes(16)
    const cost = { memory: 8_192, passes: 1, parallelism: 1 }
    const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
    const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const hash = `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
    await store.updatePasswordHash(queries(), userId, { hash, updatedAt: new Date().toISOString() })
    return hash
  }

  it('[B5] a hash of yesterday’s strength is replaced when its password is known again, one of today’s is not', async () => {
    const weak = await weaken(ADMIN.email, ADMIN.password)
    expect((await signIn(ADMIN.email, 'not the password at all')).status).toBe(401)
    expect((await hashOf(ADMIN.email)).hash).toBe(weak)
    expect((await signIn(ADMIN.email, ADMIN.password)).status).toBe(200)
    const { hash } = await hashOf(ADMIN.email)
    expect(hash).toContain('$m=19456,t=2,p=1$')
    expect((await signIn(ADMIN.email, ADMIN.password)).status).toBe(200)
    expect((await hashOf(ADMIN.email)).hash).toBe(hash)
  })

  it('[B13] a sign-in by the old password leaves no session, however near to the new one it comes', async () => {
    const { accounts, context } = server.app
    const user = newUser('racer')
    await accounts.createUser(user)
    const { organisationId: org, displayId: id } = SAMPLE_DISPLAY
    await accounts.putProfile(context, { email: user.email, org, id, msg: '', subType: '' })
    const visitor = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
    let password = PASSWORD
    for (let round = 0; round < 8; round += 1) {
      const next = `${PASSWORD} ${round}`
      const old = { email: user.email, password, remember: false }
      const [came] = await Promise.all([
        wait(round * 10).then(() => accounts.signIn(old, visitor).catch(() => undefined)),
        accounts.setPassword(user.email, next),
      ])
      const secret = came && 'ticket' in came ? came.ticket.secret : 'none'
      expect(await accounts.identify(`sid=${secret}`)).toEqual({ status: 'anonymous' })
      password = next
    }
  })

  it('[B13] a hash that is made stronger does not bring a replaced password back', async () => {
    const { accounts } = server.app
    const user = newUser('stronger')
    await accounts.createUser(user)
    const visitor = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
    let password = PASSWORD
    for (let round = 0; round < 8; round += 1) {
      await weaken(user.email, password)
      const next = `${PASSWORD} ${round}`
      const old = { email: user.email, password, remember: false }
      await Promise.all([
        accounts.signIn(old, visitor).catch(() => undefined),
        wait(round * 10).then(() => accounts.setPassword(user.email, next)),
      ])
      const { hash } = await hashOf(user.email)
      expect(await createPasswordHasher(PASSWORD_COST).verify(hash, next)).toBe(true)
      password = next
    }
  })

  it.each([undefined, COMMAND_LINE])('U2 of two who make the same account at once, one does (%j)', async (by) => {
    const user = newUser(by ? 'twice-by-hand' : 'twice')
    const made = await Promise.all([1, 2].map(() => server.app.accounts.createUser(user, by)))
    expect(made.map(({ status }) => status).sort()).toEqual(['created', 'email-taken'])
    expect((await server.app.accounts.createUser(user, by)).status).toBe('email-taken')
  })

  it('U3 A3 a person who signs up with their own address and password is signed in until the browser is closed', async () => {
    const { headers } = await createClient(server.url).call('signUp', { params: {}, body: ADMIN })
    const session = headers.getSetCookie().find((cookie) => cookie.startsWith('sid='))
    expect(session).toBeDefined()
    expect(session).not.toMatch(/max-age|expires/i)
  })

  it('E3 a person without an account is moved and unsubscribed like anybody else', async () => {
    const { accounts, context } = server.app
    const email = Email.parse('not-yet@vnr.example')
    const profile = { id: SAMPLE_DISPLAY.displayId, msg: '', subType: '' }
    expect(await accounts.removeProfile(email)).toBe(false)
    await accounts.putProfile(context, { email, ...profile, org: SAMPLE_DISPLAY.organisationId })
    await accounts.putProfile(context, { email, ...profile, org: OTHER })
    expect(await accounts.findProfile(email)).toMatchObject({ org: OTHER })
    expect(await accounts.removeProfile(email)).toBe(true)
    expect(await accounts.findProfile(email)).toBeUndefined()
  })
})

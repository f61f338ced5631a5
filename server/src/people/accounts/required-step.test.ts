import { type DisplayKey, Email, pathOf, type RequiredStep } from '@placard/contract'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../content/activity/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { OTHER } from '../../testing/keys.ts'
import { enterAs, makePlace, PASSWORD } from '../../testing/people.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { endSignInRule } from '../members/service.ts'

const params = { organisationId: SAMPLE_DISPLAY.organisationId }
const failure = (status: number, code: string) => ({ status, body: { error: { code } } })
const REQUIRED = failure(403, 'second-step-required')

describeDialects('the sign-in that an organisation requires', (dialect) => {
  let server: TestServer
  let clock: { now: number }
  let origin: string
  let owner: Client

  beforeEach(async () => {
    clock = { now: Date.parse('2026-11-28T08:00:05Z') }
    server = await startTestServer({ dialect, now: () => clock.now })
    origin = `http://localhost:${new URL(server.url).port}`
    owner = await enter(ADMIN)
  })
  afterEach(() => server.close())

  async function enter(who: { email: string; password: string }): Promise<Client> {
    const client = createClient(origin)
    expect(await client.call('signIn', { params: {}, body: who })).toMatchObject({ status: 200 })
    return client
  }

  /** Adds a passkey to the account, by its session. */
  async function addPasskey(client: Client, password = ADMIN.password) {
    const wanted = await client.call('startPasskey', { params: {}, body: { password } })
    const key = createAuthenticator(origin)
    const body = { name: 'Phone', passkey: key.create(wanted.body) }
    const made = await client.call('createPasskey', { params: {}, body })
    expect(made.status).toBe(201)
    return { key, passkeyId: made.body.id }
  }

  async function signInWith(key: ReturnType<typeof createAuthenticator>): Promise<Client> {
    const client = createClient(origin)
    const request = (await client.call('startPasskeySignIn', { params: {} })).body
    const answer = await client.call('signInByPasskey', { params: {}, body: { passkey: key.answer(request) } })
    expect(answer.status).toBe(200)
    return client
  }

  const codeOf = (secret: string) => {
    clock.now += 30_000
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now })
  }

  async function turnOnApp(client: Client, password: string): Promise<string> {
    const { secret } = (await client.call('beginSecondFactor', { params: {}, body: { password } })).body
    const confirmed = await client.call('confirmSecondFactor', { params: {}, body: { code: codeOf(secret) } })
    expect(confirmed.status).toBe(200)
    return secret
  }

  async function signInByCode(email: string, secret: string): Promise<Client> {
    const client = createClient(origin)
    const { body } = await client.call('signIn', { params: {}, body: { email, password: PASSWORD } })
    if (!('secondFactor' in body)) throw new Error('no second step was wanted')
    const { pending } = body.secondFactor
    const done = await client.call('finishSignIn', { params: {}, body: { pending, code: codeOf(secret) } })
    expect(done.status).toBe(200)
    return client
  }

  const demand = (requires: RequiredStep | null, client = owner) =>
    client.call('setSignInRule', { params, body: { requires } })
  const streamOf = (client: Client, key: DisplayKey) =>
    openStream(server.url + pathOf('streamProgramme', key), { cookie: client.cookie() })
  const list = (client: Client) => client.call('listDisplays', { params })
  const member = async (name: string, role: 'viewer' | 'editor' | 'owner' = 'editor') => {
    const { email } = await enterAs(server, name, { role })
    return { email, client: await enter({ email, password: PASSWORD }) }
  }
  const missingOf = async (client: Client) => (await client.call('getAccount', { params: {} })).body.missing

  it('WD7 a member without one is let in as soon as it is set up, in the same session', async () => {
    const { email, client } = await member('asha')
    await addPasskey(owner)
    expect(await demand('passkey')).toMatchObject({ status: 200, body: { requires: 'passkey' } })
    expect((await owner.call('getSignInRule', { params })).body).toEqual({ requires: 'passkey' })
    expect(await list(client)).toMatchObject(REQUIRED)
    // The account stays open, and tells what is missing. Nothing of the organisation is in the session.
    expect((await client.call('getSession', { params: {} })).body).toEqual({
      email,
      profile: null,
      organisation: null,
      role: null,
      limited: false,
      tables: null,
      operator: false,
      displays: [],
    })
    expect(await missingOf(client)).toMatchObject({ requires: 'passkey' })
    expect(await missingOf(owner)).toBeNull()
    await addPasskey(client, PASSWORD)
    expect(await missingOf(client)).toBeNull()
    expect((await list(client)).status).toBe(200)
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({ role: 'editor' })
  })

  it('WD7 a code of an app meets the second step, also at the next sign-in', async () => {
    const { email, client } = await member('asha')
    await addPasskey(owner)
    await demand('second-step')
    expect(await list(client)).toMatchObject(REQUIRED)
    const secret = await turnOnApp(client, PASSWORD)
    expect((await list(client)).status).toBe(200)
    expect((await list(await signInByCode(email, secret))).status).toBe(200)
  })

  it('[B198] whoever turns it on must have signed in that way, and nothing changes otherwise', async () => {
    expect(await demand('second-step')).toMatchObject(failure(409, 'own-step-first'))
    await turnOnApp(owner, ADMIN.password)
    expect(await demand('passkey')).toMatchObject(failure(409, 'own-step-first'))
    expect((await owner.call('getSignInRule', { params })).body).toEqual({ requires: null })
    expect((await demand('second-step')).status).toBe(200)
    // Another owner, who lacks it, cannot turn it off.
    const { client } = await member('second', 'owner')
    expect(await demand(null, client)).toMatchObject(REQUIRED)
  })

  it('WD7 the log tells each change, and who made it', async () => {
    await addPasskey(owner)
    await demand('passkey')
    await demand('passkey')
    await demand(null)
    const { entries } = (await owner.call('listOrganisationActivity', { params })).body
    expect(entries.filter(({ kind }) => kind === 'sign-in-rule-changed')).toMatchObject([
      { actor: { email: ADMIN.email }, settings: [{ setting: 'sign-in-rule', former: 'passkey', present: null }] },
      { actor: { email: ADMIN.email }, settings: [{ setting: 'sign-in-rule', former: null, present: 'passkey' }] },
    ])
  })

  it('WD7 owners see the strongest way of each member', async () => {
    const { client } = await member('asha')
    const { client: other } = await member('binu')
    await member('chen')
    await addPasskey(client, PASSWORD)
    await turnOnApp(other, PASSWORD)
    const members = (await owner.call('listMembers', { params })).body
    expect(members.map(({ email, secondStep }) => [email.split('@')[0], secondStep])).toEqual([
      ['admin', null],
      ['asha', 'passkey'],
      ['binu', 'app'],
      ['chen', null],
    ])
  })

  it('[B195] a session from before the rule loses its access at once: calls and open streams', async () => {
    const { client } = await member('asha')
    const stream = await streamOf(client, SAMPLE_DISPLAY)
    await stream.next('programme')
    await addPasskey(owner)
    await demand('second-step')
    expect((await stream.next('bye')).data).toMatchObject({ reason: 'stopping' })
    await stream.ended
    expect((await streamOf(client, SAMPLE_DISPLAY)).status).toBe(403)
    expect(await list(client)).toMatchObject(REQUIRED)
    expect(await client.call('leaveOrganisation', { params })).toMatchObject(REQUIRED)
    await demand(null)
    expect((await list(client)).status).toBe(200)
  })

  it('[B195] signing in again with the password alone changes nothing, whatever the account has', async () => {
    const { email, client } = await member('asha')
    const { key } = await addPasskey(client, PASSWORD)
    await addPasskey(owner)
    await demand('second-step')
    const again = await enter({ email, password: PASSWORD })
    expect(await list(again)).toMatchObject(REQUIRED)
    expect((await list(await signInWith(key))).status).toBe(200)
  })

  it('[B196] a session loses its access with the last passkey, also while it has a stream open', async () => {
    const { email, client } = await member('asha')
    await addPasskey(client, PASSWORD)
    await addPasskey(owner)
    await demand('passkey')
    const stream = await streamOf(client, SAMPLE_DISPLAY)
    await stream.next('programme')
    const ids = (await server.app.context.database.queries.selectFrom('session').select('id').execute()).map(
      ({ id }) => id,
    )
    const before = await server.app.accounts.keepPresentSessions(ids)
    // By the operator, because the member cannot.
    expect(await server.app.accounts.removePasskeys(email)).toBe(1)
    await stream.next('bye')
    await stream.ended
    expect(await list(client)).toMatchObject(REQUIRED)
    // Other processes close the streams of the session, as of one that has ended.
    expect(await server.app.accounts.keepPresentSessions(ids)).toHaveLength(before.length - 1)
  })

  it('[B196] a code counts no longer when two-factor sign-in was turned off', async () => {
    const { email, client } = await member('asha')
    await turnOnApp(client, PASSWORD)
    await addPasskey(owner)
    await demand('second-step')
    expect((await list(client)).status).toBe(200)
    await server.app.accounts.turnSecondFactorOff(email)
    expect(await list(client)).toMatchObject(REQUIRED)
  })

  it('[B197] where a passkey is required, a code, and a passkey of the account that was not used, are not enough', async () => {
    const { email, client } = await member('asha')
    const secret = await turnOnApp(client, PASSWORD)
    await addPasskey(owner)
    await demand('passkey')
    const byCode = await signInByCode(email, secret)
    expect(await list(byCode)).toMatchObject(REQUIRED)
    // A code is a way back for a person without a passkey.
    const { key } = await addPasskey(client, PASSWORD)
    // The session that added it has answered with it. The other one has not.
    expect((await list(client)).status).toBe(200)
    expect(await list(byCode)).toMatchObject(REQUIRED)
    expect((await list(await signInWith(key))).status).toBe(200)
  })

  it('[B197] with a stolen password alone, nobody adds a way of their own to an account that has one', async () => {
    const { email, client } = await member('asha')
    await addPasskey(client, PASSWORD)
    await addPasskey(owner)
    await demand('second-step')
    const thief = await enter({ email, password: PASSWORD })
    const body = { password: PASSWORD }
    for (const name of ['startPasskey', 'beginSecondFactor', 'turnSecondFactorOnByPasskey'] as const) {
      expect(await thief.call(name, { params: {}, body })).toMatchObject(REQUIRED)
    }
    expect(await list(thief)).toMatchObject(REQUIRED)
    // One that was begun before the account had any is refused at its end.
    const { email: other, client: first } = await member('binu')
    const second = await enter({ email: other, password: PASSWORD })
    const { secret } = (await second.call('beginSecondFactor', { params: {}, body })).body
    const wanted = (await second.call('startPasskey', { params: {}, body })).body
    await addPasskey(first, PASSWORD)
    const code = { code: codeOf(secret) }
    expect(await second.call('confirmSecondFactor', { params: {}, body: code })).toMatchObject(REQUIRED)
    const made = { name: 'Mine', passkey: createAuthenticator(origin).create(wanted) }
    expect(await second.call('createPasskey', { params: {}, body: made })).toMatchObject(REQUIRED)
    expect((await first.call('listPasskeys', { params: {} })).body).toHaveLength(1)
  })

  it('[B198] the last way that is required cannot be removed, and nothing is lost by trying', async () => {
    const { passkeyId } = await addPasskey(owner)
    await demand('passkey')
    const remove = (password = ADMIN.password) =>
      owner.call('removePasskey', { params: { passkeyId }, body: { password } })
    expect(await remove()).toMatchObject(failure(409, 'second-step-kept'))
    expect((await owner.call('listPasskeys', { params: {} })).body).toHaveLength(1)
    await demand('second-step')
    expect(await remove()).toMatchObject(failure(409, 'second-step-kept'))
    const secret = await turnOnApp(owner, ADMIN.password)
    expect((await remove()).status).toBe(204)
    const off = { password: ADMIN.password, code: codeOf(secret) }
    expect(await owner.call('removeSecondFactor', { params: {}, body: off })).toMatchObject(
      failure(409, 'second-step-kept'),
    )
    expect((await owner.call('getAccount', { params: {} })).body.secondFactor).toMatchObject({ on: true, app: true })
  })

  it('[B195] a person who is moved to another organisation is held to its rule alone', async () => {
    await makePlace(server, OTHER)
    const { email, client } = await member('asha')
    await addPasskey(owner)
    await demand('passkey')
    expect(await list(client)).toMatchObject(REQUIRED)
    const { accounts, context } = server.app
    await accounts.putProfile(context, { email, org: OTHER.organisationId, id: OTHER.displayId, msg: '', subType: '' })
    const there = await enter({ email, password: PASSWORD })
    expect((await there.call('listDisplays', { params: { organisationId: OTHER.organisationId } })).status).toBe(200)
    await context.database.queries
      .updateTable('organisation')
      .set({ required_step: 'second-step' })
      .where('id', '=', OTHER.organisationId)
      .execute()
    expect(await there.call('listDisplays', { params: { organisationId: OTHER.organisationId } })).toMatchObject(
      REQUIRED,
    )
  })

  it('WD7 an invitation is accepted without it, and opens nothing until it is set up', async () => {
    await addPasskey(owner)
    await demand('passkey')
    const { token } = (await owner.call('createInvitation', { params, body: { role: 'viewer' } })).body
    const body = { email: 'new@people.example', password: PASSWORD, invitation: token }
    const client = createClient(origin)
    expect((await client.call('signUp', { params: {}, body })).status).toBe(200)
    const entered = await enter({ email: body.email, password: PASSWORD })
    expect(await list(entered)).toMatchObject(REQUIRED)
    await addPasskey(entered, PASSWORD)
    expect((await list(entered)).status).toBe(200)
  })

  it('WD7 programs with a token, screens and pages to read are not asked', async () => {
    const body = { name: 'Timetable', role: 'viewer' as const, displays: null, days: 30 }
    const { secret } = (await owner.call('createToken', { params, body })).body
    await addPasskey(owner)
    await demand('passkey')
    const called = await fetch(`${origin}/api/organisations/${params.organisationId}/displays`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(called.status).toBe(200)
    await called.body?.cancel()
    expect((await createClient(origin).call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
  })

  it('WD7 the operator ends the rule when nobody can meet it, and the log tells it', async () => {
    const { client } = await member('second', 'owner')
    await addPasskey(owner)
    await demand('passkey')
    await server.app.accounts.removePasskeys(Email.parse(ADMIN.email))
    expect(await list(owner)).toMatchObject(REQUIRED)
    const end = () => endSignInRule(server.app.context, server.app.accounts, params.organisationId, COMMAND_LINE)
    expect([await end(), await end()]).toEqual([true, false])
    for (const one of [owner, client]) expect((await list(one)).status).toBe(200)
  })
})

import { Email, MAX_PASSKEYS, PASSKEY_WAIT_MS, type Passkey, RECOVERY_CODES } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Authenticator, createAuthenticator, type How } from '../../../testing/authenticator.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../../testing/server.ts'
import { type SmtpServer, startSmtpServer } from '../../../testing/smtp.ts'

const MINUTE = 60_000
const OTHER = { email: 'other@example.org', password: 'seventeen blue kettles' }
const refused = (field?: string) => ({
  status: 422,
  body: { error: field ? { code: 'passkey-refused', field } : { code: 'passkey-refused' } },
})
const EXPIRED = { status: 410, body: { error: { code: 'sign-in-expired' } } }

describeDialects('passkeys', (dialect) => {
  let smtp: SmtpServer
  let server: TestServer
  let clock: { now: number }
  let origin: string
  let admin: Client

  beforeEach(async () => {
    smtp = await startSmtpServer()
    clock = { now: Date.parse('2026-11-21T08:00:05Z') }
    const mail = {
      url: smtp.url,
      from: { name: 'Placard', address: 'placard@example.org' },
      languages: ['en' as const],
    }
    server = await startTestServer({
      dialect,
      now: () => clock.now,
      config: { mail, trustedProxies: ['127.0.0.1', '::1'] },
    })
    origin = `http://localhost:${new URL(server.url).port}`
    admin = browser()
    await signIn(admin)
  })
  afterEach(async () => {
    await server.close()
    await smtp.close()
  })

  const browser = () => createClient(origin)
  const queries = () => server.app.context.database.queries
  const signIn = (client: Client, who = ADMIN) => client.call('signIn', { params: {}, body: who })
  const list = async (client = admin): Promise<Passkey[]> => (await client.call('listPasskeys', { params: {} })).body

  async function add(
    client = admin,
    { name = 'Phone', key = createAuthenticator(origin), password = ADMIN.password, how = {} as How } = {},
  ): Promise<{ key: Authenticator; passkey: Passkey }> {
    const wanted = await client.call('startPasskey', { params: {}, body: { password } })
    expect(wanted.status).toBe(200)
    const answer = await client.call('createPasskey', {
      params: {},
      body: { name, passkey: key.create(wanted.body, how) },
    })
    expect(answer.status).toBe(201)
    return { key, passkey: answer.body }
  }

  const requestSignIn = async () => (await browser().call('startPasskeySignIn', { params: {} })).body

  async function enter(key: Authenticator, how: How = {}, client = browser(), address = '192.0.2.1') {
    const passkey = key.answer(await requestSignIn(), how)
    return client.call('signInByPasskey', {
      params: {},
      body: { passkey },
      headers: { 'x-forwarded-for': address },
    })
  }

  async function turnOn(): Promise<string[]> {
    const answer = await admin.call('turnSecondFactorOnByPasskey', {
      params: {},
      body: { password: ADMIN.password },
    })
    expect(answer.status).toBe(200)
    return answer.body.recoveryCodes
  }

  async function pendingOf(who = ADMIN): Promise<string> {
    const { status, body } = await signIn(browser(), who)
    if (!('secondFactor' in body)) throw new Error(`${status}: no second step was wanted`)
    return body.secondFactor.pending
  }

  const startStep = async (pending: string) =>
    (await browser().call('startPasskeyStep', { params: {}, body: { pending } })).body

  async function step(pending: string, key: Authenticator, how: How = {}, client = browser()) {
    const { request } = await startStep(pending)
    if (!request) throw new Error('no passkey is offered')
    return client.call('finishSignInByPasskey', { params: {}, body: { pending, passkey: key.answer(request, how) } })
  }

  /** A second member of the same organisation. */
  async function another(): Promise<Client> {
    await server.app.accounts.createUser({
      email: Email.parse(OTHER.email),
      name: OTHER.email,
      password: OTHER.password,
    })
    const { context, accounts } = server.app
    const own = await accounts.findProfile(Email.parse(ADMIN.email))
    if (!own) throw new Error('the administrator has no profile')
    await accounts.putProfile(context, { ...own, email: Email.parse(OTHER.email), role: 'owner', displays: null })
    const client = browser()
    expect((await signIn(client, OTHER)).status).toBe(200)
    return client
  }

  it('A1 WD7 a passkey signs in without a password, and says when it was used', async () => {
    const { key, passkey } = await add()
    expect(passkey).toMatchObject({ name: 'Phone', createdAt: clock.now, lastUsedAt: null, synced: false })
    clock.now += MINUTE
    const client = browser()
    const answer = await enter(key, {}, client)
    expect(answer).toMatchObject({ status: 200, body: { email: ADMIN.email } })
    expect((await client.call('getSession', { params: {} })).status).toBe(200)
    expect(await list()).toEqual([{ ...passkey, lastUsedAt: clock.now }])
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('sid='))).toBe(true)
  })

  it('WD7 an account has several passkeys, each with a name that can be changed', async () => {
    const phone = await add()
    clock.now += MINUTE
    const laptop = await add(admin, { name: 'Laptop' })
    expect((await list()).map(({ name }) => name)).toEqual(['Phone', 'Laptop'])
    const { passkeyId, ...renamed } = { passkeyId: laptop.passkey.id, name: 'Work laptop' }
    expect(await admin.call('renamePasskey', { params: { passkeyId }, body: renamed })).toMatchObject({
      status: 200,
      body: { id: passkeyId, name: 'Work laptop' },
    })
    for (const { key } of [phone, laptop]) expect((await enter(key)).status).toBe(200)
    // The browser is told which authenticators hold one already.
    const wanted = await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })
    expect(wanted.body.exclude.map(({ id }) => id)).toEqual([phone.key.credentialId, laptop.key.credentialId])
  })

  it('WD7 an authenticator that does not count signs in again and again', async () => {
    const { key } = await add(admin, { key: createAuthenticator(origin, { counts: false }) })
    for (let count = 0; count < 3; count += 1) expect((await enter(key)).status).toBe(200)
  })

  it('WD7 adding and removing one needs the password, is told by mail and stands in the log', async () => {
    const wrong = { status: 422, body: { error: { code: 'wrong-password', field: 'password' } } }
    const body = { password: 'certainly not the one' }
    expect(await admin.call('startPasskey', { params: {}, body })).toMatchObject(wrong)
    const { passkey } = await add()
    expect((await smtp.next()).text).toContain('A passkey was added to the Placard account')
    const params = { passkeyId: passkey.id }
    expect(await admin.call('removePasskey', { params, body })).toMatchObject(wrong)
    expect(await list()).toHaveLength(1)
    expect((await admin.call('removePasskey', { params, body: { password: ADMIN.password } })).status).toBe(204)
    expect((await smtp.next()).text).toContain('A passkey was removed from the Placard account')
    expect(await list()).toEqual([])
    await server.app.events.flush()
    const kinds = await queries().selectFrom('activity').select('kind').where('kind', 'like', 'passkey-%').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['passkey-added', 'passkey-removed'])
  })

  it('WD7 an account has a bounded number of them', async () => {
    for (let count = 0; count < MAX_PASSKEYS - 1; count += 1) await add(admin, { name: `Key ${count}` })
    const start = () => admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })
    const wanted = [(await start()).body, (await start()).body]
    const statuses = await Promise.all(
      wanted.map(async (one) => {
        const passkey = createAuthenticator(origin).create(one)
        return (await admin.call('createPasskey', { params: {}, body: { name: 'Last', passkey } })).status
      }),
    )
    expect(statuses.sort()).toEqual([201, 409])
    expect(await start()).toMatchObject({ status: 409, body: { error: { code: 'too-many-passkeys' } } })
  })

  it('WD7 a passkey is the second step after the password, without an app', async () => {
    const { key } = await add()
    const codes = await turnOn()
    expect(codes).toHaveLength(RECOVERY_CODES)
    expect((await admin.call('getAccount', { params: {} })).body.secondFactor).toEqual({
      on: true,
      app: false,
      recoveryCodesLeft: RECOVERY_CODES,
    })
    const pending = await pendingOf()
    expect(await startStep(pending)).toMatchObject({ app: false, request: { allow: [{ id: key.credentialId }] } })
    const client = browser()
    // The password was the first factor, so the key need not verify its user, and need not name the account.
    const how = { verified: false, userHandle: null }
    expect(await step(pending, key, how, client)).toMatchObject({ status: 200, body: { email: ADMIN.email } })
    expect((await client.call('getSession', { params: {} })).status).toBe(200)
    expect(
      await client.call('finishSignInByPasskey', {
        params: {},
        body: { pending, passkey: key.answer({ challenge: 'x', rpId: 'localhost' }) },
      }),
    ).toMatchObject(EXPIRED)
  })

  it('WD7 a recovery code signs in when the passkey is lost', async () => {
    await add()
    const [code = ''] = await turnOn()
    const body = { pending: await pendingOf(), code }
    expect((await browser().call('finishSignIn', { params: {}, body })).status).toBe(200)
    const digits = { pending: await pendingOf(), code: '123456' }
    expect(await browser().call('finishSignIn', { params: {}, body: digits })).toMatchObject({ status: 422 })
  })

  it('WD7 the last passkey of a second step stays until the second step is off', async () => {
    const { key, passkey } = await add()
    await turnOn()
    const params = { passkeyId: passkey.id }
    const { password } = ADMIN
    expect(await admin.call('removePasskey', { params, body: { password } })).toMatchObject({
      status: 409,
      body: { error: { code: 'passkey-needed' } },
    })
    const request = (await admin.call('startPasskeyProof', { params: {} })).body
    const off = await admin.call('removeSecondFactorByPasskey', {
      params: {},
      body: { password, passkey: key.answer(request) },
    })
    expect(off.status).toBe(204)
    expect((await signIn(browser())).body).toMatchObject({ email: ADMIN.email })
    expect((await admin.call('removePasskey', { params, body: { password } })).status).toBe(204)
  })

  it('WD7 two-factor sign-in is not turned on by an account without a passkey', async () => {
    const body = { password: ADMIN.password }
    expect(await admin.call('turnSecondFactorOnByPasskey', { params: {}, body })).toMatchObject({
      status: 404,
      body: { error: { code: 'passkey-not-found' } },
    })
  })

  it('WD7 the operator removes all passkeys of a person, and the second step that needs them', async () => {
    const { key } = await add()
    await turnOn()
    expect(await server.app.accounts.removePasskeys(Email.parse(ADMIN.email))).toBe(1)
    expect(await enter(key)).toMatchObject(refused())
    expect((await signIn(browser())).body).toMatchObject({ email: ADMIN.email })
  })

  it('[B187] an answer that another origin got is refused, and so is one for another name or in a frame', async () => {
    const { key } = await add()
    expect(await enter(key, { origin: 'https://placard.example.net' })).toMatchObject(refused())
    expect(await enter(key, { origin: 'http://localhost:1' })).toMatchObject(refused())
    expect(await enter(key, { rpId: 'example.net' })).toMatchObject(refused())
    expect(await enter(key, { crossOrigin: true })).toMatchObject(refused())
    expect((await enter(key)).status).toBe(200)
    // A host name that the sender chose makes no other origin valid.
    const wanted = await createClient(server.url.replace('localhost', '127.0.0.1')).call('startPasskeySignIn', {
      params: {},
    })
    expect(wanted).toMatchObject({ status: 409, body: { error: { code: 'passkeys-unavailable' } } })
    const made = await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })
    const passkey = createAuthenticator('https://placard.example.net').create(made.body)
    expect(await admin.call('createPasskey', { params: {}, body: { name: 'Theirs', passkey } })).toMatchObject(
      refused(),
    )
  })

  it('[B188] an answer signs in once', async () => {
    const { key } = await add(admin, { key: createAuthenticator(origin, { counts: false }) })
    const body = { passkey: key.answer(await requestSignIn()) }
    const all = await Promise.all(
      Array.from({ length: 4 }, () => browser().call('signInByPasskey', { params: {}, body })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    await server.app.accounts.sweep()
    expect(await browser().call('signInByPasskey', { params: {}, body })).toMatchObject(refused())
    // Nor after its time, once the record of it is swept.
    clock.now += PASSKEY_WAIT_MS + 2 * 24 * 60 * MINUTE
    await server.app.accounts.sweep()
    expect(await queries().selectFrom('answered_challenge').selectAll().execute()).toEqual([])
    expect(await browser().call('signInByPasskey', { params: {}, body })).toMatchObject(refused())
  })

  it('[B189] a counter that does not go up is refused: the key was copied', async () => {
    const { key } = await add()
    expect((await enter(key, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 3, 0]) expect(await enter(key, { counter })).toMatchObject(refused())
    expect((await enter(key, { counter: 8 })).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => key.answer(await requestSignIn(), { counter: 9 })),
    )
    const all = await Promise.all(
      answers.map((passkey) => browser().call('signInByPasskey', { params: {}, body: { passkey } })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('[B190] a removed passkey signs nobody in, neither alone nor as the second step', async () => {
    const { key, passkey } = await add()
    const kept = await add(admin, { name: 'Kept' })
    await turnOn()
    const pending = await pendingOf()
    const request = await requestSignIn()
    const { request: second } = await startStep(pending)
    const body = { password: ADMIN.password }
    await admin.call('removePasskey', { params: { passkeyId: passkey.id }, body })
    const alone = { passkey: key.answer(request) }
    expect(await browser().call('signInByPasskey', { params: {}, body: alone })).toMatchObject(refused())
    if (!second) throw new Error('no passkey is offered')
    const both = { pending, passkey: key.answer(second) }
    expect(await browser().call('finishSignInByPasskey', { params: {}, body: both })).toMatchObject(refused())
    expect((await step(pending, kept.key)).status).toBe(200)
  })

  it('[B190] the passkey of a disabled account signs nobody in', async () => {
    const { key } = await add()
    await server.app.accounts.setDisabled(Email.parse(ADMIN.email), true)
    expect(await enter(key)).toMatchObject(refused())
  })

  it('[B191] a challenge is for one account, one session and one use', async () => {
    const other = await another()
    const theirs = createAuthenticator(origin)
    const made = (await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })).body
    // Another person's session, and another session of the same person.
    for (const client of [other, browser()]) {
      if (client !== other) await signIn(client)
      const body = { name: 'Theirs', passkey: theirs.create(made) }
      expect(await client.call('createPasskey', { params: {}, body })).toMatchObject(refused())
    }
    const { key } = await add()
    await turnOn()
    const [first, second] = [await pendingOf(), await pendingOf()]
    const { request } = await startStep(first)
    if (!request) throw new Error('no passkey is offered')
    const finish = (pending: string, passkey = key.answer(request)) =>
      browser().call('finishSignInByPasskey', { params: {}, body: { pending, passkey } })
    expect(await finish(second)).toMatchObject(refused())
    expect(await finish(first, key.answer(await requestSignIn()))).toMatchObject(refused())
    const alone = { passkey: key.answer(request) }
    expect(await browser().call('signInByPasskey', { params: {}, body: alone })).toMatchObject(refused())
    // A challenge that nobody made here.
    const invented = { ...request, challenge: Buffer.alloc(54, 7).toString('base64url') }
    expect(await finish(first, key.answer(invented))).toMatchObject(refused())
    expect((await finish(first)).status).toBe(200)
  })

  it('[B192] a challenge is answered once, and not after its time', async () => {
    const { key, passkey } = await add()
    const second = await add(admin, { name: 'Second' })
    const request = await requestSignIn()
    const send = (one: Authenticator) =>
      browser().call('signInByPasskey', { params: {}, body: { passkey: one.answer(request) } })
    expect((await send(key)).status).toBe(200)
    expect(await send(second.key)).toMatchObject(refused())
    const late = await requestSignIn()
    clock.now += PASSKEY_WAIT_MS
    expect(await browser().call('signInByPasskey', { params: {}, body: { passkey: key.answer(late) } })).toMatchObject(
      refused(),
    )
    // The same challenge makes one passkey.
    const made = (await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })).body
    const statuses = []
    for (const one of [createAuthenticator(origin), createAuthenticator(origin)]) {
      const body = { name: 'Twice', passkey: one.create(made) }
      statuses.push((await admin.call('createPasskey', { params: {}, body })).status)
    }
    expect(statuses).toEqual([201, 422])
    expect((await list()).map(({ id }) => id)).toContain(passkey.id)
  })

  it('[B192] requests of strangers for challenges leave no row', async () => {
    for (let count = 0; count < 50; count += 1) await requestSignIn()
    expect(await queries().selectFrom('answered_challenge').selectAll().execute()).toEqual([])
  })

  it('[B193] without verifying its user, a passkey alone signs nobody in', async () => {
    const { key } = await add()
    expect(await enter(key, { verified: false })).toMatchObject(refused())
    // The answer to the second step, in which it need not verify, is no way around.
    await turnOn()
    const { request } = await startStep(await pendingOf())
    if (!request) throw new Error('no passkey is offered')
    const body = { passkey: key.answer(request, { verified: false }) }
    expect(await browser().call('signInByPasskey', { params: {}, body })).toMatchObject(refused())
    expect((await enter(key)).status).toBe(200)
  })

  it('[B194] a passkey of another account is refused wherever an account is known', async () => {
    const other = await another()
    const theirs = await add(other, { password: OTHER.password })
    const own = await add()
    await turnOn()
    const pending = await pendingOf()
    expect(await step(pending, theirs.key)).toMatchObject(refused())
    expect(await step(pending, theirs.key, { userHandle: null })).toMatchObject(refused())
    // The handle of the account that it wants to enter changes nothing.
    const [{ id = '' } = {}] = await queries()
      .selectFrom('user')
      .select('id')
      .where('email', '=', ADMIN.email)
      .execute()
    const handle = Buffer.from(id).toString('base64url')
    expect(await enter(theirs.key, { userHandle: handle })).toMatchObject(refused())
    expect(await enter(theirs.key, { userHandle: null })).toMatchObject(refused())
    // It cannot be seen, renamed, removed, or taken over by adding it again.
    const params = { passkeyId: theirs.passkey.id }
    const missing = { status: 404, body: { error: { code: 'passkey-not-found' } } }
    expect(await admin.call('renamePasskey', { params, body: { name: 'Mine' } })).toMatchObject(missing)
    expect(await admin.call('removePasskey', { params, body: { password: ADMIN.password } })).toMatchObject(missing)
    const made = (await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })).body
    const again = { name: 'Mine', passkey: theirs.key.create(made) }
    expect(await admin.call('createPasskey', { params: {}, body: again })).toMatchObject(refused())
    expect((await list()).map(({ id }) => id)).toEqual([own.passkey.id])
    const request = (await admin.call('startPasskeyProof', { params: {} })).body
    const body = { password: ADMIN.password, passkey: theirs.key.answer(request) }
    expect(await admin.call('removeSecondFactorByPasskey', { params: {}, body })).toMatchObject(refused())
    expect((await list(other)).map(({ id }) => id)).toEqual([theirs.passkey.id])
  })

  it('[B7] ten refused answers of strangers end the tries with a passkey, but not those of its owner’s browser', async () => {
    const { key } = await add()
    for (let count = 0; count < 10; count += 1) expect(await enter(key, { verified: false })).toMatchObject(refused())
    expect(await enter(key)).toMatchObject({ status: 429 })
    expect((await enter(key, {}, admin)).status).toBe(200)
  })

  it('[B7] refused answers in the second step count like wrong codes', async () => {
    const { key } = await add()
    const [code = ''] = await turnOn()
    const pending = await pendingOf()
    for (let count = 0; count < 10; count += 1) {
      expect(await step(pending, key, { origin: 'https://example.net' })).toMatchObject(refused())
    }
    expect(await step(pending, key)).toMatchObject({ status: 429 })
    const body = { pending, code }
    expect(await browser().call('finishSignIn', { params: {}, body })).toMatchObject({ status: 429 })
  })

  it('[B187] an attestation that was not requested is refused, and so is one that cannot be read', async () => {
    const made = async () => (await admin.call('startPasskey', { params: {}, body: { password: ADMIN.password } })).body
    for (const attestation of [
      {
        format: 'packed',
        statement: new Map<string, unknown>([
          ['alg', -7],
          ['sig', Buffer.alloc(70)],
          ['x5c', [Buffer.alloc(200)]],
        ]),
      },
      {
        format: 'android-safetynet',
        statement: new Map<string, unknown>([
          ['ver', '1'],
          ['response', Buffer.from('a.b.c')],
        ]),
      },
    ]) {
      const passkey = createAuthenticator(origin).create(await made(), { attestation })
      expect(await admin.call('createPasskey', { params: {}, body: { name: 'Odd', passkey } })).toMatchObject(refused())
    }
    const broken = { ...createAuthenticator(origin).create(await made()), attestation: 'AAAA' }
    expect(await admin.call('createPasskey', { params: {}, body: { name: 'Odd', passkey: broken } })).toMatchObject(
      refused(),
    )
    const odd = { ...createAuthenticator(origin).create(await made()), clientData: 'bm90IEpTT04' }
    expect(await admin.call('createPasskey', { params: {}, body: { name: 'Odd', passkey: odd } })).toMatchObject(
      refused(),
    )
  })

  it('[B13] passkeys that somebody added before an address was proven go with the first proof', async () => {
    await queries().updateTable('user').set({ email_verified: 0 }).where('email', '=', ADMIN.email).execute()
    const { key } = await add()
    await turnOn()
    const path = await server.app.accounts.createResetLink(Email.parse(ADMIN.email), MINUTE)
    const body = { token: path?.split('#')[1] ?? '', password: 'nineteen green umbrellas' }
    expect((await browser().call('completePasswordReset', { params: {}, body })).status).toBe(204)
    expect(await enter(key)).toMatchObject(refused())
    const after = await signIn(browser(), { email: ADMIN.email, password: body.password })
    expect(after.body).toMatchObject({ email: ADMIN.email })
  })
})

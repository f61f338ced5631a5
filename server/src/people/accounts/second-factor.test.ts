import { setTimeout as wait } from 'node:timers/promises'
import { RECOVERY_CODES, SECOND_FACTOR_WAIT_MS } from '@placard/contract'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newSecret } from '../../platform/secret.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

const SECOND = 1_000
const STEP = 30 * SECOND
const MINUTE = 60 * SECOND
const WRONG_CODE = { status: 422, body: { error: { code: 'wrong-code', field: 'code' } } }
const EXPIRED = { status: 410, body: { error: { code: 'sign-in-expired' } } }

describeDialects('a second factor', (dialect) => {
  let server: TestServer
  let clock: { now: number }
  let admin: Client

  beforeEach(async () => {
    clock = { now: Date.parse('2026-11-21T08:00:05Z') }
    server = await startTestServer({
      dialect,
      now: () => clock.now,
      config: { trustedProxies: ['127.0.0.1', '::1'] },
    })
    admin = await server.signIn()
  })
  afterEach(() => server.close())

  const queries = () => server.app.context.database.queries
  const codeAt = (secret: string, at: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const begin = (client = admin, password = ADMIN.password) =>
    client.call('beginSecondFactor', { params: {}, body: { password } })
  const confirm = (code: string, client = admin) => client.call('confirmSecondFactor', { params: {}, body: { code } })
  const password = (client: Client = createClient(server.url), remember = false) =>
    client.call('signIn', { params: {}, body: { ...ADMIN, remember } })
  const finish = (pending: string, code: string, client: Client = createClient(server.url), address = '192.0.2.1') =>
    client.call('finishSignIn', { params: {}, body: { pending, code }, headers: { 'x-forwarded-for': address } })

  async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = (await begin()).body
    const answer = await confirm(codeAt(secret, clock.now))
    expect(answer.status).toBe(200)
    // The code that confirmed the factor is used up.
    clock.now += STEP
    return { secret, recoveryCodes: answer.body.recoveryCodes }
  }

  async function pendingOf(client?: Client): Promise<string> {
    const { status, body } = await password(client)
    if (!('secondFactor' in body)) throw new Error(`${status}: no code was wanted`)
    return body.secondFactor.pending
  }

  it('counts once a code has confirmed it', async () => {
    const { secret, uri } = (await begin()).body
    expect(uri).toBe(
      `otpauth://totp/Placard:${encodeURIComponent(ADMIN.email)}?issuer=Placard&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await password()).body).toMatchObject({ email: ADMIN.email })
    expect(await confirm('000000')).toMatchObject(WRONG_CODE)
    expect((await password()).body).toMatchObject({ email: ADMIN.email })
    expect((await confirm(codeAt(secret, clock.now))).body.recoveryCodes).toHaveLength(RECOVERY_CODES)
    expect((await password()).body).toEqual({ secondFactor: { pending: expect.stringMatching(/^[\w-]{43}$/) } })
    expect((await admin.call('getAccount', { params: {} })).body).toEqual({
      email: ADMIN.email,
      hasPassword: true,
      missing: null,
      secondFactor: { on: true, app: true, recoveryCodesLeft: RECOVERY_CODES },
    })
  })

  it('may be set up from the start again until it is confirmed, and then no more', async () => {
    const first = (await begin()).body.secret
    const second = (await begin()).body.secret
    expect(second).not.toBe(first)
    expect(await confirm(codeAt(first, clock.now))).toMatchObject(WRONG_CODE)
    expect((await confirm(codeAt(second, clock.now))).status).toBe(200)
    expect(await begin()).toMatchObject({ status: 409, body: { error: { code: 'second-factor-on' } } })
    expect(await confirm(codeAt(second, clock.now))).toMatchObject({ status: 409 })
  })

  it('is not set up by somebody who found a browser signed in', async () => {
    expect(await begin(admin, 'certainly not the one')).toMatchObject({
      status: 422,
      body: { error: { code: 'wrong-password', field: 'password' } },
    })
    expect(await confirm('123456')).toMatchObject({ status: 409, body: { error: { code: 'second-factor-off' } } })
    for (let count = 0; count < 10; count += 1) await begin(admin, 'certainly not the one')
    expect(await begin()).toMatchObject({ status: 429 })
  })

  it('the password alone is no session, and the code makes one', async () => {
    const { secret } = await turnOn()
    const before = await queries().selectFrom('session').selectAll().execute()
    const browser = createClient(server.url)
    const first = await password(browser)
    expect(first.headers.getSetCookie()).toEqual([])
    expect(await queries().selectFrom('session').selectAll().execute()).toEqual(before)
    expect((await browser.call('getSession', { params: {} })).status).toBe(401)

    const pending = await pendingOf(browser)
    expect(await finish(pending, codeAt(secret, clock.now), browser)).toMatchObject({
      status: 200,
      body: { email: ADMIN.email },
    })
    expect((await browser.call('getSession', { params: {} })).status).toBe(200)
  })

  it('A3 "Remember me" is remembered until the code comes', async () => {
    const { secret } = await turnOn()
    const browser = createClient(server.url)
    const { body } = await password(browser, true)
    const pending = 'secondFactor' in body ? body.secondFactor.pending : ''
    const answer = await finish(pending, codeAt(secret, clock.now), browser)
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('sid='))).toContain(`Max-Age=${30 * 86_400}`)
    clock.now += 2 * 24 * 60 * MINUTE
    expect((await browser.call('getSession', { params: {} })).status).toBe(200)
  })

  it('takes the code of the step before and after, and none further off', async () => {
    const { secret } = await turnOn()
    const at = clock.now
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 422],
      [1, 200],
    ] as const) {
      // The code of the step before confirmed the factor, so it is used up.
      expect((await finish(await pendingOf(), codeAt(secret, at + steps * STEP))).status).toBe(status)
    }
    clock.now += 10 * STEP
    expect((await finish(await pendingOf(), codeAt(secret, clock.now - STEP))).status).toBe(200)
    expect((await finish(await pendingOf(), codeAt(secret, clock.now))).status).toBe(200)
  })

  it('takes a code once, however many come at the same moment, and none older than it', async () => {
    const { secret } = await turnOn()
    clock.now += 10 * STEP
    const code = codeAt(secret, clock.now)
    const pending = [await pendingOf(), await pendingOf(), await pendingOf()]
    const answers = await Promise.all(pending.map((one) => finish(one, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await finish(await pendingOf(), code)).toMatchObject(WRONG_CODE)
    expect(await finish(await pendingOf(), codeAt(secret, clock.now - STEP))).toMatchObject(WRONG_CODE)
  })

  it('a pending sign-in is good for five minutes and one session', async () => {
    const { secret, recoveryCodes } = await turnOn()
    const used = await pendingOf()
    expect((await finish(used, codeAt(secret, clock.now))).status).toBe(200)
    clock.now += STEP
    expect(await finish(used, codeAt(secret, clock.now))).toMatchObject(EXPIRED)

    const late = await pendingOf()
    clock.now += SECOND_FACTOR_WAIT_MS
    expect(await finish(late, codeAt(secret, clock.now))).toMatchObject(EXPIRED)
    for (const none of ['', 'x', 'x'.repeat(43), newSecret()]) {
      expect(await finish(none, recoveryCodes[0] ?? '')).toMatchObject(EXPIRED)
    }
  })

  it('[B13] a pending sign-in ends with the password that began it, and with a disabled account', async () => {
    const { secret } = await turnOn()
    const pending = await pendingOf()
    await server.app.accounts.setDisabled(ADMIN.email, true)
    expect(await finish(pending, codeAt(secret, clock.now))).toMatchObject(EXPIRED)
    await server.app.accounts.setDisabled(ADMIN.email, false)
    await server.app.accounts.setPassword(ADMIN.email, 'eighteen green kettles')
    expect(await finish(pending, codeAt(secret, clock.now))).toMatchObject(EXPIRED)
  })

  it('[B13] none is left of a password that is replaced while it is looked at', async () => {
    await turnOn()
    const { accounts } = server.app
    const visitor = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
    let old = ADMIN.password
    for (let round = 0; round < 8; round += 1) {
      const next = `eighteen green kettles ${round}`
      await Promise.all([
        wait(round * 10).then(() =>
          accounts.signIn({ ...ADMIN, password: old, remember: false }, visitor).catch(() => {}),
        ),
        accounts.setPassword(ADMIN.email, next),
      ])
      expect(await queries().selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
      old = next
    }
  })

  it('[B13] one that begins while the password is being replaced ends with the old one, however late that is kept', async () => {
    await turnOn()
    const { accounts, context } = server.app
    const visitor = { cookie: undefined, address: '127.0.0.1', userAgent: undefined }
    let began: Promise<unknown> | undefined
    await context.database.transaction(async (inside) => {
      await inside.updateTable('credential').set({ password: 'of another password' }).execute()
      await inside.deleteFrom('pending_sign_in').execute()
      began = accounts.signIn({ ...ADMIN, remember: false }, visitor).catch(() => 'refused')
      // By then it has proceeded as far as it can.
      await wait(500)
    })
    expect(await began).toBe('refused')
    expect(await queries().selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
  })

  it('each recovery code signs in once, however it is typed', async () => {
    const { recoveryCodes } = await turnOn()
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES)
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    expect((await finish(await pendingOf(), first)).status).toBe(200)
    expect(await finish(await pendingOf(), first)).toMatchObject(WRONG_CODE)
    expect((await finish(await pendingOf(), ` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
    const account = await admin.call('getAccount', { params: {} })
    expect(account.body.secondFactor.recoveryCodesLeft).toBe(RECOVERY_CODES - 2)
  })

  it('neither the secret nor a recovery code can be read in the database', async () => {
    const { secret, recoveryCodes } = await turnOn()
    const kept = JSON.stringify([
      await queries().selectFrom('second_factor').selectAll().execute(),
      await queries().selectFrom('recovery_code').selectAll().execute(),
      await queries().selectFrom('pending_sign_in').selectAll().execute(),
    ])
    for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replaceAll('-', ''))]) {
      expect(kept).not.toContain(code)
    }
  })

  it('[B7] ten wrong codes, then none is looked at; the owner’s own browser goes on', async () => {
    const { secret } = await turnOn()
    for (let count = 0; count < 10; count += 1) {
      const answer = await finish(await pendingOf(), '000000', undefined, `198.51.${count}.1`)
      expect(answer).toMatchObject(WRONG_CODE)
    }
    const right = codeAt(secret, clock.now)
    expect(await finish(await pendingOf(), right, undefined, '203.0.113.1')).toMatchObject({
      status: 429,
      body: { error: { code: 'too-many-requests' } },
    })
    expect((await finish(await pendingOf(), right, admin)).status).toBe(200)
    clock.now += 15 * MINUTE
    expect((await finish(await pendingOf(), codeAt(secret, clock.now))).status).toBe(200)
  })

  it('[B11] a new password by a link does not get round it', async () => {
    const { secret } = await turnOn()
    const path = await server.app.accounts.createResetLink(ADMIN.email, 10 * MINUTE)
    const token = path?.split('#')[1] ?? ''
    const browser = createClient(server.url)
    const body = { token, password: 'seventeen blue kettles' }
    expect((await browser.call('completePasswordReset', { params: {}, body })).status).toBe(204)
    const answer = await browser.call('signIn', {
      params: {},
      body: { email: ADMIN.email, password: 'seventeen blue kettles' },
    })
    expect(answer.body).toMatchObject({ secondFactor: {} })
    // It does not make the browser a known one either, for which the wrong codes of strangers do not count.
    const known = await queries().selectFrom('known_device').selectAll().execute()
    expect(known).toHaveLength(1)
    expect(codeAt(secret, clock.now)).toMatch(/^\d{6}$/)
  })

  it('U3 a sign-up with a taken address does not get round it', async () => {
    await turnOn()
    const answer = await createClient(server.url).call('signUp', { params: {}, body: ADMIN })
    expect(answer).toMatchObject({ status: 200, body: { session: null } })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('is turned off by password and code together', async () => {
    const { secret } = await turnOn()
    const off = (body: { password: string; code: string }) => admin.call('removeSecondFactor', { params: {}, body })
    const code = codeAt(secret, clock.now)
    expect(await off({ password: 'certainly not the one', code })).toMatchObject({
      status: 422,
      body: { error: { code: 'wrong-password' } },
    })
    expect(await off({ password: ADMIN.password, code: '000000' })).toMatchObject(WRONG_CODE)
    expect((await off({ password: ADMIN.password, code })).status).toBe(204)
    expect((await password()).body).toMatchObject({ email: ADMIN.email })
    for (const table of ['second_factor', 'recovery_code', 'pending_sign_in'] as const) {
      expect(await queries().selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(await off({ password: ADMIN.password, code })).toMatchObject({ status: 409 })
  })

  it('is turned off by the operator, for somebody who lost the app', async () => {
    await turnOn()
    expect(await server.app.accounts.turnSecondFactorOff(ADMIN.email)).toBe(true)
    expect(await server.app.accounts.turnSecondFactorOff(ADMIN.email)).toBe(false)
    expect(await server.app.accounts.turnSecondFactorOff('nobody@vnr.example')).toBeUndefined()
    expect((await password()).body).toMatchObject({ email: ADMIN.email })
  })

  it('sweeps what nobody waits for any more', async () => {
    await turnOn()
    await pendingOf()
    clock.now += SECOND_FACTOR_WAIT_MS
    await server.app.accounts.sweep()
    expect(await queries().selectFrom('pending_sign_in').selectAll().execute()).toEqual([])
  })
})

describe('a secret that must be read again', () => {
  const box = createSecretBox(newSecret(), 'second factor')

  it('opens for its owner, and no two are alike', () => {
    const [one, another] = [box.seal('JBSWY3DP', 'u1'), box.seal('JBSWY3DP', 'u1')]
    expect(one).not.toBe(another)
    expect(box.open(one, 'u1')).toBe('JBSWY3DP')
  })

  it('opens for nobody else, in no other installation, for no other purpose, and not when it was touched', () => {
    const installation = newSecret()
    const sealed = createSecretBox(installation, 'second factor').seal('JBSWY3DP', 'u1')
    const bytes = Buffer.from(sealed, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => createSecretBox(installation, 'second factor').open(sealed, 'u2')).toThrow()
    expect(() => createSecretBox(newSecret(), 'second factor').open(sealed, 'u1')).toThrow()
    expect(() => createSecretBox(installation, 'device cookie').open(sealed, 'u1')).toThrow()
    expect(() => createSecretBox(installation, 'second factor').open(bytes.toString('base64url'), 'u1')).toThrow()
    expect(() => createSecretBox(installation, 'second factor').open('', 'u1')).toThrow()
  })
})

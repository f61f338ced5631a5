import { ERROR_MESSAGES, RESET_LINK_EXPIRES_MS, type RouteBodyInput } from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { digestOf } from '../../platform/secret.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp.ts'
import { openStream } from '../../testing/stream.ts'

const PUBLIC_URL = 'https://signage.example'
const OURS = { origin: PUBLIC_URL }
const NEW_PASSWORD = 'seventeen blue kettles'
const MINUTE = 60_000
const FROM = { name: 'Placard', address: 'signage@example.org' }

describeDialects('a new password by a link', (dialect) => {
  let server: TestServer
  let smtp: SmtpServer
  let clock: { now: number }

  beforeEach(async () => {
    smtp = await startSmtpServer()
    clock = { now: Date.parse('2026-11-21T08:00:00Z') }
    const mail = { url: smtp.url, from: FROM, languages: ['en' as const] }
    const config = { publicUrl: PUBLIC_URL, mail, trustedProxies: ['127.0.0.1', '::1'] }
    server = await startTestServer({ dialect, now: () => clock.now, config })
  })
  afterEach(async () => {
    await server.close()
    await smtp.close()
  })

  const queries = () => server.app.context.database.queries
  const ask = (email: string, headers: Record<string, string> = {}, client: Client = createClient(server.url)) =>
    client.call('requestPasswordReset', { params: {}, body: { email }, headers: { ...OURS, ...headers } })
  const complete = (
    body: RouteBodyInput<'completePasswordReset'>,
    client: Client = createClient(server.url),
    headers: Record<string, string> = {},
  ) => client.call('completePasswordReset', { params: {}, body, headers: { ...OURS, ...headers } })
  const signIn = (password: string, email = ADMIN.email, client: Client = createClient(server.url)) =>
    client.call('signIn', { params: {}, body: { email, password }, headers: OURS })
  const EXPIRED = {
    status: 410,
    body: { error: { code: 'reset-link-expired', message: ERROR_MESSAGES['reset-link-expired'], field: 'token' } },
  }
  const REFUSED = { status: 401, body: { error: { code: 'invalid-credential' } } }

  /** The token of the link in the next mail. */
  async function tokenFromMail(): Promise<string> {
    const { text } = await smtp.next()
    const [, token] = /^https:\/\/signage\.example\/reset-password#([A-Za-z0-9_-]{43})\r?$/m.exec(text) ?? []
    if (token === undefined) throw new Error(`no link in: ${text}`)
    return token
  }

  /** Resolves after all work that follows an answer is done. */
  async function settled(): Promise<void> {
    // The answer to this request comes after the end of the earlier one. Work that the earlier one began is awaited by closing.
    await server.anonymous.call('getTime', { params: {} })
    await new Promise((resolve) => setImmediate(resolve))
    await server.app.accounts.close()
    await server.app.context.mailer.close()
  }

  it('[B11] sets a new password, ends every session and tells the owner', async () => {
    const before = createClient(server.url)
    expect((await signIn(ADMIN.password, ADMIN.email, before)).status).toBe(200)
    const params = { organisationId: 'vnr', displayId: 'ece' }
    const stream = await openStream(`${server.url}/api/organisations/${params.organisationId}/displays/ece/live`, {
      cookie: before.cookie(),
    })
    await stream.next('programme')

    expect(await ask(ADMIN.email)).toMatchObject({ status: 204, body: undefined })
    const token = await tokenFromMail()
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject({ status: 204 })

    await stream.ended
    expect((await before.call('getSession', { params: {} })).status).toBe(401)
    expect(await signIn(ADMIN.password)).toMatchObject(REFUSED)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    const told = await smtp.next()
    expect(told).toMatchObject({ to: [ADMIN.email] })
    expect(told.source).toContain('Subject: Your Placard password was changed')
    expect(told.source).not.toContain(token)
  })

  it('[B11] keeps the digest of the token alone', async () => {
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    const rows = await queries().selectFrom('password_reset').selectAll().execute()
    expect(rows).toMatchObject([{ token: digestOf(token), expires_at: clock.now + RESET_LINK_EXPIRES_MS }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { forwarded: 'host=evil.example;proto=http' },
  ])('[B11] a forged address of the site is in no mail: %j', async (headers) => {
    const answer = await fetch(`${server.url}/api/password-resets`, {
      method: 'POST',
      headers: { ...OURS, 'x-requested-with': 'placard', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: ADMIN.email }),
    })
    expect(answer.status).toBe(204)
    const mail = await smtp.next()
    expect(mail.text).toContain(`${PUBLIC_URL}/reset-password#`)
    expect(mail.source).not.toContain('evil')
  })

  it('[B11] [B79] a request under another name than the site’s is refused, and sends no mail', async () => {
    const body = JSON.stringify({ email: ADMIN.email })
    const headers = { ...OURS, 'x-requested-with': 'placard', 'content-type': 'application/json' }
    const lines = [
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${body.length}`,
    ]
    const stranger = openBareSocket(server.url)
    stranger.send(
      requestText('POST', '/api/password-resets', lines, body).replace('host: 127.0.0.1', 'host: evil.example'),
    )
    await stranger.hears('HTTP/1.1 421')
    stranger.close()
    expect(await queries().selectFrom('password_reset').selectAll().execute()).toEqual([])
  })

  it('[B11] a link works once', async () => {
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    const answers = await Promise.all([
      complete({ token, password: NEW_PASSWORD }),
      complete({ token, password: 'eighteen green kettles' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410])
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject(EXPIRED)
  })

  it('[B11] a link of eleven minutes ago does not work', async () => {
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    clock.now += 10 * MINUTE - 1
    expect(await complete({ token, password: 'short' })).toMatchObject({ status: 422 })
    clock.now += MINUTE
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject(EXPIRED)
    expect((await signIn(ADMIN.password)).status).toBe(200)
  })

  it('[B11] a link changes the password of nobody else, and voids the older ones of its owner', async () => {
    const other = { email: 'other@vnr.example', password: 'another phrase for tests' }
    await server.app.accounts.createUser({ ...other, name: 'Other' })
    await ask(ADMIN.email)
    const first = await tokenFromMail()
    await ask(ADMIN.email)
    const second = await tokenFromMail()
    await ask(other.email)
    const others = await tokenFromMail()

    await complete({ token: second, password: NEW_PASSWORD })
    expect(await complete({ token: first, password: 'eighteen green kettles' })).toMatchObject(EXPIRED)
    expect(await signIn(other.password, other.email)).toMatchObject({ status: 403 })
    expect(await complete({ token: others, password: 'nineteen red kettles!' })).toMatchObject({ status: 204 })
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['the right length', 'x'.repeat(43)],
    ['far too long', 'x'.repeat(10_000)],
    ['a path', '../../../etc/passwd'],
    ['SQL', "' or 1=1 --"],
    ['NUL', '\u0000'],
    ['a name of the prototype', '__proto__'],
  ])('[B11] what is no token is answered like one that has expired: %s', async (_, token) => {
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject(EXPIRED)
  })

  it('[B11] a password that is changed otherwise voids the links, and so does a disabled account', async () => {
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    await server.app.accounts.setPassword(ADMIN.email, 'eighteen green kettles')
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject(EXPIRED)

    await smtp.next()
    await ask(ADMIN.email)
    const another = await tokenFromMail()
    await server.app.accounts.setDisabled(ADMIN.email, true)
    expect(await complete({ token: another, password: NEW_PASSWORD })).toMatchObject(EXPIRED)
  })

  it('[B4] a weak password is refused, and the link stays good', async () => {
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    expect(await complete({ token, password: 'qwertyuiopasdfg' })).toMatchObject({
      status: 422,
      body: { error: { code: 'weak-password', field: 'password' } },
    })
    expect(await complete({ token, password: NEW_PASSWORD })).toMatchObject({ status: 204 })
  })

  it('[B11] answers every address alike, and sends mail to accounts alone', async () => {
    const disabled = { email: 'disabled@vnr.example', password: 'the right pass phrase', name: 'Disabled' }
    await server.app.accounts.createUser(disabled)
    await server.app.accounts.setDisabled(disabled.email, true)
    const answers = []
    for (const email of [ADMIN.email, 'nobody@vnr.example', disabled.email, 'ADMIN@VNR.example']) {
      const { status, body, headers } = await ask(email)
      answers.push({ status, body, headers: [...headers.keys()] })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    await smtp.next()
    await smtp.next()
    await settled()
    expect(smtp.received.map(({ to }) => to)).toEqual([[ADMIN.email], [ADMIN.email]])
  })

  it('[B11] nothing that depends on the address is done before the answer', async () => {
    const { resets, askerOf } = server.app.accounts
    const asker = askerOf({ cookie: undefined, address: '192.0.2.7', userAgent: undefined })
    const later = await resets.request(ADMIN.email, asker)
    expect(await queries().selectFrom('password_reset').selectAll().execute()).toEqual([])
    later()
    await tokenFromMail()
  })

  it('three mails to one address, then none until the first link is over; other addresses are not concerned', async () => {
    for (let count = 0; count < 6; count += 1) expect((await ask(ADMIN.email)).status).toBe(204)
    for (let count = 0; count < 3; count += 1) await tokenFromMail()
    const other = { email: 'other@vnr.example', password: 'another phrase for tests', name: 'Other' }
    await server.app.accounts.createUser(other)
    await ask(other.email)
    expect(await smtp.next()).toMatchObject({ to: [other.email] })
    expect(smtp.received).toHaveLength(4)

    clock.now += 10 * MINUTE
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    expect((await complete({ token, password: NEW_PASSWORD })).status).toBe(204)
    await smtp.next()
    // Using a link makes room for the next request.
    await ask(ADMIN.email)
    await tokenFromMail()
  })

  it('strangers who ask on and on do not keep the owner out', async () => {
    for (let count = 0; count < 30; count += 1) await ask(ADMIN.email, { 'x-forwarded-for': `198.51.100.${count}` })
    const links = [await tokenFromMail(), await tokenFromMail(), await tokenFromMail()]
    clock.now += 5 * MINUTE
    for (let count = 0; count < 30; count += 1) await ask(ADMIN.email, { 'x-forwarded-for': `203.0.113.${count}` })
    await ask(ADMIN.email, { 'x-forwarded-for': '192.0.2.1' })
    expect((await complete({ token: links[2] ?? '', password: NEW_PASSWORD })).status).toBe(204)
  })

  it('[B9] one network asks for so many only; a browser that signed in before may go on', async () => {
    const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network}.1` })
    const known = createClient(server.url)
    await signIn(ADMIN.password, ADMIN.email, known)
    for (let count = 0; count < 20; count += 1) {
      expect((await ask(`somebody-${count}@vnr.example`, from(1))).status).toBe(204)
    }
    const refused = await ask('one-more@vnr.example', from(1))
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('elsewhere@vnr.example', from(2))).status).toBe(204)
    expect((await ask(ADMIN.email, from(1), known)).status).toBe(204)
    await tokenFromMail()
    clock.now += 15 * MINUTE
    expect((await ask('one-more@vnr.example', from(1))).status).toBe(204)
  })

  it('[B7] a link frees an account that strangers have locked, for the browser that used it', async () => {
    for (let count = 0; count < 10; count += 1) await signIn('certainly not the one')
    expect((await signIn(ADMIN.password)).status).toBe(429)
    await ask(ADMIN.email)
    const token = await tokenFromMail()
    const browser = createClient(server.url)
    await complete({ token, password: NEW_PASSWORD }, browser)
    for (let count = 0; count < 11; count += 1) await signIn('certainly not the one')
    expect((await signIn(NEW_PASSWORD)).status).toBe(429)
    expect((await signIn(NEW_PASSWORD, ADMIN.email, browser)).status).toBe(200)
  })

  it('[B15] only a page of ours may ask', async () => {
    expect((await ask(ADMIN.email, { origin: 'https://evil.example' })).status).toBe(403)
  })

  it.each(['nobody', 'a@b.example\r\nBcc: c@d.example', ''])('[B104] refuses the address %j', async (email) => {
    expect(await ask(email)).toMatchObject({ status: 422, body: { error: { field: 'email' } } })
  })

  it('sweeps what nobody needs any more', async () => {
    await ask(ADMIN.email)
    await tokenFromMail()
    clock.now += 20 * MINUTE
    await server.app.accounts.sweep()
    expect(await queries().selectFrom('password_reset').selectAll().execute()).toEqual([])
    expect(await queries().selectFrom('reset_request').selectAll().execute()).toEqual([])
  })
})

describe('without a mail server, or with one that does not work', () => {
  let server: TestServer
  afterEach(() => server.close())
  const ask = (email: string) =>
    server.anonymous.call('requestPasswordReset', { params: {}, body: { email }, headers: OURS })

  it('says so, and answers as ever', async () => {
    server = await startTestServer({ config: { publicUrl: PUBLIC_URL } })
    expect(await server.anonymous.call('getPasswordResets', { params: {} })).toMatchObject({ body: { byMail: false } })
    expect((await ask(ADMIN.email)).status).toBe(204)
  })

  it.each(['refuses', 'hangs'] as const)('a mail server that %s changes no answer', async (behaviour) => {
    const smtp = await startSmtpServer(behaviour)
    const mail = { url: smtp.url, from: FROM, languages: ['en' as const] }
    server = await startTestServer({ config: { publicUrl: PUBLIC_URL, mail } })
    expect(await server.anonymous.call('getPasswordResets', { params: {} })).toMatchObject({ body: { byMail: true } })
    expect([await ask(ADMIN.email), await ask('nobody@vnr.example')]).toMatchObject([{ status: 204 }, { status: 204 }])
    await smtp.close()
  })
})

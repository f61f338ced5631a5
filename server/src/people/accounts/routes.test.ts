import { ERROR_MESSAGES, OrganisationId } from '@placard/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { PASSWORD_COST } from '../../platform/config.ts'
import { digestOf } from '../../platform/secret.ts'
import { type AccountServer, ADMIN, type Browser, openAccountServer, STRANGER } from '../../testing/account-server.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { NEW_DISPLAY } from '../../testing/new-display.ts'
import { createAccounts } from './service.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WRONG = { ...ADMIN, password: 'not the pass phrase' }

function errorCode(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code
}

function setCookie(reply: { setCookies: string[] }, name: string): string | undefined {
  return reply.setCookies.find((line) => line.startsWith(`${name}=`))
}

function attributesOf(line: string | undefined): string[] {
  return (line ?? '').split('; ').slice(1).sort()
}

describeDialects('signing in and out', (dialect) => {
  let server: AccountServer
  let browser: Browser

  beforeEach(async () => {
    server = await openAccountServer(dialect)
    browser = server.browser()
  })
  afterEach(() => server.close())

  const sessions = () => server.context.database.queries.selectFrom('session').selectAll().execute()
  const failures = () => server.context.database.queries.selectFrom('sign_in_failure').selectAll().execute()

  it('A2 [B1] answers an unknown address, a wrong password and a disabled account alike', async () => {
    const disabled = { email: 'disabled@vnr.example', password: 'the right pass phrase' }
    await server.accounts.createUser({ ...disabled, name: 'Disabled' })
    await server.accounts.setDisabled(disabled.email, true)
    const replies = [
      await browser.signIn({ ...ADMIN, email: 'nobody@vnr.example' }),
      await browser.signIn(WRONG),
      await browser.signIn(disabled),
    ]
    for (const { status, body, headers, setCookies } of replies) {
      expect(status).toBe(401)
      expect(body).toEqual({
        error: { code: 'invalid-credential', message: ERROR_MESSAGES['invalid-credential'] },
        requestId: expect.any(String),
      })
      expect(setCookies).toEqual([])
      expect(Object.keys(headers)).toEqual(Object.keys(replies[0]?.headers ?? {}))
    }
    expect(await sessions()).toEqual([])
    await server.accounts.setDisabled(disabled.email, false)
    expect(errorCode((await browser.signIn(disabled)).body)).toBe('not-subscribed')
  })

  it('[B2] [HS13] spends a hash on an address without an account, on one without a password and on a disabled one', async () => {
    // With the real cost, because this measures the work.
    await server.close()
    server = await openAccountServer(dialect, { publicUrl: 'https://signage.example', passwordCost: PASSWORD_COST })
    browser = server.browser()
    const disabled = { email: 'disabled@vnr.example', password: 'the right pass phrase' }
    await server.accounts.createUser({ ...disabled, name: 'Disabled' })
    await server.accounts.setDisabled(disabled.email, true)
    const passwordless = { email: 'passwordless@vnr.example', password: 'the right pass phrase' }
    await server.accounts.createUser({ ...passwordless, name: 'Passwordless' })
    const { queries } = server.context.database
    const ofUser = queries.selectFrom('user').select('id').where('email', '=', passwordless.email)
    await queries.updateTable('credential').set({ password: null }).where('user_id', '=', ofUser).execute()
    // Measures processor time and not duration, because the machine may be busy.
    const work: Record<string, number[]> = { wrong: [], unknown: [], disabled: [], passwordless: [] }
    for (let round = 0; round < 7; round++) {
      for (const [kind, body] of Object.entries({
        wrong: WRONG,
        unknown: { ...WRONG, email: 'nobody@vnr.example' },
        disabled,
        passwordless,
      })) {
        const start = process.cpuUsage()
        expect((await browser.signIn(body)).status).toBe(401)
        const { user, system } = process.cpuUsage(start)
        work[kind]?.push(user + system)
      }
    }
    const median = (kind: string) => work[kind]?.sort((a, b) => a - b)[3] ?? 0
    // Without the hash, it would be a tenth.
    expect(median('unknown') / median('wrong')).toBeGreaterThan(0.6)
    expect(median('disabled') / median('wrong')).toBeGreaterThan(0.6)
    expect(median('passwordless') / median('wrong')).toBeGreaterThan(0.6)
  })

  it('A3 unticked, the cookie ends with the browser, and the session after 12 idle hours or a day', async () => {
    const reply = await browser.signIn()
    expect(reply.status).toBe(200)
    for (const name of ['__Host-sid', 'org', 'subType']) expect(setCookie(reply, name)).not.toContain('Max-Age')

    for (let hour = 1; hour < 24; hour++) {
      server.clock.now += HOUR
      expect((await browser.getSession()).status).toBe(200)
    }
    server.clock.now += HOUR
    expect(errorCode((await browser.getSession()).body)).toBe('not-signed-in')

    await browser.signIn()
    server.clock.now += 12 * HOUR - SECOND
    expect((await browser.getSession()).status).toBe(200)
    server.clock.now += 12 * HOUR
    expect((await browser.getSession()).status).toBe(401)
  })

  it('A3 ticked, it lasts 30 days, or 7 idle ones', async () => {
    const reply = await browser.signIn({ ...ADMIN, remember: true })
    for (const name of ['__Host-sid', 'org', 'subType'])
      expect(setCookie(reply, name)).toContain(`Max-Age=${(30 * DAY) / SECOND}`)

    for (let day = 0; day < 28; day += 4) {
      server.clock.now += 4 * DAY
      expect((await browser.getSession()).status).toBe(200)
    }
    server.clock.now += 2 * DAY
    expect((await browser.getSession()).status).toBe(401)

    await browser.signIn({ ...ADMIN, remember: true })
    server.clock.now += 7 * DAY - SECOND
    expect((await browser.getSession()).status).toBe(200)
    server.clock.now += 7 * DAY
    expect((await browser.getSession()).status).toBe(401)
  })

  it('A3 a remembered session gets a new secret each day; the old one is taken for 60 s more', async () => {
    await browser.signIn({ ...ADMIN, remember: true })
    const first = browser.cookie()
    server.clock.now += DAY - SECOND
    expect((await browser.getSession()).setCookies).toEqual([])

    server.clock.now += SECOND
    const late = server.browser()
    for (const [name, value] of browser.cookies) late.cookies.set(name, value)
    const rotated = await browser.getSession()
    expect(setCookie(rotated, '__Host-sid')).toContain(`Max-Age=${(29 * DAY) / SECOND}`)
    expect(browser.cookie()).not.toBe(first)

    server.clock.now += 59 * SECOND
    const underWay = await late.getSession()
    expect(underWay.status).toBe(200)
    expect(underWay.setCookies).toEqual([])
    server.clock.now += SECOND
    expect((await late.getSession()).status).toBe(401)
    expect((await browser.getSession()).status).toBe(200)
    expect(await sessions()).toHaveLength(1)
  })

  it('A3 of requests that come at once one gets the new secret, and none fails', async () => {
    await browser.signIn({ ...ADMIN, remember: true })
    server.clock.now += DAY
    const cookie = browser.cookie()
    const tabs = Array.from({ length: 8 }, () => {
      const tab = server.browser()
      for (const pair of cookie.split('; '))
        tab.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      return tab
    })
    const replies = await Promise.all(tabs.map((tab) => tab.getSession()))
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200))
    const fresh = replies.filter((reply) => setCookie(reply, '__Host-sid'))
    expect(fresh).toHaveLength(1)
    server.clock.now += 2 * MINUTE
    const winner = tabs[replies.findIndex((reply) => reply.setCookies.length > 0)]
    expect((await winner?.getSession())?.status).toBe(200)
  })

  it('A4 E3 reads the profile, and sets org and subType for show', async () => {
    const reply = await browser.signIn()
    expect(reply.body).toEqual({
      email: ADMIN.email,
      profile: { id: 'ece', org: 'vnr', msg: 'hello', subType: 'gold & silver' },
      organisation: { id: 'vnr', name: 'VNR' },
      role: 'owner',
      limited: false,
      tables: null,
      operator: false,
      displays: [
        {
          organisationId: 'vnr',
          id: 'ece',
          name: 'Department of ece',
          timeZone: expect.any(String),
          ...NEW_DISPLAY,
        },
        {
          organisationId: 'vnr',
          id: 'cse',
          name: 'Department of cse',
          timeZone: expect.any(String),
          ...NEW_DISPLAY,
        },
      ],
    })
    expect(setCookie(reply, 'org')).toBe('org=vnr; Path=/; SameSite=Lax; Secure')
    expect(setCookie(reply, 'subType')).toBe('subType=gold%20%26%20silver; Path=/; SameSite=Lax; Secure')
    expect((await browser.getSession()).body).toEqual(reply.body)
  })

  it('[B23] the server does not read org and subType', async () => {
    const reply = await browser.signIn()
    browser.cookies.set('org', 'other')
    browser.cookies.set('subType', 'platinum')
    expect((await browser.getSession()).body).toEqual(reply.body)
    const forger = server.browser()
    forger.cookies.set('org', 'vnr')
    expect((await forger.getSession()).status).toBe(401)
  })

  it('A5 refuses somebody without a profile, sets no cookie and leaves no session', async () => {
    const reply = await browser.signIn(STRANGER)
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({
      error: {
        code: 'not-subscribed',
        message: 'You are Not Subscribed to our Services. Please Contact us to Subscribe.',
      },
    })
    expect(reply.setCookies).toEqual([])
    expect(await sessions()).toEqual([])
    expect(await failures()).toEqual([])
  })

  it('A5 [B21] a session whose profile is gone is not subscribed, one that is disabled is nobody', async () => {
    await browser.signIn()
    const { queries } = server.context.database
    await queries.deleteFrom('profile').execute()
    expect(await server.accounts.identify(browser.cookie())).toMatchObject({ status: 'not-subscribed' })
    expect(errorCode((await browser.getSession()).body)).toBe('not-subscribed')
    await queries.updateTable('user').set({ disabled: 1 }).execute()
    expect(errorCode((await browser.getSession()).body)).toBe('not-signed-in')
  })

  it('A6 [B13] sign-out ends the session on the server and tells every stream of it', async () => {
    await browser.signIn()
    const stolen = server.browser()
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value)
    const [session] = await sessions()

    const reply = await browser.signOut()
    expect(reply.status).toBe(204)
    expect(reply.body).toBeUndefined()
    for (const name of ['__Host-sid', 'org', 'subType'])
      expect(setCookie(reply, name)).toContain(`${name}=; Path=/; Max-Age=0`)
    expect([...browser.cookies.keys()]).toEqual(['__Host-device'])
    expect(server.hints).toEqual([{ kind: 'session.ended', sessionId: session?.id }])
    expect((await stolen.getSession()).status).toBe(401)
    expect(await sessions()).toEqual([])
  })

  it('A6 sign-out without a session, twice, or with nonsense is 204 as well', async () => {
    expect((await browser.signOut()).status).toBe(204)
    browser.cookies.set('__Host-sid', 'x'.repeat(43))
    expect((await browser.signOut()).status).toBe(204)
    browser.cookies.set('__Host-sid', "' or 1=1 --")
    expect((await browser.signOut()).status).toBe(204)
    expect(server.hints).toEqual([])
  })

  it('[B5] takes 64 and 256 characters, blanks, emoji and either Unicode form, and nothing that cannot be typed', async () => {
    const org = OrganisationId.parse('vnr')
    const phrases = [
      'kettle orbit '.padEnd(64, 'wander-moss-violin '),
      'harbour quilt '.padEnd(256, 'lantern-sparrow-cedar '),
      '  blanks before and after  ',
      '🦜 eleven parrots on a wire 🦜',
      'Cafe\u0301 de la Gare du Nord',
    ]
    for (const [index, password] of phrases.entries()) {
      const email = `user${index}@vnr.example`
      await server.accounts.createUser({ email, name: 'User', password })
      await server.accounts.putProfile(server.context, { email, id: 'ece', org, msg: '', subType: '' })
      expect((await browser.signIn({ email, password })).status).toBe(200)
      expect((await browser.signIn({ email, password: password.normalize('NFC') })).status).toBe(200)
      if (password.trim() !== password)
        expect((await browser.signIn({ email, password: password.trim() })).status).toBe(401)
    }
    for (const password of [
      '',
      'z'.repeat(257),
      'a pass\u0000phrase for tests',
      'lone \ud800 surrogate here',
      15,
      null,
    ]) {
      expect((await browser.signIn({ ...ADMIN, password })).status).toBe(422)
    }
  })

  it('[B83] a huge password or address is refused before anything is hashed', async () => {
    const body = (value: object) => browser.signIn({ ...ADMIN, ...value })
    expect((await body({ password: 'p'.repeat(1_000_000) })).status).toBe(413)
    expect((await body({ password: '\u0344'.repeat(20_000) })).status).toBe(422)
    expect((await body({ email: `${'a'.repeat(50_000)}@vnr.example` })).status).toBe(422)
    expect(await failures()).toEqual([])
  })

  it('[B82] near-matches of an address cost nothing', async () => {
    for (const email of [`${'a.'.repeat(25_000)}@`, `a@${'b-'.repeat(25_000)}`, `${'@'.repeat(50_000)}`]) {
      const start = process.cpuUsage()
      expect((await browser.signIn({ ...ADMIN, email })).status).toBe(422)
      expect(process.cpuUsage(start).user).toBeLessThan(100_000)
    }
  })

  it('[B104] has one account for an address, however it is written, and none for what is no address', async () => {
    expect((await browser.signIn({ ...ADMIN, email: '  ADMIN@VNR.example ' })).status).toBe(200)
    const taken = await server.accounts.createUser({ ...ADMIN, name: 'Again' })
    expect(taken).toEqual({ status: 'email-taken' })
    for (const email of ['a@b\r\nBcc: c@d.example', `${'a'.repeat(250)}@b.c`, 'admin@vnr\u3002example', 'admin', '']) {
      expect((await browser.signIn({ ...ADMIN, email })).status).toBe(422)
    }
  })

  it('[B6] nobody has a fixed password', async () => {
    for (const password of ['admin', 'password', 'placard', '123456789012345']) {
      expect((await browser.signIn({ email: 'admin@vnr.example', password })).status).toBe(401)
    }
    await expect(
      server.accounts.createUser({ email: 'a@b.example', name: 'A', password: '14 characters.' }),
    ).rejects.toMatchObject({ code: 'weak-password' })
  })

  it('[B12] a session cookie planted before is worth nothing afterwards', async () => {
    const attacker = server.browser()
    await attacker.signIn()
    const planted = attacker.cookies.get('__Host-sid') ?? ''
    browser.cookies.set('__Host-sid', planted)
    expect((await browser.signIn()).status).toBe(200)
    expect(browser.cookies.get('__Host-sid')).not.toBe(planted)
    expect((await attacker.getSession()).status).toBe(401)
    expect((await browser.getSession()).status).toBe(200)
    expect(await sessions()).toHaveLength(1)
    expect(server.hints).toHaveLength(1)

    const made = server.browser()
    made.cookies.set('__Host-sid', 'A'.repeat(43))
    await made.signIn()
    expect(made.cookies.get('__Host-sid')).not.toBe('A'.repeat(43))
  })

  it('[B13] disabling, unsubscribing, a move and a new password end every session of the user', async () => {
    const { accounts } = server
    const org = OrganisationId.parse('other')
    await server.context.database.queries
      .insertInto('organisation')
      .values({ id: org, name: 'Other', created_at: 0 })
      .execute()
    const ends: [string, () => Promise<unknown>][] = [
      ['removed', () => accounts.removeProfile(ADMIN.email)],
      [
        'moved',
        () => accounts.putProfile(server.context, { email: ADMIN.email, id: 'ece', org, msg: '', subType: '' }),
      ],
      ['new password', () => accounts.replaceUser({ ...ADMIN, name: 'Administrator' })],
      ['disabled', () => accounts.setDisabled(ADMIN.email, true)],
    ]
    for (const [, end] of ends) {
      const profile = { email: ADMIN.email, id: 'ece', org: OrganisationId.parse('vnr'), msg: '', subType: '' }
      await accounts.putProfile(server.context, profile)
      const [one, two] = [server.browser(), server.browser()]
      expect((await one.signIn()).status).toBe(200)
      expect((await two.signIn({ ...ADMIN, remember: true })).status).toBe(200)
      const ids = (await sessions()).map((session) => session.id)
      server.hints.length = 0
      await end()
      expect((await one.getSession()).status).toBe(401)
      expect((await two.getSession()).status).toBe(401)
      expect(server.hints.map((hint) => 'sessionId' in hint && hint.sessionId).sort()).toEqual(ids.sort())
    }
  })

  it('[B13] a changed subscription in the same organisation ends nothing and shows at once', async () => {
    await browser.signIn()
    const org = OrganisationId.parse('vnr')
    await server.accounts.putProfile(server.context, { email: ADMIN.email, id: 'cse', org, msg: '', subType: 'trial' })
    const reply = await browser.getSession()
    expect(reply.body).toMatchObject({
      profile: { id: 'cse', subType: 'trial' },
      displays: [{ id: 'cse' }, { id: 'ece' }],
    })
  })

  it('[B14] the cookie on https is __Host-, Secure, HttpOnly, Lax, for the whole site and no other', async () => {
    const reply = await browser.signIn()
    const expected = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(attributesOf(setCookie(reply, '__Host-sid'))).toEqual(expected)
    expect(attributesOf(setCookie(reply, '__Host-device'))).toEqual([
      expected[0],
      'Max-Age=31536000',
      ...expected.slice(1),
    ])
    expect(reply.setCookies.map((line) => line.slice(0, line.indexOf('='))).sort()).toEqual(
      ['__Host-device', '__Host-sid', 'org', 'subType'].sort(),
    )
    expect(reply.setCookies.join()).not.toMatch(/Domain|better-auth/i)
    expect(browser.cookies.get('__Host-sid')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('[B15] a sign-in or sign-out that another site sent has no effect', async () => {
    const forged: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-requested-with': 'XMLHttpRequest' },
    ]
    for (const headers of forged) {
      const reply = await browser.signIn(ADMIN, headers)
      expect([reply.status, errorCode(reply.body)]).toEqual([403, 'csrf'])
    }
    expect(await sessions()).toEqual([])
  })

  it('a reader of the database cannot sign in with its content', async () => {
    await browser.signIn({ ...ADMIN, remember: true })
    server.clock.now += DAY
    await browser.getSession()
    const secret = browser.cookies.get('__Host-sid') ?? ''
    const { queries } = server.context.database
    const [session] = await sessions()
    expect(session?.token).toBe(digestOf(secret))

    const everything = JSON.stringify([
      await sessions(),
      await queries.selectFrom('user').selectAll().execute(),
      await queries.selectFrom('credential').selectAll().execute(),
      await queries.selectFrom('verification').selectAll().execute(),
      await queries.selectFrom('known_device').selectAll().execute(),
      await queries.selectFrom('setting').selectAll().execute(),
    ])
    expect(everything).not.toContain(secret)
    expect(everything).not.toContain(browser.cookies.get('__Host-device')?.split('.')[0])
    expect(everything).not.toContain(ADMIN.password)
    for (const stored of [session?.token, session?.previous_token, session?.id, digestOf(session?.token ?? '')]) {
      const thief = server.browser()
      thief.cookies.set('__Host-sid', stored ?? '')
      expect((await thief.getSession()).status).toBe(401)
    }
  })

  it('[B13] tells nobody the secret: not the answer, not the profile cookies', async () => {
    const reply = await browser.signIn()
    const secret = browser.cookies.get('__Host-sid') ?? ''
    expect(JSON.stringify(reply.body)).not.toContain(secret)
    expect(JSON.stringify((await browser.getSession()).body)).not.toContain(digestOf(secret))
  })

  it('keeps dates as ISO text, flags as 0 and 1, and where the session came from', async () => {
    await browser.signIn({ ...ADMIN, remember: true }, { 'user-agent': 'Firefox <b>' })
    const [session] = await sessions()
    expect(session).toMatchObject({
      remembered: 1,
      ip_address: '192.0.2.1',
      user_agent: 'Firefox <b>',
      created_at: '2026-11-21T08:00:00.000Z',
      expires_at: '2026-12-21T08:00:00.000Z',
      last_seen_at: server.clock.now,
      rotated_at: server.clock.now,
      previous_token: null,
    })
    const [user] = await server.context.database.queries.selectFrom('user').selectAll().execute()
    expect(user).toMatchObject({ email_verified: 1, disabled: 0, created_at: '2026-11-21T08:00:00.000Z' })
  })

  it('writes the sign of life once in five minutes', async () => {
    await browser.signIn()
    const start = server.clock.now
    server.clock.now += 5 * MINUTE - SECOND
    await browser.getSession()
    expect((await sessions())[0]?.last_seen_at).toBe(start)
    server.clock.now += SECOND
    await browser.getSession()
    expect((await sessions())[0]?.last_seen_at).toBe(start + 5 * MINUTE)
  })

  it('[F57] a clock that jumps forward ends sessions for good, one that jumps back revives none', async () => {
    await browser.signIn()
    const copy = server.browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    server.clock.now += DAY
    expect((await browser.getSession()).status).toBe(401)
    server.clock.now -= DAY
    expect((await copy.getSession()).status).toBe(401)

    await browser.signIn({ ...ADMIN, remember: true })
    server.clock.now += DAY
    const old = server.browser()
    for (const [name, value] of browser.cookies) old.cookies.set(name, value)
    await browser.getSession()
    server.clock.now -= DAY
    expect((await old.getSession()).status).toBe(401)
    expect((await browser.getSession()).status).toBe(200)
    // A last-seen time in the future is corrected, so that the session does not outlast its idle time.
    expect((await sessions())[0]?.last_seen_at).toBe(server.clock.now)
  })

  it('hashes the password anew at sign-in when it was hashed with other parameters', async () => {
    const { queries } = server.context.database
    const old = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    await queries.updateTable('credential').set({ password: old }).execute()
    expect((await browser.signIn({ ...ADMIN, password: 'password' })).status).toBe(200)
    const [credential] = await queries
      .selectFrom('credential')
      .innerJoin('user', 'user.id', 'credential.user_id')
      .where('email', '=', ADMIN.email)
      .select('password')
      .execute()
    expect(credential?.password).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect((await browser.signIn({ ...ADMIN, password: 'password' })).status).toBe(200)
  })

  it('the hourly sweep removes what has expired, and tells the streams', async () => {
    const { accounts, clock } = server
    const { queries } = server.context.database
    await browser.signIn()
    await server.browser().signIn({ ...ADMIN, remember: true })
    await browser.signIn(WRONG)
    const [short] = (await sessions()).filter((session) => session.remembered === 0)

    await accounts.sweep()
    expect(await sessions()).toHaveLength(2)
    clock.now += 12 * HOUR
    await accounts.sweep()
    expect((await sessions()).map((session) => session.remembered)).toEqual([1])
    expect(server.hints).toEqual([{ kind: 'session.ended', sessionId: short?.id }])
    expect(await failures()).toHaveLength(1)

    clock.now += 7 * DAY
    await accounts.sweep()
    expect(await sessions()).toEqual([])
    clock.now += 31 * DAY
    await accounts.sweep()
    expect(await failures()).toEqual([])
    expect(await queries.selectFrom('known_device').selectAll().execute()).toHaveLength(2)
    clock.now += 365 * DAY
    await accounts.sweep()
    expect(await queries.selectFrom('known_device').selectAll().execute()).toEqual([])
  })
})

describeDialects('signing in too often', (dialect) => {
  let server: AccountServer
  beforeEach(async () => {
    server = await openAccountServer(dialect)
  })
  afterEach(() => server.close())

  async function fail(browser: Browser, times: number, body: object = WRONG): Promise<void> {
    for (let count = 0; count < times; count++) expect((await browser.signIn(body)).status).toBe(401)
  }

  it('[B7] the 11th wrong try in 15 minutes waits, and so does the right password of a stranger', async () => {
    const browser = server.browser()
    await fail(browser, 10)
    server.clock.now += MINUTE
    for (const body of [WRONG, ADMIN]) {
      const reply = await browser.signIn(body)
      expect([reply.status, errorCode(reply.body)]).toEqual([429, 'too-many-requests'])
      expect(reply.headers['retry-after']).toBe(String(14 * 60))
    }
    // The error does not reveal if there is an account.
    await fail(server.browser(), 10, { ...WRONG, email: 'nobody@vnr.example' })
    expect((await server.browser().signIn({ ...WRONG, email: 'nobody@vnr.example' })).status).toBe(429)

    // Further tries do not restart the wait.
    server.clock.now += 13 * MINUTE
    for (let count = 0; count < 12; count++) expect((await browser.signIn(WRONG)).status).toBe(429)
    server.clock.now += MINUTE
    expect((await browser.signIn(ADMIN)).status).toBe(200)
    // A success resets the count.
    await fail(server.browser(), 10)
  })

  it('[B7] strangers do not lock out a browser that signed in before', async () => {
    const known = server.browser('192.0.2.77')
    await known.signIn()
    await known.signOut()
    await fail(server.browser(), 10)
    expect((await server.browser().signIn()).status).toBe(429)
    expect((await known.signIn()).status).toBe(200)
    // A known browser has its own limit.
    await fail(known, 10)
    expect((await known.signIn()).status).toBe(429)
  })

  it('[B7] a device cookie counts for the accounts it signed in to, and only as we made it', async () => {
    const other = server.browser()
    const account = { email: 'other@vnr.example', password: 'an other pass phrase' }
    await server.accounts.createUser({ ...account, name: 'Other' })
    const org = OrganisationId.parse('vnr')
    await server.accounts.putProfile(server.context, { email: account.email, id: 'ece', org, msg: '', subType: '' })
    await fail(server.browser(), 10)
    expect((await other.signIn(account)).status).toBe(200)
    expect(other.cookies.has('__Host-device')).toBe(true)
    expect((await other.signIn()).status).toBe(429)

    const known = server.browser()
    server.clock.now += 15 * MINUTE
    await known.signIn()
    await fail(server.browser(), 10)
    const device = known.cookies.get('__Host-device') ?? ''
    const forged = server.browser()
    forged.cookies.set('__Host-device', `${device.slice(0, -2)}AA`)
    expect((await forged.signIn()).status).toBe(429)
    forged.cookies.set('__Host-device', `${'A'.repeat(43)}.${device.split('.')[1]}`)
    expect((await forged.signIn()).status).toBe(429)
    forged.cookies.set('__Host-device', device)
    expect((await forged.signIn()).status).toBe(200)
  })

  it('[B7] no more than ten of many tries at once are looked at', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => server.browser().signIn(WRONG)))
    const counts = new Map<number, number>()
    for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect(counts.get(401) ?? 0).toBeLessThanOrEqual(10)
    expect((counts.get(401) ?? 0) + (counts.get(429) ?? 0) + (counts.get(503) ?? 0)).toBe(40)
  })

  it('[B7] a hundred failures in a row are the end, however slowly they come', async () => {
    const { queries } = server.context.database
    const rows = Array.from({ length: 100 }, (_, index) => ({
      email: ADMIN.email,
      device: '',
      network: '203.0.113.0/24',
      failed_at: server.clock.now - (index + 1) * 2 * HOUR,
    }))
    await queries.insertInto('sign_in_failure').values(rows.slice(1)).execute()
    expect((await server.browser().signIn(WRONG)).status).toBe(401)
    const reply = await server.browser().signIn(ADMIN)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(DAY / SECOND)
    // The operator can set a new password, which resets the count.
    await server.accounts.replaceUser({ ...ADMIN, name: 'Administrator' })
    expect((await server.browser().signIn(ADMIN)).status).toBe(200)
  })

  it('[B9] an address that X-Forwarded-For names counts for nothing', async () => {
    for (let count = 0; count < 50; count++) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}`, 'x-real-ip': `198.51.100.${count}` }
      const reply = await server.browser('192.0.2.9').signIn({ ...WRONG, email: `user${count}@vnr.example` }, headers)
      expect(reply.status).toBe(401)
    }
    const headers = { 'x-forwarded-for': '198.51.100.200' }
    expect((await server.browser('192.0.2.9').signIn(ADMIN, headers)).status).toBe(429)
    // [B10] Another address of the same network is refused as well; another network is not.
    expect((await server.browser('192.0.2.10').signIn(ADMIN)).status).toBe(429)
    expect((await server.browser('192.0.3.9').signIn(ADMIN)).status).toBe(200)
  })

  it('[B9] an address that a trusted proxy names is the client’s, and only the last one that it names', async () => {
    const proxied = await openAccountServer(dialect, {
      publicUrl: 'https://signage.example',
      trustedProxies: ['192.0.2.9'],
    })
    const tryFrom = (address: string) =>
      proxied.browser('192.0.2.9').signIn(WRONG, { 'x-forwarded-for': `203.0.113.7, ${address}` })
    for (let count = 0; count < 10; count++) await tryFrom('198.51.100.1')
    const { queries } = proxied.context.database
    const rows = await queries.selectFrom('sign_in_failure').select('network').distinct().execute()
    expect(rows).toEqual([{ network: '198.51.100.0/24' }])
    await proxied.close()
  })

  it('[B10] one try on each account from a thousand networks is noticed as well', async () => {
    const known = server.browser()
    await known.signIn()
    await failAThousandTimes((index) => `10.${index >> 8}.${index & 255}.0/24`)
    // For all networks of one provider's customer together: five tries, then one a minute.
    const codes: number[] = []
    for (let index = 0; index < 7; index++)
      codes.push((await server.browser(`2001:db8:1:${index}::1`).signIn(WRONG)).status)
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429])
    server.clock.now += MINUTE
    expect((await server.browser('2001:db8:1:9::1').signIn(WRONG)).status).toBe(401)
    expect((await known.signIn()).status).toBe(200)
  })

  /** A minute ago, for a thousand addresses, from twenty networks of one provider's customer, or from the networks given. */
  async function failAThousandTimes(network = (index: number) => `2001:db8:1:${index % 20}::/64`): Promise<void> {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      email: `user${index}@vnr.example`,
      device: '',
      network: network(index),
      failed_at: server.clock.now - MINUTE,
    }))
    for (let start = 0; start < rows.length; start += 200)
      await server.context.database.queries
        .insertInto('sign_in_failure')
        .values(rows.slice(start, start + 200))
        .execute()
  }

  it('[S13] a thousand failures of twenty networks keep no new browser out', async () => {
    await failAThousandTimes()
    for (let index = 0; index < 8; index++) await server.browser(`2001:db8:1:${index}::1`).signIn(WRONG)
    expect((await server.browser('198.51.100.7').signIn()).status).toBe(200)
  })

  it('[S13] a browser in the network that the failures come from waits a minute at most, and one that is known not at all', async () => {
    const known = server.browser('2001:db8:1:77::1')
    expect((await known.signIn()).status).toBe(200)
    await failAThousandTimes()
    // From other networks than the thousand, because each network has its own limit of fifty.
    for (let index = 30; index < 38; index++) await server.browser(`2001:db8:1:${index}::1`).signIn(WRONG)
    const fresh = server.browser('2001:db8:1:99::1')
    const refused = await fresh.signIn()
    expect(refused.status).toBe(429)
    const waits = Number(refused.headers['retry-after'])
    expect(waits).toBeGreaterThan(0)
    expect(waits).toBeLessThanOrEqual(60)
    expect((await known.signIn()).status).toBe(200)
    server.clock.now += waits * 1_000
    expect((await fresh.signIn()).status).toBe(200)
  })

  /** More than a busy machine can handle while they arrive. */
  const TRIES = 160
  it('[B8] a try that nobody had time for is no failure', async () => {
    const email = (index: number) => ({ ...WRONG, email: `user${index}@vnr.example` })
    const from = (index: number) => server.browser(`10.0.${index}.1`)
    const replies = await Promise.all(Array.from({ length: TRIES }, (_, index) => from(index).signIn(email(index))))
    const busy = replies.filter((reply) => reply.status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]?.headers['retry-after']).toBe('2')
    const kept = await server.context.database.queries.selectFrom('sign_in_failure').selectAll().execute()
    expect(kept).toHaveLength(TRIES - busy.length)
  })
})

describeDialects('signing in over plain http', (dialect) => {
  let server: AccountServer
  beforeAll(async () => {
    server = await openAccountServer(dialect, { publicUrl: undefined })
  })
  afterAll(() => server.close())

  it('[B14] has cookies that a browser takes there: no prefix, not Secure, the rest alike', async () => {
    const browser = server.browser()
    const reply = await browser.signIn()
    expect(attributesOf(setCookie(reply, 'sid'))).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
    expect(attributesOf(setCookie(reply, 'device'))).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'])
    expect(attributesOf(setCookie(reply, 'org'))).toEqual(['Path=/', 'SameSite=Lax'])
    expect((await browser.getSession()).status).toBe(200)
    await browser.signOut()
    expect((await browser.getSession()).status).toBe(401)
  })
})

describeDialects('several processes', (dialect) => {
  it('share the secret, the sessions and the devices', async () => {
    await using server = await openAccountServer(dialect)
    const second = await createAccounts(server.context)
    const browser = server.browser()
    await browser.signIn()
    expect(await second.identify(browser.cookie())).toMatchObject({
      status: 'member',
      caller: { email: ADMIN.email, organisationId: 'vnr' },
    })
    const settings = await server.context.database.queries.selectFrom('setting').selectAll().execute()
    expect(settings).toEqual([{ key: 'accounts.secret', value: expect.stringMatching(/^[\w-]{43}$/) }])
    second.close()
  })

  it('of two that create the same account one does', async () => {
    await using server = await openAccountServer(dialect)
    const user = { email: 'new@vnr.example', name: 'New', password: 'a brand new pass phrase' }
    const second = await createAccounts(server.context)
    const results = await Promise.all([server.accounts.createUser(user), second.createUser(user)])
    second.close()
    expect(results.map((result) => result.status).sort()).toEqual(['created', 'email-taken'])
    const { queries } = server.context.database
    expect(await queries.selectFrom('user').where('email', '=', user.email).selectAll().execute()).toHaveLength(1)
  })
})

import {
  type CreateInvitation,
  DisplayId,
  type DisplayKey,
  Email,
  OrganisationId,
  PAGES,
  type RouteBodyInput,
  readSignOnInvitation,
  readSignOnOutcome,
  SIGN_ON_CALLBACK_PATH,
  SINGLE_SIGN_ON_WAIT_MS,
  type SignOnOutcome,
} from '@placard/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createDisplay } from '../../../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import type { SingleSignOnConfig } from '../../../platform/config.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { CLIENT, createTestIdentityProvider, type TestIdentityProvider } from '../../../testing/identity-provider.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../../testing/server.ts'
import { freePort } from '../../../testing/server-process.ts'
import { openStream } from '../../../testing/stream.ts'

const ORG = OrganisationId.parse('vnr')
const PASSWORD = 'seventeen blue kettles'
const NAME = 'School login'

/** Follows the provider's pages as a browser would, until it redirects back. */
async function visitProvider(start: string, login: string, decision: 'sign in' | 'give up' = 'sign in'): Promise<URL> {
  const cookies = new Map<string, string>()
  const { host } = new URL(start)
  let [url, body] = [new URL(start), undefined as URLSearchParams | undefined]
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    body = undefined
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) {
      url = new URL(location, url)
      if (url.host !== host) return url
      continue
    }
    const [, abort = ''] = /href="([^"]*\/abort)"/.exec(page) ?? []
    const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    if (action === '') throw new Error(`${response.status} ${url}: no form in ${page.slice(0, 2_000)}`)
    if (decision === 'give up') {
      url = new URL(abort, url)
    } else {
      url = new URL(action, url)
      body = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt })
    }
  }
  throw new Error('the provider leads nowhere')
}

type Arrival = {
  outcome: SignOnOutcome | undefined
  /** Path and query of the final page. */
  page: string
  /** The invitation that is passed back. */
  back: string | undefined
  response: Response
}

describeDialects('signing in through an identity provider', (dialect) => {
  let server: TestServer
  let provider: TestIdentityProvider
  let settings: SingleSignOnConfig
  let clock: { now: number }
  let ports: { server: number; other: number; provider: number }
  /** A separate network for each test, because networks are rate limited. */
  let address: string
  /** A person with an account, a password and an organisation. */
  let member: { login: string; email: Email; password: string }
  /** A person without an account. */
  let stranger: { login: string; email: Email }
  let people = 0

  const redirectUri = (port: number) => `http://127.0.0.1:${port}${SIGN_ON_CALLBACK_PATH}`
  const provide = (port: number, claimsInToken = false) =>
    createTestIdentityProvider({
      port,
      redirectUris: [redirectUri(ports.server), redirectUri(ports.other)],
      claimsInToken,
    })
  const open = (port: number, config: SingleSignOnConfig) =>
    startTestServer({
      dialect,
      now: () => clock.now,
      config: {
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        trustedProxies: ['127.0.0.1', '::1'],
        singleSignOn: config,
      },
    })

  beforeAll(async () => {
    clock = { now: Date.now() }
    ports = { server: await freePort(), other: await freePort(), provider: await freePort() }
    settings = {
      issuer: `http://localhost:${ports.provider}`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      name: NAME,
      allowedDomains: undefined,
      secondStep: false,
    }
    provider = await provide(ports.provider)
    server = await open(ports.server, settings)
  })
  afterAll(async () => {
    await server.close()
    await provider.stop()
  })

  beforeEach(async () => {
    // The provider uses the system's clock, and both must agree.
    clock.now = Date.now()
    provider.forge = undefined
    people += 1
    address = `203.0.${people}.1`
    member = { login: `member-${people}`, email: Email.parse(`member-${people}@vnr.example`), password: PASSWORD }
    stranger = { login: `stranger-${people}`, email: Email.parse(`stranger-${people}@vnr.example`) }
    await server.app.accounts.createUser({ ...member, name: 'Member' })
    await subscribe(member.email)
    for (const { login, email } of [member, stranger]) provider.people.set(login, { email, email_verified: true })
  })

  const start = (
    client: Client,
    body: RouteBodyInput<'startSingleSignOn'> = {},
    headers: Record<string, string> = {},
  ) => client.call('startSingleSignOn', { params: {}, body, headers: { 'x-forwarded-for': address, ...headers } })

  async function begin(client: Client, body: RouteBodyInput<'startSingleSignOn'> = {}): Promise<string> {
    const answer = await start(client, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.url
  }

  async function comeBack(client: Client, to: URL | string, method = 'GET'): Promise<Arrival> {
    const response = await client.visit(String(to), method)
    const landing = new URL(response.headers.get('location') ?? '/', server.url)
    return {
      outcome: readSignOnOutcome(landing.hash),
      page: landing.pathname + landing.search,
      back: readSignOnInvitation(landing.hash),
      response,
    }
  }

  async function signOn(client: Client, login: string, body: RouteBodyInput<'startSingleSignOn'> = {}) {
    return comeBack(client, await visitProvider(await begin(client, body), login))
  }

  const byPassword = () => server.signIn({ email: member.email, password: member.password })
  const statusOf = async (client: Client) => (await client.call('getSession', { params: {} })).status
  const refused = (code: string) => ({ status: 'refused', code })
  const subscribe = (email: string, org = ORG) =>
    server.app.accounts.putProfile(server.app.context, { email, id: 'ece', org, msg: '', subType: 'standard' })
  const queries = () => server.app.context.database.queries
  const attempts = () => queries().selectFrom('sign_on_attempt').selectAll().execute()

  it('tells the sign-in page what the provider is called', async () => {
    expect((await server.anonymous.call('getSingleSignOn', { params: {} })).body).toEqual({ name: NAME })
  })

  it('A4 signs in whoever has an account, and leads on to where they were going', async () => {
    const client = createClient(server.url)
    const { outcome, page, response } = await signOn(client, member.login, { next: '/addContainer?a=b&c=d#e' })
    expect(outcome).toEqual({ status: 'signed-in' })
    expect(page).toBe(`${PAGES.login}?next=%2FaddContainer%3Fa%3Db%26c%3Dd%23e`)
    expect(response.status).toBe(303)
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({ email: member.email })
    const names = response.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(names.sort()).toEqual(['device', 'org', 'sid', 'sign-on', 'subType'])
  })

  it('signs in whoever it knows by who they are at the provider, whatever their address has become', async () => {
    await signOn(createClient(server.url), member.login)
    provider.people.set(member.login, { email: 'elsewhere@vnr.example', email_verified: false })
    const client = createClient(server.url)
    expect((await signOn(client, member.login)).outcome).toEqual({ status: 'signed-in' })
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({ email: member.email })
  })

  it('reads the address in the ID token as well as from the provider', async () => {
    expect((await signOn(createClient(server.url), member.login)).outcome).toEqual({ status: 'signed-in' })
    expect(provider.requests).toContain('/me')

    const port = await freePort()
    const telling = await provide(port, true)
    const other = await open(ports.other, { ...settings, issuer: telling.issuer })
    telling.people.set(stranger.login, { email: stranger.email, email_verified: true })
    try {
      const client = createClient(other.url)
      expect((await signOn(client, stranger.login)).outcome).toEqual(refused('not-subscribed'))
      expect((await other.app.accounts.listUsers()).map(({ email }) => email)).toContain(stranger.email)
      expect(telling.requests).not.toContain('/me')
    } finally {
      await other.close()
      await telling.stop()
    }
  })

  it('U2 A5 makes an account for somebody new, which waits for its subscription', async () => {
    const client = createClient(server.url)
    expect((await signOn(client, stranger.login)).outcome).toEqual(refused('not-subscribed'))
    expect(await statusOf(client)).toBe(401)
    const waiting = await server.app.accounts.listUsers()
    expect(waiting.find(({ email }) => email === stranger.email)).toMatchObject({
      account: 'active',
      profile: undefined,
    })

    await subscribe(stranger.email)
    expect((await signOn(client, stranger.login)).outcome).toEqual({ status: 'signed-in' })
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({ email: stranger.email })
    expect((await client.call('getAccount', { params: {} })).body).toMatchObject({ hasPassword: false })
  })

  it('[AC7] accepts an invitation for somebody new', async () => {
    const owner = await server.signIn()
    const { body } = await owner.call('createInvitation', { params: { organisationId: ORG }, body: { role: 'editor' } })
    const client = createClient(server.url)
    expect((await signOn(client, stranger.login, { invitation: body.token })).outcome).toEqual({ status: 'signed-in' })
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({
      role: 'editor',
      organisation: { id: ORG },
    })
    const late = await start(createClient(server.url), { invitation: body.token })
    expect(late).toMatchObject({ status: 404, body: { error: { code: 'invitation-not-found' } } })
  })

  describe('with an invitation', () => {
    const ONE: DisplayKey = { organisationId: ORG, displayId: DisplayId.parse('one') }
    const invite = async (wanted: Pick<CreateInvitation, 'role' | 'displays'> = { role: 'editor', displays: null }) => {
      const owner = await server.signIn()
      return (await owner.call('createInvitation', { params: { organisationId: ORG }, body: wanted })).body.token
    }
    const counts = async (token: string) =>
      (await server.anonymous.call('readInvitation', { params: {}, body: { token } })).status === 200
    const findMember = async (email: string) =>
      (await (await server.signIn()).call('listMembers', { params: { organisationId: ORG } })).body.find(
        (one) => one.email === email,
      )

    it('[AC7] somebody new comes back to its page, a member with the role and the displays of it', async () => {
      const displays = [ONE.displayId]
      await createDisplay(server.app.context, ONE, 'One')
      const token = await invite({ role: 'viewer', displays })
      const client = createClient(server.url)
      const { outcome, page, back } = await signOn(client, stranger.login, { invitation: token, next: '/addContainer' })
      expect({ outcome, page, back }).toEqual({ outcome: { status: 'signed-in' }, page: PAGES.join, back: token })
      expect(await findMember(stranger.email)).toMatchObject({ role: 'viewer', displays, account: 'active' })
      expect(await counts(token)).toBe(false)
    })

    it('[AC7] an account that waits joins by it too, and one that belongs somewhere leaves it as it was', async () => {
      await signOn(createClient(server.url), stranger.login)
      const first = await invite()
      expect((await signOn(createClient(server.url), stranger.login, { invitation: first })).outcome).toEqual({
        status: 'signed-in',
      })
      expect(await findMember(stranger.email)).toMatchObject({ role: 'editor', displays: null })

      const second = await invite({ role: 'viewer', displays: null })
      const client = createClient(server.url)
      const { outcome, page, back } = await signOn(client, stranger.login, { invitation: second })
      expect({ outcome, page, back }).toEqual({ outcome: { status: 'signed-in' }, page: PAGES.join, back: second })
      expect(await counts(second)).toBe(true)
      expect(await findMember(stranger.email)).toMatchObject({ role: 'editor' })
    })

    it('[AC7] of two who are on their way with the same one, the first joins', async () => {
      const token = await invite()
      const [one, two] = [createClient(server.url), createClient(server.url)]
      const late = { login: `late-${people}`, email: Email.parse(`late-${people}@vnr.example`) }
      provider.people.set(late.login, { email: late.email, email_verified: true })
      const first = await visitProvider(await begin(one, { invitation: token }), stranger.login)
      const second = await visitProvider(await begin(two, { invitation: token }), late.login)
      const arrivals = await Promise.all([comeBack(one, first), comeBack(two, second)])
      expect(arrivals.map(({ outcome }) => outcome?.status).sort()).toEqual(['refused', 'signed-in'])
      const refusal = arrivals.find(({ outcome }) => outcome?.status === 'refused')
      expect(refusal).toMatchObject({ outcome: refused('invitation-not-found'), page: PAGES.join, back: token })
      const members = await Promise.all([findMember(stranger.email), findMember(late.email)])
      expect(members.filter((member) => member !== undefined)).toHaveLength(1)
      const statuses = await Promise.all([statusOf(one), statusOf(two)])
      expect(statuses.sort()).toEqual([200, 401])
    })

    it('[AC7] whom the provider does not vouch for, or who gives up, comes back to it, and it counts on', async () => {
      const token = await invite()
      provider.people.set('careless', { email: stranger.email, email_verified: false })
      const client = createClient(server.url)
      expect(await signOn(client, 'careless', { invitation: token })).toMatchObject({
        outcome: refused('sign-on-email-unverified'),
        page: PAGES.join,
        back: token,
      })
      const gaveUp = await visitProvider(await begin(client, { invitation: token }), stranger.login, 'give up')
      expect(await comeBack(client, gaveUp)).toMatchObject({
        outcome: refused('sign-on-denied'),
        page: PAGES.join,
        back: token,
      })
      onTestFinished(() => {
        settings.allowedDomains = undefined
      })
      settings.allowedDomains = ['school.example']
      expect((await signOn(client, stranger.login, { invitation: token })).outcome).toEqual(
        refused('sign-on-domain-not-allowed'),
      )
      expect(await findMember(stranger.email)).toBeUndefined()
      expect(await counts(token)).toBe(true)
    })

    it('[AC7] an account with a second factor joins by its code', async () => {
      const token = await invite()
      const email = stranger.email
      await signOn(createClient(server.url), stranger.login)
      await subscribe(email)
      const link = (await server.app.accounts.createResetLink(email, 60_000))?.split('#')[1] ?? ''
      await server.anonymous.call('completePasswordReset', { params: {}, body: { token: link, password: PASSWORD } })
      const owner = await server.signIn({ email, password: PASSWORD })
      const { secret } = (await owner.call('beginSecondFactor', { params: {}, body: { password: PASSWORD } })).body
      const totp = new TOTP({ secret: Secret.fromBase32(secret) })
      const codeAt = (later: number) => totp.generate({ timestamp: clock.now + later })
      expect((await owner.call('confirmSecondFactor', { params: {}, body: { code: codeAt(0) } })).status).toBe(200)
      await server.app.accounts.removeProfile(email)

      const client = createClient(server.url)
      const { outcome, page, back } = await signOn(client, stranger.login, { invitation: token })
      expect({ page, back }).toEqual({ page: PAGES.join, back: token })
      if (outcome?.status !== 'code-wanted') throw new Error(`came to ${outcome?.status}`)
      expect(await findMember(email)).toBeUndefined()
      const body = { pending: outcome.pending, code: codeAt(30_000), invitation: token }
      expect((await client.call('finishSignIn', { params: {}, body })).status).toBe(200)
      expect(await findMember(email)).toMatchObject({ role: 'editor' })
    })
  })

  it('[B197] meets a required second step only if the operator says that the provider asks for one, and never a passkey', async () => {
    const params = { organisationId: ORG }
    const demand = (step: 'second-step' | 'passkey' | null) =>
      queries().updateTable('organisation').set({ required_step: step }).where('id', '=', ORG).execute()
    const listed = async () => {
      const client = createClient(server.url)
      expect((await signOn(client, member.login)).outcome).toEqual({ status: 'signed-in' })
      return (await client.call('listDisplays', { params })).status
    }
    try {
      await demand('second-step')
      expect(await listed()).toBe(403)
      settings.secondStep = true
      expect(await listed()).toBe(200)
      await demand('passkey')
      expect(await listed()).toBe(403)
    } finally {
      settings.secondStep = false
      await demand(null)
    }
  })

  it('keeps the password of an account that something is open to', async () => {
    await signOn(createClient(server.url), member.login)
    expect(await statusOf(await byPassword())).toBe(200)
  })

  it('takes over an account that somebody made on another’s address, with nothing of theirs left in it', async () => {
    const email = stranger.email
    const thief = createClient(server.url)
    await thief.call('signUp', { params: {}, body: { email, password: PASSWORD } })
    await signOn(createClient(server.url), stranger.login)
    await subscribe(email)
    expect(await thief.call('signIn', { params: {}, body: { email, password: PASSWORD } })).toMatchObject({
      status: 401,
    })
    const owner = createClient(server.url)
    expect((await signOn(owner, stranger.login)).outcome).toEqual({ status: 'signed-in' })
    expect((await owner.call('getAccount', { params: {} })).body).toMatchObject({ email, hasPassword: false })
  })

  it('[S3] drops the password of somebody who signed up with another’s address, subscribed or not', async () => {
    const email = stranger.email
    const thief = createClient(server.url)
    await thief.call('signUp', { params: {}, body: { email, password: PASSWORD } })
    await subscribe(email)
    expect((await thief.call('signIn', { params: {}, body: { email, password: PASSWORD } })).status).toBe(200)
    await signOn(createClient(server.url), stranger.login)
    expect(await statusOf(thief)).toBe(401)
    expect(await thief.call('signIn', { params: {}, body: { email, password: PASSWORD } })).toMatchObject({
      status: 401,
    })
  })

  it('[S3] opens what an address is subscribed to for whoever the provider vouches for', async () => {
    const email = stranger.email
    await subscribe(email)
    await server.anonymous.call('signUp', { params: {}, body: { email, password: PASSWORD } })
    const owner = createClient(server.url)
    expect((await signOn(owner, stranger.login)).outcome).toEqual({ status: 'signed-in' })
    expect(await statusOf(owner)).toBe(200)
  })

  it('somebody who has no password gets one by a link, and the provider still lets them in', async () => {
    const email = stranger.email
    await signOn(createClient(server.url), stranger.login)
    await subscribe(email)
    const link = await server.app.accounts.createResetLink(email, 60_000)
    const token = link?.split('#')[1] ?? ''
    const done = await server.anonymous.call('completePasswordReset', {
      params: {},
      body: { token, password: PASSWORD },
    })
    expect(done.status).toBe(204)
    expect(await statusOf(await server.signIn({ email, password: PASSWORD }))).toBe(200)
    expect((await signOn(createClient(server.url), stranger.login)).outcome).toEqual({ status: 'signed-in' })
  })

  it('refuses an address that the provider does not vouch for', async () => {
    for (const claims of [
      { email: member.email, email_verified: false },
      { email: member.email, email_verified: 'true' },
      { email: member.email },
      { email_verified: true },
      { email: 'no address', email_verified: true },
      { email: `${member.email}\r\nBcc: a@b.example`, email_verified: true },
      // From a provider other than Microsoft.
      { email: member.email, xms_edov: true },
    ]) {
      provider.people.set('someone', claims)
      const client = createClient(server.url)
      expect((await signOn(client, 'someone')).outcome).toEqual(refused('sign-on-email-unverified'))
      expect(await statusOf(client)).toBe(401)
    }
    const links = queries().selectFrom('linked_identity').selectAll().where('subject', '=', 'someone')
    expect(await links.execute()).toEqual([])
  })

  it('refuses addresses of other domains, of those whom it knows too', async () => {
    await signOn(createClient(server.url), member.login)
    const before = await server.app.accounts.listUsers()
    onTestFinished(() => {
      settings.allowedDomains = undefined
    })
    settings.allowedDomains = ['school.example']
    expect((await signOn(createClient(server.url), member.login)).outcome).toEqual(
      refused('sign-on-domain-not-allowed'),
    )
    expect((await signOn(createClient(server.url), stranger.login)).outcome).toEqual(
      refused('sign-on-domain-not-allowed'),
    )
    expect((await server.app.accounts.listUsers()).length).toBe(before.length)
    provider.people.set('pupil', { email: 'Pupil@School.Example', email_verified: true })
    expect((await signOn(createClient(server.url), 'pupil')).outcome).toEqual(refused('not-subscribed'))
    provider.people.set('sly', { email: 'sly@evil-school.example', email_verified: true })
    expect((await signOn(createClient(server.url), 'sly')).outcome).toEqual(refused('sign-on-domain-not-allowed'))
  })

  it('an address that was given to somebody else opens no account of who had it before', async () => {
    await signOn(createClient(server.url), member.login)
    provider.people.set(`after ${member.login}`, { email: member.email, email_verified: true })
    const client = createClient(server.url)
    expect((await signOn(client, `after ${member.login}`)).outcome).toEqual(refused('sign-on-other-person'))
    expect(await statusOf(client)).toBe(401)

    expect(await server.app.accounts.unlinkSingleSignOn(member.email)).toBe(true)
    expect(await server.app.accounts.unlinkSingleSignOn(member.email)).toBe(false)
    expect(await server.app.accounts.unlinkSingleSignOn(Email.parse('nobody@vnr.example'))).toBeUndefined()
    expect((await signOn(client, `after ${member.login}`)).outcome).toEqual({ status: 'signed-in' })
  })

  it('[B21] somebody disabled stays out, and is told no more than anybody else', async () => {
    const { accounts } = server.app
    await accounts.setDisabled(member.email, true)
    for (let round = 0; round < 2; round += 1) {
      const client = createClient(server.url)
      expect((await signOn(client, member.login)).outcome).toEqual(refused('not-subscribed'))
      expect(await statusOf(client)).toBe(401)
      await accounts.setDisabled(member.email, false)
      await signOn(createClient(server.url), member.login)
      await accounts.setDisabled(member.email, true)
    }
  })

  it('[AC8] a member of an unsubscribed organisation is refused', async () => {
    const suspend = (suspended_at: number | null) =>
      queries().updateTable('organisation').set({ suspended_at }).where('id', '=', ORG).execute()
    onTestFinished(async () => void (await suspend(null)))
    await suspend(clock.now)
    expect((await signOn(createClient(server.url), member.login)).outcome).toEqual(refused('not-subscribed'))
  })

  it('asks for the code of an account that has two-factor sign-in', async () => {
    const admin = await byPassword()
    const { secret } = (await admin.call('beginSecondFactor', { params: {}, body: { password: member.password } })).body
    const code = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
    expect((await admin.call('confirmSecondFactor', { params: {}, body: { code: code(clock.now) } })).status).toBe(200)
    clock.now += 30_000

    const client = createClient(server.url)
    const { outcome } = await signOn(client, member.login, { remember: true })
    expect(outcome).toEqual({ status: 'code-wanted', pending: expect.stringMatching(/^[\w-]{43}$/) })
    if (outcome?.status !== 'code-wanted') throw new Error('no code was wanted')
    expect(await statusOf(client)).toBe(401)
    const body = { pending: outcome.pending, code: code(clock.now) }
    expect(await client.call('finishSignIn', { params: {}, body })).toMatchObject({ status: 200 })
    const [session] = (await client.call('listSessions', { params: {} })).body.filter(({ current }) => current)
    expect(session).toMatchObject({ through: NAME })
    const stored = queries()
      .selectFrom('session')
      .selectAll()
      .where('id', '=', session?.id ?? '')
    expect(await stored.execute()).toMatchObject([{ remembered: 1, through: NAME }])
  })

  it('is named in the list of sessions, beside those by password', async () => {
    await byPassword()
    const client = createClient(server.url)
    await signOn(client, member.login)
    const { body } = await client.call('listSessions', { params: {} })
    expect(body.map(({ through, current }) => ({ through, current }))).toEqual(
      expect.arrayContaining([
        { through: NAME, current: true },
        { through: null, current: false },
      ]),
    )
  })

  it('A3 outlives the browser when that was asked for, and else does not', async () => {
    for (const remember of [true, false]) {
      const { response } = await signOn(createClient(server.url), member.login, { remember })
      const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='))
      expect({ remember, maxAge: /Max-Age=(\d+)/.exec(cookie ?? '')?.[1] }).toEqual({
        remember,
        maxAge: remember ? String(30 * 24 * 60 * 60) : undefined,
      })
      expect(cookie).toContain('HttpOnly')
    }
  })

  it('[B12] replaces the session that the browser came with', async () => {
    const client = await byPassword()
    const before = client.cookie()
    await signOn(client, member.login)
    const answer = await fetch(`${server.url}/api/session`, { headers: { cookie: before } })
    expect(answer.status).toBe(401)
    expect(await statusOf(client)).toBe(200)
  })

  it('is written into the organisation’s log like every other sign-in', async () => {
    const owner = await server.signIn()
    await signOn(createClient(server.url), member.login)
    provider.people.set(`after ${member.login}`, { email: member.email, email_verified: true })
    await signOn(createClient(server.url), `after ${member.login}`)
    const { body } = await owner.call('listOrganisationActivity', { params: { organisationId: ORG } })
    expect(body.entries.slice(0, 2)).toMatchObject([
      { kind: 'sign-in-refused', code: 'sign-on-other-person', actor: { kind: 'unknown', email: member.email } },
      { kind: 'signed-in', actor: { kind: 'person', email: member.email } },
    ])
  })

  it('[B13] open streams of a session end when the account’s password is deleted', async () => {
    const email = stranger.email
    const thief = createClient(server.url)
    await server.anonymous.call('signUp', { params: {}, body: { email, password: PASSWORD } })
    await subscribe(email)
    await thief.call('signIn', { params: {}, body: { email, password: PASSWORD } })
    const stream = await openStream(`${server.url}/api/organisations/${ORG}/displays/${DisplayId.parse('ece')}/live`, {
      cookie: thief.cookie(),
    })
    await stream.next('programme')
    // As if a removal had ended before the thief's session was made.
    await queries().deleteFrom('profile').where('email', '=', email).execute()
    await signOn(createClient(server.url), stranger.login)
    await stream.ended
    expect(await statusOf(thief)).toBe(401)
  })

  describe('an answer that is not the one that was asked for', () => {
    it('counts once', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      const cookie = client.cookie()
      expect((await comeBack(client, back)).outcome).toEqual({ status: 'signed-in' })
      expect((await comeBack(client, back)).outcome).toEqual(refused('sign-on-expired'))
      // With the cookie that the browser has since removed.
      const again = await fetch(back, { redirect: 'manual', headers: { cookie } })
      expect(readSignOnOutcome(new URL(again.headers.get('location') ?? '', server.url).hash)).toEqual(
        refused('sign-on-expired'),
      )
      expect(again.headers.getSetCookie()).toEqual([])
    })

    it('of many at once signs in one', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      const cookie = client.cookie()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => fetch(back, { redirect: 'manual', headers: { cookie } })),
      )
      const outcomes = answers.map(({ headers }) =>
        readSignOnOutcome(new URL(headers.get('location') ?? '', server.url).hash),
      )
      expect(outcomes.filter((outcome) => outcome?.status === 'signed-in')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome?.status === 'refused')).toHaveLength(7)
    })

    it('signs nobody in who did not begin it (login CSRF)', async () => {
      const attacker = createClient(server.url)
      const back = await visitProvider(await begin(attacker), member.login)
      const victim = createClient(server.url)
      expect((await comeBack(victim, back)).outcome).toEqual(refused('sign-on-expired'))

      // It does not end the attempt that the victim began either.
      const own = await visitProvider(await begin(victim), member.login)
      expect((await comeBack(victim, back)).outcome).toEqual(refused('sign-on-expired'))
      expect((await comeBack(victim, own)).outcome).toEqual({ status: 'signed-in' })
    })

    it('is not taken with a code of another sign-in', async () => {
      const [one, other] = [createClient(server.url), createClient(server.url)]
      const mine = await visitProvider(await begin(one), member.login)
      const theirs = await visitProvider(await begin(other), stranger.login)
      mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
      expect((await comeBack(one, mine)).outcome).toEqual(refused('sign-on-failed'))
    })

    it('is not taken after ten minutes', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      clock.now += SINGLE_SIGN_ON_WAIT_MS
      expect((await comeBack(client, back)).outcome).toEqual(refused('sign-on-expired'))
      await server.app.accounts.sweep()
      expect(await attempts()).toEqual([])
    })

    it('is not taken from another issuer (mix-up)', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      expect(back.searchParams.get('iss')).toBe(provider.issuer)
      back.searchParams.set('iss', 'https://login.evil.example')
      const before = provider.requests.length
      expect((await comeBack(client, back)).outcome).toEqual(refused('sign-on-failed'))
      // The code was not sent anywhere.
      expect(provider.requests.slice(before)).toEqual([])
    })

    const now = () => Math.floor(Date.now() / 1_000)
    const FORGERIES: [string, TestIdentityProvider['forge']][] = [
      ['another nonce', { key: 'own', change: (t) => ({ ...t, claims: { ...t.claims, nonce: 'x'.repeat(43) } }) }],
      ['no nonce', { key: 'own', change: ({ header, claims: { nonce: _, ...claims } }) => ({ header, claims }) }],
      [
        'another issuer',
        { key: 'own', change: (t) => ({ ...t, claims: { ...t.claims, iss: 'https://evil.example' } }) },
      ],
      ['another audience', { key: 'own', change: (t) => ({ ...t, claims: { ...t.claims, aud: 'another' } }) }],
      [
        'a time that is over',
        { key: 'own', change: (t) => ({ ...t, claims: { ...t.claims, iat: now() - 7_200, exp: now() - 3_600 } }) },
      ],
      ['no subject', { key: 'own', change: ({ header, claims: { sub: _, ...claims } }) => ({ header, claims }) }],
      ['somebody else’s signature', { key: 'foreign', change: (token) => token }],
      ['no signature', { key: 'own', change: (t) => ({ ...t, header: { ...t.header, alg: 'none' } }) }],
    ]
    it.each(FORGERIES)('is not taken with %s in its ID token', async (_, forge) => {
      provider.forge = forge
      const client = createClient(server.url)
      expect((await signOn(client, member.login)).outcome).toEqual(refused('sign-on-failed'))
      expect(await statusOf(client)).toBe(401)
      provider.forge = { key: 'own', change: (token) => token }
      expect((await signOn(client, member.login)).outcome).toEqual({ status: 'signed-in' })
    })

    it('says so when somebody gave up at the provider, and they can begin again', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client, { next: '/addContainer' }), member.login, 'give up')
      expect(back.searchParams.get('error')).toBe('access_denied')
      const { outcome, page } = await comeBack(client, back)
      expect(outcome).toEqual(refused('sign-on-denied'))
      expect(page).toBe(`${PAGES.login}?next=%2FaddContainer`)
      expect((await signOn(client, member.login)).outcome).toEqual({ status: 'signed-in' })
    })

    it.each([
      ['temporarily_unavailable', 'sign-on-unavailable'],
      ['server_error', 'sign-on-unavailable'],
      ['invalid_scope', 'sign-on-failed'],
      ['<script>alert(1)</script>', 'sign-on-failed'],
    ])('says what %s of the provider comes to', async (error, code) => {
      const client = createClient(server.url)
      const state = new URL(await begin(client)).searchParams.get('state') ?? ''
      const query = new URLSearchParams({
        error,
        state,
        iss: provider.issuer,
        error_description: '<b>x</b>\r\nSet-Cookie: a=b',
      })
      const { outcome, response } = await comeBack(client, `${SIGN_ON_CALLBACK_PATH}?${query}`)
      expect(outcome).toEqual(refused(code))
      expect(response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['sign-on'])
    })

    it.each([
      '',
      '?',
      '?code=x',
      '?state=x',
      '?code=&state=',
      '?%',
      '?state[]=x&code[]=y',
      `?code=${'x'.repeat(7_000)}&state=${'y'.repeat(500)}`,
    ])('is refused in the same words when it is %j', async (query) => {
      const client = createClient(server.url)
      await begin(client)
      expect((await comeBack(client, SIGN_ON_CALLBACK_PATH + query)).outcome).toEqual(refused('sign-on-expired'))
    })

    it('is refused when it says something twice', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      back.searchParams.append('state', 'another')
      expect((await comeBack(client, back)).outcome).toEqual(refused('sign-on-failed'))
    })

    it('[B1] may be as long as any address, and no longer', async () => {
      const client = createClient(server.url)
      await begin(client)
      const { response } = await comeBack(client, `${SIGN_ON_CALLBACK_PATH}?code=${'x'.repeat(9_000)}`)
      expect(response.status).toBe(414)
    })

    it('[B17] is not taken by a HEAD, and by no other method', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { response } = await comeBack(client, back, method)
        expect({ method, refused: response.status >= 400, cookies: response.headers.getSetCookie() }).toEqual({
          method,
          refused: true,
          cookies: [],
        })
      }
      expect((await comeBack(client, back)).outcome).toEqual({ status: 'signed-in' })
    })
  })

  describe('requests to the provider', () => {
    it('is a code, bound to this browser and this sign-in', async () => {
      const one = new URL(await begin(createClient(server.url)))
      const other = new URL(await begin(createClient(server.url)))
      expect(Object.fromEntries(one.searchParams)).toEqual({
        client_id: CLIENT.id,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: `${server.url}${SIGN_ON_CALLBACK_PATH}`,
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      })
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name))
      }
    })

    it('is to ask who it is, of somebody whom it took for another', async () => {
      const url = new URL(await begin(createClient(server.url), { otherAccount: true }))
      expect(url.searchParams.get('prompt')).toBe('login')
    })

    it('[B14] is bound by a cookie that no script reads and that lasts ten minutes', async () => {
      const { headers } = await start(createClient(server.url))
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^sign-on=[\w-]{43}; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly$/),
      ])
    })

    it('leaves nothing in the database that lets anybody in', async () => {
      const client = createClient(server.url)
      const url = new URL(await begin(client))
      const begun = await attempts()
      const [, cookie = ''] = /sign-on=([\w-]+)/.exec(client.cookie()) ?? []
      expect(cookie).not.toBe('')
      for (const secret of [cookie, url.searchParams.get('state') ?? '', url.searchParams.get('nonce') ?? '']) {
        expect(JSON.stringify(begun)).not.toContain(secret)
      }
      await comeBack(client, await visitProvider(url.href, member.login))
      expect(await attempts()).toHaveLength(begun.length - 1)
      const credentials = await queries().selectFrom('credential').selectAll().execute()
      for (const row of credentials)
        expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null })
    })

    it('[B15] is asked for by a page of ours alone', async () => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { 'x-requested-with': '' },
        { 'sec-fetch-site': 'cross-site' },
      ]
      for (const headers of foreign) {
        expect(await start(createClient(server.url), {}, headers)).toMatchObject({
          status: 403,
          body: { error: { code: 'csrf' } },
        })
      }
    })

    it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
      '[B92] leads nobody to %s',
      async (next) => {
        expect(await start(createClient(server.url), { next })).toMatchObject({
          status: 422,
          body: { error: { code: 'invalid-field', field: 'next' } },
        })
      },
    )

    it('[B9] one network begins a hundred that lead to nothing, and whoever signed in before begins on', async () => {
      const known = await byPassword()
      const from = (address: string, client = createClient(server.url)) =>
        start(client, {}, { 'x-forwarded-for': address })
      for (let count = 0; count < 100; count += 1) expect((await from('192.0.2.1')).status).toBe(200)
      const late = await from('192.0.2.200')
      expect(late).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } })
      expect(Number(late.headers.get('retry-after'))).toBe(SINGLE_SIGN_ON_WAIT_MS / 1_000)
      expect((await from('198.51.100.1')).status).toBe(200)
      expect((await from('192.0.2.1', known)).status).toBe(200)
      clock.now += SINGLE_SIGN_ON_WAIT_MS
      expect((await from('192.0.2.1')).status).toBe(200)
    }, 60_000)

    it('[B90] is answered by headers that keep it to the browser', async () => {
      const client = createClient(server.url)
      const { response } = await comeBack(client, await visitProvider(await begin(client), member.login))
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect(await response.text()).toBe('')
    })
  })

  describe('a provider that is away', () => {
    it('keeps nobody from starting, from the displays and from signing in by password, and is back when it is back', async () => {
      await provider.stop()
      onTestFinished(() => provider.start())
      const other = await open(ports.other, settings)
      onTestFinished(() => other.close())
      expect((await other.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
      expect((await other.anonymous.call('getSingleSignOn', { params: {} })).body).toEqual({ name: NAME })
      const client = createClient(other.url)
      expect(await start(client)).toMatchObject({ status: 503, body: { error: { code: 'sign-on-unavailable' } } })
      expect(await statusOf(await other.signIn())).toBe(200)

      await provider.start()
      expect((await signOn(client, stranger.login)).outcome).toEqual(refused('not-subscribed'))
    })

    it('when it goes while somebody is on their way, says so', async () => {
      const client = createClient(server.url)
      const back = await visitProvider(await begin(client), member.login)
      await provider.stop()
      expect((await comeBack(client, back)).outcome).toEqual(refused('sign-on-unavailable'))
      await provider.start()
      expect((await signOn(client, member.login)).outcome).toEqual({ status: 'signed-in' })
    })

    it('is asked what it can do once an hour, and believed on when it does not answer', async () => {
      const asked = () => provider.requests.filter((path) => path.startsWith('/.well-known/')).length
      const before = asked()
      for (let round = 1; round <= 2; round += 1) {
        clock.now += 61 * 60_000
        await Promise.all([0, 1, 2].map(() => begin(createClient(server.url))))
        expect(asked()).toBe(before + round)
      }
      await provider.stop()
      onTestFinished(() => provider.start())
      clock.now += 61 * 60_000
      await begin(createClient(server.url))
    })

    it('that knows another secret lets nobody in', async () => {
      const other = await open(ports.other, { ...settings, clientSecret: 'not the one' })
      onTestFinished(() => other.close())
      expect((await signOn(createClient(other.url), member.login)).outcome).toEqual(refused('sign-on-failed'))
    })
  })
})

it('without a provider there is nothing to begin and nothing to come back to', async () => {
  await using server = await startTestServer()
  expect((await server.anonymous.call('getSingleSignOn', { params: {} })).body).toEqual({ name: null })
  expect(await server.anonymous.call('startSingleSignOn', { params: {}, body: {} })).toMatchObject({ status: 404 })
  expect((await fetch(server.url + SIGN_ON_CALLBACK_PATH, { redirect: 'manual' })).status).toBe(404)
})

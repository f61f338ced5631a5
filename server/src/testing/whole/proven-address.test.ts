import { join } from 'node:path'
import { Email, INVITATION_EXPIRES_MS, InvitationToken, MemberId, OrganisationId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE } from '../../content/activity/service.ts'
import { importFiles } from '../../operations/legacy-import/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../dialects.ts'
import { signUpAs } from '../people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../server.ts'
import { type SmtpServer, startSmtpServer } from '../smtp.ts'

const HEAD = Email.parse('head.ece@vnr.example')
const MINE = 'seventeen blue kettles'
const THEIRS = 'eighteen green teapots'
const EXAMPLES = join(import.meta.dirname, '../../../../docs/examples')

describeDialects('proof that an address belongs to a person', (dialect) => {
  let server: TestServer
  let smtp: SmtpServer | undefined
  const clock = { ahead: 0 }

  beforeEach(async () => {
    clock.ahead = 0
    server = await startTestServer({ dialect, now: () => Date.now() + clock.ahead })
  })
  afterEach(async () => {
    await server.close()
    await smtp?.close()
    smtp = undefined
  })

  const signUp = (email: string, password: string, invitation?: string, client: Client = createClient(server.url)) =>
    client.call('signUp', {
      params: {},
      body: { email, password, ...(invitation === undefined ? {} : { invitation: InvitationToken.parse(invitation) }) },
    })
  const signIn = (email: string, password: string, client: Client = createClient(server.url)) =>
    client.call('signIn', { params: {}, body: { email, password } })
  const subscription = (email: string) => ({
    email: Email.parse(email),
    organisationId: OrganisationId.parse('vnr'),
    displayId: SAMPLE_DISPLAY.displayId,
    role: 'owner' as const,
  })
  const subscribe = async (email: string) => {
    const operator = await server.signIn()
    const { status, body } = await operator.call('createSubscription', { params: {}, body: subscription(email) })
    expect(status).toBe(201)
    return body
  }
  const NOT_SUBSCRIBED = { status: 403, body: { error: { code: 'not-subscribed' } } }
  const WRONG = { status: 401, body: { error: { code: 'invalid-credential' } } }

  it('[S3] the first sign-up with a subscribed address gives no access, and its invitation opens it to its owner', async () => {
    const { invitation, account } = await subscribe(HEAD)
    expect(account).toBe('none')
    if (!invitation) throw new Error('there is no invitation')
    expect(invitation.mailed).toBe(false)

    expect(await signUp(HEAD, THEIRS)).toMatchObject({ status: 200, body: { session: null } })
    expect(await signIn(HEAD, THEIRS)).toMatchObject(NOT_SUBSCRIBED)
    const { body: list } = await (await server.signIn()).call('listSubscriptions', { params: {} })
    expect(list.find(({ email }) => email === HEAD)).toMatchObject({ account: 'unproven' })

    // The owner takes over the account. The other person's password is removed.
    expect(await signUp(HEAD, MINE, invitation.token)).toMatchObject({ status: 200 })
    expect(await signIn(HEAD, MINE)).toMatchObject({
      status: 200,
      body: { organisation: { id: 'vnr' }, role: 'owner' },
    })
    expect(await signIn(HEAD, THEIRS)).toMatchObject(WRONG)
    expect(await signUp(HEAD, THEIRS, invitation.token)).toMatchObject({ status: 404 })
  })

  it('[S3] nobody owns an address of the import by signing up with it', async () => {
    const { context, accounts } = server.app
    await signUp('head.cse@vnr.example', THEIRS)
    const files = ['realtime-database.json', 'user-profiles.json'].map((name) => join(EXAMPLES, name))
    await importFiles(context, accounts, files)
    const imported = (await accounts.listUsers()).filter(({ profile, operator }) => profile && !operator)
    expect(imported.length).toBeGreaterThan(1)
    for (const { email } of imported) {
      await signUp(email, THEIRS)
      expect(await signIn(email, THEIRS)).toMatchObject(NOT_SUBSCRIBED)
    }
    // An account created by the provider belongs to the owner of the address at once.
    const [, second] = imported
    const email = Email.parse(second?.email)
    expect(await accounts.setPassword(email, MINE)).toBe(true)
    expect((await signIn(email, MINE)).status).toBe(200)
  })

  it('[S3] an account that is there when it is subscribed is subscribed, as specified (U2, A5)', async () => {
    await signUp(HEAD, MINE)
    expect(await signIn(HEAD, MINE)).toMatchObject(NOT_SUBSCRIBED)
    const { body: waiting } = await (await server.signIn()).call('listWaitingAccounts', { params: {} })
    expect(waiting.accounts).toMatchObject([{ email: HEAD, proven: false }])
    expect(await subscribe(HEAD)).toMatchObject({ account: 'active', invitation: null })
    expect((await signIn(HEAD, MINE)).status).toBe(200)
  })

  it('[S3] an account that signed up while its address waited is subscribed by the provider, who says so once more', async () => {
    await subscribe(HEAD)
    await signUp(HEAD, MINE)
    expect(await subscribe(HEAD)).toMatchObject({ account: 'active', invitation: null })
    expect((await signIn(HEAD, MINE)).status).toBe(200)
  })

  it('[S3] the invitation is for its address, works once, is replaced by a newer one and ends with the subscription', async () => {
    const { id, invitation } = await subscribe(HEAD)
    const token = invitation?.token ?? ''
    expect(await signUp('somebody@else.example', MINE, token)).toMatchObject({
      status: 403,
      body: { error: { code: 'invitation-other-address' } },
    })
    await signUpAs(server, 'other')
    const other = { email: 'other@people.example', password: 'a pass phrase for somebody' }
    const taken = await createClient(server.url).call('signIn', {
      params: {},
      body: { ...other, invitation: InvitationToken.parse(token) },
    })
    expect(taken).toMatchObject({ status: 403, body: { error: { code: 'invitation-other-address' } } })

    const operator = await server.signIn()
    const params = { memberId: MemberId.parse(id) }
    const { body: newer } = await operator.call('inviteSubscriber', { params })
    const read = (one: string) =>
      server.anonymous.call('readInvitation', { params: {}, body: { token: InvitationToken.parse(one) } })
    expect((await read(token)).status).toBe(404)
    expect(await read(newer.token)).toMatchObject({ status: 200, body: { email: HEAD, organisation: 'VNR' } })
    clock.ahead = INVITATION_EXPIRES_MS
    expect((await read(newer.token)).status).toBe(404)
    clock.ahead = 0
    await operator.call('removeSubscription', { params })
    expect((await read(newer.token)).status).toBe(404)
  })

  it('[S3] a link for a new password, which the provider hands on, shows whose the address is', async () => {
    await subscribe(HEAD)
    await signUp(HEAD, THEIRS)
    const path = await server.app.accounts.createResetLink(HEAD, 60_000)
    const body = { token: path?.split('#')[1] ?? '', password: MINE }
    expect((await createClient(server.url).call('completePasswordReset', { params: {}, body })).status).toBe(204)
    expect((await signIn(HEAD, MINE)).status).toBe(200)
    expect(await signIn(HEAD, THEIRS)).toMatchObject(WRONG)
    expect(await server.app.accounts.inviteSubscriber(HEAD, COMMAND_LINE)).toBeUndefined()
  })

  it('[S3] with mail, signing up sends the link, and subscribing sends the invitation', async () => {
    smtp = await startSmtpServer()
    await server.close()
    const from = { name: 'Placard', address: 'placard@signage.example' }
    const mail = { url: smtp.url, from, languages: ['en' as const] }
    // Links in mails begin with the address of the installation, which is that of this server.
    server = await startTestServer({ dialect, config: { mail } })
    Object.assign(server.app.context.config, { publicUrl: server.url })
    const { accounts, context } = server.app
    const { organisationId: org, displayId: id } = SAMPLE_DISPLAY
    await accounts.putProfile(context, { email: HEAD, id, org, msg: '', subType: '' })
    expect(await accounts.inviteSubscriber(HEAD, COMMAND_LINE)).toMatchObject({ mailed: true })
    const invited = await smtp.next()
    expect(invited.to).toEqual([HEAD])
    expect(invited.text).toMatch(/\/join#[\w-]{43}/)

    await signUp(HEAD, THEIRS)
    const asked = await smtp.next()
    expect(asked.to).toEqual([HEAD])
    expect(await signIn(HEAD, THEIRS)).toMatchObject(NOT_SUBSCRIBED)
    const token = /reset-password#([\w-]{43})/.exec(asked.text)?.[1] ?? ''
    await createClient(server.url).call('completePasswordReset', { params: {}, body: { token, password: MINE } })
    expect((await signIn(HEAD, MINE)).status).toBe(200)
    expect(await signIn(HEAD, THEIRS)).toMatchObject(WRONG)
  })

  it('[S10] signing up and then signing in says the same of an address that has an account and of one that has none', async () => {
    const { email: known } = { email: 'admin@vnr.example' }
    for (const email of ['free@college.example', known]) {
      // Several people may try. The first one is treated like the later ones.
      expect(await signUp(email, MINE)).toMatchObject({ status: 200, body: { session: null } })
      expect(await signUp(email, THEIRS)).toMatchObject({ status: 200, body: { session: null } })
      expect(await signIn(email, MINE)).toMatchObject(NOT_SUBSCRIBED)
      expect(await signIn(email, THEIRS)).toMatchObject(NOT_SUBSCRIBED)
      expect(await signIn(email, 'nineteen red saucers')).toMatchObject(WRONG)
    }
    expect((await signIn(known, 'a pass phrase for tests')).status).toBe(200)
  })

  it('[S10] the password of a later sign-up gives no more tries at the password of the account', async () => {
    const email = 'admin@vnr.example'
    await signUp(email, MINE)
    let tries = 0
    while (tries < 20) {
      const { status } = await signIn(email, `guess number ${tries} of many`)
      if (status === 429) break
      tries += 1
      if (tries % 3 === 0) await signIn(email, MINE)
    }
    expect(tries).toBeLessThanOrEqual(10)
  })
})

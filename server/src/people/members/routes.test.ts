import {
  type DisplayId,
  type DisplayKey,
  Email,
  INVITATION_EXPIRES_MS,
  type InvitationCreated,
  type InvitationToken,
  joinPath,
  MAX_OPEN_INVITATIONS_PER_ORGANISATION,
  type MemberId,
  pathOf,
  type Role,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { enterAs, PASSWORD, signUpAs } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'

const params = { organisationId: SAMPLE_DISPLAY.organisationId }

const failure = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field !== undefined && { field }) } },
})

describeDialects('members', (dialect) => {
  let server: TestServer
  let owner: Client
  const clock = { ahead: 0 }

  beforeEach(async () => {
    clock.ahead = 0
    server = await startTestServer({ dialect, now: () => Date.now() + clock.ahead })
    const { context } = server.app
    await createDisplay(context, LAB, 'Laboratory')
    await createOrganisation(context, OTHER.organisationId, 'Another college')
    await createDisplay(context, OTHER, 'Entrance hall')
    owner = await server.signIn()
  })
  afterEach(() => server.close())

  const members = async () => (await owner.call('listMembers', { params })).body
  async function idOf(email: string): Promise<MemberId> {
    const member = (await members()).find((one) => one.email === email)
    if (!member) throw new Error(`${email} is no member`)
    return member.id
  }
  async function invite(role: Role, displays: DisplayId[] | null = null): Promise<InvitationCreated> {
    const { status, body } = await owner.call('createInvitation', { params, body: { role, displays } })
    expect(status).toBe(201)
    return body
  }
  const streamOf = (client: Client, key: DisplayKey) =>
    openStream(server.url + pathOf('streamProgramme', key), { cookie: client.cookie() })

  it('lists who belongs to the organisation and nobody else', async () => {
    await enterAs(server, 'theirs', { role: 'owner', home: OTHER })
    await enterAs(server, 'editor', { role: 'editor', displays: [LAB.displayId] })
    const { accounts, context } = server.app
    const profile = { org: params.organisationId, id: 'ece', msg: '', subType: '' }
    await accounts.putProfile(context, { email: Email.parse('later@people.example'), ...profile, role: 'viewer' })
    expect(await members()).toEqual([
      {
        id: expect.any(String),
        email: 'admin@vnr.example',
        role: 'owner',
        displays: null,
        tables: null,
        mayTakeOver: true,
        account: 'active',
        secondStep: null,
        self: true,
      },
      {
        id: expect.any(String),
        email: 'editor@people.example',
        role: 'editor',
        displays: ['lab'],
        tables: null,
        mayTakeOver: false,
        account: 'active',
        secondStep: null,
        self: false,
      },
      {
        id: expect.any(String),
        email: 'later@people.example',
        role: 'viewer',
        displays: null,
        tables: null,
        mayTakeOver: false,
        account: 'none',
        secondStep: null,
        self: false,
      },
    ])
  })

  it('Z2 a session tells the role, and the displays that are theirs alone', async () => {
    const { client } = await enterAs(server, 'limited', { role: 'viewer', displays: [LAB.displayId] })
    const { body } = await client.call('getSession', { params: {} })
    expect(body).toMatchObject({ role: 'viewer', operator: false, organisation: { id: 'vnr', name: 'VNR' } })
    expect(body.displays.map(({ id }) => id)).toEqual(['lab'])
    const listed = await client.call('listDisplays', { params })
    expect(listed.body.map(({ id }) => id)).toEqual(['lab'])
    expect((await client.call('getProgramme', { params: LAB })).status).toBe(200)
    expect(await client.call('getProgramme', { params: SAMPLE_DISPLAY })).toMatchObject(
      failure(404, 'display-not-found'),
    )
  })

  it('Z2 another role counts for the next request', async () => {
    const { client, email } = await enterAs(server, 'person', { role: 'viewer' })
    const write = () => client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Good morning' } })
    expect(await write()).toMatchObject(failure(403, 'not-allowed'))
    const memberId = await idOf(email)
    const changed = await owner.call('updateMember', { params: { ...params, memberId }, body: { role: 'editor' } })
    expect(changed).toMatchObject({ status: 200, body: { role: 'editor', displays: null } })
    expect((await write()).status).toBe(201)
    await owner.call('updateMember', { params: { ...params, memberId }, body: { displays: [LAB.displayId] } })
    expect(await write()).toMatchObject(failure(404, 'display-not-found'))
    const made = await owner.call('updateMember', { params: { ...params, memberId }, body: { role: 'owner' } })
    expect(made.body.displays).toBeNull()
  })

  it('[B13] a member who is limited to other displays does not see this one any more', async () => {
    const { client, email } = await enterAs(server, 'person', { role: 'viewer' })
    const stream = await streamOf(client, SAMPLE_DISPLAY)
    await stream.next('programme')
    const memberId = await idOf(email)
    await owner.call('updateMember', { params: { ...params, memberId }, body: { displays: [LAB.displayId] } })
    expect((await stream.next('bye')).data).toEqual({ reason: 'stopping', retryAfterMs: 0 })
    await stream.ended
    expect((await streamOf(client, SAMPLE_DISPLAY)).status).toBe(404)
    const other = await streamOf(client, LAB)
    expect(other.status).toBe(200)
    other.close()
  })

  it('[B13] a removed member is out at once: cookie, streams, and signing in', async () => {
    const { client, email } = await enterAs(server, 'person', { role: 'editor' })
    const stream = await streamOf(client, SAMPLE_DISPLAY)
    await stream.next('programme')
    const removed = await owner.call('removeMember', { params: { ...params, memberId: await idOf(email) } })
    expect(removed.status).toBe(204)
    expect((await stream.next('bye')).data).toMatchObject({ reason: 'signed-out', because: 'not-subscribed' })
    await stream.ended
    expect((await client.call('getSession', { params: {} })).status).toBe(401)
    const again = await createClient(server.url).call('signIn', { params: {}, body: { email, password: PASSWORD } })
    expect(again).toMatchObject(failure(403, 'not-subscribed'))
    expect((await members()).map((one) => one.email)).toEqual(['admin@vnr.example'])
  })

  it('[B13] a member who leaves is signed out', async () => {
    const { client } = await enterAs(server, 'person', { role: 'viewer', displays: [LAB.displayId] })
    expect((await client.call('leaveOrganisation', { params })).status).toBe(204)
    expect((await client.call('getSession', { params: {} })).status).toBe(401)
    expect(await members()).toHaveLength(1)
  })

  it('the last owner neither leaves nor becomes less, until there is another who can sign in', async () => {
    const mine = { ...params, memberId: await idOf('admin@vnr.example') }
    const lastOwner = failure(409, 'last-owner')
    const { accounts, context } = server.app
    const profile = { org: params.organisationId, id: 'ece', msg: '', subType: '' }
    // Does not count as an owner until they sign up.
    await accounts.putProfile(context, { email: Email.parse('later@people.example'), ...profile, role: 'owner' })
    expect(await owner.call('leaveOrganisation', { params })).toMatchObject(lastOwner)
    expect(await owner.call('removeMember', { params: mine })).toMatchObject(lastOwner)
    expect(await owner.call('updateMember', { params: mine, body: { role: 'editor' } })).toMatchObject(lastOwner)
    expect((await owner.call('getSession', { params: {} })).body.role).toBe('owner')

    await enterAs(server, 'second', { role: 'owner' })
    expect((await owner.call('updateMember', { params: mine, body: { role: 'editor' } })).status).toBe(200)
  })

  it('two owners who remove each other at once leave one of them', async () => {
    const second = await enterAs(server, 'second', { role: 'owner' })
    const [mine, theirs] = [await idOf('admin@vnr.example'), await idOf(second.email)]
    const answers = await Promise.all([
      owner.call('removeMember', { params: { ...params, memberId: theirs } }),
      second.client.call('removeMember', { params: { ...params, memberId: mine } }),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await server.app.context.database.queries
      .selectFrom('profile')
      .select('email')
      .where('org', '=', 'vnr')
      .execute()
    expect(left).toHaveLength(1)
  })

  it('[B18] [B19] neither another’s member nor another’s display can be named', async () => {
    const theirs = await enterAs(server, 'theirs', { role: 'viewer', home: OTHER })
    const { context } = server.app
    const { queries } = context.database
    const { member_id } = await queries
      .selectFrom('profile')
      .select('member_id')
      .where('email', '=', theirs.email)
      .executeTakeFirstOrThrow()
    const foreign = { ...params, memberId: member_id as MemberId }
    for (const answer of [
      await owner.call('removeMember', { params: foreign }),
      await owner.call('updateMember', { params: foreign, body: { role: 'owner' } }),
    ]) {
      expect(answer).toMatchObject(failure(404, 'member-not-found'))
    }
    const ours = await enterAs(server, 'ours', { role: 'viewer' })
    const mine = { ...params, memberId: await idOf(ours.email) }
    const hall = [OTHER.displayId]
    expect(await owner.call('updateMember', { params: mine, body: { displays: hall } })).toMatchObject(
      failure(404, 'display-not-found'),
    )
    expect(await owner.call('createInvitation', { params, body: { role: 'viewer', displays: hall } })).toMatchObject(
      failure(404, 'display-not-found'),
    )
    expect((await theirs.client.call('getSession', { params: {} })).body.role).toBe('viewer')
    expect((await owner.call('listInvitations', { params })).body).toEqual([])
  })

  it('an owner is never limited', async () => {
    const limited = { role: 'owner' as const, displays: [LAB.displayId] }
    expect(await owner.call('createInvitation', { params, body: limited })).toMatchObject(
      failure(422, 'invalid-field', 'displays'),
    )
    const memberId = await idOf('admin@vnr.example')
    for (const body of [limited, { displays: [LAB.displayId] }]) {
      expect(await owner.call('updateMember', { params: { ...params, memberId }, body })).toMatchObject(
        failure(422, 'invalid-field', 'displays'),
      )
    }
  })

  it('an invitation tells what it offers, and lets one account in, once', async () => {
    const { token, invitation } = await invite('editor', [LAB.displayId])
    expect(joinPath(token)).toBe(`/join#${token}`)
    const offer = await server.anonymous.call('readInvitation', { params: {}, body: { token } })
    expect(offer).toMatchObject({
      status: 200,
      body: {
        organisation: 'VNR',
        role: 'editor',
        displays: ['Laboratory'],
        invitedBy: 'admin@vnr.example',
        expiresAt: invitation.expiresAt,
      },
    })

    const email = await signUpAs(server, 'newcomer')
    const second = await signUpAs(server, 'second')
    const client = createClient(server.url)
    const credential = { email, password: PASSWORD }
    expect(await client.call('signIn', { params: {}, body: credential })).toMatchObject(failure(403, 'not-subscribed'))
    const entered = await client.call('signIn', { params: {}, body: { ...credential, invitation: token } })
    expect(entered).toMatchObject({
      status: 200,
      body: { role: 'editor', profile: { org: 'vnr', id: 'lab', subType: 'standard' }, displays: [{ id: 'lab' }] },
    })
    expect((await client.call('createLine', { params: LAB, body: { text: 'Here I am' } })).status).toBe(201)
    expect((await owner.call('listInvitations', { params })).body).toEqual([])

    for (const answer of [
      await server.anonymous.call('readInvitation', { params: {}, body: { token } }),
      await server.anonymous.call('signIn', {
        params: {},
        body: { email: second, password: PASSWORD, invitation: token },
      }),
    ]) {
      expect(answer).toMatchObject(failure(404, 'invitation-not-found'))
    }
    // Repeating the same sign-in, after a lost answer, is an ordinary sign-in.
    expect((await client.call('signIn', { params: {}, body: { ...credential, invitation: token } })).status).toBe(200)
    const { queries } = server.app.context.database
    const sessions = await queries
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select('email')
      .execute()
    expect(sessions.map((row) => row.email)).not.toContain(second)
  })

  it('[B19] a second sign-up with an address brings no account into an organisation of somebody else', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { token, invitation } = await invite('viewer')
      const email = Email.parse(`race-${round}@people.example`)
      const [mine, theirs] = [PASSWORD, 'nineteen grey kettles']
      const signUp = (body: { password: string; invitation?: InvitationToken }) =>
        createClient(server.url).call('signUp', { params: {}, body: { email, ...body } })
      await Promise.all([signUp({ password: mine }), signUp({ password: theirs, invitation: token })])
      const opens = async (password: string) =>
        (await server.anonymous.call('signIn', { params: {}, body: { email, password } })).status
      const isTheirs = (await opens(theirs)) === 200
      // The later person gets an account that is not subscribed, even if they were later by a moment only.
      expect([await opens(theirs), await opens(mine)]).toEqual([isTheirs ? 200 : 403, 403])
      const open = (await owner.call('listInvitations', { params })).body.map(({ id }) => id)
      expect(open.includes(invitation.id)).toBe(!isTheirs)
    }
  })

  it('of many people who accept an invitation at once, one joins', async () => {
    const { token } = await invite('viewer')
    const emails = await Promise.all(['a', 'b', 'c'].map((name) => signUpAs(server, name)))
    const answers = await Promise.all(
      emails.map((email) =>
        createClient(server.url).call('signIn', { params: {}, body: { email, password: PASSWORD, invitation: token } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await members()).toHaveLength(2)
  })

  it('[S8] an invitation counts while its maker may make it: a removed owner does not come back by their own', async () => {
    const former = await enterAs(server, 'former', { role: 'owner' })
    const body = { role: 'owner' as const, displays: null }
    const { token } = (await former.client.call('createInvitation', { params, body })).body
    const read = () => server.anonymous.call('readInvitation', { params: {}, body: { token } })
    expect((await read()).status).toBe(200)
    const memberId = await idOf(former.email)
    await owner.call('updateMember', { params: { ...params, memberId }, body: { role: 'editor' } })
    expect((await read()).status).toBe(404)
    await owner.call('removeMember', { params: { ...params, memberId } })
    const back = await createClient(server.url).call('signIn', {
      params: {},
      body: { email: former.email, password: PASSWORD, invitation: token },
    })
    expect(back).toMatchObject(failure(404, 'invitation-not-found'))
    expect((await owner.call('listInvitations', { params })).body).toEqual([])
  })

  it('[U20] says for whom an invitation is, to its owners and nobody else', async () => {
    const body = { role: 'viewer' as const, displays: null, recipient: '  Ms Iyer, library ' }
    const made = (await owner.call('createInvitation', { params, body })).body
    await invite('viewer')
    expect((await owner.call('listInvitations', { params })).body.map(({ recipient }) => recipient).sort()).toEqual([
      '',
      'Ms Iyer, library',
    ])
    const offer = await server.anonymous.call('readInvitation', { params: {}, body: { token: made.token } })
    expect(JSON.stringify(offer.body)).not.toContain('Iyer')
    expect(
      await owner.call('createInvitation', { params, body: { ...body, recipient: 'x'.repeat(101) } }),
    ).toMatchObject(failure(422, 'too-long', 'recipient'))
  })

  it('U1 signing up through an invitation makes an account that belongs, and says nothing of others', async () => {
    const { token } = await invite('viewer')
    const taken = await signUpAs(server, 'taken')
    const signUp = (email: string, password: string, invitation: string) =>
      createClient(server.url).call('signUp', { params: {}, body: { email, password, invitation } })
    // An address with an account and a wrong password: nothing is used up.
    expect(await signUp(taken, 'not the pass phrase it has', token)).toMatchObject({
      status: 200,
      body: { session: null },
    })
    const fresh = 'fresh@people.example'
    expect(await signUp(fresh, PASSWORD, token)).toMatchObject({ status: 200, body: { session: null } })
    const client = createClient(server.url)
    const entered = await client.call('signIn', {
      params: {},
      body: { email: fresh, password: PASSWORD, invitation: token },
    })
    expect(entered).toMatchObject({ status: 200, body: { role: 'viewer' } })

    // A used invitation is refused in the same way for addresses with and without an account, and no account is made.
    for (const email of [taken, 'third@people.example']) {
      expect(await signUp(email, PASSWORD, token)).toMatchObject(failure(404, 'invitation-not-found'))
    }
    const users = await server.app.accounts.listUsers()
    expect(users.map((user) => user.email)).not.toContain('third@people.example')
  })

  it('a person who already belongs to an organisation stays in it, and the invitation still works', async () => {
    const { token } = await invite('viewer')
    const theirs = await enterAs(server, 'theirs', { role: 'editor', home: OTHER })
    const answer = await theirs.client.call('acceptInvitation', { params: {}, body: { token } })
    expect(answer).toMatchObject(failure(409, 'already-member'))
    const signedIn = await createClient(server.url).call('signIn', {
      params: {},
      body: { email: theirs.email, password: PASSWORD, invitation: token },
    })
    expect(signedIn.body).toMatchObject({ role: 'editor', profile: { org: 'other' } })
    expect((await owner.call('listInvitations', { params })).body).toHaveLength(1)

    const operator = await enterAs(server, 'operator', { operator: true })
    const joined = await operator.client.call('acceptInvitation', { params: {}, body: { token } })
    expect(joined).toMatchObject({ status: 200, body: { role: 'viewer', operator: true, profile: { org: 'vnr' } } })
  })

  it('an invitation ends after a week, by withdrawal, and with the organisation’s subscription', async () => {
    const gone = failure(404, 'invitation-not-found')
    const read = (token: string) => server.anonymous.call('readInvitation', { params: {}, body: { token } })
    const withdrawn = await invite('viewer')
    const { id } = withdrawn.invitation
    expect((await owner.call('removeInvitation', { params: { ...params, invitationId: id } })).status).toBe(204)
    expect(await read(withdrawn.token)).toMatchObject(gone)
    expect(await owner.call('removeInvitation', { params: { ...params, invitationId: id } })).toMatchObject(gone)

    const late = await invite('viewer')
    const theirs = await enterAs(server, 'theirs', { role: 'owner', home: OTHER })
    expect(
      await theirs.client.call('removeInvitation', {
        params: { organisationId: OTHER.organisationId, invitationId: late.invitation.id },
      }),
    ).toMatchObject(gone)
    clock.ahead = INVITATION_EXPIRES_MS - 60_000
    expect((await read(late.token)).status).toBe(200)
    clock.ahead = INVITATION_EXPIRES_MS
    expect(await read(late.token)).toMatchObject(gone)
    const email = await signUpAs(server, 'newcomer')
    const signIn = (token: string) =>
      createClient(server.url).call('signIn', { params: {}, body: { email, password: PASSWORD, invitation: token } })
    expect(await signIn(late.token)).toMatchObject(gone)
  })

  it('[B27] the table has no token, and invitations have an end in number', async () => {
    const { token } = await invite('viewer')
    const { queries } = server.app.context.database
    expect(JSON.stringify(await queries.selectFrom('invitation').selectAll().execute())).not.toContain(token)
    const { body } = await owner.call('listInvitations', { params })
    expect(JSON.stringify(body)).not.toContain(token)
    const [row] = await queries.selectFrom('invitation').selectAll().execute()
    if (!row) throw new Error('no invitation')
    for (let made = 1; made < MAX_OPEN_INVITATIONS_PER_ORGANISATION; made += 1) {
      await queries
        .insertInto('invitation')
        .values({ ...row, id: `i${made}`, token: `t${made}` })
        .execute()
    }
    expect(await owner.call('createInvitation', { params, body: { role: 'viewer' } })).toMatchObject(
      failure(409, 'too-many-invitations'),
    )
  })
})

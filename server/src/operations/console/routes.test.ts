import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CreateSubscription,
  DisplayId,
  Email,
  MemberId,
  OrganisationId,
  pathOf,
  UserId,
  type WaitingAccounts,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { OTHER } from '../../testing/keys.ts'
import { enterAs, PASSWORD, signUpAs } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'

const VNR = { organisationId: SAMPLE_DISPLAY.organisationId }
const failure = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field !== undefined && { field }) } },
})

describeDialects('the operator’s console', (dialect) => {
  let server: TestServer
  let operator: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    const { context } = server.app
    await createOrganisation(context, OTHER.organisationId, 'Another college')
    await createDisplay(context, OTHER, 'Entrance hall')
    operator = (await enterAs(server, 'operator', { operator: true })).client
  })
  afterEach(() => server.close())

  const subscribe = (body: CreateSubscription) => operator.call('createSubscription', { params: {}, body })
  const subscription = (email: Email, more: object = {}) =>
    ({ email, ...OTHER, subType: 'gold', msg: '', role: 'editor', displays: null, ...more }) as CreateSubscription
  const waiting = async () =>
    (await operator.call('listWaitingAccounts', { params: {} })).body.accounts.map(({ email }) => email)
  const signIn = (email: string) =>
    createClient(server.url).call('signIn', { params: {}, body: { email, password: PASSWORD } })

  it('an operator without an organisation is signed in, with nothing to manage but everybody', async () => {
    const { status, body, headers } = await signIn('operator@people.example')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        email: 'operator@people.example',
        profile: null,
        organisation: null,
        role: null,
        limited: false,
        tables: null,
        operator: true,
        displays: [],
      },
    })
    expect(headers.getSetCookie().join('\n')).toMatch(/^org=; /m)
    expect(await operator.call('listDisplays', { params: VNR })).toMatchObject(failure(403, 'not-subscribed'))
  })

  it('the administrator of a new installation owns the sample and is an operator', async () => {
    const { body } = await (await server.signIn()).call('getSession', { params: {} })
    expect(body).toMatchObject({ role: 'owner', operator: true, profile: { org: 'vnr' } })
  })

  it('lists the organisations with what each has', async () => {
    await enterAs(server, 'theirs', { role: 'viewer', home: OTHER })
    const { body } = await operator.call('listOrganisations', { params: {} })
    expect(body).toEqual([
      {
        id: 'other',
        name: 'Another college',
        createdAt: expect.any(Number),
        suspendedAt: null,
        quotaBytes: null,
        displays: 1,
        people: 1,
        items: 0,
        lines: 0,
        files: 0,
        // Its log has an entry, because it has a display.
        storageBytes: expect.toSatisfy((bytes: number) => bytes > 0 && bytes < 1_000),
      },
      expect.objectContaining({ id: 'vnr', displays: 1, people: 1, items: 4, lines: 2, files: 4 }),
    ])
    expect(body[1]?.storageBytes).toBeGreaterThan(100_000)
    expect((await operator.call('getOrganisation', { params: VNR })).body).toEqual(body[1])
    const displays = await operator.call('listOrganisationDisplays', { params: OTHER })
    expect(displays.body.map(({ id }) => id)).toEqual(['hall'])
  })

  it('makes an organisation, gives it a name and a quota', async () => {
    const id = OrganisationId.parse('library')
    const made = await operator.call('createOrganisation', { params: {}, body: { id, name: 'Library' } })
    expect(made).toMatchObject({ status: 201, body: { id, name: 'Library', quotaBytes: null, displays: 0 } })
    expect(await operator.call('createOrganisation', { params: {}, body: { id, name: 'Again' } })).toMatchObject(
      failure(409, 'id-taken'),
    )
    const update = (body: { name?: string; quotaBytes?: number | null }) =>
      operator.call('updateOrganisation', { params: { organisationId: id }, body })
    expect((await update({ quotaBytes: 5_000_000_000 })).body).toMatchObject({
      name: 'Library',
      quotaBytes: 5_000_000_000,
    })
    expect((await update({ name: 'The Library' })).body).toMatchObject({
      name: 'The Library',
      quotaBytes: 5_000_000_000,
    })
    expect((await update({ quotaBytes: null })).body.quotaBytes).toBeNull()
    expect(await update({ quotaBytes: -1 })).toMatchObject(failure(422, 'invalid-field'))
    const nobody = { organisationId: OrganisationId.parse('nobody') }
    for (const answer of [
      await operator.call('updateOrganisation', { params: nobody, body: { name: 'x' } }),
      await operator.call('getOrganisation', { params: nobody }),
      await operator.call('suspendOrganisation', { params: nobody }),
      await operator.call('listOrganisationDisplays', { params: nobody }),
    ]) {
      expect(answer).toMatchObject(failure(404, 'organisation-not-found'))
    }
  })

  it('makes a display in any organisation', async () => {
    const make = (id: string, organisationId: string = OTHER.organisationId) =>
      operator.call('createOrganisationDisplay', {
        params: { organisationId: OrganisationId.parse(organisationId) },
        body: { id: DisplayId.parse(id), name: 'Canteen' },
      })
    expect(await make('canteen')).toMatchObject({
      status: 201,
      body: { organisationId: 'other', id: 'canteen', name: 'Canteen' },
    })
    expect(await make('canteen')).toMatchObject(failure(409, 'id-taken'))
    expect(await make('canteen', 'nobody')).toMatchObject(failure(404, 'organisation-not-found'))
    const displays = await operator.call('listOrganisationDisplays', { params: OTHER })
    expect(displays.body.map(({ id }) => id).sort()).toEqual(['canteen', 'hall'])
  })

  it('[S25] an account that waits is removed for good, with its sessions; one that is subscribed, or an operator’s, is not', async () => {
    const email = await signUpAs(server, 'passing')
    const find = async (address: string) =>
      (await operator.call('listWaitingAccounts', { params: {} })).body.accounts.find((one) => one.email === address)
        ?.id
    const remove = (userId: UserId) => operator.call('removeWaitingAccount', { params: { userId } })
    const userId = UserId.parse(await find(email))
    const { queries } = server.app.context.database
    expect((await remove(userId)).status).toBe(204)
    expect(await waiting()).toEqual(['operator@people.example'])
    for (const table of ['session', 'credential'] as const) {
      const rows = await queries.selectFrom(table).select('id').where('user_id', '=', userId).execute()
      expect(rows, table).toEqual([])
    }
    expect(await signIn(email)).toMatchObject(failure(401, 'invalid-credential'))
    expect(await remove(userId)).toMatchObject(failure(404, 'account-not-found'))

    const own = UserId.parse(await find('operator@people.example'))
    expect(await remove(own)).toMatchObject(failure(404, 'account-not-found'))
    const stays = await signUpAs(server, 'staying')
    const stayingId = UserId.parse(await find(stays))
    await subscribe(subscription(stays))
    expect(await remove(stayingId)).toMatchObject(failure(404, 'account-not-found'))
    expect((await signIn(stays)).status).toBe(200)
    // The address can be used again.
    await signUpAs(server, 'passing')
    expect(await waiting()).toEqual(['operator@people.example', email])
  })

  it('[S25] a crowd of accounts is listed in part, counted whole, and searched', async () => {
    const { queries } = server.app.context.database
    const users = Array.from({ length: 130 }, (_, number) => ({
      id: `crowd-${String(number).padStart(3, '0')}`,
      email: `crowd_${number}@made.example`,
      name: '',
      email_verified: 0 as const,
      image: null,
      created_at: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
      updated_at: new Date(Date.UTC(2026, 0, 1)).toISOString(),
    }))
    await queries.insertInto('user').values(users).execute()
    const list = async (query: string) => {
      const answer = await fetch(`${server.url}/api/console/waiting-accounts${query}`, {
        headers: { cookie: operator.cookie() },
      })
      return { status: answer.status, body: (await answer.json()) as WaitingAccounts }
    }
    const first = (await list('')).body
    expect(first.total).toBe(131)
    expect(first.accounts).toHaveLength(100)
    expect(first.accounts[0]?.email).toBe('crowd_0@made.example')
    expect((await list('?limit=1000')).body.accounts).toHaveLength(131)
    expect((await list('?search=CROWD_12%20made')).body).toMatchObject({ total: 11 })
    expect((await list('?search=crowdX')).body).toMatchObject({ total: 0, accounts: [] })
    for (const limit of ['0', '1001', '-1', 'all']) expect((await list(`?limit=${limit}`)).status, limit).toBe(422)
  })

  it('A5 E3 subscribes whoever waits, and they can sign in', async () => {
    const email = await signUpAs(server, 'newcomer')
    expect(await waiting()).toEqual(['operator@people.example', email])
    expect(await signIn(email)).toMatchObject(failure(403, 'not-subscribed'))
    const made = await subscribe(subscription(email))
    expect(made).toMatchObject({
      status: 201,
      body: { email, organisationId: 'other', displayId: 'hall', subType: 'gold', role: 'editor', account: 'active' },
    })
    expect(await waiting()).toEqual(['operator@people.example'])
    expect((await signIn(email)).body).toMatchObject({ role: 'editor', profile: { org: 'other', id: 'hall' } })
    expect(await subscribe(subscription(email, SAMPLE_DISPLAY))).toMatchObject(failure(409, 'already-member'))
  })

  it('E3 changes what a subscription says, and who it is', async () => {
    const { body } = await subscribe(subscription(Email.parse('later@people.example'), { msg: 'hello' }))
    expect(body.account).toBe('none')
    const update = (change: object) =>
      operator.call('updateSubscription', { params: { memberId: body.id }, body: change })
    expect((await update({ subType: 'silver' })).body).toMatchObject({
      subType: 'silver',
      msg: 'hello',
      role: 'editor',
    })
    expect((await update({ msg: '', role: 'owner' })).body).toMatchObject({ subType: 'silver', msg: '', role: 'owner' })
    expect(await update({ displayId: 'ece' })).toMatchObject(failure(404, 'display-not-found', 'displayId'))
    expect(await update({ org: 'vnr' })).toMatchObject(failure(422, 'unknown-field'))
    const listed = await operator.call('listSubscriptions', { params: {} })
    expect(listed.body.map(({ email }) => email)).toEqual(['admin@vnr.example', 'later@people.example'])
  })

  it.each([
    [
      'an organisation that is not there',
      { organisationId: 'nobody' },
      failure(404, 'organisation-not-found', 'organisationId'),
    ],
    ['[B19] another’s display', { displayId: 'ece' }, failure(404, 'display-not-found', 'displayId')],
    ['[B19] a limit to another’s display', { displays: ['ece'] }, failure(404, 'display-not-found')],
    ['a limited owner', { role: 'owner', displays: ['hall'] }, failure(422, 'invalid-field')],
    ['[B22] an operator', { operator: true }, failure(422, 'unknown-field')],
    ['no address', { email: 'somebody' }, failure(422, 'invalid-email')],
    ['several lines', { msg: 'one\ntwo' }, failure(422, 'text-not-well-formed')],
  ])('refuses %s', async (_, more, expected) => {
    expect(await subscribe(subscription(Email.parse('new@people.example'), more))).toMatchObject(expected)
    expect((await operator.call('listSubscriptions', { params: {} })).body).toHaveLength(1)
  })

  it('[B13] A5 unsubscribing ends sessions and streams at once; the account waits again', async () => {
    const { client, email } = await enterAs(server, 'person', { role: 'editor', home: OTHER })
    const stream = await openStream(server.url + pathOf('streamProgramme', OTHER), { cookie: client.cookie() })
    await stream.next('programme')
    const { body } = await operator.call('listSubscriptions', { params: {} })
    const memberId = body.find((one) => one.email === email)?.id ?? MemberId.parse('none')
    expect((await operator.call('removeSubscription', { params: { memberId } })).status).toBe(204)
    expect((await stream.next('bye')).data).toMatchObject({ reason: 'signed-out' })
    await stream.ended
    expect((await client.call('getSession', { params: {} })).status).toBe(401)
    expect(await signIn(email)).toMatchObject(failure(403, 'not-subscribed'))
    expect(await waiting()).toContain(email)
    expect(await operator.call('removeSubscription', { params: { memberId } })).toMatchObject(
      failure(404, 'member-not-found'),
    )
  })

  it('[B13] A5 an unsubscribed organisation is managed no more and plays on, until it is subscribed again', async () => {
    const { client, email } = await enterAs(server, 'person', { role: 'owner', home: OTHER })
    await client.call('createLine', { params: OTHER, body: { text: 'Plays on' } })
    const dashboard = await openStream(server.url + pathOf('streamProgramme', OTHER), { cookie: client.cookie() })
    const screen = await openStream(server.url + pathOf('streamManifest', OTHER))
    await dashboard.next('programme')
    await screen.next('manifest')

    const suspended = await operator.call('suspendOrganisation', { params: OTHER })
    expect(suspended.body.suspendedAt).toEqual(expect.any(Number))
    await dashboard.ended
    expect((await client.call('getSession', { params: {} })).status).toBe(401)
    expect(await signIn(email)).toMatchObject(failure(403, 'not-subscribed'))
    expect((await server.anonymous.call('getManifest', { params: OTHER })).body.lines).toHaveLength(1)
    // Repeating it changes nothing.
    expect((await operator.call('suspendOrganisation', { params: OTHER })).body).toEqual(suspended.body)

    expect((await operator.call('resumeOrganisation', { params: OTHER })).body.suspendedAt).toBeNull()
    const again = await server.signIn({ email, password: PASSWORD })
    await again.call('createLine', { params: OTHER, body: { text: 'And goes on' } })
    // The screen has been connected the whole time.
    expect(await screen.next('manifest')).toMatchObject({
      data: { lines: [{ text: 'Plays on' }, { text: 'And goes on' }] },
    })
    screen.close()
  })

  it('[B21] a session that outlived the subscription of its organisation opens nothing', async () => {
    const { client } = await enterAs(server, 'person', { role: 'owner', home: OTHER })
    const { queries } = server.app.context.database
    await queries.updateTable('organisation').set({ suspended_at: 1 }).where('id', '=', 'other').execute()
    expect(await client.call('listDisplays', { params: OTHER })).toMatchObject(failure(403, 'not-subscribed'))
    expect(await client.call('getSession', { params: {} })).toMatchObject(failure(403, 'not-subscribed'))
  })

  it('removes an organisation in two steps, with everything of it and nothing of others', async () => {
    const admin = await server.signIn()
    const owner = await enterAs(server, 'person', { role: 'owner' })
    await admin.call('createInvitation', { params: VNR, body: { role: 'viewer' } })
    await admin.call('createUpload', { params: VNR, headers: { 'upload-length': '10', 'tus-resumable': '1.0.0' } })
    const { context } = server.app
    const { queries } = context.database
    const files = await queries.selectFrom('media_file').select('id').where('organisation_id', '=', 'vnr').execute()
    const [first] = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body.items
    const path = join(context.config.dataDir, first?.url.slice(1) ?? '')
    expect(files.length > 0 && existsSync(path)).toBe(true)
    const screen = await openStream(server.url + pathOf('streamManifest', SAMPLE_DISPLAY))
    await screen.next('manifest')

    const remove = () => operator.call('removeOrganisation', { params: VNR })
    expect(await remove()).toMatchObject(failure(409, 'not-suspended'))
    await operator.call('suspendOrganisation', { params: VNR })
    expect((await remove()).status).toBe(204)

    expect((await screen.next('manifest')).data).toMatchObject({ items: [], lines: [] })
    screen.close()
    expect(existsSync(path)).toBe(false)
    expect((await owner.client.call('getSession', { params: {} })).status).toBe(401)
    expect(await waiting()).toEqual(['admin@vnr.example', 'operator@people.example', 'person@people.example'])
    const organised = ['programme', 'item', 'line', 'media_file', 'upload', 'invitation'] as const
    for (const table of organised) {
      const rows = await queries.selectFrom(table).select('organisation_id').execute()
      expect({ table, left: rows.map((row) => row.organisation_id) }).toEqual({
        table,
        left: table === 'programme' ? ['other'] : [],
      })
    }
    expect(await remove()).toMatchObject(failure(404, 'organisation-not-found'))
    expect((await server.anonymous.call('getManifest', { params: OTHER })).status).toBe(200)
  })
})

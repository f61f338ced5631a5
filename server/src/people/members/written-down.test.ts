import {
  type ActivityEntry,
  DisplayId,
  type DisplayKey,
  type MemberId,
  pathOf,
  type RouteResponse,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { LAB } from '../../testing/keys.ts'
import { enterAs, PASSWORD, signUpAs } from '../../testing/people.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const HALL: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }
const WHOLE_OWNER = { role: 'owner', displays: null }

describeDialects('the log of people', (dialect) => {
  let server: TestServer
  let owner: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    await createDisplay(server.app.context, LAB, 'Laboratory')
    await createDisplay(server.app.context, HALL, 'Entrance hall')
    owner = await server.signIn()
  })
  afterEach(() => server.close())

  async function listPeople(): Promise<ActivityEntry[]> {
    const path = `${pathOf('listOrganisationActivity', params)}?kind=people`
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    expect(response.status).toBe(200)
    return ((await response.json()) as RouteResponse<'listOrganisationActivity'>).entries
  }
  async function newest(): Promise<ActivityEntry | undefined> {
    return (await listPeople())[0]
  }
  async function idOf(email: string): Promise<MemberId> {
    const member = (await owner.call('listMembers', { params })).body.find((one) => one.email === email)
    if (!member) throw new Error(`${email} is no member`)
    return member.id
  }

  it('an invitation is written down when it is made, withdrawn and accepted, and never its token', async () => {
    const offer = { role: 'editor' as const, displays: [LAB.displayId] }
    const rights = { role: 'editor', displays: ['Laboratory'] }
    const about = { displayId: null, revision: null, fields: [], formerRights: null, undo: null, restorable: false }
    const first = await owner.call('createInvitation', { params, body: offer })
    const subject = { type: 'invitation', title: ADMIN.email, formerTitle: null }
    const actor = { kind: 'person', email: ADMIN.email }
    expect(await newest()).toMatchObject({ kind: 'invitation-made', actor, subject, rights, ...about })
    const { id } = first.body.invitation
    await owner.call('removeInvitation', { params: { ...params, invitationId: id } })
    expect(await newest()).toMatchObject({ kind: 'invitation-withdrawn', actor, subject, rights, ...about })

    const second = await owner.call('createInvitation', { params, body: { ...offer, displays: null } })
    const email = await signUpAs(server, 'newcomer')
    const { token } = second.body
    const credential = { email, password: PASSWORD, invitation: token }
    await createClient(server.url).call('signIn', { params: {}, body: credential })
    expect(await newest()).toMatchObject({
      kind: 'invitation-accepted',
      actor: { kind: 'person', email },
      subject,
      rights: { role: 'editor', displays: null },
      ...about,
    })
    // The same sign-in again does not join a second time.
    await createClient(server.url).call('signIn', { params: {}, body: credential })
    expect((await listPeople()).map(({ kind }) => kind)).toEqual([
      'invitation-accepted',
      'invitation-made',
      'invitation-withdrawn',
      'invitation-made',
    ])
    const { queries } = server.app.context.database
    const log = JSON.stringify(await queries.selectFrom('activity').selectAll().execute())
    for (const secret of [first.body.token, token]) expect(log).not.toContain(secret)
  })

  it('changes of rights are logged with the old and new rights, under the names of that time', async () => {
    const { email } = await enterAs(server, 'person', { role: 'editor', displays: [LAB.displayId, HALL.displayId] })
    const memberId = await idOf(email)
    const update = (body: object) => owner.call('updateMember', { params: { ...params, memberId }, body })
    await update({ role: 'viewer', displays: [HALL.displayId] })
    const changed = {
      kind: 'member-changed',
      actor: { kind: 'person', email: ADMIN.email },
      subject: { type: 'member', title: email },
      rights: { role: 'viewer', displays: ['Entrance hall'] },
      formerRights: { role: 'editor', displays: expect.toSatisfy((names: string[]) => names.length === 2) },
    }
    expect(await newest()).toMatchObject(changed)
    await owner.call('removeDisplay', { params: HALL, headers: { 'if-match': '*' } })
    expect(await newest()).toMatchObject(changed)
    await update({ displays: null })
    expect(await newest()).toMatchObject({ rights: { role: 'viewer', displays: null }, formerRights: { displays: [] } })
    await update({ role: 'owner' })
    expect(await newest()).toMatchObject({ rights: WHOLE_OWNER, formerRights: { role: 'viewer', displays: null } })
  })

  it('a request that changes no rights is not logged', async () => {
    const both = [LAB.displayId, HALL.displayId]
    const { email } = await enterAs(server, 'person', { role: 'editor', displays: both })
    const memberId = await idOf(email)
    for (const body of [{}, { role: 'editor' as const }, { displays: [HALL.displayId, LAB.displayId] }]) {
      expect((await owner.call('updateMember', { params: { ...params, memberId }, body })).status).toBe(200)
    }
    expect(await listPeople()).toEqual([])
    await owner.call('updateMember', { params: { ...params, memberId }, body: { displays: [LAB.displayId] } })
    expect(await listPeople()).toHaveLength(1)
  })

  it('removal and leaving are logged differently', async () => {
    const removed = await enterAs(server, 'removed', { role: 'viewer', displays: [LAB.displayId] })
    await owner.call('removeMember', { params: { ...params, memberId: await idOf(removed.email) } })
    expect(await newest()).toMatchObject({
      kind: 'member-removed',
      actor: { kind: 'person', email: ADMIN.email },
      subject: { type: 'member', title: removed.email },
      rights: { role: 'viewer', displays: ['Laboratory'] },
    })
    const left = await enterAs(server, 'left', { role: 'owner' })
    await left.client.call('leaveOrganisation', { params })
    const gone = { kind: 'member-left', subject: { type: 'member', title: left.email }, rights: WHOLE_OWNER }
    expect(await newest()).toMatchObject({ ...gone, actor: { kind: 'person', email: left.email } })
  })

  it('a refused request changed nothing and is not logged as done', async () => {
    const memberId = await idOf(ADMIN.email)
    const answers = [
      await owner.call('leaveOrganisation', { params }),
      await owner.call('removeMember', { params: { ...params, memberId } }),
      await owner.call('updateMember', { params: { ...params, memberId }, body: { role: 'viewer' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await listPeople()).toEqual([])
  })

  it('nothing of it is in a display’s own list, and nothing of it can be undone there', async () => {
    await owner.call('createInvitation', { params, body: { role: 'viewer', displays: [SAMPLE_DISPLAY.displayId] } })
    const entry = await newest()
    if (!entry) throw new Error('nothing is written down')
    const path = pathOf('listActivity', SAMPLE_DISPLAY)
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    expect(((await response.json()) as RouteResponse<'listActivity'>).entries.map(({ id }) => id)).not.toContain(
      entry.id,
    )
    const undone = await owner.call('undoActivity', { params: { ...SAMPLE_DISPLAY, entryId: entry.id } })
    expect(undone).toMatchObject({ status: 404, body: { error: { code: 'activity-not-found' } } })
    expect((await owner.call('listInvitations', { params })).body).toHaveLength(1)
  })

  it('a change that cannot be written down is not made', async () => {
    const { email } = await enterAs(server, 'person', { role: 'viewer' })
    const memberId = await idOf(email)
    const { token, invitation } = (await owner.call('createInvitation', { params, body: { role: 'viewer' } })).body
    const newcomer = await signUpAs(server, 'newcomer')
    // Makes the insertion of log entries fail from now on.
    const { schema } = server.app.context.database.queries
    await schema.alterTable('activity').renameColumn('request_id', 'elsewhere').execute()
    const answers = [
      await owner.call('updateMember', { params: { ...params, memberId }, body: { role: 'editor' } }),
      await owner.call('removeMember', { params: { ...params, memberId } }),
      await owner.call('createInvitation', { params, body: { role: 'owner' } }),
      await owner.call('removeInvitation', { params: { ...params, invitationId: invitation.id } }),
      await createClient(server.url).call('signIn', {
        params: {},
        body: { email: newcomer, password: PASSWORD, invitation: token },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    const members = (await owner.call('listMembers', { params })).body
    expect(members.map((member) => [member.email, member.role])).toEqual([
      [ADMIN.email, 'owner'],
      [email, 'viewer'],
    ])
    expect((await owner.call('listInvitations', { params })).body.map(({ id }) => id)).toEqual([invitation.id])
  })
})

import {
  type ActivityEntry,
  type CreateSubscription,
  DisplayId,
  type DisplayKey,
  Email,
  MemberId,
  OrganisationId,
  pathOf,
  type RouteResponse,
  type UpdateSubscription,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { removeDisplay } from '../removal/service.ts'

const ORG = OrganisationId.parse('other')
const params = { organisationId: ORG }
const HALL: DisplayKey = { organisationId: ORG, displayId: DisplayId.parse('hall') }
const LAB: DisplayKey = { organisationId: ORG, displayId: DisplayId.parse('lab') }
const THEM = Email.parse('them@people.example')
const PROVIDER = { kind: 'provider', email: '' }

describeDialects('the log of what the provider changes in its console', (dialect) => {
  let server: TestServer
  let operator: Client
  let owner: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    const { context } = server.app
    await createOrganisation(context, ORG, 'Another college')
    await createDisplay(context, HALL, 'Entrance hall')
    await createDisplay(context, LAB, 'Laboratory')
    operator = (await enterAs(server, 'operator', { operator: true })).client
    owner = (await enterAs(server, 'owner', { role: 'owner', home: HALL })).client
  })
  afterEach(() => server.close())

  async function list(kind: 'provider' | 'people' | 'refusals' = 'provider', who = owner): Promise<ActivityEntry[]> {
    const path = `${pathOf('listOrganisationActivity', params)}?kind=${kind}`
    const response = await fetch(server.url + path, { headers: { cookie: who.cookie() } })
    expect(response.status).toBe(200)
    return ((await response.json()) as RouteResponse<'listOrganisationActivity'>).entries
  }
  const newest = async () => (await list())[0]
  const subscribe = async (more: Partial<CreateSubscription> = {}): Promise<MemberId> => {
    const first: CreateSubscription = {
      email: THEM,
      ...HALL,
      subType: 'gold',
      msg: '',
      role: 'editor',
      displays: [LAB.displayId],
    }
    const body = { ...first, ...more }
    return (await operator.call('createSubscription', { params: {}, body })).body.id
  }
  const update = async (memberId: MemberId, body: UpdateSubscription) => {
    expect((await operator.call('updateSubscription', { params: { memberId }, body })).status).toBe(200)
  }

  it('a subscription is written down when it is made, changed and ended, each setting as it was and as it is', async () => {
    const memberId = await subscribe()
    const subject = { type: 'member', title: THEM, formerTitle: null }
    const about = { actor: PROVIDER, subject, displayId: null, revision: null, undo: null, restorable: false }
    const first = { role: 'editor', displays: ['Laboratory'] }
    const made = { kind: 'subscription-made', rights: first, formerRights: null, settings: [] }
    expect(await newest()).toMatchObject({ ...about, ...made })

    await update(memberId, { subType: 'silver', msg: 'Paid until May', displayId: LAB.displayId })
    expect(await newest()).toMatchObject({
      ...about,
      kind: 'subscription-changed',
      rights: null,
      formerRights: null,
      settings: [
        { setting: 'first-display', former: 'Entrance hall', present: 'Laboratory' },
        { setting: 'subscription-type', former: 'gold', present: 'silver' },
        { setting: 'message', former: '', present: 'Paid until May' },
      ],
    })
    // A removed display has no name any more.
    await removeDisplay(server.app.context, LAB, 'any')
    await update(memberId, { displayId: HALL.displayId, role: 'owner' })
    expect(await newest()).toMatchObject({
      kind: 'subscription-changed',
      rights: { role: 'owner', displays: null },
      formerRights: { role: 'editor', displays: [] },
      settings: [{ setting: 'first-display', former: 'lab', present: 'Entrance hall' }],
    })
    await operator.call('removeSubscription', { params: { memberId } })
    expect(await newest()).toMatchObject({
      ...about,
      kind: 'subscription-ended',
      rights: { role: 'owner', displays: null },
      settings: [],
    })
    const kinds = ['subscription-ended', 'subscription-changed', 'subscription-changed', 'subscription-made']
    expect((await list()).map(({ kind }) => kind)).toEqual(kinds)
    // Nobody has an account with the address yet, so an invitation was created as well.
    const ofPeople = [...kinds.slice(0, -1), 'invitation-made', 'subscription-made']
    expect((await list('people')).map(({ kind }) => kind)).toEqual(ofPeople)
  })

  it('an organisation’s name, quota and subscription are written down, and that it was made', async () => {
    const change = (body: { name?: string; quotaBytes?: number | null }) =>
      operator.call('updateOrganisation', { params, body })
    await change({ name: 'The Other College', quotaBytes: 5_000_000_000 })
    const subject = { type: 'organisation', title: 'The Other College', formerTitle: null }
    expect(await newest()).toMatchObject({
      kind: 'organisation-changed',
      actor: PROVIDER,
      subject,
      settings: [
        { setting: 'name', former: 'Another college', present: 'The Other College' },
        { setting: 'quota', former: null, present: 5_000_000_000 },
      ],
    })
    await change({ quotaBytes: null })
    expect((await newest())?.settings).toEqual([{ setting: 'quota', former: 5_000_000_000, present: null }])
    await operator.call('suspendOrganisation', { params })
    await operator.call('resumeOrganisation', { params })
    // The suspension ended their session.
    owner = (await enterAs(server, 'another', { role: 'owner', home: HALL })).client
    expect((await list()).slice(0, 2)).toMatchObject([
      { kind: 'organisation-resumed', actor: PROVIDER, subject },
      { kind: 'organisation-suspended', actor: PROVIDER, subject },
    ])

    const id = OrganisationId.parse('library')
    await operator.call('createOrganisation', { params: {}, body: { id, name: 'Library' } })
    const { queries } = server.app.context.database
    const rows = await queries.selectFrom('activity').selectAll().where('organisation_id', '=', id).execute()
    expect(rows).toMatchObject([{ kind: 'organisation-made', actor_kind: 'provider', subject_title: 'Library' }])
  })

  it('a command that changes nothing is not logged', async () => {
    const memberId = await subscribe()
    for (const body of [{}, { subType: 'gold', msg: '', displayId: HALL.displayId, role: 'editor' as const }]) {
      await update(memberId, body)
    }
    await operator.call('updateOrganisation', { params, body: {} })
    await operator.call('updateOrganisation', { params, body: { name: 'Another college', quotaBytes: null } })
    await operator.call('resumeOrganisation', { params })
    await operator.call('suspendOrganisation', { params })
    await operator.call('suspendOrganisation', { params })
    await operator.call('resumeOrganisation', { params })
    owner = (await enterAs(server, 'another', { role: 'owner', home: HALL })).client
    expect((await list()).map(({ kind }) => kind)).toEqual([
      'organisation-resumed',
      'organisation-suspended',
      'subscription-made',
    ])
  })

  it('[B19] the organisation is told that it was the provider, and not who of them; the rows know', async () => {
    const body = { id: DisplayId.parse('gate'), name: 'Gate' }
    expect((await operator.call('createOrganisationDisplay', { params, body })).status).toBe(201)
    await subscribe()
    await operator.call('createSubscription', { params: {}, body: { email: THEM, ...HALL, role: 'viewer' } })
    await operator.call('createOrganisationDisplay', { params, body })
    const path = pathOf('listOrganisationActivity', params)
    const response = await fetch(server.url + path, { headers: { cookie: owner.cookie() } })
    const text = await response.text()
    expect(text).toContain('"display-added"')
    expect(text).not.toContain('operator@people.example')
    const { queries } = server.app.context.database
    const rows = await queries
      .selectFrom('activity')
      .innerJoin('user', 'user.id', 'activity.actor_id')
      .select(['user.email', 'activity.kind'])
      .where('activity.organisation_id', '=', ORG)
      .where('activity.actor_kind', '=', 'provider')
      .orderBy('activity.id')
      .execute()
    const by = (kind: string) => ({ email: 'operator@people.example', kind })
    expect(rows).toEqual(['display-added', 'subscription-made', 'invitation-made', 'refused'].map(by))
  })

  it('a refusal for the provider about an organisation is logged there, and one about no organisation nowhere', async () => {
    const memberId = await subscribe()
    const nowhere = OrganisationId.parse('nowhere')
    const answers = [
      await operator.call('removeOrganisation', { params }),
      await operator.call('updateSubscription', { params: { memberId }, body: { displayId: DisplayId.parse('ece') } }),
      await operator.call('suspendOrganisation', { params: { organisationId: nowhere } }),
      await operator.call('removeSubscription', { params: { memberId: MemberId.parse('nobody') } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 404])
    expect(await list('refusals')).toMatchObject([
      { kind: 'refused', actor: PROVIDER, command: 'updateSubscription', code: 'display-not-found' },
      { kind: 'refused', actor: PROVIDER, command: 'removeOrganisation', code: 'not-suspended' },
    ])
    const { queries } = server.app.context.database
    const refused = await queries
      .selectFrom('activity')
      .select('organisation_id')
      .where('kind', '=', 'refused')
      .execute()
    expect(refused.map((row) => row.organisation_id)).toEqual([ORG, ORG])
    expect((await list()).map(({ kind }) => kind)).toEqual(['subscription-made'])
  })

  it('a member who calls what is the provider’s is told in their own organisation’s log, as ever', async () => {
    expect((await owner.call('suspendOrganisation', { params: { organisationId: ORG } })).status).toBe(403)
    expect(await list('refusals')).toMatchObject([
      { actor: { kind: 'person', email: 'owner@people.example' }, command: 'suspendOrganisation', code: 'not-allowed' },
    ])
  })

  it('a change that cannot be written down is not made', async () => {
    const memberId = await subscribe()
    // From now on inserting an entry fails.
    const { schema } = server.app.context.database.queries
    await schema.alterTable('activity').renameColumn('request_id', 'elsewhere').execute()
    const newcomer = { email: Email.parse('newcomer@people.example'), ...HALL, role: 'viewer' } as const
    const answers = [
      await operator.call('createSubscription', { params: {}, body: newcomer }),
      await operator.call('updateSubscription', { params: { memberId }, body: { msg: 'Anything' } }),
      await operator.call('removeSubscription', { params: { memberId } }),
      await operator.call('updateOrganisation', { params, body: { name: 'Elsewhere' } }),
      await operator.call('suspendOrganisation', { params }),
      await operator.call('createOrganisation', {
        params: {},
        body: { id: OrganisationId.parse('library'), name: 'Library' },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500, 500])
    const subscriptions = (await operator.call('listSubscriptions', { params: {} })).body
    expect(subscriptions.map(({ email, msg }) => [email, msg])).toEqual([
      ['admin@vnr.example', ''],
      ['owner@people.example', ''],
      [THEM, ''],
    ])
    const organisations = (await operator.call('listOrganisations', { params: {} })).body
    expect(organisations.map(({ name, suspendedAt }) => [name, suspendedAt])).toEqual([
      ['Another college', null],
      ['VNR', null],
    ])
    expect((await owner.call('getSession', { params: {} })).status).toBe(200)
  })
})

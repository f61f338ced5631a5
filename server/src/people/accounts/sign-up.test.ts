import { DisplayId, Email, OrganisationId } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

describeDialects('signing up', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  const signUp = (body: { email: string; password: string }) =>
    createClient(server.url).call('signUp', { params: {}, body })
  const signIn = (body: { email: string; password: string }) =>
    createClient(server.url).call('signIn', { params: {}, body })
  const FRESH = { email: 'new@college.example', password: 'seventeen blue kettles' }

  it('U2 makes an account, which waits for its subscription (A5)', async () => {
    const answer = await signUp(FRESH)
    expect(answer).toMatchObject({ status: 200, body: { session: null } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await signIn(FRESH)).toMatchObject({ status: 403, body: { error: { code: 'not-subscribed' } } })

    const { accounts, context } = server.app
    const profile = { id: 'ece', org: 'vnr' as never, msg: '', subType: 'standard' }
    await accounts.putProfile(context, { email: FRESH.email, ...profile })
    expect(await signIn(FRESH)).toMatchObject({ status: 200, body: { email: FRESH.email, profile } })
  })

  it('U3 [B3] answers a taken address like a free one, and changes nothing about it', async () => {
    const free = await signUp({ email: 'free@college.example', password: FRESH.password })
    const taken = await signUp({ email: ADMIN.email, password: FRESH.password })
    expect({ status: taken.status, body: taken.body }).toEqual({ status: free.status, body: free.body })
    expect([...taken.headers.keys()]).toEqual([...free.headers.keys()])
    expect((await signIn(ADMIN)).status).toBe(200)
    // Signing in with the sign-up's password gives the same error as for the free address (S10).
    for (const email of ['free@college.example', ADMIN.email]) {
      expect(await signIn({ email, password: FRESH.password })).toMatchObject({
        status: 403,
        body: { error: { code: 'not-subscribed' } },
      })
    }
  })

  it('U3 [B3] signs in whoever has the account and knows its password', async () => {
    const client = createClient(server.url)
    const { body } = await client.call('signUp', { params: {}, body: ADMIN })
    expect(body.session).toMatchObject({ email: ADMIN.email })
    expect((await client.call('getSession', { params: {} })).status).toBe(200)
  })

  it.each([
    'fourteen chars',
    '123456789012345',
    'qwertyuiopasdfg',
    'vnr-ece-display1',
    'aaaaaaaaaaaaaaaa',
    'passwordpassword',
  ])('U3 [B4] refuses the password %s', async (password) => {
    expect(await signUp({ email: 'weak@vnr.example', password })).toMatchObject({
      status: 422,
      body: { error: { code: 'weak-password', field: 'password' } },
    })
  })

  it('[S7] tells nobody what displays of others are called, and refuses their people a password made of it', async () => {
    const { accounts, context } = server.app
    const name = 'Quombolinvaxtrid'
    const organisationId = OrganisationId.parse('elsewhere')
    await createOrganisation(context, organisationId, 'Elsewhere')
    await createDisplay(context, { organisationId, displayId: DisplayId.parse('hall') }, name)
    const password = `${name}17`
    expect((await signUp({ email: 'curious@college.example', password })).status).toBe(200)
    const email = Email.parse('owner@elsewhere.example')
    await accounts.createUser({ email, name: email, password: FRESH.password })
    await accounts.putProfile(context, { email, id: 'hall', org: organisationId, msg: '', subType: '' })
    await expect(accounts.setPassword(email, password)).rejects.toMatchObject({ code: 'weak-password' })
  })

  it('[S7] counts a try before it judges the password', async () => {
    const email = 'many@college.example'
    const answers: number[] = []
    for (let count = 0; count < 12; count += 1)
      answers.push((await signUp({ email, password: 'aaaaaaaaaaaaaaaa' })).status)
    expect(answers).toEqual([...Array<number>(10).fill(422), 429, 429])
  })

  it('[B4] asks for no capitals, digits or signs', async () => {
    expect((await signUp({ email: 'plain@college.example', password: 'lampqueryoceanfern' })).status).toBe(200)
  })

  it('[B4] judges the longest password that is taken as quickly as another', async () => {
    const password = 'aB1$'.repeat(64)
    expect((await signUp({ email: 'long@college.example', password: `${password}x` })).status).toBe(422)
    expect([200, 422]).toContain((await signUp({ email: 'long@college.example', password })).status)
  })

  it.each(['nobody', 'a@b', 'a@b\r\nBcc: c@d.example', `${'x'.repeat(250)}@b.example`])(
    'U3 [B104] refuses the address %j',
    async (email) => {
      const answer = await signUp({ email, password: FRESH.password })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ error: { field: 'email' } })
    },
  )

  it('[B104] takes one account for every spelling of an address in capitals and small letters', async () => {
    await signUp({ email: 'Mixed@College.Example', password: FRESH.password })
    expect((await signIn({ email: 'mixed@college.example', password: FRESH.password })).status).toBe(403)
  })

  it('U3 too many tries are told', async () => {
    for (let count = 0; count < 10; count += 1)
      await signUp({ email: ADMIN.email, password: `guess number ${count} of many` })
    const answer = await signUp({ email: ADMIN.email, password: 'one guess more than allowed' })
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

import { DisplayId, OrganisationId, ROUTES, type RouteName } from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisplay } from './displays/service.ts'
import { createOrganisation } from './organisations/service.ts'
import { SAMPLE_DISPLAY } from './seed/service.ts'
import { type Client, startTestServer, type TestServer } from './testing/server.ts'

const THEIRS = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
const NOBODYS = { organisationId: OrganisationId.parse('nobody'), displayId: DisplayId.parse('hall') }
const THINGS = { itemId: 'x', lineId: 'x', uploadId: 'x' }
const MEMBERS_ONLY = (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].access === 'member')
const OF_AN_ORGANISATION = MEMBERS_ONLY.filter((name) => ROUTES[name].path.includes(':organisationId'))

describe('who may call what', () => {
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.signIn()
    await createOrganisation(server.app.context, THEIRS.organisationId, 'Another college')
    await createDisplay(server.app.context, THEIRS, 'Entrance hall')
  })
  afterAll(() => server.close())

  /** Status and body, without what differs from request to request. */
  async function ask(client: Client, name: RouteName, key: typeof THEIRS) {
    const headers = { 'if-match': '*', 'tus-resumable': '1.0.0' }
    const { status, body } = await client.call(name, { params: { ...key, ...THINGS } as never, headers })
    return { status, body: body === undefined ? undefined : { ...(body as object), requestId: '' } }
  }

  it.each(OF_AN_ORGANISATION)(
    '[B18] Z2 %s answers another organisation’s display like one that does not exist',
    async (name) => {
      const theirs = await ask(admin, name, THEIRS)
      expect(theirs.status).toBe(404)
      expect(theirs).toEqual(await ask(admin, name, NOBODYS))
    },
  )

  it.each(MEMBERS_ONLY)('[B21] Z2 %s wants a session', async (name) => {
    expect((await ask(server.anonymous, name, SAMPLE_DISPLAY)).status).toBe(401)
  })

  it('[B18] nothing of theirs has changed', async () => {
    const { body } = await server.anonymous.call('getManifest', { params: THEIRS })
    expect(body).toMatchObject({ revision: 1, items: [], lines: [] })
  })
})

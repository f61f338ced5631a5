import { DisplayId, OrganisationId } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createDisplay } from './service.ts'

const OTHER = { organisationId: OrganisationId.parse('other'), displayId: SAMPLE_DISPLAY.displayId }

describeDialects('displays', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    await createOrganisation(server.app.context, OTHER.organisationId, 'Another college')
    await createDisplay(server.app.context, OTHER, 'Entrance hall')
  })
  afterAll(() => server.close())

  it('E4 the same id in two organisations is two displays', async () => {
    const admin = await server.signIn()
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'For vnr alone' } })
    const ours = (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const theirs = (await server.anonymous.call('getManifest', { params: OTHER })).body
    expect(ours).toMatchObject({ organisationId: 'vnr', displayId: 'ece', name: 'Department of ECE' })
    expect(theirs).toMatchObject({
      organisationId: 'other',
      displayId: 'ece',
      name: 'Entrance hall',
      items: [],
      lines: [],
    })
  })

  it('Z2 a list has the displays of one organisation', async () => {
    const admin = await server.signIn()
    const { body } = await admin.call('listDisplays', { params: SAMPLE_DISPLAY })
    expect(body.map(({ organisationId, id }) => ({ organisationId, id }))).toEqual([
      { organisationId: 'vnr', id: 'ece' },
    ])
    expect((await admin.call('listDisplays', { params: OTHER })).status).toBe(404)
    expect((await admin.call('getProgramme', { params: OTHER })).status).toBe(404)
  })

  it('[B43] no other spelling of an id names a display', async () => {
    for (const id of ['ECE', 'ece%20', 'ece.', '%65ce%00']) {
      const response = await fetch(`${server.url}/api/organisations/vnr/displays/${id}/manifest`)
      expect([400, 404]).toContain(response.status)
    }
    expect(DisplayId.safeParse('ｅｃｅ').success).toBe(false)
  })
})

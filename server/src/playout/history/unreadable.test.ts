import { pathOf, type RouteResponse } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const params = SAMPLE_DISPLAY

describeDialects('a log with damaged rows', (dialect) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({ dialect })
  })
  afterEach(() => server.close())

  it('[S29] a row that cannot be read is marked as such, and the rest of the page is there', async () => {
    const owner = await server.signIn()
    await owner.call('createLine', { params, body: { text: 'Before' } })
    const { queries } = server.app.context.database
    const whole = {
      organisation_id: params.organisationId,
      programme_id: params.displayId,
      at: Date.now(),
      kind: 'item-changed',
      actor_kind: 'person',
      actor_id: null,
      actor_email: 'somebody@vnr.example',
      revision_before: null,
      revision_after: null,
      subject_type: 'item',
      subject_id: 'x',
      subject_title: 'A film',
      details: null,
      request_id: null,
      base_revision: null,
    }
    const damaged = [
      { details: '{"count":' },
      { details: '[]' },
      { details: '{"fields":["no such field"]}' },
      { kind: 'of-the-future' },
    ]
    for (const how of damaged) {
      await queries
        .insertInto('activity')
        .values({ ...whole, ...how })
        .execute()
    }
    await owner.call('createLine', { params, body: { text: 'After' } })
    const response = await fetch(server.url + pathOf('listActivity', params), { headers: { cookie: owner.cookie() } })
    expect(response.status).toBe(200)
    const { entries } = (await response.json()) as RouteResponse<'listActivity'>
    expect(entries.slice(0, 6).map(({ kind, actor, subject }) => [kind, actor.email, subject?.title])).toEqual([
      ['line-added', expect.any(String), 'After'],
      ...damaged.map(() => ['unreadable', 'somebody@vnr.example', undefined]),
      ['line-added', expect.any(String), 'Before'],
    ])
  })
})

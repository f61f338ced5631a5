import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0059', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('[PX7] goes back and comes again, without the codes', async () => {
    const admin = await server.signIn()
    const { queries } = server.app.context.database
    const { organisationId, displayId } = SAMPLE_DISPLAY
    const params = { organisationId }
    const made = await admin.call('createEnrolment', { params, body: { displayId, screens: 3, days: 7 } })
    expect(made.status).toBe(201)
    const { up, down } = stepsFrom('0059-enrolments', dialect)
    await down(queries)
    await up(queries)
    expect((await admin.call('listEnrolments', { params })).body).toEqual([])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { ADMIN, createClient, startTestServer, type TestServer } from '../../../testing/server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0063', (dialect) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ dialect })
  })
  afterAll(() => server.close())

  it('WD7 goes back and comes again, without the passkeys and the second steps that need them', async () => {
    const origin = `http://localhost:${new URL(server.url).port}`
    const admin = createClient(origin)
    await admin.call('signIn', { params: {}, body: ADMIN })
    const body = { password: ADMIN.password }
    const wanted = (await admin.call('startPasskey', { params: {}, body })).body
    const passkey = createAuthenticator(origin).create(wanted)
    expect((await admin.call('createPasskey', { params: {}, body: { name: 'Phone', passkey } })).status).toBe(201)
    expect((await admin.call('turnSecondFactorOnByPasskey', { params: {}, body })).status).toBe(200)
    const { queries } = server.app.context.database
    const { up, down } = stepsFrom('0063-passkeys', dialect)
    await down(queries)
    await up(queries)
    expect((await admin.call('listPasskeys', { params: {} })).body).toEqual([])
    expect((await createClient(origin).call('signIn', { params: {}, body: ADMIN })).body).toMatchObject({
      email: ADMIN.email,
    })
  })
})

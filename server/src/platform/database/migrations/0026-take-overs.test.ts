import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { takeOvers } from './0026-take-overs.ts'
import { inserts } from './0048-inserts.ts'

describeDialects('migration 0026', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[TO1] goes back and comes again: nothing takes the screens over, and no token is left that a program of before would misread', async () => {
    const { queries } = server.app.context.database
    const params = { organisationId: SAMPLE_DISPLAY.organisationId }
    const content = { kind: 'line' as const, text: 'Leave' }
    await admin.call('prepareTakeOver', { params, body: { name: 'Fire', content } })
    await admin.call('startTakeOver', { params, body: { content, displays: null, drill: false, minutes: 5 } })
    for (const role of ['viewer', 'take-over'] as const)
      await admin.call('createToken', { params, body: { name: role, role, days: 1 } })
    const profiles = async () => (await sql<Record<string, unknown>>`select * from profile`.execute(queries)).rows
    const before = await profiles()

    const { up, down } = takeOvers(dialect)
    await down?.(queries)
    expect(await profiles()).toEqual(before.map(({ may_take_over: _, ...rest }) => rest))
    await up(queries)
    // The program reads the column of a later step.
    await inserts(dialect).up(queries)
    expect(await profiles()).toEqual(before)
    expect((await admin.call('listTakeOvers', { params })).body).toMatchObject({ running: [], past: [], prepared: [] })
    expect((await admin.call('listTokens', { params })).body.map(({ role }) => role)).toEqual(['viewer'])
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body.takeOvers).toBeUndefined()
  })
})

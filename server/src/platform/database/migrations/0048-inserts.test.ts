import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { stepsFrom } from '../migrate.ts'

describeDialects('migration 0048', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[LY12] goes back and comes again: take-overs stay, and no insert is left that would cover a whole screen', async () => {
    const { queries } = server.app.context.database
    const params = { organisationId: SAMPLE_DISPLAY.organisationId }
    const notice = { look: 'alert' as const, heading: 'Fire', body: '', byline: '' }
    const started = await admin.call('startTakeOver', {
      params,
      body: { content: { kind: 'notice', notice }, displays: null, drill: true, minutes: 5 },
    })
    const put = await admin.call('startInsert', {
      params,
      body: { content: { kind: 'notice', notice }, place: 'left', displays: null, minutes: 5 },
    })
    expect([started.status, put.status]).toEqual([201, 201])
    for (const role of ['viewer', 'take-over', 'insert'] as const)
      await admin.call('createToken', { params, body: { name: role, role, days: 1 } })

    const { up, down } = stepsFrom('0048-inserts', dialect)
    await down(queries)
    await up(queries)
    expect((await admin.call('listTakeOvers', { params })).body.running).toMatchObject([{ id: started.body.id }])
    expect((await admin.call('listInserts', { params })).body.running).toEqual([])
    expect((await admin.call('listTokens', { params })).body.map(({ role }) => role).sort()).toEqual([
      'take-over',
      'viewer',
    ])
    await queries
      .updateTable('programme')
      .set((is) => ({ revision: is('revision', '+', 1) }))
      .execute()
    const manifest = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(manifest.takeOvers).toHaveLength(1)
    expect(manifest.inserts).toBeUndefined()
  })
})

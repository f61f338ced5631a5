import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { pairScreen } from '../../../testing/pair-screen.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { insertsOnScreens } from './0075-inserts-on-screens.ts'

describeDialects('migration 0075', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[LY7] goes back and comes again: inserts on displays stay, without their single screens', async () => {
    const { queries } = server.app.context.database
    const params = { organisationId: SAMPLE_DISPLAY.organisationId }
    await admin.call('createDisplay', { params, body: { id: 'lab' as never, name: 'Laboratory' } })
    const screenIds = [(await pairScreen(server, admin, 'Left')).screen.id]
    const put = async (displays: unknown) => {
      const notice = { look: 'paper', heading: 'Coffee', body: '', byline: '' }
      const body = { content: { kind: 'notice', notice }, place: 'left', displays, screenIds, minutes: 5 }
      const answer = await admin.call('startInsert', { params, body: body as never })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const [all, lab, alone] = [await put(null), await put(['lab']), await put([])]
    const ids = async () => (await admin.call('listInserts', { params })).body.running.map(({ id }) => id)
    expect(await ids()).toEqual([alone, lab, all])
    const read = async () =>
      (await sql<Record<string, unknown>>`select * from take_over order by started_at`.execute(queries)).rows
    const before = await read()
    const { up, down } = insertsOnScreens(dialect)
    await down?.(queries)
    expect(await read()).toEqual(before.slice(0, 2).map(({ screens: _, ...rest }) => rest))
    await up(queries)
    expect(await read()).toEqual(before.slice(0, 2).map((row) => ({ ...row, screens: null })))
    expect(await ids()).toEqual([lab, all])
    expect((await admin.call('listInserts', { params })).body.running.map(({ screens }) => screens)).toEqual([[], []])
  })
})

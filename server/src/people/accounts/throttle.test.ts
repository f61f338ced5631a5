import { expect, it, vi } from 'vitest'
import { ADMIN, startTestServer } from '../../testing/server.ts'
import { createThrottle, STRANGER } from './throttle.ts'

it('[S18] a try that is refused for being one too many writes nothing', async () => {
  await using server = await startTestServer({ dialect: 'sqlite' })
  const { context } = server.app
  const countTry = createThrottle(context)
  const one = { email: 'somebody@example.org', device: STRANGER, address: '192.0.2.1' }
  for (let tries = 0; tries < 10; tries += 1) await countTry(one)
  await server.app.events.flush()
  const written = async () => {
    const { queries } = context.database
    return queries.selectNoFrom(({ fn }) => fn<number>('total_changes').as('rows')).executeTakeFirst()
  }
  const before = await written()
  for (let tries = 0; tries < 20; tries += 1) {
    await expect(countTry(one)).rejects.toMatchObject({ code: 'too-many-requests' })
  }
  expect(await written()).toEqual(before)
})

it('[S29] a database that takes nothing is not called too many tries', async () => {
  await using server = await startTestServer({ dialect: 'sqlite' })
  const { context } = server.app
  const warn = vi.spyOn(context.log, 'warn')
  await context.database.queries.schema.alterTable('sign_in_failure').renameTo('elsewhere').execute()
  const body = { email: ADMIN.email, password: 'wrong' }
  expect((await server.anonymous.call('signIn', { params: {}, body })).status).toBe(500)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('too many attempts')
})

import { afterEach, expect, it } from 'vitest'
import { describeDialects } from '../testing/dialects.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { inTransaction } from './in-transaction.ts'

describeDialects('work in one transaction', (dialect) => {
  let server: TestServer | undefined
  afterEach(() => server?.close())

  it('publishes when it is committed, and not at all when it is undone', async () => {
    server = await startTestServer({ dialect })
    const { context } = server.app
    const { queries } = context.database
    const settings = async () => (await queries.selectFrom('setting').select('key').execute()).map(({ key }) => key)
    const heard: string[] = []
    const stop = context.bus.onHint((hint) => heard.push(hint.kind))
    const write = (key: string) =>
      inTransaction(context, async (inside, own) => {
        await own.insertInto('setting').values({ key, value: '1' }).execute()
        inside.bus.publish({ kind: 'hints.missed' })
        expect(heard).toEqual([])
        if (key === 'undone') throw new Error('not that')
      })

    await expect(write('undone')).rejects.toThrow('not that')
    expect(heard).toEqual([])
    expect(await settings()).not.toContain('undone')
    await write('done')
    expect(heard).toEqual(['hints.missed'])
    expect(await settings()).toContain('done')
    stop()
  })
})

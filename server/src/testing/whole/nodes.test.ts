import { pathOf } from '@placard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { sweepTakeOvers } from '../../playout/take-overs/service.ts'
import { describeDialects, makeTestStorage, type TestStorage } from '../dialects.ts'
import { type Client, startTestServer, type TestServer } from '../server.ts'
import { openStream } from '../stream.ts'

const STREAM = pathOf('streamManifest', SAMPLE_DISPLAY)
const DASHBOARD = pathOf('streamProgramme', SAMPLE_DISPLAY)

describe('[F56] two nodes on one PostgreSQL', () => {
  let storage: TestStorage
  let nodes: [TestServer, TestServer]
  let admin: Client
  let elsewhere: Client

  beforeAll(async () => {
    storage = await makeTestStorage('postgres')
    // Both at once on an empty database: one creates the tables and the sample, the other waits for it.
    nodes = await Promise.all([startTestServer({ sharedWith: storage }), startTestServer({ sharedWith: storage })])
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await storage.remove()
  })
  beforeEach(async () => {
    admin = await nodes[0].signIn()
    elsewhere = await nodes[1].signIn()
  })

  const addLine = async (client: Client, text: string) =>
    (await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text } })).body

  it('the sample is there once', async () => {
    const { body } = await admin.call('getProgramme', { params: SAMPLE_DISPLAY })
    expect(new Set(body.items.map(({ title }) => title)).size).toBe(body.items.length)
    expect((await nodes[1].anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body.items.length).toBe(
      body.items.length,
    )
  })

  it('a change made through one reaches the listeners of the other, in both directions', async () => {
    const [here, there] = await Promise.all(nodes.map((node) => openStream(node.url + STREAM)))
    await Promise.all([here, there].map((stream) => stream?.next('manifest')))
    for (const [client, text] of [
      [admin, 'from one'],
      [elsewhere, 'from the other'],
    ] as const) {
      const { revision } = await addLine(client, text)
      for (const stream of [here, there]) expect((await stream?.next('manifest'))?.id).toBe(String(revision))
    }
    here?.close()
    there?.close()
  })

  it('signing out through one ends the stream that is open at the other', async () => {
    const stream = await openStream(nodes[1].url + DASHBOARD, { cookie: admin.cookie() })
    await stream.next('programme')
    await admin.call('signOut', { params: {} })
    expect((await stream.next('bye')).data).toMatchObject({ reason: 'signed-out' })
    await stream.ended
  })

  it('unsubscribing through one shuts the other as well', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const stream = await openStream(nodes[1].url + DASHBOARD, { cookie: elsewhere.cookie() })
    await stream.next('programme')
    await admin.call('suspendOrganisation', { params: { organisationId } })
    await stream.next('bye')
    await stream.ended
    admin = await nodes[1].signIn()
    expect((await admin.call('resumeOrganisation', { params: { organisationId } })).status).toBe(200)
  })

  it('a try to sign in counts wherever it was made', async () => {
    const wrong = { email: 'nobody@vnr.example', password: 'a wrong pass phrase' }
    const statuses = []
    for (let turn = 0; turn < 12; turn += 1) {
      const node = nodes[turn % 2 === 0 ? 0 : 1]
      statuses.push((await node.anonymous.call('signIn', { params: {}, body: wrong })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })
})

describeDialects('changes by another process without a hint', (dialect) => {
  let storage: TestStorage
  let server: TestServer

  beforeAll(async () => {
    storage = await makeTestStorage(dialect)
    server = await startTestServer({ sharedWith: storage })
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })

  it('[F50] a change reaches the listeners all the same', async () => {
    const stream = await openStream(server.url + STREAM)
    const { id: before } = await stream.next('manifest')
    const other = await openDatabase(storage)
    const { revision } = await other.queries
      .updateTable('programme')
      .set((set) => ({ revision: set('revision', '+', 1), name: 'Renamed elsewhere' }))
      .where('id', '=', SAMPLE_DISPLAY.displayId)
      .returning('revision')
      .executeTakeFirstOrThrow()
    expect(revision).toBe(Number(before) + 1)
    expect((await stream.next('manifest')).data).toMatchObject({ revision, name: 'Renamed elsewhere' })
    await other.close()
    stream.close()
  })

  it('[F50] a session that was ended takes its streams along', async () => {
    const admin = await server.signIn()
    const stream = await openStream(server.url + DASHBOARD, { cookie: admin.cookie() })
    await stream.next('programme')
    const other = await openDatabase(storage)
    await other.queries.deleteFrom('session').execute()
    // `stopping`, if the connection for hints was made anew at this moment: the browser then asks again.
    expect(['signed-out', 'stopping']).toContain(((await stream.next('bye')).data as { reason: string }).reason)
    const again = await fetch(server.url + DASHBOARD, { headers: { cookie: admin.cookie() } })
    await again.text()
    expect(again.status).toBe(401)
    await other.close()
  }, 60_000)
})

describe('[F72] two nodes while the screens are taken over', () => {
  let storage: TestStorage
  let nodes: TestServer[] = []
  let now = Date.UTC(2026, 11, 1, 9)

  beforeAll(async () => {
    storage = await makeTestStorage('postgres')
    const start = () => startTestServer({ sharedWith: storage, now: () => now })
    nodes = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await storage.remove()
  })

  it('a click on one is on the screens of both, and its end is written down once', async () => {
    const [one, other] = nodes as [TestServer, TestServer]
    const params = { organisationId: SAMPLE_DISPLAY.organisationId }
    const admin = await one.signIn()
    const streams = await Promise.all(nodes.map((node) => openStream(node.url + STREAM)))
    for (const stream of streams) await stream.next('manifest')
    const body = { content: { kind: 'line' as const, text: 'Leave' }, displays: null, drill: false, minutes: 1 }
    const { id } = (await admin.call('startTakeOver', { params, body })).body
    for (const stream of streams) {
      expect((await stream.next('manifest')).data).toMatchObject({ takeOvers: [{ id, line: 'Leave' }] })
      stream.close()
    }
    now += 60_000
    await Promise.all([one, other].map(({ app }) => sweepTakeOvers(app.context)))
    const { entries } = (await admin.call('listOrganisationActivity', { params })).body
    expect(entries.filter(({ kind }) => kind === 'take-over-over')).toHaveLength(1)
    expect((await admin.call('listTakeOvers', { params })).body.past).toMatchObject([{ id, ending: 'time' }])
  })
})

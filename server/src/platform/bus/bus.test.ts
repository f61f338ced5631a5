import { DisplayId, OrganisationId } from '@placard/contract'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeTestStorage, type TestStorage } from '../../testing/dialects.ts'
import { type Bus, createInProcessBus, type Hint } from './bus.ts'
import { openPostgresBus } from './postgres.ts'

const SILENT = { info() {}, warn() {}, error() {} }
/** Time limit with room for slow machines. No assertion depends on durations. */
const PATIENCE = { timeout: 20_000, interval: 20 }

type Heard = [hint: Hint, origin: 'here' | 'elsewhere']

const changed = (revision: number): Hint => ({
  kind: 'programme.changed',
  organisationId: OrganisationId.parse('vnr'),
  programmeId: DisplayId.parse('ece'),
  revision,
})
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function listenTo(bus: Bus): Heard[] {
  const heard: Heard[] = []
  bus.onHint((hint, origin) => heard.push([hint, origin]))
  return heard
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function makePostgres(): Promise<TestStorage & { databaseUrl: string }> {
  const storage = await makeTestStorage('postgres')
  closing.push(storage.remove)
  const { databaseUrl } = storage
  if (databaseUrl === undefined) throw new Error('no PostgreSQL')
  return { ...storage, databaseUrl }
}

async function openNode(databaseUrl: string): Promise<Bus> {
  const bus = await openPostgresBus(databaseUrl, SILENT)
  closing.push(bus.close)
  return bus
}

const KINDS: [string, () => Promise<Bus>][] = [
  ['in this process', async () => createInProcessBus()],
  ['through PostgreSQL', async () => openNode((await makePostgres()).databaseUrl)],
]

describe.each(KINDS)('a bus %s', (_, open) => {
  it('tells everybody here at once, in order, until they stop listening', async () => {
    const bus = await open()
    const heard = listenTo(bus)
    const left: Hint[] = []
    const stop = bus.onHint((hint) => left.push(hint))
    bus.publish(changed(1))
    stop()
    bus.publish(changed(2))
    expect(heard).toEqual([
      [changed(1), 'here'],
      [changed(2), 'here'],
    ])
    expect(left).toEqual([changed(1)])
  })
})

describe('several nodes on one PostgreSQL', () => {
  it('[F56] each hears what the others publish, once and in order, and its own not twice', async () => {
    const { databaseUrl } = await makePostgres()
    const [one, other] = [await openNode(databaseUrl), await openNode(databaseUrl)]
    const [heardByOne, heardByOther] = [listenTo(one), listenTo(other)]
    for (const revision of numbers(100)) one.publish(changed(revision))
    other.publish({ kind: 'session.ended', sessionId: 'a' })
    await vi.waitFor(() => expect([heardByOne.length, heardByOther.length]).toEqual([101, 101]), PATIENCE)
    const published = numbers(100).map(changed)
    expect(heardByOther.filter(([, origin]) => origin === 'elsewhere').map(([hint]) => hint)).toEqual(published)
    expect(heardByOne.filter(([, origin]) => origin === 'here').map(([hint]) => hint)).toEqual(published)
    expect(heardByOne.at(-1)).toEqual([{ kind: 'session.ended', sessionId: 'a' }, 'elsewhere'])
  })

  it('[F50] a connection that is cut is opened again: missed hints are reported, and later ones arrive', async () => {
    const { databaseUrl } = await makePostgres()
    const [one, other] = [await openNode(databaseUrl), await openNode(databaseUrl)]
    const heard = listenTo(other)
    await runOn(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'placard hints'",
    )
    one.publish(changed(1))
    await vi.waitFor(() => expect(heard).toContainEqual([{ kind: 'hints.missed' }, 'elsewhere']), PATIENCE)
    one.publish(changed(2))
    await vi.waitFor(() => expect(heard).toContainEqual([changed(2), 'elsewhere']), PATIENCE)
  })

  it('a hint that cannot be sent waits for the next connection', async () => {
    const { databaseUrl } = await makePostgres()
    const [one, other] = [await openNode(databaseUrl), await openNode(databaseUrl)]
    const heard = listenTo(other)
    await runOn(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'placard hints' order by backend_start limit 1",
    )
    for (const revision of numbers(50)) one.publish(changed(revision))
    await vi.waitFor(() => expect(heard.map(([hint]) => hint)).toEqual(numbers(50).map(changed)), PATIENCE)
  })

  it('after too many hints that wait, one says that some were missed', async () => {
    const { databaseUrl } = await makePostgres()
    const [one, other] = [await openNode(databaseUrl), await openNode(databaseUrl)]
    const heard = listenTo(other)
    for (const revision of numbers(5_000)) one.publish(changed(revision))
    await vi.waitFor(() => expect(heard.at(-1)?.[0]).toEqual(changed(4_999)), PATIENCE)
    expect(heard.some(([hint]) => hint.kind === 'hints.missed')).toBe(true)
    expect(heard.length).toBeLessThan(2_000)
  })

  it('after a hint that it cannot read, perhaps of a newer version, everything is checked', async () => {
    const { databaseUrl } = await makePostgres()
    const heard = listenTo(await openNode(databaseUrl))
    await runOn(databaseUrl, `notify placard_hint, '{"from":"x","hints":[{"kind":"something.new"}]}'`)
    await runOn(databaseUrl, `notify placard_hint, 'not JSON'`)
    await vi.waitFor(() => expect(heard.length).toBe(2), PATIENCE)
    expect(heard).toEqual(Array(2).fill([{ kind: 'hints.missed' }, 'elsewhere']))
  })

  it('does not open where there is no PostgreSQL', async () => {
    await expect(openPostgresBus('postgres://nobody@127.0.0.1:1/none', SILENT)).rejects.toThrow()
  })
})

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

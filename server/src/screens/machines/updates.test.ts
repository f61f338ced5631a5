import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { type AgentHello, AgentStatement, type AgentWord, OrganisationId, pathOf } from '@placard/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { pairAgent, type TestAgent } from '../../testing/agent.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const OLD = '0'.repeat(64)
const FILE = Buffer.from('export const agent = 1\n'.repeat(400))
const HASH = createHash('sha256').update(FILE).digest('hex')

type UpdateState = NonNullable<AgentHello['update']>
const state = (change: Partial<UpdateState> = {}): UpdateState => ({
  hash: OLD,
  isSettled: true,
  failed: null,
  ...change,
})

/** As an agent reads an offer. */
function read({ update }: AgentWord) {
  if (!update?.offer) return undefined
  const { statement, signature, attempt } = update.offer
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: update.key }, format: 'jwk' })
  const isValid = verify(null, Buffer.from(statement), key, Buffer.from(signature, 'base64url'))
  return { ...AgentStatement.parse(JSON.parse(statement)), isValid, attempt }
}

describeDialects('new versions of the agent', (dialect) => {
  let server: TestServer
  let admin: Client
  let folder: string
  let agentFile: string
  const clock = { now: Date.parse('2026-11-23T04:00:00Z') }
  let screens: TestAgent[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-agent-file-'))
    agentFile = join(folder, 'agent.mjs')
    await writeFile(agentFile, FILE)
    server = await startTestServer({ dialect, now: () => clock.now, agentFile })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    // At four at night, by the clock of the display (UTC).
    clock.now = Date.parse(`${new Date(clock.now + 3 * DAY_MS).toISOString().slice(0, 10)}T04:00:00Z`)
    admin = await server.signIn()
    for (const { id } of screens) await admin.call('letGoScreen', { params: { organisationId, screenId: id } })
    await server.app.context.database.queries.deleteFrom('agent_rollout').execute()
    await admin.call('updateDisplay', {
      params: SAMPLE_DISPLAY,
      body: { timeZone: 'UTC' },
      headers: { 'if-match': '*' },
    } as never)
    screens = []
    for (const name of ['First', 'Second', 'Third']) screens.push(await pairAgent(server, admin, SAMPLE_DISPLAY, name))
  })

  const [first, second, third] = [0, 1, 2].map((index) => () => screens[index] as TestAgent) as [
    () => TestAgent,
    () => TestAgent,
    () => TestAgent,
  ]
  const params = { organisationId }
  const updates = async () => (await admin.call('getAgentUpdates', { params })).body
  const machine = async (of: TestAgent, by = admin) =>
    (await by.call('getMachine', { params: { organisationId, screenId: of.id } })).body.update
  const codeOf = (answer: { body: unknown }) => (answer.body as { error?: { code: string } }).error?.code
  const offerTo = async (of: TestAgent, change: Partial<UpdateState> = {}) =>
    read((await of.hello({ update: state(change) })).body)
  const greetAll = async () => {
    // One second apart, so that the first is the one that was heard last.
    for (const one of [third(), second(), first()]) {
      clock.now += 1_000
      await one.hello({ update: state() })
    }
  }
  const tick = () => server.app.machines.tickUpdates()
  const file = (by: Client) => fetch(server.url + pathOf('getAgentFile', {}), { headers: { cookie: by.cookie() } })

  it('PX6 the file is offered to one screen, signed by a key that stays, and is the file that is sent', async () => {
    await greetAll()
    await tick()
    const offer = await offerTo(first())
    expect(offer).toMatchObject({
      isValid: true,
      hash: HASH,
      sizeBytes: FILE.length,
      product: 'placard-agent',
      attempt: 0,
    })
    expect(await offerTo(second())).toBeUndefined()
    expect(await updates()).toMatchObject({ stage: 'trial', trial: { name: 'First' }, stopped: null })
    const answer = await file(first().client)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILE)).toBe(true)
    const word = async (of: TestAgent) => (await of.hello({ update: state() })).body.update?.key
    expect(await word(second())).toBe(await word(first()))
  })

  it('PX6 an agent that cannot update itself is left alone, and its word has nothing new', async () => {
    await first().hello()
    await tick()
    const { body } = await first().hello()
    expect('update' in body).toBe(false)
    expect(await machine(first())).toMatchObject({ state: 'unable' })
    expect((await updates()).machines).toEqual([])
  })

  it('PX6 in opening hours nothing is offered, at night it reaches the open stream by itself', async () => {
    clock.now += 6 * HOUR_MS
    await greetAll()
    await tick()
    expect(await offerTo(first())).toBeUndefined()
    expect(await machine(first())).toMatchObject({ state: 'quiet' })
    const { stream, word, next } = await first().listen()
    expect(read(word)).toBeUndefined()
    clock.now += 17 * HOUR_MS
    admin = await server.signIn()
    await first().report({ vitals: {} })
    await tick()
    expect(read(await next(({ update }) => update?.offer != null))).toMatchObject({ hash: HASH, isValid: true })
    expect(await machine(first())).toMatchObject({ state: 'under-way' })
    stream.close()
  })

  it.runIf(dialect === 'sqlite')(
    '[F134] a machine that waits for its turn costs no statement at each look',
    async () => {
      await greetAll()
      /** With the word that follows the first, once the listener is registered. */
      const listen = async (of: TestAgent) => {
        const { stream, next } = await of.listen()
        return { stream, word: await next(() => true) }
      }
      const streams = [await listen(second()), await listen(third())]
      const asked: string[] = []
      for (const method of ['all', 'run'] as const) {
        const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
        vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
          this: StatementSync,
          ...values: unknown[]
        ) {
          asked.push(this.sourceSQL)
          return original.apply(this, values) as never
        })
      }
      const wordsIn = () => asked.splice(0).filter((sql) => /^select .* from "machine_command"/.test(sql)).length
      try {
        await tick()
        expect(wordsIn()).toBe(0)
        const { stream, word } = await listen(first())
        expect(read(word)).toMatchObject({ hash: HASH })
        wordsIn()
        // It has its offer.
        await tick()
        expect(wordsIn()).toBe(0)
        // Withdrawn, for the hour is no quiet one any more.
        clock.now += 4 * HOUR_MS
        await tick()
        expect(wordsIn()).toBe(1)
        stream.close()
      } finally {
        vi.restoreAllMocks()
        for (const { stream } of streams) stream.close()
      }
    },
  )

  it('PX6 a day later the next screens have their turn, and a server that starts again knows it', async () => {
    await greetAll()
    await tick()
    await first().hello({ update: state({ hash: HASH, isSettled: false }) })
    expect(await machine(first())).toMatchObject({ state: 'trying' })
    await first().hello({ update: state({ hash: HASH }) })
    expect(await machine(first())).toMatchObject({ state: 'current' })
    clock.now += DAY_MS - 1_000
    await first().hello({ update: state({ hash: HASH }) })
    await tick()
    admin = await server.signIn()
    expect(await updates()).toMatchObject({ stage: 'trial' })
    clock.now += 2_000
    await tick()
    expect((await updates()).stage).toBe('tenth')
    await tick()
    if ((await updates()).stage === 'tenth') {
      // The tenth of three is one, which may be another than the first.
      for (const one of [second(), third()]) {
        if (await offerTo(one)) await one.hello({ update: state({ hash: HASH }) })
      }
      clock.now += DAY_MS
      for (const one of screens)
        await one.hello({ update: state((await machine(one))?.state === 'current' ? { hash: HASH } : {}) })
      await tick()
      admin = await server.signIn()
    }
    expect((await updates()).stage).toBe('all')
  })

  it('[F109] a screen on which the version before came back stops the rest, until somebody lets it go on', async () => {
    await greetAll()
    await tick()
    clock.now += 1_000
    await first().hello({ update: state({ failed: { hash: HASH, problem: 'not-well', attempt: 0 } }) })
    clock.now += 1_000
    expect(await updates()).toMatchObject({ stopped: { name: 'First', problem: 'not-well' } })
    expect(await machine(first())).toMatchObject({ state: 'undone', problem: 'not-well' })
    const stops = await server.app.context.database.queries
      .selectFrom('activity')
      .select('subject_title')
      .where('kind', '=', 'updates-stopped')
      .where('at', '>', clock.now - HOUR_MS)
      .execute()
    expect(stops).toEqual([{ subject_title: 'First' }])
    expect(await offerTo(second())).toBeUndefined()
    expect(codeOf(await admin.call('startAgentUpdates', { params, body: { screenId: first().id } }))).toBe(
      'machine-cannot',
    )
    expect((await admin.call('startAgentUpdates', { params, body: { screenId: second().id } })).status).toBe(204)
    expect(await offerTo(second())).toMatchObject({ hash: HASH })
    expect(await offerTo(first(), { failed: { hash: HASH, problem: 'not-well', attempt: 0 } })).toBeUndefined()
    expect(await updates()).toMatchObject({ stopped: null, trial: { name: 'Second' } })
    // Asked for by a person, it is tried once more there.
    const of = { organisationId, screenId: first().id }
    expect((await admin.call('updateMachine', { params: of })).status).toBe(204)
    const failed = { hash: HASH, problem: 'not-well' as const, attempt: 0 }
    expect(await offerTo(first(), { failed })).toMatchObject({ attempt: 1 })
    expect(await offerTo(first(), { failed: { ...failed, attempt: 1 } })).toBeUndefined()
  })

  it('PX6 it can wait until somebody begins, pause, and be installed now on one screen', async () => {
    expect((await admin.call('changeAgentUpdates', { params, body: { isAutomatic: false } })).status).toBe(204)
    await greetAll()
    await tick()
    expect(await updates()).toMatchObject({ isAutomatic: false, stage: 'waiting', trial: null })
    expect(await offerTo(first())).toBeUndefined()
    clock.now += 8 * HOUR_MS
    const of = { organisationId, screenId: third().id }
    expect((await admin.call('updateMachine', { params: of })).status).toBe(204)
    expect(await offerTo(third())).toMatchObject({ hash: HASH })
    await third().hello({ update: state({ hash: HASH }) })
    expect(codeOf(await admin.call('updateMachine', { params: of }))).toBe('machine-cannot')
    clock.now -= 8 * HOUR_MS
    expect((await admin.call('startAgentUpdates', { params, body: { screenId: second().id } })).status).toBe(204)
    expect(await offerTo(second())).toMatchObject({ hash: HASH })
    await admin.call('changeAgentUpdates', { params, body: { isPaused: true } })
    expect(await offerTo(second())).toBeUndefined()
    const { entries } = (await admin.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries[0]).toMatchObject({ kind: 'screen-commanded', command: 'update', subject: { title: 'Third' } })
  })

  it('[B199] neither another organisation nor an editor of it, nor a viewer, can begin, read or ask for updates', async () => {
    await greetAll()
    const of = { organisationId, screenId: first().id }
    const otherId = OrganisationId.parse(`other-${dialect}`)
    const home = { organisationId: otherId, displayId: SAMPLE_DISPLAY.displayId }
    await makePlace(server, home)
    const other = (await enterAs(server, `owner-${dialect}`, { role: 'owner', home })).client
    const editor = (await enterAs(server, `editor-${dialect}`, { role: 'editor' })).client
    const viewer = (await enterAs(server, `viewer-${dialect}`, { role: 'viewer' })).client
    expect(codeOf(await other.call('updateMachine', { params: of }))).toMatch(/not-found|not-allowed/)
    expect(codeOf(await other.call('updateMachine', { params: { ...of, organisationId: otherId } }))).toBe(
      'screen-not-found',
    )
    expect(codeOf(await viewer.call('updateMachine', { params: of }))).toBe('not-allowed')
    for (const by of [editor, viewer]) {
      expect(codeOf(await by.call('getAgentUpdates', { params }))).toBe('not-allowed')
      expect(codeOf(await by.call('startAgentUpdates', { params, body: { screenId: first().id } }))).toBe('not-allowed')
    }
    const start = { params: { organisationId: otherId }, body: { screenId: first().id } }
    expect(codeOf(await other.call('startAgentUpdates', start))).toBe('screen-not-found')
    expect((await other.call('getAgentUpdates', { params: { organisationId: otherId } })).body.machines).toEqual([])
    expect(await offerTo(first())).toBeUndefined()
  })

  it('[B200] the file is for paired screens alone, a few times in an hour', async () => {
    await greetAll()
    expect((await file(createClient(server.url))).status).toBe(404)
    const stranger = createClient(server.url)
    await stranger.call('enterScreen', { params: {}, body: { secret: null, width: 1, height: 1, timeZone: 'UTC' } })
    expect((await file(stranger)).status).toBe(404)
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await file(first().client)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    await admin.call('letGoScreen', { params: { organisationId, screenId: second().id } })
    expect((await file(second().client)).status).toBe(404)
    expect((await second().hello({ update: state() })).status).toBe(404)
  })

  it('PX6 a server of another version offers its own file with a higher serial, also an older one', async () => {
    await greetAll()
    await tick()
    const before = await offerTo(first())
    const { context } = server.app
    const other = join(folder, 'other.mjs')
    await writeFile(other, 'export const agent = 0\n')
    const { createMachines } = await import('./service.ts')
    const node = createMachines(
      context,
      async () => null,
      () => new Set(),
      other,
    )
    await node.tickUpdates()
    // This node has another file than the installation offers now, so it offers none.
    expect(await offerTo(first())).toBeUndefined()
    expect((await file(first().client)).status).toBe(404)
    const again = createMachines(
      context,
      async () => null,
      () => new Set(),
      agentFile,
    )
    await again.tickUpdates()
    await tick()
    const later = await offerTo(first())
    expect(later?.hash).toBe(HASH)
    expect(later?.serial).toBeGreaterThan((before?.serial ?? 0) + 1)
    await Promise.all([node.close(), again.close()])
  })

  it('[F110] two nodes that look at the same moment take each step once', async () => {
    await greetAll()
    const { context } = server.app
    const { createMachines } = await import('./service.ts')
    const nodes = Array.from({ length: 3 }, () =>
      createMachines(
        context,
        async () => null,
        () => new Set(),
        agentFile,
      ),
    )
    await Promise.all([tick(), ...nodes.map((one) => one.tickUpdates())])
    clock.now += 1_000
    await first().hello({ update: state({ failed: { hash: HASH, problem: 'exited', attempt: 0 } }) })
    await Promise.all([tick(), ...nodes.map((one) => one.tickUpdates())])
    const rows = await context.database.queries
      .selectFrom('activity')
      .select('kind')
      .where('kind', '=', 'updates-stopped')
      .where('at', '>', clock.now - HOUR_MS)
      .execute()
    expect(rows).toHaveLength(1)
    await Promise.all(nodes.map((one) => one.close()))
  })
})

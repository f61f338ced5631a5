import { randomUUID } from 'node:crypto'
import {
  ActivityId,
  DisplayId,
  type DisplayKey,
  LineId,
  OrganisationId,
  type ProgrammeKey,
  programmeIdOf,
  UserId,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Hint } from '../../platform/bus/bus.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionAtEnd } from '../../platform/database/position.ts'
import { AppError } from '../../platform/errors.ts'
import type { CommandKey, IfMatch } from '../../platform/http/api.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { type HeldProgramme, requireRevision, runCommand, type Sender, sweepReceipts, type Touch } from './service.ts'

const { organisationId } = SAMPLE_DISPLAY
const key = (id: string): DisplayKey => ({ organisationId, displayId: DisplayId.parse(id) })
const [ATRIUM, HALL, LAB] = [key('atrium'), key('hall'), key('lab')]
const ALL = [ATRIUM, HALL, LAB]
const hintOf = ({ displayId }: DisplayKey) => ({ organisationId, programmeId: displayId })

const CALLER: Caller = {
  userId: UserId.parse('tester'),
  email: 'tester@vnr.example',
  sessionId: 'tester',
  operator: false,
  organisationId: OrganisationId.parse(organisationId),
  role: 'owner',
  displays: null,
  tables: null,
}
const senderWith = (commandKey?: CommandKey): Sender => ({ caller: CALLER, commandKey })
const newKey = (fingerprint = 'this command'): CommandKey => ({ key: randomUUID(), fingerprint })

describeDialects('commands', (dialect) => {
  let server: TestServer
  let owner: Client
  let hints: Hint[]
  let ahead = 0

  beforeEach(async () => {
    ahead = 0
    server = await startTestServer({ dialect, now: () => Date.now() + ahead })
    owner = await server.signIn()
    for (const { displayId } of ALL) {
      await owner.call('createDisplay', { params: { organisationId }, body: { id: displayId, name: displayId } })
    }
    hints = []
    server.app.context.bus.onHint((hint) => void hints.push(hint))
  })
  afterEach(() => server.close())

  const programmeOf = async (params: DisplayKey) => (await owner.call('getProgramme', { params })).body
  const state = async (display: DisplayKey) => {
    const { revision, lines } = await programmeOf(display)
    return { revision, lines: lines.map(({ text }) => text) }
  }
  const statesOf = (displays: readonly DisplayKey[]) => Promise.all(displays.map(state))
  const entriesOf = async (params: DisplayKey) =>
    (await owner.call('listActivity', { params })).body.entries.filter(({ kind }) => kind === 'line-added')
  const detailsOf = async () => {
    const rows = await server.app.context.database.queries
      .selectFrom('activity')
      .select('details')
      .where('kind', '=', 'line-added')
      .where('programme_id', 'in', ['atrium', 'hall', 'lab'])
      .execute()
    return rows.map(({ details }) => JSON.parse(details ?? '{}') as { together?: string })
  }

  /** A line on a display, as the ticker's own commands write it. */
  async function addLine(queries: Queries, key: ProgrammeKey, text: string): Promise<Touch> {
    const line = { id: LineId.parse(randomUUID()), text, position: positionAtEnd(undefined), revision: 1 }
    await queries
      .insertInto('line')
      .values({ ...line, organisation_id: key.organisationId, programme_id: programmeIdOf(key) })
      .execute()
    const subject = { type: 'line' as const, id: line.id, title: text }
    return {
      key,
      activity: { kind: 'line-added', changes: [{ thing: 'line', before: null, after: line }], subject },
    }
  }

  /** Adds the same line to each display. */
  function addToAll(
    displays: readonly DisplayKey[],
    options: {
      text?: string
      commandKey?: CommandKey | undefined
      ifMatch?: IfMatch
      /** Called before a display is changed. */
      before?: (held: HeldProgramme) => void
    } = {},
  ): Promise<{ lines: number }> {
    const { text = 'Fire drill at noon', commandKey, ifMatch, before } = options
    return runCommand(
      server.app.context,
      senderWith(commandKey),
      async () => displays,
      async (queries, held) => {
        const touched: Touch[] = []
        for (const display of held) {
          requireRevision(display, ifMatch)
          before?.(display)
          touched.push(await addLine(queries, display, text))
        }
        return { answer: { lines: touched.length }, touched }
      },
    )
  }

  it('[HS4] a command over three displays changes all of them, with a hint for each and entries that name it', async () => {
    expect(await addToAll(ALL)).toEqual({ lines: 3 })
    expect(await statesOf(ALL)).toEqual(ALL.map(() => ({ revision: 2, lines: ['Fire drill at noon'] })))
    expect(hints).toEqual(ALL.map((display) => ({ kind: 'programme.changed', ...hintOf(display), revision: 2 })))

    await addToAll([LAB], { text: 'Alone' })
    const details = await detailsOf()
    expect(details).toHaveLength(4)
    const names = details.map(({ together }) => together)
    expect(new Set(names.slice(0, 3)).size).toBe(1)
    expect(names[0]).toEqual(expect.any(String))
    expect(names[3]).toBeUndefined()
  })

  it('[HS4] the part of a command that changed one programme can be undone there', async () => {
    await addToAll(ALL)
    const [entry] = await entriesOf(HALL)
    const params = { ...HALL, entryId: ActivityId.parse(entry?.id) }
    expect((await owner.call('undoActivity', { params })).status).toBe(200)
    expect(await statesOf(ALL)).toEqual([
      { revision: 2, lines: ['Fire drill at noon'] },
      { revision: 3, lines: [] },
      { revision: 2, lines: ['Fire drill at noon'] },
    ])
  })

  it('[HS4] a display that it does not touch stays as it was', async () => {
    await runCommand(
      server.app.context,
      senderWith(),
      async () => ALL,
      async (queries) => ({ answer: {}, touched: [await addLine(queries, HALL, 'Here alone')] }),
    )
    expect((await statesOf(ALL)).map(({ revision }) => revision)).toEqual([1, 2, 1])
    expect(hints).toEqual([{ kind: 'programme.changed', ...hintOf(HALL), revision: 2 }])
  })

  it('[HS4] a failure in the middle undoes all of it, its receipt too', async () => {
    const commandKey = newKey()
    const failing = addToAll(ALL, {
      commandKey,
      before(held) {
        if (programmeIdOf(held) === LAB.displayId) throw new AppError('too-many-lines')
      },
    })
    await expect(failing).rejects.toMatchObject({ code: 'too-many-lines' })
    expect(await statesOf(ALL)).toEqual(ALL.map(() => ({ revision: 1, lines: [] })))
    expect(await detailsOf()).toEqual([])
    expect(hints).toEqual([])

    expect(await addToAll(ALL, { commandKey })).toEqual({ lines: 3 })
    expect((await statesOf(ALL)).map(({ revision }) => revision)).toEqual([2, 2, 2])
  })

  it('[HS4] a touched display that is not held is refused, and nothing changes', async () => {
    const careless = runCommand(
      server.app.context,
      senderWith(),
      async () => [ATRIUM],
      async (queries) => ({
        answer: {},
        touched: [await addLine(queries, ATRIUM, 'x'), await addLine(queries, LAB, 'x')],
      }),
    )
    await expect(careless).rejects.toThrow('without holding it')
    expect(await statesOf(ALL)).toEqual(ALL.map(() => ({ revision: 1, lines: [] })))
  })

  it('[HS4] a repeated command over three displays is answered once from its receipt, also when both come at once', async () => {
    const commandKey = newKey()
    const answers = await Promise.all([addToAll(ALL, { commandKey }), addToAll(ALL, { commandKey })])
    answers.push(await addToAll(ALL, { commandKey }))
    expect(answers).toEqual([{ lines: 3 }, { lines: 3 }, { lines: 3 }])
    expect(await statesOf(ALL)).toEqual(ALL.map(() => ({ revision: 2, lines: ['Fire drill at noon'] })))
    expect(hints).toHaveLength(3)
  })

  it('[HS4] a key that names two different commands carries out one of them, also at once and on different displays', async () => {
    const { key: name } = newKey()
    const results = await Promise.allSettled([
      addToAll([ATRIUM, HALL], { commandKey: { key: name, fingerprint: 'one' } }),
      addToAll([LAB], { commandKey: { key: name, fingerprint: 'other' } }),
    ])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refused).toEqual([expect.objectContaining({ code: 'idempotency-mismatch' })])
    const changed = (await statesOf(ALL)).map(({ lines }) => lines.length)
    expect([
      [1, 1, 0],
      [0, 0, 1],
    ]).toContainEqual(changed)
  })

  it('[HS4] a receipt is recognised for a day', async () => {
    const commandKey = newKey()
    await addToAll(ALL, { commandKey })
    ahead = 24 * 60 * 60_000 - 60_000
    await sweepReceipts(server.app.context)
    await addToAll(ALL, { commandKey })
    expect(hints).toHaveLength(3)
    ahead += 120_000
    await sweepReceipts(server.app.context)
    await addToAll(ALL, { commandKey })
    expect(hints).toHaveLength(6)
  })

  it('[HS4] a command that starts from another revision of one of its displays changes none', async () => {
    await addToAll([LAB], { text: 'Meanwhile' })
    await expect(addToAll(ALL, { ifMatch: 1 })).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect((await statesOf(ALL)).map(({ revision }) => revision)).toEqual([1, 1, 2])
    expect(await addToAll([ATRIUM, HALL], { ifMatch: 1 })).toEqual({ lines: 2 })
    expect(await addToAll(ALL, { ifMatch: 'any' })).toEqual({ lines: 3 })
  })

  it('[HS4] commands over the same displays in opposite order at the same time all go through', async () => {
    const rounds = 20
    const opposite = [...ALL, ...ALL].reverse()
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([addToAll(ALL), addToAll(opposite), addToAll(ALL), addToAll(opposite)])
    }
    const expected = { revision: 1 + 4 * rounds, lines: Array(4 * rounds).fill('Fire drill at noon') }
    expect(await statesOf(ALL)).toEqual(ALL.map(() => expected))
  })

  it('[HS4] a display that was removed is not among those that the work is given', async () => {
    await owner.call('removeDisplay', { params: HALL, headers: { 'if-match': '*' } })
    expect(await addToAll(ALL)).toEqual({ lines: 2 })
    expect((await statesOf([ATRIUM, LAB])).map(({ revision }) => revision)).toEqual([2, 2])
  })
})

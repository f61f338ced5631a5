import { StatementSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ dialect: 'sqlite' })
  admin = await server.signIn()
})
afterAll(() => server.close())

/** The statements of one change: the session is read; then, within the transaction, each row is read or written once. */
const STATEMENTS = [
  'select "session"',
  'begin',
  'update "programme"',
  'select "programme_id"',
  'update "line"',
  'update "programme"',
  'select sum("entry_bytes")',
  'insert into "activity"',
  'insert into "activity_state"',
  'insert into "activity_use"',
  'select "events" from "webhook"',
  'commit',
]

/** The beginnings of the statements, up to the length of the expected ones. */
async function statementsOfAnEdit(): Promise<string[]> {
  const { lines } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
  const [line] = lines
  if (!line) throw new Error('the sample has no line')
  const edit = { params: { ...SAMPLE_DISPLAY, lineId: line.id }, body: { text: `${line.text}!` } }
  const asked: string[] = []
  for (const method of ['all', 'run'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    vi.spyOn(StatementSync.prototype, method).mockImplementation(function (this: StatementSync, ...values: unknown[]) {
      asked.push(this.sourceSQL)
      return original.apply(this, values) as never
    })
  }
  try {
    expect((await admin.call('updateLine', { ...edit, headers: { 'if-match': '*' } })).status).toBe(200)
  } finally {
    vi.restoreAllMocks()
  }
  return asked.map((sql, index) => (sql.startsWith(STATEMENTS[index] ?? sql) ? (STATEMENTS[index] ?? sql) : sql))
}

it('an edit of a line asks the database for this and nothing more', async () => {
  // Repeated, in case a timer of the server ran a query at the same moment.
  await expect.poll(statementsOfAnEdit).toEqual(STATEMENTS)
})

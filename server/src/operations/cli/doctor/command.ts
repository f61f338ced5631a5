import { ConfigError, readConfig } from '../../../platform/config.ts'
import { type Dump, openDump } from '../../../platform/database/dump.ts'
import type { Command } from '../command.ts'
import { DATA_CHECKS } from './data.ts'
import { bad, type Check, type Finding, good, type Patient, type State } from './finding.ts'
import { MACHINE_CHECKS } from './machine.ts'
import { NETWORK_CHECKS } from './network.ts'

const MARKS: Record<State, string> = { good: '✓', warning: '!', bad: '✗', 'passed over': '–' }
const CHECKS: Check[] = [...MACHINE_CHECKS, ...DATA_CHECKS, ...NETWORK_CHECKS]

export const DOCTOR_COMMAND: Command = {
  name: 'doctor',
  words: [],
  options: {},
  summary: 'Looks over the whole installation and says what to do about what is not right.',
  details: [
    'It changes nothing, and the server may go on. It ends with 1 when something is wrong (✗), and with 0 when all is well',
    'or only worth a look (!).',
  ],
  async run({ terminal }) {
    const findings: { name: string; finding: Finding }[] = []
    try {
      const config = readConfig(terminal.env, terminal.folder)
      findings.push({ name: 'settings', finding: good('The settings can be used.') })
      const patient = admit({ config, now: Date.now() })
      for (const { name, look } of CHECKS) {
        findings.push({ name, finding: await look(patient).catch((error) => fault(error)) })
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      findings.push({ name: 'settings', finding: bad(error.message, 'Correct it. The rest is looked at after that.') })
    }
    const count = (state: State) => findings.filter(({ finding }) => finding.state === state).length
    const [wrong, look] = [count('bad'), count('warning')]
    return {
      ...(wrong > 0 ? { code: 1 } : {}),
      marked: true,
      lines: [
        ...findings.flatMap(({ finding }) => [
          `${MARKS[finding.state]} ${finding.says}`,
          ...(finding.fix === undefined ? [] : [`    ${finding.fix}`]),
        ]),
        '',
        wrong + look === 0 ? 'All is well.' : `${wrong} wrong, ${look} worth a look, of ${findings.length} things.`,
      ],
      json: {
        ok: wrong === 0,
        checks: findings.map(({ name, finding: { state, says, fix } }) => ({ name, state, says, fix: fix ?? null })),
      },
    }
  },
}

/** The finding for a check that failed to run. The other checks run nevertheless. */
function fault(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error)
  return bad(`It could not be looked at: ${why}`, 'Mend what is wrong above first.')
}

/** Reads each table at most once. Tables of an older version are read as they are. */
function admit({ config, now }: { config: Patient['config']; now: number }): Patient {
  const read = new Map<string, Promise<Record<string, unknown>[]>>()
  async function withDump<Result>(work: (dump: Dump) => Promise<Result>, otherwise: Result): Promise<Result> {
    const dump = await openDump(config)
    if (!dump) return otherwise
    try {
      return await work(dump)
    } finally {
      await dump.close()
    }
  }
  const readTable = (name: string) =>
    withDump<Record<string, unknown>[]>(async (dump) => {
      const table = dump.tables.find((one) => one.name === name)
      const rows: Record<string, unknown>[] = []
      if (!table) return rows
      for await (const some of dump.rows(table)) {
        for (const row of some)
          rows.push(Object.fromEntries(table.columns.map((column, index) => [column, row[index]])))
      }
      return rows
    }, [])
  return {
    config,
    now,
    migrations: () => withDump(async (dump) => dump.migrations, []),
    rows(table) {
      const rows = read.get(table) ?? readTable(table)
      read.set(table, rows)
      return rows
    },
  }
}

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
  summary: 'Checks the whole installation and explains how to fix problems.',
  details: [
    'It changes nothing, and the server can keep running. The exit code is 1 if there is an error (✗), otherwise 0, also',
    'with warnings (!).',
  ],
  async run({ terminal }) {
    const findings: { name: string; finding: Finding }[] = []
    try {
      const config = readConfig(terminal.env, terminal.folder)
      findings.push({ name: 'settings', finding: good('The settings are valid.') })
      const patient = admit({ config, now: Date.now() })
      for (const { name, look } of CHECKS) {
        findings.push({ name, finding: await look(patient).catch((error) => fault(error)) })
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      findings.push({
        name: 'settings',
        finding: bad(error.message, 'Correct it and run this again for the other checks.'),
      })
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
        wrong + look === 0 ? 'No problems found.' : `${findings.length} checks: ${wrong} errors, ${look} warnings.`,
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
  return bad(`This check failed: ${why}`, 'Fix the errors above first.')
}

/** Reads each table at most once. Tables of an older version are read as they are. */
function admit({ config, now }: { config: Patient['config']; now: number }): Patient {
  const read = new Map<string, Promise<Record<string, unknown>[]>>()
  async function withDump<Result>(work: (dump: Dump) => Promise<Result>, otherwise: Result): Promise<Result> {
    await using dump = await openDump(config)
    if (!dump) return otherwise
    return await work(dump)
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

// npm run durability: kills the server and cuts its power under load, and counts the changes that it had acknowledged
// and lost (docs/durability.md).
//   npm run durability -- --kills 50 --cuts 200
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killUnderLoad } from './kill-run.ts'
import { startPostgres } from './postgres-process.ts'
import { cutUnderLoad, mayCutPower } from './power-cut-run.ts'
import { isGood, type Row, tableOf } from './tally.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, cuts: { type: 'string', default: '20' } },
})
const kills = Number(values.kills)
const cuts = Number(values.cuts)
if (!Number.isInteger(kills) || !Number.isInteger(cuts)) throw new Error('--kills and --cuts take a number.')

/** A weakened database sometimes loses nothing, because it syncs at its checkpoints. */
const CONTROL_CUTS = 10

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const rows: Row[] = []
async function measure(name: string, weakened: boolean, run: () => Promise<Row['tally']>): Promise<void> {
  console.log(`${name} …`)
  rows.push({ name, weakened, tally: await run() })
  console.log(JSON.stringify(rows.at(-1)?.tally))
}

if (kills > 0) {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-durability-'))
  await measure('kill -9, SQLite', false, () => killUnderLoad({ dataDir, databaseUrl: undefined }, kills))
  const postgres = await startPostgres()
  const second = join(dataDir, 'second')
  await measure('kill -9, PostgreSQL', false, () =>
    killUnderLoad({ dataDir: second, databaseUrl: postgres.url }, kills),
  )
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
}
if (cuts > 0 && (await mayCutPower())) {
  for (const load of ['rows', 'uploads'] as const) {
    for (const weakened of [false, true]) {
      const name = `power cut, ${load}${weakened ? ', without the sync (must lose)' : ''}`
      await measure(name, weakened, () => cutUnderLoad({ load, weakened, cuts: weakened ? CONTROL_CUTS : cuts }))
    }
  }
}
console.log(`\n${tableOf(rows)}`)
process.exitCode = rows.every(isGood) ? 0 : 1

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killUnderLoad } from './kill-run.ts'
import { startPostgres } from './postgres-process.ts'
import { cutUnderLoad, mayCutPower } from './power-cut-run.ts'
import { isGood, NOTHING, tableOf } from './tally.ts'

/** Each test starts the server once or twice. This is only a limit for tests that hang. */
const LONG_MS = 240_000
const WHOLE = { lost: 0, half: 0 }

describe('a server that is killed under load', () => {
  let dataDir: string
  let postgres: Awaited<ReturnType<typeof startPostgres>>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'placard-durability-'))
    postgres = await startPostgres()
  }, LONG_MS)
  afterAll(async () => {
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it.each(['SQLite', 'PostgreSQL'])(
    '[F36] [F41] with %s has all that it acknowledged, and nothing by half',
    { timeout: LONG_MS },
    async (database) => {
      const databaseUrl = database === 'SQLite' ? undefined : postgres.url
      const tally = await killUnderLoad({ dataDir: join(dataDir, database), databaseUrl }, 2)
      expect(tally).toMatchObject({ ...WHOLE, restarts: 2 })
      expect(tally.acknowledged).toBeGreaterThan(20)
    },
  )
})

describe.skipIf(!(await mayCutPower()))('a server whose power is cut under load', () => {
  it.each(['rows', 'uploads'] as const)(
    '[F42] [F55] has all of the %s that it acknowledged',
    { timeout: LONG_MS },
    async (load) => {
      const tally = await cutUnderLoad({ load, weakened: false, cuts: 2 })
      expect(tally).toMatchObject({ ...WHOLE, restarts: 2 })
      expect(tally.acknowledged).toBeGreaterThanOrEqual(2)
    },
  )

  it.each(['rows', 'uploads'] as const)(
    '[F42] [F55] would lose %s without the sync: the rig sees that',
    { timeout: LONG_MS },
    async (load) => {
      const tally = await cutUnderLoad({ load, weakened: true, cuts: 20, untilLost: true })
      expect(tally.lost + tally.half).toBeGreaterThan(0)
    },
  )
})

describe('the table of what was lost', () => {
  const tally = { ...NOTHING, acknowledged: 100, restarts: 2, loadMs: 500 }

  it.each([
    ['a server that lost nothing', { tally, weakened: false }, true],
    ['a server that lost something', { tally: { ...tally, lost: 1 }, weakened: false }, false],
    ['a server that has half of something', { tally: { ...tally, half: 1 }, weakened: false }, false],
    ['a server that was asked for nothing', { tally: NOTHING, weakened: false }, false],
    ['a weakened one that lost something', { tally: { ...tally, lost: 1 }, weakened: true }, true],
    ['a weakened one that lost nothing', { tally, weakened: true }, false],
  ])('judges %s', (name, row, good) => {
    expect(isGood({ name, ...row })).toBe(good)
  })

  it('has a line for each run', () => {
    expect(tableOf([{ name: 'kill -9', tally, weakened: false }])).toBe(
      [
        '         acknowledged  a second  lost  half  restarts',
        'kill -9           100       200     0     0         2  as it should be',
      ].join('\n'),
    )
  })
})

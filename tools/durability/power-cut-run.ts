import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareLines } from './line-load.ts'
import { makePlatter, type Platter } from './platter.ts'
import { startServer } from './server-process.ts'
import { add, NOTHING, type Tally } from './tally.ts'
import { prepareUploads } from './upload-load.ts'

/** For each kind of change, the module that makes the server lose it. */
const LOADS = {
  rows: { prepare: prepareLines, weaken: join(import.meta.dirname, 'skip-database-sync.ts') },
  uploads: { prepare: prepareUploads, weaken: join(import.meta.dirname, 'skip-file-sync.ts') },
} as const

/** The power is cut at a random moment of the load, between these two. */
const LOAD_MS = { least: 100, most: 600 }

/** Cuts the power of a server under load. With SQLite only: with PostgreSQL the rows are on PostgreSQL's disk. */
export async function cutUnderLoad(options: {
  load: keyof typeof LOADS
  /** Removes a sync that is necessary. */
  weakened: boolean
  cuts: number
  /** Ends the run as soon as something is lost. */
  untilLost?: boolean
}): Promise<Tally> {
  const { prepare, weaken } = LOADS[options.load]
  const preload = options.weakened ? weaken : undefined
  const platter = await makePlatter(await mkdtemp(join(tmpdir(), 'placard-platter-')))
  const storage = { dataDir: join(platter.folder, 'data'), databaseUrl: undefined }
  // Set up with all syncs, because only losses under load count.
  let server = await startServer(storage).catch((error) => removeAfter(platter, error))
  try {
    const load = await prepare(server.admin)
    let tally = NOTHING
    for (let cut = 0; cut < options.cuts; cut += 1) {
      if (preload !== undefined) {
        await server.kill()
        server = await startServer(storage, preload)
      }
      const { admin } = server
      const startedAt = performance.now()
      const written = load.write(admin)
      await wait(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least))
      while (load.count() === 0) await wait(1)
      server.freeze()
      await platter.cut()
      // Earlier answers have arrived by now, and count.
      admin.hangUp()
      await written
      const loadMs = performance.now() - startedAt
      await server.kill()
      await platter.restore()
      server = await startServer(storage)
      tally = add(add(tally, { ...NOTHING, restarts: 1, loadMs }), {
        ...NOTHING,
        ...(await load.compare(server.admin)),
      })
      if (options.untilLost && tally.lost + tally.half > 0) break
    }
    return tally
  } finally {
    await server.kill()
    await platter.remove()
  }
}

async function removeAfter(platter: Platter, error: unknown): Promise<never> {
  await platter.remove()
  throw error
}

/** True when a disk whose power can be cut can be made on this machine. Otherwise prints the reason. */
export async function mayCutPower(): Promise<boolean> {
  const place = await mkdtemp(join(tmpdir(), 'placard-platter-'))
  try {
    await (await makePlatter(place)).remove()
    return true
  } catch {
    console.warn('NO POWER IS CUT: that takes root on Linux, which may mount, and mkfs.ext4.')
    await rm(place, { recursive: true, force: true })
    return false
  }
}

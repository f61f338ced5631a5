import { setTimeout as wait } from 'node:timers/promises'
import { prepareLines } from './line-load.ts'
import { startServer } from './server-process.ts'
import { add, NOTHING, type Tally } from './tally.ts'
import { prepareUploads } from './upload-load.ts'

/** A server is killed at a random moment of its load, between these two. */
const LOAD_MS = { least: 100, most: 900 }

/** Kills the server repeatedly while it receives changes as fast as possible, and checks the stored data afterwards. */
export async function killUnderLoad(
  storage: { dataDir: string; databaseUrl: string | undefined },
  kills: number,
): Promise<Tally> {
  let server = await startServer(storage)
  try {
    const loads = [await prepareLines(server.admin), await prepareUploads()]
    let tally = NOTHING
    for (let killed = 0; killed < kills; killed += 1) {
      const { admin } = server
      const startedAt = performance.now()
      const written = Promise.all(loads.map((load) => load.write(admin)))
      await wait(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least))
      // On a slow machine this waits until something was stored, because otherwise nothing could be lost.
      while (loads.some((load) => load.count() === 0)) await wait(10)
      await server.kill()
      await written
      const loadMs = performance.now() - startedAt
      server = await startServer(storage)
      tally = add(tally, { ...NOTHING, restarts: 1, loadMs })
      for (const load of loads) tally = add(tally, { ...NOTHING, ...(await load.compare(server.admin)) })
    }
    return tally
  } finally {
    await server.kill()
  }
}

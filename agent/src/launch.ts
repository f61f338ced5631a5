import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { choose, forgetStarts, leave, leaveSilent, settle } from './launcher/choose.ts'
import { hashOf, readKept, writeKept } from './launcher/folder.ts'
import { LAUNCHER, type Launcher } from './launcher/launcher.ts'

/** A new version must report within this time that it works. */
const TRIAL_MS = Number(process.env.PLACARD_SCREEN_TRIAL_MS ?? 120_000)

type Watched = { folder: string; hash: string; answers: Int32Array }

/**
 * The program that the service starts: it runs the newest version that is whole, in this process. A version on trial is watched by a
 * thread of its own, which a version that hangs cannot stop.
 */
async function launch(): Promise<void> {
  const packaged = join(dirname(fileURLToPath(import.meta.url)), 'agent.mjs')
  const folder = join(process.env.STATE_DIRECTORY ?? '/var/lib/placard-screen', 'updates')
  const { path, hash, isTrial } = choose(folder, packaged)
  const answers = new Int32Array(new SharedArrayBuffer(4))
  let watch: Worker | undefined
  if (isTrial) {
    const watched: Watched = { folder, hash, answers }
    watch = new Worker(new URL(import.meta.url), { workerData: watched })
    watch.unref()
  } else setTimeout(() => forgetStarts(folder), TRIAL_MS).unref()
  const launcher: Launcher = {
    folder,
    hash,
    packaged: hashOf(packaged) ?? '',
    isTrial,
    answered: () => void Atomics.store(answers, 0, 1),
    settle() {
      settle(folder, hash)
      void watch?.terminate()
    },
  }
  Object.assign(globalThis, { [LAUNCHER]: launcher })
  try {
    await import(pathToFileURL(path).href)
  } catch (error) {
    if (!isTrial) throw error
    process.stdout.write(`the new version cannot be started: ${(error as Error).message}\n`)
    writeKept(folder, leave(readKept(folder), hash, 'exited'))
    process.exit(1)
  }
}

/** Ends a version that did not report in time. The service starts the launcher again, which runs the previous version. */
function watchTrial({ folder, hash, answers }: Watched): void {
  setTimeout(() => {
    const kept = readKept(folder)
    if (kept.next?.hash !== hash) return
    const isAnswered = Atomics.load(answers, 0) === 1
    try {
      writeKept(folder, isAnswered ? leave(kept, hash, 'not-well') : leaveSilent(kept, hash))
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }, TRIAL_MS)
}

if (isMainThread) await launch()
else watchTrial(workerData as Watched)

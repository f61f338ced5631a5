import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A change that comes during a pass waits for the next one. SQLite begins its log anew only when nothing in it waits. */
const PASSES = 10
/** A crowd of changes comes to its end meanwhile. */
const PAUSE_MS = 20

// The thread that `checkpoints.ts` asks, by 'checkpoint' and 'stop'.
standBack()
const database = new DatabaseSync(String(workerData))
database.exec('pragma synchronous = full')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

/** Where processors are few, the thread that serves goes first. Elsewhere than on Linux it would be of the whole process. */
function standBack(): void {
  try {
    if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // A sandbox may refuse it.
  }
}

function carryOver(): void {
  let before: number | undefined
  for (let pass = 0; pass < PASSES; pass += 1) {
    // Of what came during a pass its own answer says nothing.
    const { log } = checkpoint.get() as { log: number }
    if (log === before) return
    before = log
    Atomics.wait(nobodyWakes, 0, 0, PAUSE_MS)
  }
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', (order: 'checkpoint' | 'stop') => {
  if (order === 'stop') {
    database.close()
    parentPort?.close()
    return
  }
  try {
    carryOver()
  } catch {
    // The disk is full or broken: whoever writes is told. The log keeps everything.
  }
  parentPort?.postMessage('done')
})

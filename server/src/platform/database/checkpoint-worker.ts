import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Changes that come during a pass wait for the next one. SQLite restarts its log only when all of it has been copied. */
const PASSES = 10
/** Pause between passes, so that a burst of changes can end. Milliseconds. */
const PAUSE_MS = 20

// The thread that `checkpoints.ts` controls with the messages 'checkpoint' and 'stop'.
standBack()
const database = new DatabaseSync(String(workerData))
database.exec('pragma synchronous = full')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

/**
 * Lowers the priority, so that the serving thread goes first where there are few processors. Only on Linux: elsewhere the priority would
 * apply to the whole process.
 */
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
    // The result of a pass does not include changes that came during it.
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
    // The disk is full or broken. Whoever writes gets the error, and the log keeps everything.
  }
  parentPort?.postMessage('done')
})

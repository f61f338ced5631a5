import { Worker } from 'node:worker_threads'
import { workerPath } from '../own-files.ts'

/** Statements, of which a change of a display has about six: some 1,200 pages of the log, 5 MB. */
const STATEMENTS_APART = 400

export type Checkpoints = {
  /** Counts a statement that writes, and begins a checkpoint when it is time for one. */
  count(): void
  /** Resolves when nothing here has the file open. */
  stop(): Promise<void>
}

/**
 * Carries what SQLite's log (WAL) holds over to its file, in a thread of its own: every reader and writer of this thread would
 * wait for the thousand pages and the two syncs of the disk. Writing goes on meanwhile. Where the thread cannot follow, or cannot
 * be had, SQLite does it in this one (`wal_autocheckpoint` in `node-sqlite.ts`).
 *
 * @param path of the database's file
 */
export function createCheckpoints(path: string): Checkpoints {
  let statements = 0
  let isUnderWay = false
  let isStopped = false
  let thread: Worker | undefined

  function start(): Worker {
    const worker = new Worker(workerPath('platform/database/checkpoint-worker'), {
      workerData: path,
      resourceLimits: SMALL,
    })
    worker.unref()
    worker.on('message', () => {
      isUnderWay = false
    })
    worker.on('error', () => {})
    worker.on('exit', () => {
      isUnderWay = false
      if (thread === worker) thread = undefined
    })
    return worker
  }

  return {
    count() {
      statements += 1
      if (statements < STATEMENTS_APART || isUnderWay || isStopped) return
      statements = 0
      isUnderWay = true
      thread ??= start()
      thread.postMessage('checkpoint')
    },
    async stop() {
      isStopped = true
      const worker = thread
      if (!worker) return
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage('stop')
      await ended
    },
  }
}

/** Megabytes; it holds two statements. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

import { Worker } from 'node:worker_threads'
import { workerPath } from '../own-files.ts'

const PAGE_BYTES = 4096
/** A statement's own row and its places in the indexes: a change of a display has six statements and 18 pages. */
const PAGES_OF_STATEMENT = 3
/** SQLite does it by itself once its log has a thousand: what comes during a checkpoint has room before that. */
const PAGES_APART = 600

export type Checkpoints = {
  /**
   * Counts a statement that writes, and begins a checkpoint when it is time for one. A statement may bring hundreds of rows.
   *
   * @param characters that it is given
   */
  count(characters: number): void
  /** Resolves when nothing here has the file open. */
  stop(): Promise<void>
}

/**
 * Carries what SQLite's log (WAL) holds over to its file, in a thread of its own: every reader and writer of this thread would
 * wait for the thousand pages and the two syncs of the disk. Writing goes on meanwhile. Where the thread cannot follow, or cannot
 * be had, SQLite does it in this one at a thousand pages, as it always does.
 *
 * @param path of the database's file
 */
export function createCheckpoints(path: string): Checkpoints {
  /** About so many are in the log since the last one. */
  let pages = 0
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
    count(characters) {
      pages += PAGES_OF_STATEMENT + characters / PAGE_BYTES
      if (pages < PAGES_APART || isUnderWay || isStopped) return
      pages = 0
      try {
        thread ??= start()
        thread.postMessage('checkpoint')
        isUnderWay = true
      } catch {
        // The machine has no thread to give. The statement goes on.
      }
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

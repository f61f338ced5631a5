import { Worker } from 'node:worker_threads'
import { workerPath } from '../own-files.ts'

const PAGE_BYTES = 4096
/** A statement's own row and its index entries. A change of a display has six statements and 18 pages. */
const PAGES_OF_STATEMENT = 3
/** SQLite makes a checkpoint by itself at a thousand pages. This is lower, so that there is room for what comes during a checkpoint. */
const PAGES_APART = 600

export type Checkpoints = {
  /**
   * Counts a statement that writes, and starts a checkpoint when one is due. A statement may write hundreds of rows.
   *
   * @param characters total length of the text values of the statement
   */
  count(characters: number): void
  /** Resolves when no thread of it has the file open. */
  stop(): Promise<void>
}

/**
 * Copies SQLite's log (WAL) into the database file, in a separate thread. In the main thread every reader and writer would wait for a
 * thousand pages and two syncs of the disk. Writing goes on meanwhile. If the thread falls behind or cannot be started, SQLite makes the
 * checkpoint in the main thread at a thousand pages, as it does by default.
 *
 * @param path of the database's file
 */
export function createCheckpoints(path: string): Checkpoints {
  /** Approximate number of pages in the log since the last checkpoint. */
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
        // The machine cannot start a thread. The statement goes on.
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

/** Megabytes. The thread holds two statements. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

import { signedIn } from '../../../platform/api/session-events.ts'
import { askToStay } from '../../../platform/ui/ask-to-stay.ts'
import { withKept } from './keeping.ts'
import type { KeptUpload } from './kept-uploads.ts'
import { onePageOnly } from './one-page-only.ts'
import { hasUnfinished } from './unfinished.ts'
import { createUploadTask, type Submission, type UploadTask } from './upload-task.ts'

/** The most uploads at the same time: more would only slow each of them down. */
const AT_ONCE = 2

/** The uploads of the page, from all of its views. */
export type Uploads = {
  /** The newest last. The same array until an upload is added or removed. */
  tasks(): readonly UploadTask[]
  /**
   * @returns the upload, already running; a file that cannot become a picture ends as an error (C4). Returns an existing upload if
   *   that one is waiting for this very file
   */
  add(file: File, submission: Submission, options?: { attended: boolean }): UploadTask
  /** Removes an upload from the list; cancels it if it is not over. */
  dismiss(task: UploadTask): void
  onChange(listener: () => void): () => void
  close(): void
}

/**
 * @param options.owner email of the signed-in user; uploads that another user began here are not continued
 * @param options.save adds an item to its programme
 */
export function createUploads(options: {
  owner: string
  save: Parameters<typeof createUploadTask>[0]['save']
}): Uploads {
  let tasks: readonly UploadTask[] = []
  const listeners = new Set<() => void>()
  /** Files that are added together become items in that order, whichever is sent first. */
  const waitForEarlier = async (id: string, signal: AbortSignal): Promise<void> => {
    const at = tasks.findIndex((task) => task.id === id)
    const batch = tasks[at]?.batch
    const earlier = tasks.slice(0, Math.max(0, at)).filter((task) => task.batch === batch)
    for (const task of earlier) await untilSettled(task, signal)
  }
  const turns = { takeTurn: createTurns(AT_ONCE), takeFilmTurn: createTurns(1) }
  const means = { ...options, ...turns, waitForEarlier }

  const change = (next: readonly UploadTask[]) => {
    tasks = next
    askWhileNeeded()
    for (const listener of listeners) listener()
  }
  /** A `beforeunload` listener makes it slower to return to a page, so it is only there while something would be lost. */
  const askWhileNeeded = () => {
    const isNeeded = tasks.some((task) => !task.attended && task.endsWithPage())
    if (isNeeded) window.addEventListener('beforeunload', askToStay)
    else window.removeEventListener('beforeunload', askToStay)
  }
  const goOn = () => {
    for (const task of tasks) task.returned()
  }
  window.addEventListener('online', goOn)
  const undoSignedIn = signedIn.on(goOn)

  const closing = new AbortController()
  const holds = new Map<string, () => void>()

  const hold = async (id: string): Promise<boolean> => {
    const release = await onePageOnly(id, closing.signal)
    if (release) holds.set(id, release)
    return release !== undefined
  }
  const letGo = (id: string) => {
    holds.get(id)?.()
    holds.delete(id)
  }

  const listKept = async () => (await withKept(({ keptUploads }) => keptUploads.list(options.owner, Date.now()))) ?? []

  /** Continues an upload that an earlier page began, or that another page works on until it is closed. */
  const takeUp = async ({ id }: KeptUpload): Promise<void> => {
    if (tasks.some((task) => task.id === id) || !(await hold(id))) return
    // The other page may have finished it meanwhile.
    const left = (await listKept()).find((upload) => upload.id === id)
    if (!left) return letGo(id)
    const found = (await withKept(({ reopen }) => reopen(left))) ?? { file: undefined, made: undefined }
    const task = createUploadTask(means, { kept: left, found })
    task.onChange(askWhileNeeded)
    change([...tasks, task])
  }
  if (hasUnfinished()) {
    void listKept().then((kept) => {
      for (const upload of kept) void takeUp(upload)
    })
  }

  return {
    tasks: () => tasks,
    add(file, submission, { attended } = { attended: false }) {
      const missing = attended ? undefined : tasks.find((task) => task.misses(file, submission.programmeKey))
      if (missing) {
        missing.choose(file)
        return missing
      }
      const task = createUploadTask(means, { file, submission, attended })
      task.onChange(askWhileNeeded)
      void hold(task.id)
      change([...tasks, task])
      return task
    },
    dismiss(task) {
      task.cancel()
      task.close()
      letGo(task.id)
      change(tasks.filter((other) => other !== task))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close() {
      window.removeEventListener('online', goOn)
      window.removeEventListener('beforeunload', askToStay)
      undoSignedIn()
      for (const task of tasks) task.close()
      closing.abort()
      for (const id of [...holds.keys()]) letGo(id)
      listeners.clear()
    },
  }
}

/**
 * Waits while an upload is in progress. Does not wait for one that is paused, interrupted, or queued again after that: it may never
 * continue.
 */
function untilSettled(task: UploadTask, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const isUnderWay = () => {
      const state = task.state()
      return !task.attended && state.status === 'running' && state.stage !== 'queued'
    }
    if (!isUnderWay()) return resolve()
    const end = (settle: () => void) => {
      undo()
      signal.removeEventListener('abort', leave)
      settle()
    }
    const leave = () => end(() => reject(signal.reason))
    const undo = task.onChange(() => !isUnderWay() && end(resolve))
    signal.addEventListener('abort', leave, { once: true })
  })
}

/** Lets a few tasks work at the same time. The others wait, in the order in which they asked. */
function createTurns(atOnce: number): (signal: AbortSignal) => Promise<() => void> {
  let taken = 0
  const waiting: (() => void)[] = []
  const end = () => {
    taken -= 1
    waiting.shift()?.()
  }
  return async (signal) => {
    while (taken >= atOnce) {
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(signal.reason)
        }
        waiting.push(go)
        signal.addEventListener('abort', leave, { once: true })
      })
    }
    signal.throwIfAborted()
    taken += 1
    return end
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_PRIORITY } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { workerPath } from '../../platform/own-files.ts'
import { createQueue, type Place } from '../../platform/queue.ts'
import type { CheckedFilm, FilmJob, MadePicture, MediaJob, MediaReady, MediaReply, PictureJob } from './media-job.ts'
import { processorMs, residentBytes } from './process-use.ts'

const PROGRAM = workerPath('content/media/media-worker')

export type WorkshopLimits = {
  /** Most pictures and films that may wait for the current one. */
  waiting: number
  /** Most of these for one organisation. Organisations take turns. */
  waitingOfOne: number
  /** Processor time allowed for one job, in addition to FILM_PACE. Independent of the load of the machine. Only measured on Linux. */
  processorMs: number
  /** Time allowed for one job, in addition to FILM_PACE. */
  jobMs: number
  /** Memory limit of the worker. A picture of MAX_IMAGE_PIXELS takes about 250 MB. */
  residentBytes: number
  /** An idle worker is stopped after this time, which frees its memory. */
  idleMs: number
  /** Priority of the worker, as for `nice`. */
  priority: number
}

const LIMITS: WorkshopLimits = {
  waiting: 64,
  waitingOfOne: 16,
  processorMs: 10_000,
  jobMs: 60_000,
  residentBytes: 768 * 2 ** 20,
  idleMs: 60_000,
  priority: PICTURE_PRIORITY,
}

/** A film is read from beginning to end: additional time for each of its megabytes. */
const FILM_PACE = { bytes: 2 ** 20, processorMs: 20, jobMs: 100 }

/**
 * The limit that the operating system enforces, for memory that grows faster than it is checked. V8 reserves 700 MB of it without
 * using it.
 */
const DATA_BYTES = 1_536 * 2 ** 20
const WATCH_MS = 200
/** Environment variables that Node needs to start, and to start faster. */
const PASSED_ON = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE']
/** A job that ended its worker is tried again: something else may have ended it. */
const TRIES = 2

/** A picture and its thumbnail on disk, until the caller has taken them over. */
export type ProcessedPicture = MadePicture & { picture: string; thumbnail: string }

/** A film that may be kept, on disk until the caller has taken it over. `thumbnail`: of its poster; undefined without one. */
export type ProcessedFilm = CheckedFilm & { film: string; thumbnail: string | undefined }

/** A film as sent: the path of its file, and the data that came with it. */
export type SentFilm = { path: string; insists: boolean; poster: Uint8Array | undefined }

/** Processes pictures and checks films in a separate process, one after the other. */
export type Workshop = {
  /**
   * @param sent the bytes of the picture, or the path of the file that contains them
   * @param use receives the picture; its files are removed afterwards
   * @param place the organisation, and a signal that nobody waits any more
   * @throws AppError not-an-image, image-too-large, image-damaged, unavailable (the queue is full, or it took too long)
   */
  make<T>(sent: Uint8Array | string, use: (made: ProcessedPicture) => Promise<T>, place?: Place): Promise<T>
  /**
   * @param sent the file is not moved, but metadata that reveals where it was recorded is blanked in it
   * @param use receives the film; its files are removed afterwards
   * @throws AppError not-a-film, film-damaged, film-not-for-every-screen, unavailable; those of `make` with the field `poster`
   */
  check<T>(sent: SentFilm, use: (checked: ProcessedFilm) => Promise<T>, place?: Place): Promise<T>
  /** The running process. Undefined if it is not running. */
  pid(): number | undefined
  /** Finishes the waiting jobs and accepts no new ones. */
  close(): Promise<void>
}

type Outcome =
  | MediaReply
  | { status: 'ended'; why: 'crashed' | 'too-slow' | 'too-costly' | 'too-large' | 'never-began' }

/** @param folder for files in progress; created if missing, and emptied: its contents were left by a process that ended */
export async function openWorkshop(options: {
  folder: string
  log: Pick<Log, 'warn'>
  limits?: Partial<WorkshopLimits> | undefined
  /** The worker's program. */
  program?: string | undefined
}): Promise<Workshop> {
  const { folder, log, program = PROGRAM } = options
  const limits = { ...LIMITS, ...options.limits }
  const inTurn = createQueue('pictures', { waiting: limits.waiting, waitingOfOne: limits.waitingOfOne })
  const underWay = new Set<Promise<unknown>>()
  let worker: ChildProcess | undefined
  const ready = new WeakSet<ChildProcess>()
  /** False once a worker did not start within the memory limit. Found out by a real start, because a separate trial would delay it. */
  let isBounded = true
  let idle: NodeJS.Timeout | undefined
  let closing = false

  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })

  function startedWorker(): ChildProcess {
    clearTimeout(idle)
    if (worker) return worker
    const bound = isBounded ? ['prlimit', `--data=${DATA_BYTES}`] : []
    const [command = '', ...args] = [...bound, process.execPath, program, String(limits.priority)]
    // The worker gets none of the server's settings, which include passwords.
    const started = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    })
    const gone = () => {
      if (worker === started) worker = undefined
    }
    started.once('exit', gone).once('error', gone)
    // The worker must not keep this process alive.
    started.unref()
    started.channel?.unref()
    worker = started
    return started
  }

  function dismiss(): void {
    clearTimeout(idle)
    worker?.kill('SIGKILL')
    worker = undefined
  }

  function work(on: ChildProcess, job: MediaJob, pace: number): Promise<Outcome> {
    return new Promise((resolve) => {
      let why: 'crashed' | 'too-slow' | 'too-costly' | 'too-large' = 'crashed'
      let before: number | undefined
      const end = (reason: typeof why) => {
        why = reason
        on.kill('SIGKILL')
      }
      // Restarted once the worker is ready, which takes long on a busy machine.
      const deadline = setTimeout(() => end('too-slow'), limits.jobMs + pace * FILM_PACE.jobMs)
      const mostMs = limits.processorMs + pace * FILM_PACE.processorMs
      const watch = setInterval(async () => {
        if (on.pid === undefined) return
        const [bytes, taken] = [await residentBytes(on.pid), await processorMs(on.pid)]
        before ??= taken
        if (bytes !== undefined && bytes > limits.residentBytes) end('too-large')
        else if (taken !== undefined && before !== undefined && taken - before > mostMs) end('too-costly')
      }, WATCH_MS)
      const settle = (outcome: Outcome) => {
        clearTimeout(deadline)
        clearInterval(watch)
        on.off('message', replied).off('exit', exited).off('error', failed)
        resolve(outcome)
      }
      const replied = (reply: MediaReply | MediaReady) => {
        if (reply.status !== 'ready') return settle(reply)
        ready.add(on)
        deadline.refresh()
      }
      // A system that runs out of memory kills any process, which says nothing about the way in which this one was started.
      const exited = (_code: number | null, signal: NodeJS.Signals | null) =>
        settle({ status: 'ended', why: ready.has(on) || signal === 'SIGKILL' ? why : 'never-began' })
      const failed = () => settle({ status: 'ended', why: 'never-began' })
      on.on('message', replied).on('exit', exited).on('error', failed)
      // If the process is gone already, its exit event follows.
      on.send(job, () => {})
    })
  }

  /** @param sizeBytes only for a film */
  async function workOn(job: MediaJob, sizeBytes = 0): Promise<MadePicture | CheckedFilm> {
    const isFilm = job.kind === 'film'
    for (let tried = 1; ; tried += 1) {
      const outcome = await work(startedWorker(), job, sizeBytes / FILM_PACE.bytes)
      switch (outcome.status) {
        case 'made':
          return outcome.made
        case 'checked':
          return outcome.checked
        case 'refused':
          throw new AppError(outcome.code, outcome.field ? { field: outcome.field } : {})
        case 'failed':
          throw Object.assign(new Error(`a ${job.kind} could not be read: ${outcome.message}`), { code: outcome.code })
        case 'ended':
          log.warn({ why: outcome.why, tried }, 'the media process was restarted')
          worker = undefined
          await removeMade(job)
          if (outcome.why === 'never-began' && isBounded) {
            log.warn(
              {},
              'prlimit is not available, or Node does not start with it: the memory of the media process is not limited by the system',
            )
            isBounded = false
            tried -= 1
            continue
          }
          if (outcome.why === 'too-costly') throw new AppError(isFilm ? 'film-damaged' : 'image-too-large')
          if (outcome.why === 'too-slow' || outcome.why === 'never-began') {
            throw new AppError('unavailable', { retryAfterSeconds: 30 })
          }
          if (tried === TRIES) throw new AppError(isFilm ? 'film-damaged' : 'image-damaged')
      }
    }
  }

  /**
   * A path for new files, without an extension. Creates the folder again, because it may have been cleared with other temporary
   * files.
   */
  async function nameOne(): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return join(folder, randomUUID())
  }

  async function makeAndUse<T>(sent: Uint8Array | string, use: (made: ProcessedPicture) => Promise<T>): Promise<T> {
    const name = await nameOne()
    const source = typeof sent === 'string' ? sent : `${name}.sent`
    const job: PictureJob = { kind: 'picture', source, picture: `${name}.jpg`, thumbnail: `${name}.webp` }
    try {
      if (typeof sent !== 'string') await writeFile(source, sent, { flag: 'wx', mode: 0o600 })
      const made = (await workOn(job)) as MadePicture
      return await use({ ...made, picture: job.picture, thumbnail: job.thumbnail })
    } finally {
      if (typeof sent !== 'string') await rm(source, { force: true })
      await removeMade(job)
      idle = setTimeout(dismiss, limits.idleMs).unref()
    }
  }

  async function checkAndUse<T>(sent: SentFilm, use: (checked: ProcessedFilm) => Promise<T>): Promise<T> {
    const name = await nameOne()
    const poster = sent.poster ? `${name}.poster` : null
    const job: FilmJob = {
      kind: 'film',
      source: `${name}.mp4`,
      insists: sent.insists,
      poster,
      thumbnail: `${name}.webp`,
    }
    try {
      // A hard link to the same bytes, so that the upload keeps them if this fails.
      await link(sent.path, job.source).catch(() => copyFile(sent.path, job.source))
      if (poster !== null && sent.poster) await writeFile(poster, sent.poster, { flag: 'wx', mode: 0o600 })
      const checked = (await workOn(job, (await stat(job.source)).size)) as CheckedFilm
      return await use({ ...checked, film: job.source, thumbnail: poster === null ? undefined : job.thumbnail })
    } finally {
      await rm(job.source, { force: true })
      if (poster !== null) await rm(poster, { force: true })
      await removeMade(job)
      idle = setTimeout(dismiss, limits.idleMs).unref()
    }
  }

  /** Runs jobs one after the other, and keeps track of them for `close`. */
  function takeIn<T>(work: () => Promise<T>, place: Place | undefined): Promise<T> {
    if (closing) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    const made = inTurn(work, place)
    const done = made.catch(() => undefined)
    underWay.add(done)
    return made.finally(() => underWay.delete(done))
  }

  return {
    make: async (sent, use, place) => takeIn(() => makeAndUse(sent, use), place),
    check: async (sent, use, place) => takeIn(() => checkAndUse(sent, use), place),
    pid: () => worker?.pid,
    async close() {
      closing = true
      await Promise.all(underWay)
      dismiss()
    },
  }
}

async function removeMade(job: MediaJob): Promise<void> {
  if (job.kind === 'picture') await rm(job.picture, { force: true })
  await rm(job.thumbnail, { force: true })
}

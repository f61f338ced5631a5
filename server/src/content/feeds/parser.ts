import { type ChildProcess, fork } from 'node:child_process'
import type { Log } from '../../platform/log.ts'
import { workerPath } from '../../platform/own-files.ts'
import { createQueue } from '../../platform/queue.ts'
import { QUEUES } from '../../platform/shares.ts'
import { LOAD_TABLES, type ParseJob, type ParseReply, READY, type TableJob, type TableReply } from './parse-job.ts'

const PROGRAM = workerPath('content/feeds/feed-worker')
/** Time limit for one feed, on a machine that is busy with other work. Milliseconds. */
const JOB_MS = 4_000
const START_MS = 30_000
/** Heap limit. A feed of 2 MB becomes about 40 MB of JavaScript objects. */
const HEAP_MB = 256
/** An idle process ends after this time, which frees its memory. */
const IDLE_MS = 60_000
/** Environment variables that Node needs to start, and to start faster. */
const PASSED_ON = ['PATH', 'SystemRoot', 'NODE_COMPILE_CACHE']

type Ended = { status: 'ended' }
type AnyJob = ParseJob | TableJob

export type Parser = {
  /** Parses a feed or a source of a table in a separate process. Each organisation has one parsed at a time. */
  parse(job: ParseJob): Promise<ParseReply | Ended>
  parseTable(job: Omit<TableJob, 'as'>): Promise<TableReply | Ended>
  /** The running processes, busy or idle. */
  pids(): number[]
  close(): void
}

/** @param options.jobMs time limit for one feed; tests use a shorter one */
export function createParser(log: Pick<Log, 'warn'>, options: { jobMs?: number } = {}): Parser {
  const { jobMs = JOB_MS } = options
  const inTurn = createQueue('feed-parser')
  const workers = Array.from({ length: QUEUES['feed-parser'].atOnce }, () => createWorker(log, jobMs))
  const parseAs = <Reply>(job: AnyJob) =>
    inTurn(() => {
      // Prefers a running process, so that a second one is started only when both are needed.
      const idle = workers.filter((worker) => !worker.isBusy())
      const worker = idle.find(({ pid }) => pid() !== undefined) ?? idle[0]
      if (!worker) throw new Error('the queue of the parser lets more in than there are processes')
      return worker.work<Reply>(job)
    })
  return {
    parse: (job) => parseAs<ParseReply>(job),
    parseTable: (job) => parseAs<TableReply>({ ...job, as: 'table' }),
    pids: () => workers.flatMap(({ pid }) => pid() ?? []),
    close() {
      for (const worker of workers) worker.dismiss()
    },
  }
}

/** A process that parses feeds one after the other. Started with the first feed; ends after a minute without one. */
function createWorker(log: Pick<Log, 'warn'>, jobMs: number) {
  let worker: { process: ChildProcess; ready: Promise<boolean>; tables?: Promise<boolean> } | undefined
  let idle: NodeJS.Timeout | undefined
  let busy = false

  function started(): NonNullable<typeof worker> {
    clearTimeout(idle)
    if (worker) return worker
    const child = fork(PROGRAM, [], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // The process gets none of the server's settings, which include passwords. Times without a zone are parsed as UTC.
      env: {
        TZ: 'UTC',
        ...Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      },
    })
    // The child must not keep this process alive.
    child.unref()
    child.channel?.unref()
    const ready = answerOf<string>(child, START_MS).then((word) => word === READY)
    child.once('exit', () => {
      if (worker?.process === child) worker = undefined
    })
    worker = { process: child, ready }
    return worker
  }

  function dismiss(): void {
    clearTimeout(idle)
    worker?.process.kill('SIGKILL')
    worker = undefined
  }

  async function read<Reply>(job: AnyJob): Promise<Reply | Ended> {
    const own = started()
    const child = own.process
    let isReady = await own.ready
    if (isReady && 'as' in job) {
      own.tables ??= answerOf<string>(child, START_MS, () => child.send(LOAD_TABLES)).then((word) => word === READY)
      isReady = await own.tables
    }
    const answer = isReady ? answerOf<Reply>(child, jobMs, () => child.send(job, () => {})) : undefined
    const reply = await answer
    if (reply === undefined) {
      log.warn({ feed: new URL(job.url).hostname }, 'the feed parser process was restarted')
      dismiss()
      return { status: 'ended' }
    }
    idle = setTimeout(dismiss, IDLE_MS).unref()
    return reply
  }

  return {
    isBusy: () => busy,
    async work<Reply>(job: AnyJob): Promise<Reply | Ended> {
      busy = true
      try {
        return await read<Reply>(job)
      } finally {
        busy = false
      }
    },
    pid: () => worker?.process.pid,
    dismiss,
  }
}

/** @returns undefined: the process ended, or took too long and was killed */
function answerOf<Answer>(child: ChildProcess, mostMs: number, ask?: () => void): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => child.kill('SIGKILL'), mostMs)
    const settle = (answer: Answer | undefined) => {
      clearTimeout(deadline)
      child.off('message', told).off('exit', gone).off('error', gone)
      resolve(answer)
    }
    const told = (answer: unknown) => settle(answer as Answer)
    const gone = () => settle(undefined)
    child.on('message', told).on('exit', gone).on('error', gone)
    ask?.()
  })
}

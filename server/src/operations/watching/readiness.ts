import type { Context } from '../../platform/context.ts'
import type { Ballast } from '../../platform/database/ballast.ts'
import type { Level, Pressure } from '../../platform/pressure.ts'
import * as store from './store.ts'

/** A part that has not answered within this time counts as failing. */
const PATIENCE_MS = 2_000
/** More frequent requests get the last answer, so that requests cannot keep the database busy. */
const KEPT_MS = 1_000

/**
 * `backup`, `disk` (only room for deleting is left) and `pressure` are included because this address is monitored. They do not make the
 * server unready: screens keep playing and need a server that answers.
 */
export type Readiness = {
  ready: boolean
  parts: Record<'database' | 'files' | 'process' | 'backup' | 'disk', 'ok' | 'failing'>
  /** The level of calls that are refused at the moment. */
  pressure: Level
}

/** Tells if requests should be sent to this process: everything that a request needs must answer. */
export type ReadinessCheck = {
  read(): Promise<Readiness>
  /** From now on the process is not ready, because it is about to stop and only finishes its current work. */
  leave(): void
}

export function createReadinessCheck(
  context: Pick<Context, 'database' | 'files' | 'now'>,
  backups: () => { failure: string | undefined },
  pressure: Pick<Pressure, 'level'>,
  ballast: Pick<Ballast, 'state'>,
): ReadinessCheck {
  let leaving = false
  let last: { at: number; answer: Promise<Readiness> } | undefined

  async function ask(): Promise<Readiness> {
    const [database, files] = await Promise.all([
      inTime(() => store.ask(context.database.queries)),
      inTime(() => askFiles(context.files)),
    ])
    const parts = {
      database: wordOf(database),
      files: wordOf(files),
      process: wordOf(!leaving),
      backup: wordOf(!backups().failure),
      disk: wordOf(ballast.state() !== 'spent'),
    }
    return { ready: database && files && !leaving, parts, pressure: pressure.level() }
  }

  return {
    read() {
      const now = context.now()
      if (!last || now - last.at >= KEPT_MS || now < last.at) last = { at: now, answer: ask() }
      return last.answer
    },
    leave() {
      leaving = true
      last = undefined
    },
  }
}

/** Reads the one stored file that every installation has. An unmounted folder would be readable, but without the file. */
async function askFiles(files: Context['files']): Promise<void> {
  if ((await files.owner()) === undefined) throw new Error('the stored files are missing')
}

const wordOf = (fine: boolean): 'ok' | 'failing' => (fine ? 'ok' : 'failing')

async function inTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const answered = ask().then(
    () => true,
    () => false,
  )
  const fine = await Promise.race([answered, late])
  clearTimeout(timer)
  return fine
}

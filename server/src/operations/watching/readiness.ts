import type { Context } from '../../platform/context.ts'
import type { Ballast } from '../../platform/database/ballast.ts'
import type { Level, Pressure } from '../../platform/pressure.ts'
import * as store from './store.ts'

/** A part that has not answered by then is as good as gone. */
const PATIENCE_MS = 2_000
/** More frequent questions get the last answer, so that nobody keeps the database busy by asking. */
const KEPT_MS = 1_000

/**
 * `backup`, `disk` (no room but what is kept for removing) and `pressure` are told here, since this is what is watched; they
 * make nothing unready: screens play on, and need somebody who answers.
 */
export type Readiness = {
  ready: boolean
  parts: Record<'database' | 'files' | 'process' | 'backup' | 'disk', 'ok' | 'failing'>
  /** The kinds of calls that there is no time for at the moment. */
  pressure: Level
}

/** Tells whether requests should be sent here: everything that a request needs must answer. */
export type ReadinessCheck = {
  read(): Promise<Readiness>
  /** From now on the answer is no: the process is about to end, and finishes what it has. */
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

/** Reads one stored file, which each installation has. A folder that was not mounted answers as well, without it. */
async function askFiles(files: Context['files']): Promise<void> {
  if ((await files.owner()) === undefined) throw new Error('the stored files are not there')
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

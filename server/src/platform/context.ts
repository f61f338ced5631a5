import type { Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'

/** The dependencies of every service. Created once, in app.ts. Tests create their own. */
export type Context = {
  config: Config
  database: Database
  files: FileStore
  bus: Bus
  log: Log
  mailer: Mailer
  /** Milliseconds since 1970, UTC. */
  now: () => number
}

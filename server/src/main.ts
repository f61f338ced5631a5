import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { playerPath, SETUP_LINK_EXPIRES_MS } from '@placard/contract'
import { createApp } from './app.ts'
import { ForeignFiles } from './content/media/service.ts'
import { SAMPLE_DISPLAY, type Seeded, seedSample } from './operations/seed/service.ts'
import { claimFolder } from './platform/claim.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { ensureDataFolder } from './platform/data-folder.ts'
import { isDamaged } from './platform/database/database.ts'
import { CannotUpgrade } from './platform/database/migrate.ts'
import { CANNOT_START } from './platform/exit-code.ts'
import { listensOutward, ownAddress } from './platform/own-address.ts'
import { PROJECT_FOLDER } from './platform/own-files.ts'

/** A server that does not stop by then has something that never ends; its supervisor should not wait for it. */
const STOP_MS = 5_000

async function main(): Promise<void> {
  // All files that it writes, the database and its log above all, are for this user's eyes alone.
  process.umask(0o077)
  const config = readConfig(process.env, process.cwd())
  ensureDataFolder(config.dataDir)
  // Two on one SQLite would each undo what the other relies on. Nodes on one PostgreSQL have folders with nothing to keep.
  if (config.databaseUrl === undefined) claimFolder(config.dataDir)
  const built = { web: join(PROJECT_FOLDER, 'web/dist'), player: join(PROJECT_FOLDER, 'player/dist') }
  const pages =
    existsSync(join(built.web, 'app.html')) && existsSync(join(built.player, 'index.html')) ? built : undefined

  const app = await createApp(config, { pages })
  const seeded = await seedSample(app.context, app.accounts)
  // Undefined as soon as anybody has an account.
  const setupLink = config.seed.kind === 'none' ? await app.setup.createLink() : undefined
  await app.listen()

  let stopping = false
  /** Ends in an orderly way, with this exit code when all of it could be done. */
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    app.close().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // A promise that nobody waited for comes here too, since there is no listener for those alone.
  process.on('uncaughtException', (error, origin) => {
    if (!app.uncaught.tell(error, origin)) stop(1)
  })

  const { port } = app.http.server.address() as { port: number }
  const address = config.publicUrl ?? `http://localhost:${port}`
  console.log(
    greeting(address, pages !== undefined, [
      ...(setupLink ? setupLines(setupLink.path, config, port) : placeLines(address, config)),
      ...(seeded ? signInLines(seeded) : []),
    ]),
  )
  // With NODE_COMPILE_CACHE set, the next start takes half of the time, although this process may end without a chance to write
  // it.
  flushCompileCache()
}

/** Without the sample nobody knows which displays there are but the dashboard. */
function placeLines(address: string, { seed }: Config): string[] {
  const dashboard = `  Dashboard   ${address}/dashboard`
  return seed.kind === 'none' ? [dashboard] : [dashboard, `  Display     ${address}${playerPath(SAMPLE_DISPLAY)}`]
}

function signInLines({ email, generatedPassword }: Seeded): string[] {
  return [
    `  Sign in     ${email}`,
    generatedPassword
      ? `  Password    ${generatedPassword}   (shown this once; write it down)`
      : '  Password    the one in SEED_ADMIN_PASSWORD',
  ]
}

/** The link, and how a phone beside the machine reaches it: `localhost` is each device's own. */
function setupLines(path: string, { publicUrl, host }: Config, port: number): string[] {
  const here = `  Set it up   ${publicUrl ?? `http://localhost:${port}`}${path}`
  const elsewhere = publicUrl === undefined && listensOutward({ address: host }) ? ownAddress() : undefined
  return [
    here,
    ...(elsewhere === undefined ? [] : [`  or, from another device: http://${elsewhere}:${port}${path}`]),
    '',
    `  The link works once, for ${SETUP_LINK_EXPIRES_MS / 60_000} minutes. "npm run placard -- setup-link" prints a new one.`,
  ]
}

function greeting(address: string, hasPages: boolean, told: string[]): string {
  const lines = ['', '  Placard is running.', '', ...told]
  if (!hasPages) lines.push('', '  The pages are not built: run `npm start` from the root of the project.')
  if (address.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(address)) {
    lines.push(
      '',
      '  Plain http: screens cannot start without the network, and passwords travel readable. Prefer https.',
    )
  }
  return [...lines, ''].join('\n')
}

/** Failures that only a person can put right: a setting, the port, a folder of another user, a damaged database. */
const FOR_A_PERSON: ReadonlySet<unknown> = new Set([
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
])

function isForAPerson(error: unknown): boolean {
  return (
    error instanceof ConfigError ||
    error instanceof CannotUpgrade ||
    error instanceof ForeignFiles ||
    (error instanceof Error && isDamaged(error.cause)) ||
    (error instanceof Error && 'code' in error && FOR_A_PERSON.has(error.code))
  )
}

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return 'code' in error && error.code === 'EADDRINUSE'
    ? `the port is taken. Set PORT to another one. ${error.message}`
    : `${error.message}${cause}`
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`Placard cannot start: ${error.message}`)
  else console.error('Placard cannot start:', error instanceof Error ? describe(error) : error)
  process.exit(isForAPerson(error) ? CANNOT_START : 1)
})

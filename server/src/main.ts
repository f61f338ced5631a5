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
import { AGENT_FILE, PROJECT_FOLDER } from './platform/own-files.ts'

/** A server that has not stopped by then has something that never ends. Its supervisor should not wait for it. */
const STOP_MS = 5_000

async function main(): Promise<void> {
  // All files that it writes, above all the database and its log, are readable only by this user.
  process.umask(0o077)
  const config = readConfig(process.env, process.cwd())
  ensureDataFolder(config.dataDir)
  // Two servers on one SQLite database would interfere with each other. Nodes on one PostgreSQL have data folders without anything to
  // protect.
  if (config.databaseUrl === undefined) claimFolder(config.dataDir)
  const built = { web: join(PROJECT_FOLDER, 'web/dist'), player: join(PROJECT_FOLDER, 'player/dist') }
  const pages =
    existsSync(join(built.web, 'app.html')) && existsSync(join(built.player, 'index.html')) ? built : undefined

  const app = await createApp(config, { pages, agentFile: AGENT_FILE })
  const seeded = await seedSample(app.context, app.accounts)
  // undefined as soon as an account exists.
  const setupLink = config.seed.kind === 'none' ? await app.setup.createLink() : undefined
  await app.listen()

  let stopping = false
  /** Shuts down in an orderly way. Exits with this code if everything could be completed. */
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
  // Unhandled rejections arrive here too, because there is no listener for them.
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
  // With NODE_COMPILE_CACHE set, this halves the time of the next start. It is written now, because the process may end without a chance
  // to do so.
  flushCompileCache()
}

/** Lines with the addresses. Without the sample, only the dashboard's is known. */
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

/** Lines with the setup link, and with one for other devices, on which `localhost` would be themselves. */
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
  if (!hasPages) lines.push('', '  The pages are not built. Run `npm start` in the project folder.')
  if (address.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(address)) {
    lines.push(
      '',
      '  Plain http: screens cannot start without the network, and passwords are not encrypted. Use https.',
    )
  }
  return [...lines, ''].join('\n')
}

/** Failures that only a person can fix: a setting, the port, a folder of another user, a damaged database. */
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
    ? `the port is in use. Set PORT to another one. ${error.message}`
    : `${error.message}${cause}`
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`Placard cannot start: ${error.message}`)
  else console.error('Placard cannot start:', error instanceof Error ? describe(error) : error)
  process.exit(isForAPerson(error) ? CANNOT_START : 1)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  DisplayId,
  type DisplayKey,
  OrganisationId,
  pathOf,
  playerPath,
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteResponse,
} from '@placard/contract'
import { endWithWorker } from './end-with-worker.ts'

export const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase for journeys' }
export const DISPLAY: DisplayKey = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }

const ROOT = resolve(import.meta.dirname, '..')
/** The environment variable with the data folder of a server that was started once with the sample. `set-up.ts` sets it. */
export const TEMPLATE = 'PLACARD_TEMPLATE'
/** Each journey signs in, and a password hash of the usual cost takes 60 ms of a core. Other tests cover the usual hash. */
const CHEAP_PASSWORDS = './server/dist/run-with-cheap-passwords.js'
/** With one of these settings, the data do not start from the template. */
const OWN_DATA = ['SEED', 'SEED_ADMIN_EMAIL', 'SEED_ADMIN_PASSWORD', 'DATABASE_URL', 'S3_BUCKET']

/** A server in its own process, with the sample data in a new folder. */
export type Placard = AsyncDisposable & {
  url: string
  /** The server requests forecasts from this port of this machine. Nothing listens there unless a journey starts a service. */
  weatherPort: number
  /** The address of the player of the sample display. */
  display: string
  /** Its output since its last start. */
  said(): string
  /** Ends the server at once, as a power cut does. */
  kill(): Promise<void>
  /** Stops the server, which finishes its requests, as a supervisor does. */
  stop(): Promise<void>
  /** Starts the server on the same data and the same port, unless it runs. */
  start(): Promise<void>
  /** Signs the administrator in again, for journeys in which sessions expire. */
  signInAgain(): Promise<void>
  /** Calls the API as the administrator, for content that a journey needs but does not test. */
  call<Name extends RouteName>(
    name: Name,
    options?: {
      params?: RouteParams<Name>
      query?: Record<string, string>
      body?: RouteBodyInput<Name> | Buffer
      headers?: Record<string, string>
    },
  ): Promise<RouteResponse<Name>>
  close(): Promise<void>
}

/**
 * @param environment further settings, or a function that makes them from the address of the server
 * @param root folder with the built server and pages
 */
export async function launchPlacard(
  environment: Record<string, string> | ((url: string) => Record<string, string>) = {},
  root = ROOT,
): Promise<Placard> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const weatherPort = await freePort()
  let server: ChildProcess | undefined
  let said = ''
  let cookie: string | undefined
  /** Read at every start, because a journey may change a setting while the server is stopped. */
  const readSettings = () => (typeof environment === 'function' ? environment(url) : environment)
  const settings = readSettings()
  const ownDir = await mkdtemp(join(tmpdir(), 'placard-journey-'))
  const dataDir = settings.DATA_DIR ?? ownDir
  const template = process.env[TEMPLATE]
  if (template && !OWN_DATA.some((name) => name in settings)) await cp(template, dataDir, { recursive: true })

  const isRunning = () => server !== undefined && server.exitCode === null && server.signalCode === null

  async function start(): Promise<void> {
    if (isRunning()) return
    const started = spawn(process.execPath, ['--import', CHEAP_PASSWORDS, 'server/dist/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: 'localhost',
        DATA_DIR: dataDir,
        // These servers run for a minute, so they need no reserve for a full disk.
        BALLAST_MB: '0',
        SEED_ADMIN_EMAIL: ADMIN.email,
        SEED_ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
        WEATHER_SOURCE: 'open-meteo',
        WEATHER_URL: `http://127.0.0.1:${weatherPort}`,
        ...readSettings(),
      },
    })
    server = started
    endWithWorker(started)
    said = ''
    started.stdout.on('data', (bytes) => {
      said += bytes
    })
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
      if (started.exitCode !== null) throw new Error('the server ended while it started')
      if (
        await fetch(`${url}/api/time`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return
      await new Promise((wake) => setTimeout(wake, 50))
    }
    throw new Error('the server did not start within 60 seconds')
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!server || !isRunning()) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  const kill = () => end('SIGKILL')
  const close = async () => {
    await kill()
    await rm(ownDir, { recursive: true, force: true })
  }

  const ours = { origin: url, 'x-requested-with': 'placard' }
  async function signIn(): Promise<string> {
    const answer = await fetch(url + ROUTES.signIn.path, {
      method: 'POST',
      headers: { ...ours, 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`)
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }

  await start()
  return {
    url,
    weatherPort,
    display: url + playerPath(DISPLAY),
    said: () => said,
    kill,
    stop: () => end('SIGTERM'),
    start,
    async signInAgain() {
      cookie = await signIn()
    },
    async call(name, { params, query, body, headers } = {}) {
      cookie ??= await signIn()
      const json = body !== undefined && !Buffer.isBuffer(body)
      const asked = query ? `?${new URLSearchParams(query)}` : ''
      const answer = await fetch(url + pathOf(name, { ...DISPLAY, ...(params as object) } as never) + asked, {
        method: ROUTES[name].method,
        headers: { ...ours, cookie, ...(json ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
      })
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
      const text = await answer.text()
      return text === '' ? undefined : JSON.parse(text)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

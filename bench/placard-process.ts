import { join } from 'node:path'
import {
  DisplayId,
  type MediaFile,
  OrganisationId,
  PIECE_TYPE,
  pathOf,
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteResponse,
  TUS_VERSION,
} from '@placard/contract'
import { BenchError } from './bench-error.ts'
import { type Child, listening, startChild, temporaryFolder } from './children.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'dist', 'main.js')
/** The password of every account that is created here. */
export const PASSWORD = 'a pass phrase to measure with'
const ADMIN = { email: 'admin@vnr.example', password: PASSWORD }
/** The sample display, which a fresh server has. */
export const DISPLAY = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }

type Asking<Name extends RouteName> = { params: RouteParams<Name>; body?: RouteBodyInput<Name> }

/** A signed-in user. */
export type Person = {
  /** The headers of the user's requests. */
  headers: Record<string, string>
  /** @throws BenchError with the answer when it is not a success */
  call<Name extends RouteName>(name: Name, asking: Asking<Name>): Promise<RouteResponse<Name>>
}

/** The delivered product in a process of its own. `call` acts as the administrator. */
export type PlacardProcess = AsyncDisposable &
  Person & {
    /** The process that runs now. */
    child: Child
    url: string
    /** The folder of its data. */
    folder: string
    /** Address of the sample film. */
    film: string
    /** Creates an account, subscribes it and signs it in. */
    enter(subscription: RouteBodyInput<'createSubscription'>): Promise<Person>
    /** Uploads in one piece of a resumable upload. @returns the file that the server has made of it */
    upload(picture: Buffer): Promise<MediaFile>
    /** Kills the server, like a crash. `start` then continues with the same data. */
    kill(): Promise<void>
    start(): Promise<void>
  }

/**
 * Starts the server without waiting for it.
 *
 * @param options.seed `sample`: a fresh folder gets the sample display and its administrator
 * @param options.settings further settings, by the names in the README's table
 * @param main the server's entry
 */
export function spawnPlacard(
  options: { port: number; folder: string; seed: 'sample' | 'none'; settings?: Record<string, string> },
  main = MAIN,
): Child {
  return startChild([main], {
    env: {
      ...process.env,
      PORT: String(options.port),
      HOST: '127.0.0.1',
      DATA_DIR: options.folder,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SEED: options.seed,
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
      // Every listener of a measurement has the same address.
      STREAMS_PER_ADDRESS: '50000',
      STREAMS_PER_DISPLAY: '50000',
      STREAMS_MAX: '50000',
      ...options.settings,
    },
  })
}

/**
 * Starts a server with fresh data in a temporary folder and an empty display, and signs in over HTTP.
 *
 * @param main the server's entry
 * @param settings further settings, by the names in the README's table
 */
export async function startPlacardProcess(
  port: number,
  main = MAIN,
  settings: Record<string, string> = {},
): Promise<PlacardProcess> {
  const folder = await temporaryFolder()
  const url = `http://127.0.0.1:${port}`
  const spawn = () => spawnPlacard({ port, folder, seed: 'sample', settings }, main)
  let child = spawn()
  const kill = () => child.stop()
  await listening(child, port)
  const admin = await signIn(url, ADMIN)
  const { headers, call } = admin

  const programme = await call('getProgramme', { params: DISPLAY })
  const film = programme.items.find(({ type }) => type === 'video')?.url ?? ''
  for (const { id } of programme.items) await call('removeItem', { params: { ...DISPLAY, itemId: id } })
  for (const { id } of programme.lines) await call('removeLine', { params: { ...DISPLAY, lineId: id } })
  return {
    ...admin,
    get child() {
      return child
    },
    url,
    folder,
    film,
    async enter(subscription) {
      const account = { email: subscription.email, password: ADMIN.password }
      // In this order: subscribed before, an address is only invited.
      await ask(url, ourPage(url), 'signUp', { params: {}, body: account })
      await call('createSubscription', { params: {}, body: subscription })
      return signIn(url, account)
    },
    kill,
    [Symbol.asyncDispose]: kill,
    async start() {
      child = spawn()
      await listening(child, port)
    },
    async upload(picture) {
      const tus = { ...headers, 'tus-resumable': TUS_VERSION }
      const send = async (path: string, method: string, more: Record<string, string>, body?: Buffer) => {
        const init = { method, headers: { ...tus, ...more }, ...(body ? { body: new Uint8Array(body) } : {}) }
        const response = await fetch(url + path, init)
        if (!response.ok) throw new BenchError(`Placard refused a picture: ${response.status} ${await response.text()}`)
        return response
      }
      const created = await send(pathOf('createUpload', DISPLAY), 'POST', { 'upload-length': String(picture.length) })
      const { id } = (await created.json()) as RouteResponse<'createUpload'>
      const params = { ...DISPLAY, uploadId: id }
      const piece = { 'content-type': PIECE_TYPE, 'upload-offset': '0' }
      await send(pathOf('appendToUpload', params), ROUTES.appendToUpload.method, piece, picture)
      return call('finishUpload', { params })
    },
  }
}

/** The headers that distinguish requests of Placard's own pages from others. */
function ourPage(url: string): Record<string, string> {
  return { origin: url, 'x-requested-with': 'placard' }
}

async function signIn(url: string, account: { email: string; password: string }): Promise<Person> {
  const { response } = await ask(url, ourPage(url), 'signIn', { params: {}, body: account })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return personWith(url, { ...ourPage(url), cookie, 'if-match': '*' })
}

/** @param headers of a user who is signed in already */
export function personWith(url: string, headers: Record<string, string>): Person {
  return { headers, call: async (name, asking) => (await ask(url, headers, name, asking)).body }
}

async function ask<Name extends RouteName>(
  url: string,
  headers: Record<string, string>,
  name: Name,
  { params, body }: Asking<Name>,
): Promise<{ response: Response; body: RouteResponse<Name> }> {
  const response = await fetch(url + pathOf(name, params), {
    method: ROUTES[name].method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new BenchError(`Placard refused ${name}: ${response.status} ${text.slice(0, 300)}`)
  return { response, body: text === '' ? undefined : JSON.parse(text) }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addressFor,
  type ErrorCode,
  pathOf,
  ROUTES,
  type Route,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteResponse,
} from '@placard/contract'
import { type App, createApp } from '../app.ts'
import { failuresOf } from '../operations/documentation/failures.ts'
import { seedSample } from '../operations/seed/service.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase, type SqlDialect } from '../platform/database/database.ts'
import type { BuiltPages } from '../platform/http/pages.ts'
import type { Outside } from '../platform/outgoing/fetch-outside.ts'
import { createPressure, type Pressure } from '../platform/pressure.ts'
import { copySample, openTestDatabase, type TestStorage } from './dialects.ts'
import { ADMIN, testConfig } from './template.ts'

export { ADMIN } from './template.ts'

/** The result of a call. `body` is the answer's JSON, whatever its status. undefined when there was none. */
export type Answer<Body> = { status: number; body: Body; headers: Headers }

/** Calls the running server like a browser. */
export type Client = {
  call<Name extends RouteName>(
    name: Name,
    options: {
      params: RouteParams<Name>
      body?: RouteBodyInput<Name> | Uint8Array
      headers?: Record<string, string>
    },
  ): Promise<Answer<RouteResponse<Name>>>
  /** Opens an address like a link on another site does: only cookies are sent. Redirects are not followed. */
  visit(path: string, method?: string): Promise<Response>
  /** The value of the Cookie header. */
  cookie(): string
}

export type TestServer = AsyncDisposable & {
  app: App
  /** The address of the server, without a trailing slash. */
  url: string
  anonymous: Client
  /** Signs in. Default: the administrator of vnr/ece. */
  signIn(credential?: { email: string; password: string }): Promise<Client>
  close(): Promise<void>
}

/** Enough time to say goodbye to listeners. */
const UNREAD_MS = 1_000

/** The status of an answer, whose body is read to its end. */
export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

/** The real server on a free port, with the sample data in new storage. */
export async function startTestServer(
  options: {
    dialect?: SqlDialect
    now?: () => number
    config?: Partial<Config>
    pages?: BuiltPages
    /** A folder for all data, including the database. It stays when the server is closed. */
    keepIn?: string
    /** Storage that other servers use too. It stays when this server is closed. */
    sharedWith?: Pick<TestStorage, 'dataDir' | 'databaseUrl'>
    /** undefined: one that measures nothing, so that no call is refused on a slow machine. */
    pressure?: Pressure
    outside?: Outside
    agentFile?: string
  } = {},
): Promise<TestServer> {
  const { keepIn, sharedWith, now, pages, outside, pressure = createPressure(), dialect = 'sqlite' } = options
  // The storage is named in the configuration, so the server opens its database itself.
  const isElsewhere = sharedWith !== undefined || keepIn !== undefined
  const isTheSample = !isElsewhere && !options.config?.seed && !options.config?.s3
  const sample = isTheSample ? await copySample(dialect, (now ?? Date.now)()) : undefined
  const dataDir = sharedWith?.dataDir ?? keepIn ?? sample?.dataDir ?? (await mkdtemp(join(tmpdir(), 'placard-test-')))
  const database = sample ? await openDatabase(sample) : isElsewhere ? undefined : await openTestDatabase(dialect)
  const config = { ...testConfig({ dataDir, databaseUrl: sharedWith?.databaseUrl }), ...options.config }
  const app = await createApp(config, {
    pages,
    pressure,
    outside,
    agentFile: options.agentFile,
    ...(database ? { database } : {}),
    ...(now ? { now } : {}),
  })
  await seedSample(app.context, app.accounts)
  const url = await app.listen()
  const close = async () => {
    const closed = app.close()
    // Closing waits for requests in progress. An answer that a test never read would count as one for a minute.
    const cut = setTimeout(() => app.http.server.closeAllConnections(), UNREAD_MS)
    await closed
    clearTimeout(cut)
    await sample?.remove()
    if (!isElsewhere) await rm(dataDir, { recursive: true, force: true })
  }

  return {
    app,
    url,
    anonymous: createClient(url),
    async signIn(credential = ADMIN) {
      const client = createClient(url)
      const answer = await client.call('signIn', { params: {}, body: credential })
      if (answer.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`)
      return client
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export function createClient(url: string): Client {
  const cookies = new Map<string, string>()
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
  return {
    async visit(path, method = 'GET') {
      const response = await fetch(new URL(path, url), {
        method,
        redirect: 'manual',
        headers: { cookie: this.cookie() },
      })
      keep(response.headers)
      return response
    },
    async call(name, { params, body, headers }) {
      const { method } = ROUTES[name]
      const sent =
        body instanceof Uint8Array ? Buffer.from(body) : body === undefined ? undefined : JSON.stringify(body)
      const response = await fetch(url + pathOf(name, params), {
        method,
        ...(sent === undefined ? {} : { body: sent }),
        headers: {
          origin: url,
          'x-requested-with': 'placard',
          ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(cookies.size > 0 ? { cookie: this.cookie() } : {}),
          ...headers,
        },
      })
      keep(response.headers)
      const text = await response.text()
      const answer = text === '' ? undefined : JSON.parse(text)
      checkDocumented(name, params as object, response.status, answer?.error?.code)
      return { status: response.status, body: answer, headers: response.headers }
    },
    cookie: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

/** Fails the test when an answer has an error that the API description does not name. */
function checkDocumented(name: RouteName, params: object, status: number, code: ErrorCode | undefined): void {
  if (code === undefined) return
  const route: Route = ROUTES[name]
  if (
    failuresOf(name, { ...route, ...addressFor(route, params) })
      .get(status)
      ?.includes(code)
  )
    return
  throw new Error(`${name} answered ${status} ${code}: write it in the errors of its ROUTE_DETAILS`)
}

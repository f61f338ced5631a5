import createFetchClient, { type Client } from 'openapi-fetch'
import type { paths } from './generated/api.d.ts'
import { RECEIPTS } from './generated/receipts.ts'
import { follow, type LiveEvent, StreamRefused } from './live.ts'
import { repeating } from './repeat.ts'

export { type LiveEvent, type paths, StreamRefused }

/** The answer of a call that reads. */
type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Content } } } }
}
  ? Content
  : never

/** A display or a playlist with all of its items and lines, including hidden ones. */
export type Programme = Read<'/api/organisations/{organisationId}/displays/{displayId}'>
/** Everything that the screens of a display need. */
export type Manifest = Read<'/api/organisations/{organisationId}/displays/{displayId}/manifest'>

export type PlacardOptions = {
  /** The address of the server: `https://signs.example.org`. In a page that the server's own host serves: absent. */
  url?: string
  /** An API token. Absent: only what anybody may read. */
  token?: string
  /** The number of times that a call is tried again. Default: 4. */
  retries?: number
  /** The time that one try may take, in milliseconds. Default: 30,000. */
  timeoutMs?: number
  /** Another `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch
}

export type FollowOptions = {
  /** Ends the stream. */
  signal?: AbortSignal
  /** Called when the connection is made or lost. The stream connects again by itself. */
  onConnected?: (isConnected: boolean) => void
}

type Key = { organisationId: string; displayId: string } | { organisationId: string; playlistId: string }

export type Placard = Client<paths> & {
  /** The complete display or playlist, now and after each change. */
  followProgramme(key: Key, options?: FollowOptions): AsyncGenerator<Programme, void, void>
  /** The complete manifest of a display, now and after each change. */
  followManifest(
    key: { organisationId: string; displayId: string },
    options?: FollowOptions,
  ): AsyncGenerator<Manifest, void, void>
}

/**
 * A client of one server. Calls are made as in openapi-fetch: `placard.GET(path, { params })` resolves with `data` or `error`, and
 * throws when there was no answer.
 *
 * A change gets an `Idempotency-Key`, unless it has one, so that a repeated call is carried out once.
 */
export function createPlacard({
  url = '',
  token,
  retries = 4,
  timeoutMs = 30_000,
  fetch = (...asked) => globalThis.fetch(...asked),
}: PlacardOptions = {}): Placard {
  const baseUrl = url === '' ? globalThis.location.origin : url.replace(/\/+$/, '')
  const headers = {
    'x-requested-with': 'placard',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const repeatable = new WeakSet<Request>()
  const client = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: repeating({ retries, timeoutMs, fetch, isRepeatable: (request) => repeatable.has(request) }),
  })
  client.use({
    onRequest({ request, schemaPath }) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!isRead && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID())
      }
      if (isRead || RECEIPTS.has(`${request.method} ${schemaPath}`)) repeatable.add(request)
      return undefined
    },
  })

  async function* followed(path: string, event: string, options: FollowOptions): AsyncGenerator<unknown, void, void> {
    for await (const one of follow({ ...options, url: baseUrl + path, headers, fetch })) {
      if (one.event === event) yield one.data
    }
  }
  const ofProgramme = (key: Key) => {
    const [kind, id] = 'playlistId' in key ? ['playlists', key.playlistId] : ['displays', key.displayId]
    return `/api/organisations/${encodeURIComponent(key.organisationId)}/${kind}/${encodeURIComponent(id)}`
  }

  return Object.assign(client, {
    followProgramme: (key: Key, options: FollowOptions = {}) =>
      followed(`${ofProgramme(key)}/live`, 'programme', options) as AsyncGenerator<Programme, void, void>,
    followManifest: (key: Key, options: FollowOptions = {}) =>
      followed(`${ofProgramme(key)}/manifest/live`, 'manifest', options) as AsyncGenerator<Manifest, void, void>,
  })
}

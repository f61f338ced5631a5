import { join } from 'node:path'
import {
  DisplayId,
  LIVE_EVENTS,
  MAX_LINE_CHARACTERS,
  OrganisationId,
  pathOf,
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  type RouteResponse,
} from '@placard/contract'
import { BenchError } from './bench-error.ts'
import { listening, startChild, temporaryFolder } from './children.ts'
import type { Running } from './contestant.ts'
import { markerOf } from './marker.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'src', 'main.ts')
const ADMIN = { email: 'admin@vnr.example', password: 'a pass phrase to measure with' }
/** The sample display, which a fresh server has. */
const DISPLAY = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('ece') }
/** Characters of the line that changes. The rest of the event is a second line that does not. */
const CHANGING_CHARACTERS = 400

/**
 * The product as it is delivered, with fresh data below a temporary folder, signed in to over HTTP. Its change is an
 * edit of one line: authorised, checked, stored in a transaction, read again as a manifest.
 *
 * @param main the server's entry
 */
export async function startPlacard(port: number, eventBytes: number, main = MAIN): Promise<Running> {
  const child = startChild([main], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SEED: 'sample',
      SEED_ADMIN_EMAIL: ADMIN.email,
      SEED_ADMIN_PASSWORD: ADMIN.password,
    },
  })
  await listening(child, port)

  const url = `http://127.0.0.1:${port}`
  const headers = { origin: url, 'x-requested-with': 'placard' }
  const signedIn = await call(url, 'signIn', {}, { headers, body: ADMIN })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const asAdmin = { ...headers, cookie, 'if-match': '*' }

  const programme = (await call(url, 'getProgramme', DISPLAY, { headers: asAdmin })).body
  for (const { id } of programme.items) await call(url, 'removeItem', { ...DISPLAY, itemId: id }, { headers: asAdmin })
  for (const { id } of programme.lines) await call(url, 'removeLine', { ...DISPLAY, lineId: id }, { headers: asAdmin })
  const still = await addLine(url, asAdmin, 'x')
  const changing = await addLine(url, asAdmin, textOf(CHANGING_CHARACTERS))

  const missing = eventBytes - (await manifestEventBytes(url))
  if (missing < 0 || missing >= MAX_LINE_CHARACTERS) {
    throw new BenchError(`An event of ${eventBytes} bytes cannot be made of two lines.`)
  }
  const filled = { headers: asAdmin, body: { text: 'x'.repeat(1 + missing) } }
  await call(url, 'updateLine', { ...DISPLAY, lineId: still }, filled)

  return {
    child,
    port,
    streamPath: pathOf('streamManifest', DISPLAY),
    change: {
      method: ROUTES.updateLine.method,
      path: pathOf('updateLine', { ...DISPLAY, lineId: changing }),
      headers: { ...asAdmin, 'content-type': 'application/json' },
      body: JSON.stringify({ text: textOf(CHANGING_CHARACTERS) } satisfies RouteBodyInput<'updateLine'>),
    },
  }
}

function textOf(characters: number): string {
  const marker = markerOf(0)
  return 'x'.repeat(characters - marker.length) + marker
}

async function addLine(url: string, headers: Record<string, string>, text: string) {
  return (await call(url, 'createLine', DISPLAY, { headers, body: { text } })).body.line.id
}

/** How long the event is that carries the manifest as it is now. */
async function manifestEventBytes(url: string): Promise<number> {
  const manifest = (await call(url, 'getManifest', DISPLAY, {})).body
  return Buffer.byteLength(
    `event: ${LIVE_EVENTS.manifest}\nid: ${manifest.revision}\ndata: ${JSON.stringify(manifest)}\n\n`,
  )
}

/** @throws BenchError with the answer when that is not a success */
async function call<Name extends RouteName>(
  url: string,
  name: Name,
  params: RouteParams<Name>,
  { headers, body }: { headers?: Record<string, string>; body?: RouteBodyInput<Name> },
): Promise<{ headers: Headers; body: RouteResponse<Name> }> {
  const response = await fetch(url + pathOf(name, params), {
    method: ROUTES[name].method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new BenchError(`Placard refused ${name}: ${response.status} ${text.slice(0, 300)}`)
  return { headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

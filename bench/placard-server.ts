import { LIVE_EVENTS, MAX_LINE_CHARACTERS, pathOf, ROUTES, type RouteBodyInput } from '@placard/contract'
import { BenchError } from './bench-error.ts'
import type { Running } from './contestant.ts'
import { markerOf } from './marker.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'

/** Characters of the line that changes. The rest of the event is a second line that does not. */
const CHANGING_CHARACTERS = 400

/**
 * The product. Its change is an edit of one line: authorised, checked, stored in a transaction, read again as a manifest.
 *
 * @param main the server's entry
 */
export async function startPlacard(port: number, eventBytes: number, main?: string): Promise<Running> {
  const placard = await startPlacardProcess(port, main)
  const still = await addLine(placard, 'x')
  const changing = await addLine(placard, textOf(CHANGING_CHARACTERS))

  const missing = eventBytes - (await manifestEventBytes(placard))
  if (missing < 0 || missing >= MAX_LINE_CHARACTERS) {
    throw new BenchError(`An event of ${eventBytes} bytes cannot be made of two lines.`)
  }
  await placard.call('updateLine', { params: { ...DISPLAY, lineId: still }, body: { text: 'x'.repeat(1 + missing) } })

  return {
    child: placard.child,
    port,
    streamPath: pathOf('streamManifest', DISPLAY),
    change: {
      method: ROUTES.updateLine.method,
      path: pathOf('updateLine', { ...DISPLAY, lineId: changing }),
      headers: { ...placard.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: textOf(CHANGING_CHARACTERS) } satisfies RouteBodyInput<'updateLine'>),
    },
  }
}

function textOf(characters: number): string {
  const marker = markerOf(0)
  return 'x'.repeat(characters - marker.length) + marker
}

async function addLine(placard: PlacardProcess, text: string) {
  return (await placard.call('createLine', { params: DISPLAY, body: { text } })).line.id
}

/** How long the event is that carries the manifest as it is now. */
async function manifestEventBytes(placard: PlacardProcess): Promise<number> {
  const manifest = await placard.call('getManifest', { params: DISPLAY })
  return Buffer.byteLength(
    `event: ${LIVE_EVENTS.manifest}\nid: ${manifest.revision}\ndata: ${JSON.stringify(manifest)}\n\n`,
  )
}

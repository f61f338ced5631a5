import {
  DisplayId,
  type DisplayKey,
  LIVE_EVENTS,
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_LINE_CHARACTERS,
  OrganisationId,
  pathOf,
  ROUTES,
  type RouteBodyInput,
} from '@placard/contract'
import { BenchError } from './bench-error.ts'
import type { DisplayAccess, Running } from './contestant.ts'
import { markerOf } from './marker.ts'
import { DISPLAY, type Person, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { inTurns } from './stream-socket.ts'

/** Length of the line that changes. A second line that does not change makes up the rest of the event. */
const CHANGING_CHARACTERS = 400
const MAKING_AT_ONCE = 16

/** A display, and a user who may change it. */
type Owned = { key: DisplayKey; owner: Person }

/**
 * The product. A change is an edit of one line: authorised, validated, stored in a transaction, and read again as a
 * manifest. One display is the sample's own. The others are in organisations of the largest size, each with an owner
 * who changes them.
 */
export async function startPlacard(
  port: number,
  eventBytes: number,
  displays: number,
  settings: Record<string, string> = {},
): Promise<Running & { placard: PlacardProcess }> {
  const placard = await startPlacardProcess(port, undefined, settings)
  const owned: Owned[] = [{ key: DISPLAY, owner: placard }]
  for (let number = 0; owned.length < displays; number += 1) {
    const size = Math.min(MAX_DISPLAYS_PER_ORGANISATION, displays - owned.length)
    const organisationId = OrganisationId.parse(`hall-${number}`)
    const keys = Array.from({ length: size }, (_, index) => ({
      organisationId,
      displayId: DisplayId.parse(`wall-${index}`),
    }))
    const owner = await makeOrganisation(placard, keys)
    owned.push(...keys.map((key) => ({ key, owner })))
  }

  const accesses: DisplayAccess[] = new Array(owned.length)
  await inTurns(owned.length, MAKING_AT_ONCE, async (index) => {
    accesses[index] = await fill(owned[index] as Owned, eventBytes)
  })
  const { child } = placard
  return { child, [Symbol.asyncDispose]: placard[Symbol.asyncDispose], port, displays: accesses, placard }
}

/** @returns its owner, signed in */
async function makeOrganisation(
  placard: Pick<PlacardProcess, 'call' | 'enter'>,
  keys: { organisationId: OrganisationId; displayId: DisplayId }[],
): Promise<Person> {
  const [first] = keys
  if (!first) throw new RangeError('an organisation without displays')
  const { organisationId } = first
  await placard.call('createOrganisation', { params: {}, body: { id: organisationId, name: organisationId } })
  await inTurns(keys.length, MAKING_AT_ONCE, async (index) => {
    const id = keys[index]?.displayId ?? first.displayId
    await placard.call('createOrganisationDisplay', { params: { organisationId }, body: { id, name: id } })
  })
  const email = `owner@${organisationId}.example`
  return placard.enter({ email, organisationId, displayId: first.displayId, role: 'owner' })
}

/** Gives a display its two lines, so that its event has the given length. */
async function fill({ key, owner }: Owned, eventBytes: number): Promise<DisplayAccess> {
  const addLine = async (text: string) => (await owner.call('createLine', { params: key, body: { text } })).line.id
  const still = await addLine('x')
  const changing = await addLine(textOf(CHANGING_CHARACTERS))

  const missing = eventBytes - (await manifestEventBytes(owner, key))
  if (missing < 0 || missing >= MAX_LINE_CHARACTERS) {
    throw new BenchError(`An event of ${eventBytes} bytes cannot be made of two lines.`)
  }
  await owner.call('updateLine', { params: { ...key, lineId: still }, body: { text: 'x'.repeat(1 + missing) } })
  return {
    streamPath: pathOf('streamManifest', key),
    change: {
      method: ROUTES.updateLine.method,
      path: pathOf('updateLine', { ...key, lineId: changing }),
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: textOf(CHANGING_CHARACTERS) } satisfies RouteBodyInput<'updateLine'>),
    },
  }
}

function textOf(characters: number): string {
  const marker = markerOf(0)
  return 'x'.repeat(characters - marker.length) + marker
}

/** The length of the event with the present manifest. */
async function manifestEventBytes(owner: Person, key: DisplayKey): Promise<number> {
  const manifest = await owner.call('getManifest', { params: key })
  return Buffer.byteLength(
    `event: ${LIVE_EVENTS.manifest}\nid: ${manifest.revision}\ndata: ${JSON.stringify(manifest)}\n\n`,
  )
}

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listening, startChild, temporaryFolder } from './children.ts'
import type { DisplayAccess, Running } from './contestant.ts'
import type { FloorKind } from './floor-server.ts'
import { markerOf } from './marker.ts'

const FLOOR_SERVER = fileURLToPath(new URL('./floor-server.ts', import.meta.url))

/** @param eventBytes length of the event, without the transfer coding */
export async function startFloor(
  kind: FloorKind,
  port: number,
  eventBytes: number,
  displays: number,
): Promise<Running> {
  const file = join(await temporaryFolder(), 'floor.db')
  const child = startChild([FLOOR_SERVER, kind, String(port), file], { ipc: true })
  await listening(child, port)
  const filling = eventBytes - Buffer.byteLength(`data: {"text":"${markerOf(0)}"}\n\n`)
  const body = JSON.stringify({ text: 'x'.repeat(filling) + markerOf(0) })
  const headers = { 'content-type': 'application/json' }
  const accessTo = (_: unknown, display: number): DisplayAccess => ({
    streamPath: `/sub/${display}`,
    change: { method: 'POST', path: `/pub/${display}`, headers, body },
  })
  return { child, [Symbol.asyncDispose]: child.stop, port, displays: Array.from({ length: displays }, accessTo) }
}

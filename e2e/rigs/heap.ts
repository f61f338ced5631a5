import type { CDPSession } from '@playwright/test'

type Devtools = Pick<CDPSession, 'send' | 'on' | 'off'>

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}
/** The engine's own memory: compiled code, the debugger's record of the network, and its bookkeeping. */
const ENGINE = new Set(['code', 'native', 'synthetic', 'hidden', 'object shape'])

/** KiB of the page's heap that are still needed, including code that V8 has compiled. */
export async function heapKiBOf(devtools: Devtools): Promise<number> {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1_024
}

/** KiB of objects that the page's scripts have created and still need. Takes the page about a second. */
export async function objectsKiBOf(devtools: Devtools): Promise<number> {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage')
  const pieces: string[] = []
  const keep = ({ chunk }: { chunk: string }) => pieces.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep)
  const { snapshot, nodes } = JSON.parse(pieces.join('')) as Snapshot
  const { node_fields: fields, node_types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length) {
    if (!ENGINE.has(node_types[0][nodes[node + type] ?? 0] ?? '')) bytes += nodes[node + size] ?? 0
  }
  return bytes / 1_024
}

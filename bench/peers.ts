import { type Column, count, markdownTable } from './table.ts'

/** Milliseconds: median and 99th percentile. */
type Times = readonly [p50: number, p99: number]

type Peer = {
  name: string
  keeps: string
  kibPerListener: number
  lastOf1000: Times
  lastOf10000: Times
  /** Undefined when the server does not keep up. */
  manyDisplays: Times | undefined
}

/** Measured once, on another machine. Nothing of it is installed with the product. */
const FIGURES: readonly Peer[] = [
  {
    name: 'plain Node',
    keeps: 'nothing',
    kibPerListener: 10.5,
    lastOf1000: [24.7, 34.5],
    lastOf10000: [174, 218],
    manyDisplays: [1.3, 5.9],
  },
  {
    name: 'tuned Node + SQLite',
    keeps: 'SQLite FULL',
    kibPerListener: 9.6,
    lastOf1000: [19.6, 31.4],
    lastOf10000: [135, 168],
    manyDisplays: [1.6, 5.5],
  },
  {
    name: 'ws',
    keeps: 'nothing',
    kibPerListener: 6.2,
    lastOf1000: [23, 39.5],
    lastOf10000: [159, 211],
    manyDisplays: [1.2, 3.2],
  },
  {
    name: 'nchan (nginx)',
    keeps: 'memory',
    kibPerListener: 10,
    lastOf1000: [20.6, 28.5],
    lastOf10000: [160, 203],
    manyDisplays: [1.1, 3.6],
  },
  {
    name: 'NATS',
    keeps: 'JetStream, file',
    kibPerListener: 27.9,
    lastOf1000: [17.1, 29.8],
    lastOf10000: [151, 237],
    manyDisplays: [0.9, 2.3],
  },
  {
    name: 'socket.io',
    keeps: 'nothing',
    kibPerListener: 14.6,
    lastOf1000: [24.9, 51.8],
    lastOf10000: [193, 295],
    manyDisplays: [0.9, 2.4],
  },
  {
    name: 'deepstream',
    keeps: 'memory',
    kibPerListener: 8.4,
    lastOf1000: [29.3, 51.9],
    lastOf10000: [266, 395],
    manyDisplays: [1.6, 4.2],
  },
  {
    name: 'PocketBase 0.22',
    keeps: 'SQLite',
    kibPerListener: 45.3,
    lastOf1000: [32.9, 78.5],
    lastOf10000: [349, 549],
    manyDisplays: [8.1, 76.6],
  },
  {
    name: 'Feathers',
    keeps: 'SQLite',
    kibPerListener: 14.2,
    lastOf1000: [46.9, 71.7],
    lastOf10000: [364, 485],
    manyDisplays: [3.2, 11],
  },
  {
    name: 'Parse LiveQuery',
    keeps: 'PostgreSQL',
    kibPerListener: 15.2,
    lastOf1000: [95.3, 121.8],
    lastOf10000: [868, 1_110],
    manyDisplays: undefined,
  },
  {
    name: 'Directus',
    keeps: 'SQLite',
    kibPerListener: 9.7,
    lastOf1000: [581, 706],
    lastOf10000: [6_386, 7_914],
    manyDisplays: undefined,
  },
]

const [PLAIN] = FIGURES
const times = ([p50, p99]: Times) => `${count(p50)} / ${count(p99)}`
const ofPlain = (peer: Peer) => (PLAIN ? (peer.lastOf10000[0] / PLAIN.lastOf10000[0]).toFixed(2) : '')

const COLUMNS: readonly Column<Peer>[] = [
  { title: 'server', isText: true, of: ({ name }) => name },
  { title: 'storage', isText: true, of: ({ keeps }) => keeps },
  { title: 'KiB/listener at 10,000', of: ({ kibPerListener }) => kibPerListener.toFixed(1) },
  { title: 'last of 1,000, p50 / p99 ms', of: ({ lastOf1000 }) => times(lastOf1000) },
  { title: 'last of 10,000', of: ({ lastOf10000 }) => times(lastOf10000) },
  { title: '× plain', of: ofPlain },
  {
    title: '2,000 displays, 200 writes/s',
    of: ({ manyDisplays }) => (manyDisplays ? times(manyDisplays) : 'does not keep up'),
  },
]

type Beside = Pick<Peer, 'name' | 'keeps' | 'lastOf1000'> & {
  /** Undefined for servers that were measured only at 1,000 listeners. */
  at10000: { last: Times; kibPerListener: number; cpuMsPerChange: number } | undefined
}

/**
 * Measured once, in one run of the other program on the machine of the figures above: 20 changes at 1,000 listeners and
 * 8 at 10,000.
 */
const TOGETHER: readonly Beside[] = [
  {
    name: 'plain Node',
    keeps: 'nothing',
    lastOf1000: [18.9, 40],
    at10000: { last: [125.7, 140.8], kibPerListener: 15.2, cpuMsPerChange: 131.4 },
  },
  {
    name: 'NATS',
    keeps: 'JetStream, file',
    lastOf1000: [11.5, 23.9],
    at10000: { last: [103.7, 138.8], kibPerListener: 31.3, cpuMsPerChange: 144.8 },
  },
  {
    name: 'Placard',
    keeps: 'SQLite FULL',
    lastOf1000: [16.4, 25.6],
    at10000: { last: [108, 138.5], kibPerListener: 11.3, cpuMsPerChange: 99.7 },
  },
  {
    name: 'nchan (nginx)',
    keeps: 'memory',
    lastOf1000: [15.8, 19],
    at10000: { last: [111.2, 122.4], kibPerListener: 10, cpuMsPerChange: 110.2 },
  },
  {
    name: 'socket.io',
    keeps: 'nothing',
    lastOf1000: [17, 23.6],
    at10000: { last: [127.8, 173.4], kibPerListener: 18.6, cpuMsPerChange: 154 },
  },
  { name: 'ws', keeps: 'nothing', lastOf1000: [17.3, 29.6], at10000: undefined },
  { name: 'Feathers', keeps: 'SQLite', lastOf1000: [27.5, 30.4], at10000: undefined },
  { name: 'Parse LiveQuery', keeps: 'PostgreSQL', lastOf1000: [51.8, 60], at10000: undefined },
]

const TOGETHER_COLUMNS: readonly Column<Beside>[] = [
  { title: 'server', isText: true, of: ({ name }) => name },
  { title: 'storage', isText: true, of: ({ keeps }) => keeps },
  { title: 'last of 1,000, p50 / p99 ms', of: ({ lastOf1000 }) => times(lastOf1000) },
  { title: 'last of 10,000', of: ({ at10000 }) => (at10000 ? times(at10000.last) : '—') },
  { title: 'KiB/listener at 10,000', of: ({ at10000 }) => at10000?.kibPerListener.toFixed(1) ?? '—' },
  { title: 'CPU ms/change at 10,000', of: ({ at10000 }) => at10000?.cpuMsPerChange.toFixed(0) ?? '—' },
]

/** The section about other servers. */
export const PEERS = `## Other servers

Other servers that send changes to many listeners are not installed with Placard, so they are not in the tables above. These figures are from another machine (two cores, November 2026, a change of
1 KiB, each server's usual storage, best of several runs), made with another measuring program and its own bare Node servers. Do not compare their milliseconds with those above. Compare only each server's multiple of the plain Node server of the same run.

${markdownTable(COLUMNS, FIGURES)}

On that machine, 500 small displays beside one with 5,000 listeners waited for this time (99th percentile): plain Node 103 ms (7 to 8 when it yields after every 64 listeners), tuned Node 72, nchan 79, NATS 64, socket.io 114, PocketBase 131,
Feathers 203. Runs of the same server differed by 10 to 15 %.

Some of them were installed once on the machine of the figures above, and took turns with Placard in one run of that program (November 2026, Node v26.10.0; Feathers on v20). Placard's change is signed in, checked and stored. Of the
others, only NATS, Feathers and Parse store a change, and none checks who sent it. Servers that are missing here could not be installed. No server of another signage product could be installed: Tilecast has no package, and
the packages of xiboplayer are clients, which need Xibo’s own server and relay.

${markdownTable(TOGETHER_COLUMNS, TOGETHER)}`

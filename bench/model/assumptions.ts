/** Routing of requests by the proxy: to any node, or all requests of an organisation to the same node. */
export const WAYS = ['any node', 'by organisation'] as const
export type Way = (typeof WAYS)[number]

/** A figure that the model uses and that was not measured here. */
type Assumption = { value: number; unit: string; what: string; from: string }

const ours = 'a constant of the product'
const guess = 'an assumption'

/** Listed separately, so that other values can be put in. */
export const ASSUMPTIONS = {
  screensPerDisplay: { value: 2, unit: '', what: 'screens that show one display', from: guess },
  displaysPerOrganisation: { value: 50, unit: '', what: 'displays of one organisation', from: guess },
  changesPerDisplayAndDay: { value: 10, unit: '', what: 'changes of one display each day', from: guess },
  peakFactor: {
    value: 6,
    unit: '×',
    what: 'changes in the busiest minutes, relative to the mean of the day',
    from: guess,
  },
  beatSeconds: { value: 20, unit: 's', what: 'time between two beats of a screen', from: `${ours} (SCREEN_BEAT_MS)` },
  reportSeconds: {
    value: 300,
    unit: 's',
    what: 'time between two reports of a screen, and between two reports of its plays',
    from: `${ours} (SCREEN_HEARTBEAT_MS, PLAYS_TOLD_EVERY_MS)`,
  },
  heartbeatSeconds: {
    value: 10,
    unit: 's',
    what: 'time between two heartbeats of a stream',
    from: `${ours} (HEARTBEAT_MS)`,
  },
  heartbeatBytes: {
    value: 150,
    unit: 'B',
    what: 'size of a heartbeat on the network, including TLS and TCP',
    from: guess,
  },
  wordBytes: {
    value: 1_500,
    unit: 'B',
    what: 'size of the answer to a message of a screen, including headers and TLS',
    from: guess,
  },
  mediaMBPerChange: {
    value: 1,
    unit: 'MB',
    what: 'mean size of the new pictures and films in a change',
    from: guess,
  },
  mediaFromPlacard: {
    value: 0,
    unit: 'share',
    what: 'share of them that Placard sends itself; a CDN sends the rest',
    from: guess,
  },
  regionShare: {
    value: 0.3,
    unit: 'share',
    what: 'share of all screens that an outage of a region disconnects',
    from: guess,
  },
  returnSeconds: {
    value: 15,
    unit: 's',
    what: 'mean wait of a screen before its next try after a long outage: full jitter up to 30 s',
    from: `${ours} (LONGEST_DELAY_MS)`,
  },
  wordsAfterReturnSeconds: {
    value: 30,
    unit: 's',
    what: 'time over which reconnected screens spread their reports',
    from: `${ours} (RETURN_SPREAD_MS)`,
  },
  busyShare: {
    value: 0.6,
    unit: 'share',
    what: 'share of a processor that may be busy at the busiest minute',
    from: guess,
  },
  listenersPerNode: {
    value: 10_000,
    unit: '',
    what: 'largest number of listeners of one node',
    from: 'the largest measured number (one change, many listeners)',
  },
  loopShare: {
    value: 1,
    unit: 'processors',
    what: 'processors that a node’s own thread can use; a second one is for its workers and TLS',
    from: 'Node runs the server on one thread',
  },
  processorsPerNode: { value: 2, unit: '', what: 'processors of each node', from: guess },
  mostDatabaseProcessors: {
    value: 64,
    unit: '',
    what: 'processors of the largest machine for the database',
    from: guess,
  },
  mostConnections: {
    value: 100,
    unit: '',
    what: 'connections that PostgreSQL accepts by default; a setting',
    from: 'PostgreSQL’s default (max_connections)',
  },
  processorHour: {
    value: 0.04,
    unit: '€',
    what: 'price of an hour of one processor',
    from: `${guess}: a large cloud’s list price`,
  },
  databaseHour: {
    value: 0.15,
    unit: '€',
    what: 'price of an hour of one processor of a managed PostgreSQL, including its second copy',
    from: `${guess}: a large cloud’s list price`,
  },
  placardGB: {
    value: 0.08,
    unit: '€',
    what: 'price of a GB sent by the nodes',
    from: `${guess}: a large cloud’s list price`,
  },
  cdnGB: { value: 0.02, unit: '€', what: 'price of a GB sent by the CDN', from: `${guess}: a large customer’s price` },
  fixedMonth: { value: 50, unit: '€', what: 'price of the proxy, the store and the backups for a month', from: guess },
} as const satisfies Record<string, Assumption>

export type AssumptionName = keyof typeof ASSUMPTIONS
export type Assumed = Record<AssumptionName, number>

export const ASSUMED = Object.fromEntries(
  Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value]),
) as Assumed

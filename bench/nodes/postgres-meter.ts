import pg from 'pg'
import { busySeconds, cpuSecondsOf, cpuSecondsOfFamily, parentOf } from '../process-meter.ts'

/** The parent process of all others of a PostgreSQL, which must run on this machine. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
}

/** The resources used in a period. */
export type ClusterCost = { seconds: number; nodeSeconds: number; databaseSeconds: number; othersCpuPercent: number }

/**
 * Measures from now on.
 *
 * @param measuring the processes that measure, except this one
 * @returns a function that ends the measurement
 */
export function startClusterMeters(cluster: {
  nodes: number[]
  postmaster: number
  measuring: number[]
}): () => ClusterCost {
  const before = read(cluster)
  return () => {
    const after = read(cluster)
    const seconds = after.at - before.at
    const nodeSeconds = after.nodes - before.nodes
    const databaseSeconds = after.database - before.database
    const ours = nodeSeconds + databaseSeconds + after.measuring - before.measuring
    const others = Math.max(0, after.machine - before.machine - ours)
    return { seconds, nodeSeconds, databaseSeconds, othersCpuPercent: (others / seconds) * 100 }
  }
}

function read({ nodes, postmaster, measuring }: { nodes: number[]; postmaster: number; measuring: number[] }) {
  const { user, system } = process.cpuUsage()
  const sum = (pids: number[]) => pids.reduce((all, pid) => all + cpuSecondsOf(pid), 0)
  return {
    nodes: sum(nodes),
    // Includes connections that have been closed.
    database: cpuSecondsOfFamily(postmaster),
    measuring: sum(measuring) + (user + system) / 1e6,
    machine: busySeconds(),
    at: performance.now() / 1_000,
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { busySeconds, cpuSecondsOf } from '../process-meter.ts'

const TICKS_PER_SECOND = 100

/** The process that all others of a PostgreSQL are children of; it must run on this machine. */
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

/** Behind the name, which may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

const parentOf = (pid: number) => Number(statOf(pid)[1])

/** Processor time of a PostgreSQL so far, with that of connections that are closed again. */
export function databaseSecondsOf(postmaster: number): number {
  const stat = statOf(postmaster)
  const ofThoseGone = (Number(stat[13]) + Number(stat[14])) / TICKS_PER_SECOND
  let seconds = ofThoseGone + cpuSecondsOf(postmaster)
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (parentOf(Number(name)) === postmaster) seconds += cpuSecondsOf(Number(name))
    } catch (error) {
      // It is gone, and counts among those from the next reading on.
      if (existsSync(`/proc/${name}`)) throw error
    }
  }
  return seconds
}

/** The cost of a stretch of time. */
export type ClusterCost = { seconds: number; nodeSeconds: number; databaseSeconds: number; othersCpuPercent: number }

/**
 * Meters from now on.
 *
 * @param measuring the processes that measure, this one aside
 * @returns to be called at the end
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
    database: databaseSecondsOf(postmaster),
    measuring: sum(measuring) + (user + system) / 1e6,
    machine: busySeconds(),
    at: performance.now() / 1_000,
  }
}

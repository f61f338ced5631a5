import { busySeconds, cpuSecondsOfFamily } from './process-meter.ts'

/** The cost of a stretch of time. */
export type Cost = {
  /** Processor time of the server and of the processes it started, the system's work for them included. */
  serverSeconds: number
  /** The use by other programs, in per cent of one processor. */
  othersCpuPercent: number
}

/**
 * Meters from now on.
 *
 * @param measuring the processes that measure, this one aside
 * @returns to be called at the end
 */
export function startMeters(serverPid: number, measuring: number[]): () => Cost {
  const before = read(serverPid, measuring)
  return () => {
    const after = read(serverPid, measuring)
    const serverSeconds = after.server - before.server
    const othersSeconds = after.machine - before.machine - serverSeconds - (after.measuring - before.measuring)
    return { serverSeconds, othersCpuPercent: (Math.max(0, othersSeconds) / (after.at - before.at)) * 100 }
  }
}

function read(serverPid: number, measuring: number[]) {
  const { user, system } = process.cpuUsage()
  return {
    server: cpuSecondsOfFamily(serverPid),
    measuring: measuring.reduce((sum, pid) => sum + cpuSecondsOfFamily(pid), (user + system) / 1e6),
    machine: busySeconds(),
    at: performance.now() / 1_000,
  }
}

import { busySeconds, cpuSecondsOfFamily } from './process-meter.ts'

/** The resources used in a period. */
export type Cost = {
  /** Processor time in seconds of the server and of the processes it started, including the kernel's work for them. */
  serverSeconds: number
  /** The use by other programs, in per cent of one processor. */
  othersCpuPercent: number
}

/**
 * Measures from now on.
 *
 * @param measuring the processes that measure, except this one
 * @returns a function that ends the measurement
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

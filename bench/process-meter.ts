import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { BenchError } from './bench-error.ts'

/** Linux's unit of time in /proc/stat and /proc/PID/stat. It is the same for programs, whatever the kernel uses itself. */
const TICKS_PER_SECOND = 100
const NANOSECONDS = 1e9

/** @throws BenchError when the kernel does not report the resources of a process, or lets it open too few files */
export function checkMachine(openFiles: number): void {
  if (!existsSync('/proc/self/smaps_rollup')) {
    throw new BenchError('What a process costs is read from /proc, so this runs on Linux alone.')
  }
  // Node has raised the soft limit to the hard limit at its start, and children inherit it.
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (limit === undefined || limit === 'unlimited' || Number(limit) >= openFiles) return
  throw new BenchError(
    `${openFiles} open files are needed in each process, and this machine allows ${limit}. Raise the hard limit (ulimit -Hn ${openFiles}) or ask for fewer with --listeners.`,
  )
}

/** Seconds of processor time that a process has used so far, with all its threads and the kernel's work for it. */
export function cpuSecondsOf(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [running = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    nanoseconds += Number(running)
  }
  return nanoseconds / NANOSECONDS
}

/** Seconds of processor time of a process and of all its descendants, including those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const childrenOf = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = unlessGone(Number(name), () => parentOf(Number(name)))
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(name)])
  }
  const secondsOf = (one: number): number => {
    const stat = statOf(one)
    const ofEnded = (Number(stat[13]) + Number(stat[14])) / TICKS_PER_SECOND
    const children = (childrenOf.get(one) ?? []).map((child) => unlessGone(child, () => secondsOf(child)) ?? 0)
    return children.reduce((sum, seconds) => sum + seconds, ofEnded + cpuSecondsOf(one))
  }
  return secondsOf(pid)
}

/** @returns undefined for a process that ends while it is read; its parent includes it from the next reading on */
function unlessGone<T>(pid: number, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error
    return undefined
  }
}

export const parentOf = (pid: number) => Number(statOf(pid)[1])

/** The fields after the name, which may contain any character: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

/** Memory that only this process uses, in KiB: its heaps and buffers, without the program and its libraries. */
export function anonymousKiBOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const amount = /^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? /^Anonymous:\s+(\d+) kB/m.exec(rollup)?.[1]
  if (amount === undefined) throw new BenchError('This kernel does not tell how much memory a process has for itself.')
  return Number(amount)
}

/** Seconds that all processors together have been busy since the machine started, including stolen time. */
export function busySeconds(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , hardware = 0, software = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + hardware + software + stolen) / TICKS_PER_SECOND
}

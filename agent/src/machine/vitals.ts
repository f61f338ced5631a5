import { readdirSync, readFileSync, statfs } from 'node:fs'
import { cpus, uptime } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ask } from './ask.ts'

const MB = 1_000_000

export type Share = { used: number; of: number }

/** The state of the machine. A value is absent if this machine does not provide it. */
export type MachineVitals = {
  temperatureC?: number
  throttled?: 'no' | 'before' | 'now'
  loadPercent?: number
  memoryMb?: Share
  diskMb?: Share
  network?: { by: 'wire' | 'wifi' | 'none'; signalDbm?: number }
  upSeconds: number
}

/**
 * Reads the vital signs.
 *
 * @param folder whose file system is measured
 * @param root of the files of the system
 */
export function createVitals(ask: Ask, folder: string, root = '/'): () => Promise<MachineVitals> {
  let last = processorTimes()
  let hasVcgencmd = true

  async function throttled(): Promise<MachineVitals['throttled']> {
    if (!hasVcgencmd) return undefined
    const { isThere, text } = await ask('vcgencmd', ['get_throttled'])
    if (!isThere) hasVcgencmd = false
    const bits = /throttled=0x([0-9a-f]+)/i.exec(text)?.[1]
    if (bits === undefined) return undefined
    const value = Number.parseInt(bits, 16)
    return value & 0xf ? 'now' : value & 0xf0000 ? 'before' : 'no'
  }

  function load(): number | undefined {
    const now = processorTimes()
    const [busy, all] = [now.busy - last.busy, now.all - last.all]
    last = now
    return all > 0 ? Math.round((1000 * busy) / all) / 10 : undefined
  }

  return async () => ({
    ...present({ temperatureC: temperatureOf(root) }),
    ...present({ throttled: await throttled() }),
    ...present({ loadPercent: load() }),
    ...present({ memoryMb: memoryOf(root) }),
    ...present({ diskMb: await diskOf(folder) }),
    ...present({ network: networkOf(root) }),
    upSeconds: Math.round(uptime()),
  })
}

const present = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.values(value)[0] === undefined ? {} : (value as { [K in keyof T]?: Exclude<T[K], undefined> })

function read(...path: string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8')
  } catch {
    return undefined
  }
}

function list(...path: string[]): string[] {
  try {
    return readdirSync(join(...path)).sort()
  } catch {
    return []
  }
}

/** The processor's own zone, or the warmest of all. */
function temperatureOf(root: string): number | undefined {
  const folder = join(root, 'sys/class/thermal')
  const zones = list(folder)
    .filter((name) => name.startsWith('thermal_zone'))
    .map((name) => ({
      kind: read(folder, name, 'type')?.trim() ?? '',
      degrees: Number(read(folder, name, 'temp') ?? Number.NaN) / 1_000,
    }))
    .filter(({ degrees }) => degrees > -60 && degrees < 200)
  const own = zones.filter(({ kind }) => /cpu|soc|x86_pkg/i.test(kind))
  const all = (own.length > 0 ? own : zones).map(({ degrees }) => degrees)
  return all.length > 0 ? Math.round(10 * Math.max(...all)) / 10 : undefined
}

function memoryOf(root: string): Share | undefined {
  const text = read(root, 'proc/meminfo') ?? ''
  const bytes = (name: string) => 1_024 * Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN)
  const [of, free] = [bytes('MemTotal'), bytes('MemAvailable')]
  return Number.isNaN(of - free) ? undefined : { used: Math.round((of - free) / MB), of: Math.round(of / MB) }
}

async function diskOf(folder: string): Promise<Share | undefined> {
  // Node 18.13 has no such function.
  if (typeof statfs !== 'function') return undefined
  try {
    const { blocks, bavail, bfree, bsize } = await promisify(statfs)(folder)
    const used = (blocks - bfree) * bsize
    return { used: Math.round(used / MB), of: Math.round((used + bavail * bsize) / MB) }
  } catch {
    return undefined
  }
}

/** The network of the default route. */
function networkOf(root: string): MachineVitals['network'] {
  const routes = read(root, 'proc/net/route')
  if (routes === undefined) return undefined
  const name = routes
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .find(([, target]) => target === '00000000')?.[0]
  if (!name) return { by: 'none' }
  const line = read(root, 'proc/net/wireless')
    ?.split('\n')
    .find((text) => text.trim().startsWith(`${name}:`))
  const signalDbm = line === undefined ? Number.NaN : Number.parseFloat(line.trim().split(/\s+/)[3] ?? '')
  const isWifi = line !== undefined || list(root, 'sys/class/net', name, 'wireless').length > 0
  if (!isWifi) return { by: 'wire' }
  return { by: 'wifi', ...(signalDbm < 0 && { signalDbm: Math.round(signalDbm) }) }
}

function processorTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const total = times.user + times.nice + times.sys + times.irq + times.idle
    all += total
    busy += total - times.idle
  }
  return { busy, all }
}

/** The machine and its system in words, and 128 bits that stay the same on this machine. */
export function aboutMachine(root = '/'): { machine: string; system: string; serial: string } {
  const model = read(root, 'proc/device-tree/model')?.replaceAll('\0', '').trim()
  const dmi = ['sys_vendor', 'product_name'].map((name) => read(root, 'sys/class/dmi/id', name)?.trim() ?? '')
  const system = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(read(root, 'etc/os-release') ?? '')?.[1] ?? ''
  const cards = list(root, 'sys/class/net').filter((name) => list(root, 'sys/class/net', name, 'device').length > 0)
  // Machines that were copied from one card have the same machine-id.
  const own =
    read(root, 'proc/device-tree/serial-number') ?? read(root, 'sys/class/net', cards[0] ?? '-', 'address') ?? ''
  return { machine: model || dmi.join(' ').trim(), system, serial: `${read(root, 'etc/machine-id') ?? ''}${own}` }
}

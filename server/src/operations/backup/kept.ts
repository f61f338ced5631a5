import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Made every night, before an upgrade, or on request. */
export type Kind = 'daily' | 'upgrade' | 'asked'

/**
 * `at`: the moment whose data it holds, in milliseconds since 1970. `level`: number of the database's newest migration, for a backup
 * before an upgrade. undefined for names given by versions before 1.0.
 */
export type KeptBackup = {
  kind: Kind
  path: string
  name: string
  at: number
  level: string | undefined
  sizeBytes: number
}

const NAME = /^(placard|before-upgrade|backup)(?:-from-(\d{4}))?-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?\.tar$/
const PREFIXES: Record<Kind, string> = { daily: 'placard', upgrade: 'before-upgrade', asked: 'backup' }
const KINDS: readonly Kind[] = ['daily', 'upgrade', 'asked']

/** Time stamp for file names: UTC, so that names sort by time. */
export function stampOf(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z')
}

export function nameOf(kind: Exclude<Kind, 'upgrade'>, at: number): string {
  return `${PREFIXES[kind]}-${stampOf(at)}.tar`
}

/**
 * Names a backup before an upgrade: `before-upgrade-from-0040-20261126T213000Z.tar`.
 *
 * @param from the newest migration of the database, `0040-film-source`
 * @param attempt 1 for the usual name; higher ones are for further backups in the same second
 */
export function upgradeNameOf(from: string, at: number, attempt: number): string {
  return `${PREFIXES.upgrade}-from-${from.slice(0, 4)}-${stampOf(at)}${attempt === 1 ? '' : `-${attempt}`}.tar`
}

/** The backups in a folder whose names were given by this program, newest first. Other files are ignored. */
export async function listKept(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const kept: KeptBackup[] = []
  for (const name of names) {
    const [, prefix, level, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
    if (prefix === undefined) continue
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    const kind = KINDS.find((one) => PREFIXES[one] === prefix)
    if (Number.isNaN(at) || !file?.isFile() || kind === undefined) continue
    kept.push({ kind, path, name, at, level, sizeBytes: file.size })
  }
  return kept.sort((one, other) => other.at - one.at)
}

/**
 * The newest backup of these kinds that is not dated in the future. One that is was made while the clock was wrong, and does not tell
 * when the last one was made.
 */
export function newestOf(kept: readonly KeptBackup[], kinds: readonly Kind[], now: number): KeptBackup | undefined {
  return kept.find(({ kind, at }) => kinds.includes(kind) && at <= now)
}

/** Removes all but the newest of a kind. Backups dated in the future stay and are not counted. */
export async function rotate(folder: string, kind: Kind, keep: number, now: number): Promise<void> {
  const ofKind = (await listKept(folder)).filter((one) => one.kind === kind && one.at <= now)
  for (const { path } of ofKind.slice(keep)) await rm(path, { force: true })
}

/** Only its owner can read the folder, because a backup holds all data of the database. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** The time since which there should be a daily backup: the last 3 a.m. in the server's time zone. */
export function dueSince(now: number): number {
  const night = new Date(now)
  night.setHours(NIGHT_HOUR, 0, 0, 0)
  // Not by subtracting 24 hours: two days of the year are shorter or longer.
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  return night.getTime()
}

const NIGHT_HOUR = 3

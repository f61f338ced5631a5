import { existsSync, mkdtempSync, readFileSync, realpathSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Ask, lastLineOf } from '../machine/ask.ts'

/** File systems of sticks, with their options. Nothing on the stick is written, run, or followed out of it. */
const OPTIONS: Record<string, string> = { vfat: '', exfat: '', ext4: ',noload' }
const SAFE = 'ro,nosuid,nodev,noexec,nosymfollow'
/** Sticks are mounted in these by people and desktops. Everything else belongs to the machine. */
const OF_PEOPLE = /^\/(?:media|mnt|run\/media)\//

/**
 * Mounts a stick for the time of `use`. A disk from which the machine runs is left alone.
 *
 * @param device path, such as /dev/sda1
 * @param say receives the reason if the stick is not mounted
 */
export async function withStick<T>(
  device: string,
  ask: Ask,
  say: (line: string) => void,
  use: (folder: string) => T,
  isOwn: (device: string) => boolean = isOfMachine,
): Promise<T | undefined> {
  if (isOwn(device)) return undefined
  const { text } = await ask('blkid', ['-p', '-o', 'value', '-s', 'TYPE', device])
  const type = lastLineOf(text)
  const options = Object.hasOwn(OPTIONS, type) ? OPTIONS[type] : undefined
  if (options === undefined) {
    say(`USB stick ${device}: only ${Object.keys(OPTIONS).join(', ')} are read`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'stick-'))
  try {
    const mounted = await ask('mount', ['-t', type, '-o', `${SAFE}${options}`, '--', device, folder])
    if (mounted.code !== 0) {
      say(`USB stick ${device}: cannot be read (${lastLineOf(mounted.text)})`)
      return undefined
    }
    try {
      return use(folder)
    } finally {
      await ask('umount', ['--', folder])
    }
  } finally {
    rmdirSync(folder)
  }
}

/** True for a partition of a disk from which something is mounted for the machine. */
export function isOfMachine(device: string, sys = '/sys', mounts = '/proc/self/mountinfo'): boolean {
  const own = diskOf(join(sys, 'class/block', basename(device)))
  if (!own) return false
  return readFileSync(mounts, 'utf8')
    .split('\n')
    .some((line) => {
      const [, , numbers = '', , folder = ''] = line.split(' ')
      const source = line.split(' - ')[1]?.split(' ')[1] ?? ''
      if (OF_PEOPLE.test(`${folder}/`)) return false
      // The numbers of btrfs are not those of its disk.
      const disks = [
        join(sys, 'dev/block', numbers),
        ...(source.startsWith('/dev/') ? [join(sys, 'class/block', basename(source))] : []),
      ]
      return disks.some((path) => diskOf(path) === own)
    })
}

/** The folder of the whole disk in /sys. */
function diskOf(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return existsSync(join(real, 'partition')) ? dirname(real) : real
  } catch {
    return undefined
  }
}

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPrograms, type Programs } from '../machine/programs.vitest.ts'
import { isOfMachine, withStick } from './mount.ts'

describe('[B227] the file system of a stick', () => {
  let programs: Programs
  beforeEach(() => {
    programs = createPrograms()
    programs.put('mount', [{ to: '' }])
    programs.put('umount', [{ to: '' }])
  })
  afterEach(() => programs.remove())

  async function plug(type: string) {
    programs.put('blkid', [{ to: '', text: `${type}\n` }])
    const said: string[] = []
    const used: string[] = []
    const use = (folder: string) => {
      expect(existsSync(folder)).toBe(true)
      used.push(folder)
    }
    await withStick('/dev/placard-test1', programs.ask, (line) => void said.push(line), use)
    return { said, used, calls: programs.calls().filter(([program]) => program !== 'blkid') }
  }

  it.each(['vfat', 'exfat', 'ext4'])(
    '%s is mounted for reading alone, without programs, devices and links',
    async (type) => {
      const { used, calls } = await plug(type)
      const [folder = ''] = used
      const options = `ro,nosuid,nodev,noexec,nosymfollow${type === 'ext4' ? ',noload' : ''}`
      expect(calls).toEqual([
        ['mount', '-t', type, '-o', options, '--', '/dev/placard-test1', folder],
        ['umount', '--', folder],
      ])
      expect(existsSync(folder)).toBe(false)
    },
  )

  it.each(['ntfs', 'btrfs', 'squashfs', 'nfs', '', 'constructor', 'toString'])('%j is not mounted', async (type) => {
    const { said, used, calls } = await plug(type)
    expect([used, calls]).toEqual([[], []])
    expect(said).toEqual(['USB stick /dev/placard-test1: only vfat, exfat, ext4 are read'])
  })

  it('of the machine itself is not even asked for its type', async () => {
    programs.put('blkid', [{ to: '', text: 'vfat\n' }])
    const no = () => expect.unreachable()
    await withStick('/dev/placard-test1', programs.ask, no, no, (device) => device === '/dev/placard-test1')
    expect(programs.calls()).toEqual([])
  })

  it('that cannot be mounted is named, and nothing is left', async () => {
    programs.put('mount', [{ to: '', text: 'mount: wrong fs type, bad superblock\n', code: 32 }])
    const { said, used } = await plug('vfat')
    expect(used).toEqual([])
    expect(said).toEqual(['USB stick /dev/placard-test1: cannot be read (mount: wrong fs type, bad superblock)'])
  })
})

describe('[B227] a disk on USB from which the machine runs', () => {
  let sys: string
  beforeEach(() => {
    sys = mkdtempSync(join(tmpdir(), 'placard-sys-'))
    disk('usb/sda', '8:0', { sda1: '8:1', sda2: '8:2' })
    disk('usb/sdb', '8:16', { sdb1: '8:17' })
    disk('virtual/dm-0', '253:0', {})
  })
  afterEach(() => rmSync(sys, { recursive: true, force: true }))

  function disk(path: string, numbers: string, partitions: Record<string, string>): void {
    const add = (folder: string, own: string) => {
      mkdirSync(join(sys, 'devices', folder), { recursive: true })
      for (const link of [join('class/block', folder.split('/').at(-1) ?? ''), join('dev/block', own)]) {
        mkdirSync(dirname(join(sys, link)), { recursive: true })
        symlinkSync(join(sys, 'devices', folder), join(sys, link))
      }
    }
    add(path, numbers)
    for (const [name, own] of Object.entries(partitions)) {
      add(`${path}/${name}`, own)
      writeFileSync(join(sys, 'devices', path, name, 'partition'), '1\n')
    }
  }

  function isOf(device: string, ...mounts: string[]): boolean {
    const file = join(sys, 'mountinfo')
    writeFileSync(file, `${mounts.join('\n')}\n`)
    return isOfMachine(device, sys, file)
  }
  const ROOT = '22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw'

  it('is left alone with all its partitions, also the boot partition; a stick is not', () => {
    expect(isOf('/dev/sda1', ROOT)).toBe(true)
    expect(isOf('/dev/sda2', ROOT)).toBe(true)
    expect(isOf('/dev/sda', ROOT)).toBe(true)
    expect(isOf('/dev/sdb1', ROOT)).toBe(false)
    expect(isOf('/dev/sdb', ROOT)).toBe(false)
    expect(isOf('/dev/absent', ROOT)).toBe(false)
  })

  it('is found by the boot partition, and where btrfs has numbers of its own', () => {
    expect(
      isOf('/dev/sda2', '22 1 253:0 / / rw - ext4 /dev/dm-0 rw', '23 22 8:1 / /boot/firmware rw - vfat /dev/sda1 rw'),
    ).toBe(true)
    expect(isOf('/dev/sda1', '22 1 0:24 /@ / rw - btrfs /dev/sda2 rw')).toBe(true)
  })

  it('a stick that somebody has mounted for themselves is read', () => {
    expect(isOf('/dev/sdb1', ROOT, '40 22 8:17 / /media/stick rw - vfat /dev/sdb1 rw')).toBe(false)
    expect(isOf('/dev/sdb1', ROOT, '40 22 8:17 / /media rw - vfat /dev/sdb1 rw')).toBe(false)
    expect(isOf('/dev/sdb1', ROOT, '40 22 8:17 / /srv rw - vfat /dev/sdb1 rw')).toBe(true)
  })
})

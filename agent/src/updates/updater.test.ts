import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { choose } from '../launcher/choose.ts'
import { fileOf, readKept, writeKept } from '../launcher/folder.ts'
import { createOffers } from './offers.vitest.ts'
import { createUpdater, type Updater } from './updater.ts'

const PATIENCE = { timeout: 10_000, interval: 5 }
const FILE = Buffer.from('a new version')
const HASH = createHash('sha256').update(FILE).digest('hex')
const OLD = '0'.repeat(64)
const server = createOffers()

let folder: string
let updater: Updater
let downloads: number[]
let restarts: number
let changes: number
let secret: string | undefined
let sends: Buffer | undefined

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'placard-updater-')), 'updates')
  downloads = []
  restarts = 0
  changes = 0
  secret = 'secret'
  sends = FILE
  updater = start()
})
afterEach(() => {
  updater.close()
  vi.useRealTimers()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

function start(hash = OLD, againMs = 600_000): Updater {
  return createUpdater({
    launcher: { folder, hash, packaged: OLD, isTrial: false, answered() {}, settle() {} },
    secret: async () => secret,
    async download(sizeBytes) {
      downloads.push(sizeBytes)
      return sends
    },
    restart() {
      restarts += 1
    },
    onChange() {
      changes += 1
    },
    onUndone() {},
    say() {},
    againMs,
  })
}
const problem = () => updater.state().failed?.problem
const restarted = (count = 1) => vi.waitUntil(() => restarts === count, PATIENCE)
const refused = (as: string) => vi.waitUntil(() => problem() === as, PATIENCE)
/** Long enough for everything that the updater would do. */
const settleDown = () => new Promise((done) => setTimeout(done, 100))

describe('PX6 a new version is installed', () => {
  it('when it is signed by the key of the pairing; the folder is for its user alone', async () => {
    updater.take({ key: server.key, offer: null })
    await vi.waitUntil(() => readKept(folder).pin?.key === server.key, PATIENCE)
    updater.take(server.of(FILE, { serial: 7 }))
    await restarted()
    expect(downloads).toEqual([FILE.length])
    expect(readFileSync(fileOf(folder, HASH)).equals(FILE)).toBe(true)
    expect(readKept(folder)).toMatchObject({ next: { hash: HASH, starts: 0 }, serial: 7, packaged: OLD })
    const modes = spawnSync('stat', ['-c', '%a', folder, join(folder, 'state.json'), fileOf(folder, HASH)])
    expect(String(modes.stdout).trim().split('\n')).toEqual(['700', '600', '600'])
  })

  it('without a download if it is there already, and not if it runs', async () => {
    updater.take(server.of(FILE))
    await restarted()
    updater.take(server.of(FILE, { serial: 2 }))
    await restarted(2)
    expect(downloads).toHaveLength(1)
    updater.close()
    updater = start(HASH)
    updater.take(server.of(FILE, { serial: 3 }))
    await settleDown()
    expect([restarts, updater.state()]).toEqual([2, { hash: HASH, isSettled: true, failed: null }])
  })

  it('[B202] not when another key has signed it, also when that key comes with it', async () => {
    updater.take({ key: server.key, offer: null })
    await vi.waitUntil(() => readKept(folder).pin !== null, PATIENCE)
    const other = createOffers()
    updater.take(other.of(FILE))
    await refused('key')
    updater.take({ ...other.of(FILE), key: server.key })
    await refused('signature')
    const signed = server.of(FILE)
    const forged = { ...signed, offer: { ...server.of(Buffer.from('x')).offer, signature: signed.offer?.signature } }
    updater.take({ ...forged, offer: { ...forged.offer, attempt: 1 } } as never)
    await vi.waitUntil(() => updater.state().failed?.attempt === 1, PATIENCE)
    expect(problem()).toBe('signature')
    for (const statement of [
      '',
      '{',
      'null',
      '{"serial":1}',
      signed.offer?.statement.replace('placard-agent', 'other') ?? '',
    ]) {
      updater.take({ ...signed, offer: { attempt: 2, signature: signed.offer?.signature ?? '', statement } })
      await settleDown()
      expect(problem()).toBe('signature')
    }
    expect([downloads, restarts, changes > 0]).toEqual([[], 0, true])
  })

  it('the key of a new pairing counts, and the one of the same pairing stays', async () => {
    updater.take({ key: server.key, offer: null })
    await vi.waitUntil(() => readKept(folder).pin !== null, PATIENCE)
    const other = createOffers()
    updater.take(other.of(FILE))
    await refused('key')
    secret = 'the secret of another pairing'
    updater.take(other.of(FILE))
    await restarted()
    expect(readKept(folder).pin?.key).toBe(other.key)
  })

  it('[B203] not when the server has offered a newer one before: an offer of long ago is worth nothing', async () => {
    const old = server.of(Buffer.from('an old version'), { serial: 5 })
    updater.take(server.of(FILE, { serial: 6 }))
    await restarted()
    updater.take(old)
    await refused('older')
    expect(downloads).toEqual([FILE.length])
    // The server itself goes back to the old version: it signs it again, with a higher serial.
    sends = Buffer.from('an old version')
    updater.take(server.of(sends, { serial: 7 }))
    await restarted(2)
  })

  it('[B204] not when a byte of the file is another, or its size is', async () => {
    const changed = Buffer.from(FILE)
    changed.writeUInt8(changed.readUInt8(3) ^ 1, 3)
    for (const sent of [changed, FILE.subarray(1), Buffer.concat([FILE, Buffer.from(' ')]), Buffer.alloc(0)]) {
      sends = sent
      updater.take(server.of(FILE))
      await refused('damaged')
      updater.take({ key: server.key, offer: null })
    }
    expect([restarts, existsSync(fileOf(folder, HASH)), readKept(folder).next]).toEqual([0, false, null])
  })

  it('[B204] not when the signed statement has another size or hash than the file', async () => {
    updater.take(server.of(FILE, { sizeBytes: FILE.length + 1 }))
    await refused('damaged')
    updater.take(server.of(FILE, { hash: 'a'.repeat(64) }))
    await vi.waitUntil(() => updater.state().failed?.hash === 'a'.repeat(64), PATIENCE)
    expect([problem(), restarts]).toEqual(['damaged', 0])
  })

  it('[B205] six times within a day, whatever the server says each minute, also with a clock that jumps', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T03:00:00Z') })
    for (let minute = 1; minute <= 60; minute += 1) {
      sends = Buffer.from(`version ${minute}`)
      // Forward a year once, and back.
      vi.setSystemTime(Date.now() + (minute === 30 ? -365 * 86_400_000 : 60_000))
      updater.take(server.of(sends, { serial: minute }))
      await vi.waitUntil(() => restarts === Math.min(minute, 6) && (minute <= 6 || problem() === 'too-often'), PATIENCE)
    }
    expect(downloads).toHaveLength(6)
    vi.setSystemTime(Date.now() + 86_400_001)
    updater.take(server.of(sends ?? FILE, { serial: 61 }))
    await restarted(7)
  })

  it('not again when it has failed, until a person asks for it', async () => {
    mkdirSync(folder, { recursive: true })
    const failed = [{ hash: HASH, problem: 'not-well' as const, attempt: 0, isTold: true }]
    writeKept(folder, { ...readKept(folder), failed })
    updater.take(server.of(FILE))
    await settleDown()
    expect([restarts, downloads]).toEqual([0, []])
    expect(updater.state().failed).toEqual({ hash: HASH, problem: 'not-well', attempt: 0 })
    updater.take(server.of(FILE, {}, 1))
    await restarted()
    expect(readKept(folder).next).toEqual({ hash: HASH, starts: 0, attempt: 1 })
  })

  it('[F113] later by itself when the server dies in the middle, and not any more when the offer is gone', async () => {
    sends = undefined
    updater.close()
    updater = start(OLD, 20)
    updater.take(server.of(FILE))
    await refused('download')
    await vi.waitUntil(() => downloads.length >= 2, PATIENCE)
    sends = FILE
    await restarted()
    updater.take({ key: server.key, offer: null })
    expect(problem()).toBeUndefined()
  })

  it('[F112] never in part when the disk is full', async () => {
    mkdirSync(folder, { recursive: true })
    // Root may write into every folder, so the way to the file is taken.
    mkdirSync(`${fileOf(folder, HASH)}.new`)
    updater.take(server.of(FILE))
    await refused('disk-full')
    expect([restarts, readKept(folder).next, existsSync(fileOf(folder, HASH))]).toEqual([0, null, false])
  })

  it('[B206] nothing without the secret of a pairing', async () => {
    secret = undefined
    updater.take(server.of(FILE))
    await settleDown()
    expect([restarts, downloads, existsSync(folder)]).toEqual([0, [], false])
  })
})

it('[F114] a power cut at any moment of an update leaves a version that runs, and the next attempt ends well', {
  timeout: 300_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'placard-power-'))
  const packaged = join(root, 'agent.mjs')
  writeFileSync(packaged, 'package')
  const ofPackage = createHash('sha256').update('package').digest('hex')
  // As one file, because it is started many times.
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: root,
      rolldownOptions: {
        input: { install: join(import.meta.dirname, 'install.vitest.ts') },
        output: { entryFileNames: 'install.mjs', codeSplitting: false },
      },
    },
  })
  const program = join(root, 'install.mjs')
  const seen = new Set<string>()
  let cuts = 0
  for (let cutAt = 1; ; cutAt += 1) {
    const own = join(root, String(cutAt))
    const install = (at: number) =>
      spawnSync(process.execPath, [program, own, packaged, FILE.toString(), String(at)], { encoding: 'utf8' })
    const { signal, stdout, stderr } = install(cutAt)
    if (signal !== 'SIGKILL') {
      expect([stdout, stderr]).toEqual(['done', ''])
      break
    }
    cuts += 1
    const { hash, path } = choose(own, packaged)
    expect([ofPackage, HASH]).toContain(hash)
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(hash)
    seen.add(hash)
    if (cutAt % 8 === 1) {
      expect(install(0).stdout).toBe('done')
      expect(readKept(own).current ?? readKept(own).next?.hash).toBe(HASH)
      expect(readdirSync(own).filter((name) => name.endsWith('.new'))).toEqual([])
    }
  }
  // Before and after the moment that counts.
  expect(cuts).toBeGreaterThan(20)
  expect(seen.size).toBe(2)
  rmSync(root, { recursive: true, force: true })
})

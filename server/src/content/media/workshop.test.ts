import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_FILM_BYTES, MAX_IMAGE_BYTES } from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { findBox, readFilmFixture, writeLargeFilm, writeLargeIndex, writeManySamples } from '../../testing/films.ts'
import { inFull } from '../../testing/in-full.ts'
import { residentBytes } from './process-use.ts'
import { openWorkshop, type Workshop, type WorkshopLimits } from './workshop.ts'

/** The size of the largest film, or a smaller one that tests the same. */
const LARGE = inFull(MAX_FILM_BYTES, 192 * 2 ** 20)

/** Rows in the table of sizes. A film may have ten million. */
const MANY_SAMPLES = inFull(10_000_000, 1_000_000)

/** As counted by the kernel. */
async function mostResidentBytes(pid: number): Promise<number> {
  const [, kilobytes = Number.NaN] = /^VmHWM:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** Stands in for a vulnerable decoder: the content of a picture determines what happens to the process. */
const FRAGILE = `
  import { readFileSync, writeFileSync } from 'node:fs'
  process.on('disconnect', () => process.exit())
  process.send({ status: 'ready' })
  process.on('message', ({ source, picture, thumbnail }) => {
    const sent = readFileSync(source, 'utf8')
    if (sent === 'crash') process.abort()
    if (sent === 'hang') while (true);
    if (sent === 'bloat') return void setInterval(() => (globalThis.kept ??= []).push(Buffer.alloc(32 * 2 ** 20, 1)), 5)
    writeFileSync(picture, sent)
    writeFileSync(thumbnail, sent)
    process.send({ status: 'made', made: { width: 1, height: 1, sha256: '', sizeBytes: sent.length } })
  })
`

describe('the process that makes pictures', () => {
  let folder: string
  let workshop: Workshop | undefined
  let said: object[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-workshop-'))
    said = []
  })
  afterEach(async () => {
    await workshop?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function open(limits: Partial<WorkshopLimits> = {}, program?: string): Promise<Workshop> {
    const log = { warn: (details: object) => void said.push(details) }
    workshop = await openWorkshop({ folder: join(folder, 'workshop'), log, limits, program })
    return workshop
  }
  async function openFragile(limits?: Partial<WorkshopLimits>): Promise<Workshop> {
    const program = join(folder, 'fragile.mjs')
    await writeFile(program, FRAGILE)
    return open(limits, program)
  }
  const underWay = () => readdir(join(folder, 'workshop'))
  const picture = () =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03030' } })
      .png()
      .toBuffer()
  const make = async (shop: Workshop, sent: Uint8Array | string) =>
    shop.make(sent, async ({ width, height }) => `${width}x${height}`)
  const isThere = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  it('[F35] is another one than the server, the same for one picture after the other, and leaves nothing behind', async () => {
    const shop = await open()
    expect(shop.pid()).toBeUndefined()
    expect(await make(shop, await picture())).toBe('300x200')
    const pid = shop.pid() ?? 0
    expect(pid).toBeGreaterThan(0)
    expect(pid).not.toBe(process.pid)
    const path = join(folder, 'sent')
    await writeFile(path, await picture())
    expect(await make(shop, path)).toBe('300x200')
    expect(shop.pid()).toBe(pid)
    expect(await underWay()).toEqual([])
    expect(await readdir(folder)).toContain('sent')
    await expect(make(shop, Buffer.from('<!doctype html>'))).rejects.toMatchObject({ code: 'not-an-image' })
    expect(shop.pid()).toBe(pid)
    await shop.close()
    await expect.poll(() => isThere(pid)).toBe(false)
  })

  it('[F35] stands behind everything that somebody waits for, unless it is told otherwise', async () => {
    for (const [limits, priority] of [
      [{}, 10],
      [{ priority: 3 }, 3],
    ] as const) {
      const shop = await open(limits)
      await make(shop, await picture())
      expect(getPriority(shop.pid())).toBe(priority)
      await shop.close()
    }
  })

  it('[F35] a picture that ends it twice is called damaged, and the next one is made', async () => {
    const shop = await openFragile()
    await expect(make(shop, Buffer.from('crash'))).rejects.toMatchObject({ code: 'image-damaged' })
    expect(said).toHaveLength(2)
    expect(await make(shop, Buffer.from('fine'))).toBe('1x1')
    expect(await underWay()).toEqual([])
  })

  describe.skipIf(process.platform !== 'linux')('started within a bound of its memory', () => {
    /** Replaces `prlimit` by a script. @returns the number of calls */
    async function replacePrlimit(script: string): Promise<() => Promise<number>> {
      const calls = join(folder, 'calls')
      await mkdir(join(folder, 'bin'))
      await writeFile(calls, '')
      await writeFile(join(folder, 'bin/prlimit'), `#!/bin/sh\necho >> ${calls}\n${script}\n`, { mode: 0o700 })
      vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env.PATH}`)
      return async () => (await readFile(calls, 'utf8')).length
    }
    /** As in a server that has just started, without earlier trials. */
    async function makeAnew(): Promise<string> {
      vi.resetModules()
      const { openWorkshop } = await import('./workshop.ts')
      const log = { warn: (details: object) => void said.push(details) }
      workshop = await openWorkshop({ folder: join(folder, 'workshop'), log })
      return make(workshop, await picture())
    }
    afterEach(() => vi.unstubAllEnvs())

    it('[HS25] the first picture waits for the start of one process alone', async () => {
      const calls = await replacePrlimit('shift; exec "$@"')
      expect(await makeAnew()).toBe('300x200')
      expect(await calls()).toBe(1)
      expect(said).toEqual([])
    })

    it('[B61] one that does not begin there is started without, and the next as well', async () => {
      const calls = await replacePrlimit('exit 1')
      expect(await makeAnew()).toBe('300x200')
      process.kill(workshop?.pid() ?? 0, 'SIGKILL')
      expect(await make(workshop as Workshop, await picture())).toBe('300x200')
      expect(await calls()).toBe(1)
    })
  })

  it('[F35] one that somebody else killed is started again, and the picture is made all the same', async () => {
    const shop = await open()
    await make(shop, await picture())
    const pid = shop.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    const made = make(shop, await picture())
    process.kill(pid, 'SIGKILL')
    expect(await made).toBe('300x200')
    expect(shop.pid()).not.toBe(pid)
  })

  it('[B61] one that goes on for ever is ended, and the next picture is made', async () => {
    const shop = await openFragile({ jobMs: 500 })
    const hung = make(shop, Buffer.from('hang'))
    const next = make(shop, Buffer.from('fine'))
    await expect(hung).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 })
    expect(await next).toBe('1x1')
  })

  it.skipIf(process.platform !== 'linux')(
    '[S9] one that takes a processor for too long is refused as too large, and the next picture is made',
    async () => {
      const shop = await openFragile({ processorMs: 300 })
      const next = make(shop, Buffer.from('hang')).catch((error) => error.code)
      expect(await make(shop, Buffer.from('fine'))).toBe('1x1')
      expect(await next).toBe('image-too-large')
      expect(said).toEqual([{ why: 'too-costly', tried: 1 }])
    },
  )

  it('[S9] organisations take turns, none has all of the queue, and what nobody waits for is not begun', async () => {
    const shop = await openFragile({ waiting: 6, waitingOfOne: 3 })
    await make(shop, Buffer.from('fine'))
    const pid = shop.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    const order: string[] = []
    const gone = new AbortController()
    const send = (of: string, name: string, signal?: AbortSignal) =>
      shop.make(Buffer.from(name), async () => void order.push(name), { asker: { of, by: of }, signal })
    const jobs = [send('a', 'a0'), send('a', 'a1'), send('a', 'a2'), send('a', 'a3')]
    await expect(send('a', 'a4')).rejects.toMatchObject({ code: 'unavailable' })
    jobs.push(send('b', 'b1'), send('b', 'b2'))
    const left = send('c', 'c1', gone.signal)
    const why = new AppError('unavailable')
    gone.abort(why)
    await expect(left).rejects.toBe(why)
    // The first job of `a` takes longer than both jobs of `b`.
    await sleep(300)
    process.kill(pid, 'SIGCONT')
    await Promise.all(jobs)
    expect(order).toEqual(['a0', 'b1', 'b2', 'a1', 'a2', 'a3'])
  })

  it('[B61] one that takes more memory than it may is ended, and the next picture is made', async () => {
    const shop = await openFragile({ residentBytes: 200 * 2 ** 20 })
    await expect(make(shop, Buffer.from('bloat'))).rejects.toMatchObject({ code: 'image-damaged' })
    expect(said).toEqual([
      { why: 'too-large', tried: 1 },
      { why: 'too-large', tried: 2 },
    ])
    expect(await make(shop, Buffer.from('fine'))).toBe('1x1')
  })

  it('[B61] the largest picture that is allowed stays far within its memory', async () => {
    const shop = await open()
    const large = await sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#c0303080' } })
      .png()
      .toBuffer()
    expect(large.length).toBeLessThan(MAX_IMAGE_BYTES)
    let most = 0
    const watch = setInterval(async () => {
      most = Math.max(most, (await residentBytes(shop.pid() ?? 0)) ?? 0)
    }, 10)
    expect(await make(shop, large)).toBe('1080x1080')
    clearInterval(watch)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(500 * 2 ** 20)
  })

  it('[CT5] however large a film is, it is checked within the memory that any takes', async () => {
    const shop = await open()
    const check = (path: string) =>
      shop.check({ path, insists: false, poster: undefined }, async ({ traits, sizeBytes }) => ({
        ...traits,
        sizeBytes,
      }))
    const [small, large] = [join(folder, 'small.mp4'), join(folder, 'large.mp4')]
    await writeFile(small, await readFilmFixture('index-behind.mp4'))
    expect(await check(small)).toMatchObject({ width: 160, lengthMs: 800 })
    const rest = (await residentBytes(shop.pid() ?? 0)) ?? 0
    await writeLargeFilm(large, LARGE)
    let most = 0
    const watch = setInterval(async () => {
      most = Math.max(most, (await residentBytes(shop.pid() ?? 0)) ?? 0)
    }, 20)
    expect(await check(large)).toMatchObject({ width: 160, lengthMs: 800, sizeBytes: LARGE })
    clearInterval(watch)
    expect(rest).toBeGreaterThan(0)
    expect(most - rest).toBeLessThan(64 * 2 ** 20)
    expect(await underWay()).toEqual([])
    expect((await stat(large)).size).toBe(LARGE)
  })

  it.skipIf(process.platform !== 'linux')(
    '[CT5] [B61] whatever a film says of itself, it is checked within the memory that any takes',
    async () => {
      const shop = await open()
      const path = join(folder, 'sent.mp4')
      const check = () =>
        shop
          .check({ path, insists: true, poster: undefined }, async () => 'taken')
          .catch(({ code }: AppError) => String(code))
      await writeFile(path, await readFilmFixture('index-behind.mp4'))
      expect(await check()).toBe('taken')
      const pid = shop.pid() ?? 0
      const rest = (await residentBytes(pid)) ?? 0
      expect(rest).toBeGreaterThan(0)
      const forged = await readFilmFixture('plain.mp4')
      forged.writeUInt32BE(0xffff_ffff, findBox(forged, 'stsz').body + 8)
      const cases: [string, () => Promise<void>, outcome: string, mostMiB: number][] = [
        ['a table of 16 GiB in 3 kB', () => writeFile(path, forged), 'film-damaged', 16],
        ['the largest index that is taken', () => writeLargeIndex(path, 64 * 2 ** 20), 'taken', 16],
        ['an index of 500 MB', () => writeLargeIndex(path, 500_000_000), 'film-damaged', 16],
        ['as many samples as are looked at', () => writeManySamples(path, MANY_SAMPLES), 'film-damaged', 64],
      ]
      for (const [what, write, outcome, mostMiB] of cases) {
        await write()
        expect(await check(), what).toBe(outcome)
        // Compares the peak, not samples. The process must still be the same one.
        expect((await mostResidentBytes(pid)) - rest, what).toBeLessThan(mostMiB * 2 ** 20)
        expect(shop.pid(), what).toBe(pid)
      }
      expect(said).toEqual([])
      expect(await underWay()).toEqual([])
    },
  )

  it('[CT5] the location where a film was recorded is blanked, and nothing else in it moves', async () => {
    const shop = await open()
    const path = join(folder, 'sent.mp4')
    const sent = await readFilmFixture('with-a-place.mp4')
    expect(sent.includes('+48.1371')).toBe(true)
    await writeFile(path, sent)
    const { kept, sha256, sentSha256 } = await shop.check(
      { path, insists: false, poster: undefined },
      async (checked) => ({
        kept: await readFile(checked.film),
        ...checked,
      }),
    )
    const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sentSha256).toBe(hashOf(sent))
    expect(sha256).toBe(hashOf(kept))
    expect(kept.length).toBe(sent.length)
    for (const said of ['+48.1371', 'At home', 'udta', 'meta']) {
      expect(kept.includes(said)).toBe(false)
    }
    const { body, end } = findBox(sent, 'mdat')
    expect(kept.subarray(body, end).equals(sent.subarray(body, end))).toBe(true)
    // Checking it again gives the same film.
    const again = await shop.check({ path, insists: false, poster: undefined }, async (checked) => checked.sha256)
    expect(again).toBe(sha256)
  })

  it('[CT5] a film that ends its process twice is called damaged, and the upload keeps its bytes', async () => {
    const shop = await openFragile()
    const path = join(folder, 'sent.mp4')
    await writeFile(path, 'crash')
    const check = () => shop.check({ path, insists: false, poster: undefined }, async () => 'kept')
    await expect(check()).rejects.toMatchObject({ code: 'film-damaged' })
    expect(await underWay()).toEqual([])
    expect(await readFile(path, 'utf8')).toBe('crash')
  })

  it('[B63] only so many wait; who comes after them is told when to come again', async () => {
    const shop = await open({ waiting: 2 })
    await make(shop, await picture())
    const pid = shop.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    const sent = await picture()
    const made = [make(shop, sent), make(shop, sent), make(shop, sent)]
    await expect(make(shop, sent)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    process.kill(pid, 'SIGCONT')
    expect(await Promise.all(made)).toEqual(['300x200', '300x200', '300x200'])
  })

  it('is gone when nobody has needed it for a while, and comes again', async () => {
    const shop = await open({ idleMs: 50 })
    await make(shop, await picture())
    await expect.poll(() => shop.pid()).toBeUndefined()
    expect(await make(shop, await picture())).toBe('300x200')
  })

  it('[F41] files that a killed process left are deleted when the next one starts', async () => {
    const first = await open()
    await writeFile(join(folder, 'workshop', 'left.jpg'), 'half')
    await first.close()
    await open()
    expect(await underWay()).toEqual([])
  })
})

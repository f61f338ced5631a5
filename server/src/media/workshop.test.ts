import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@placard/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { residentBytes } from './process-use.ts'
import { openWorkshop, type Workshop, type WorkshopLimits } from './workshop.ts'

/** Stands in for a decoder with a hole: what a picture says is what happens to the process. */
const FRAGILE = `
  import { readFileSync, writeFileSync } from 'node:fs'
  process.on('disconnect', () => process.exit())
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
    const shop = await openFragile({ pictureMs: 500 })
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
      shop.make(Buffer.from(name), async () => void order.push(name), { of, signal })
    const jobs = [send('a', 'a0'), send('a', 'a1'), send('a', 'a2'), send('a', 'a3')]
    await expect(send('a', 'a4')).rejects.toMatchObject({ code: 'unavailable' })
    jobs.push(send('b', 'b1'), send('b', 'b2'))
    const left = send('c', 'c1', gone.signal)
    const why = new AppError('unavailable')
    gone.abort(why)
    await expect(left).rejects.toBe(why)
    process.kill(pid, 'SIGCONT')
    await Promise.all(jobs)
    expect(order).toEqual(['a0', 'a1', 'b1', 'a2', 'b2', 'a3'])
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

  it('[F41] what a process left behind that was killed is gone when the next one begins', async () => {
    const first = await open()
    await writeFile(join(folder, 'workshop', 'left.jpg'), 'half')
    await first.close()
    await open()
    expect(await underWay()).toEqual([])
  })
})

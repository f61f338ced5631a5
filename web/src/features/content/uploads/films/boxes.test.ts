import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countTracks, isFragmented, pictureRate, readLayout, withIndexInFront } from './boxes.ts'

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const folder = mkdtempSync(join(tmpdir(), 'placard-boxes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A second of 64 x 36 with sound, and the place where it was taken. */
function film(name: string, ...options: string[]): Uint8Array<ArrayBuffer> {
  const path = join(folder, name)
  const sources = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=10:d=1', '-f', 'lavfi', '-i', 'sine=d=1']
  const as = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest']
  const place = ['-metadata', 'location=+52.5200+013.4050/', '-metadata', 'title=Grandmother']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...sources, ...as, ...place, ...options, path])
  return new Uint8Array(readFileSync(path))
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const topOf = async (blob: Blob) => (await readLayout(blob))?.boxes.map(({ type }) => type)

/** A hash of each frame and sound packet of a file. */
function packetsOf(bytes: Uint8Array, name: string): string[] {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const written = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-c', 'copy', '-f', 'framemd5', '-'], {
    encoding: 'utf8',
  })
  return written.split('\n').filter((line) => /^\d/.test(line))
}

describe.runIf(hasFfmpeg)('[CT3] a film that every screen plays', () => {
  let plain: Uint8Array<ArrayBuffer>
  beforeAll(() => {
    plain = film('plain.mp4')
  })

  it('gets its index in front, and every picture stays as it is', async () => {
    const layout = await readLayout(new Blob([plain]))
    expect(layout?.boxes.map(({ type }) => type)).toEqual(['ftyp', 'free', 'mdat', 'moov'])
    const written = layout && withIndexInFront(new Blob([plain]), layout)
    expect(written && (await topOf(written))).toEqual(['ftyp', 'moov', 'mdat'])
    const packets = packetsOf(plain, 'before.mp4')
    expect(packets.length).toBeGreaterThan(20)
    expect(written && packetsOf(await bytesOf(written), 'after.mp4')).toEqual(packets)
  })

  it('counts all its pictures, as the server does', async () => {
    const rateOf = async (bytes: Uint8Array<ArrayBuffer>) => {
      const layout = await readLayout(new Blob([bytes]))
      return layout && pictureRate(layout)
    }
    expect(await rateOf(plain)).toBeCloseTo(10, 6)
    // Five at 10 a second, then four at 40 a second, the last as long as the first, in parts of 10,240.
    const times = "setts=ts='if(lt(N,5),N*1024,5120+(N-5)*256)'"
    expect(await rateOf(film('uneven.mp4', '-bf', '0', '-bsf:v', times))).toBeCloseTo(10 / 0.7, 6)
    expect(await rateOf(film('pieces.mp4', '-movflags', 'frag_keyframe+empty_moov'))).toBeUndefined()
  })

  it('loses the place where it was taken, and its other tags', async () => {
    const layout = await readLayout(new Blob([plain]))
    const written = layout && (await bytesOf(withIndexInFront(new Blob([plain]), layout) ?? new Blob()))
    const tags = (bytes: Uint8Array | undefined) => {
      const text = Buffer.from(bytes ?? []).toString('latin1')
      return ['Grandmother', 'loci', 'earth'].filter((tag) => text.includes(tag))
    }
    expect(tags(plain)).toEqual(['Grandmother', 'loci', 'earth'])
    expect(written?.length).toBeGreaterThan(1_000)
    expect(tags(written)).toEqual([])
  })

  it('with its index in front already comes out with the same pictures', async () => {
    const front = film('front.mp4', '-movflags', '+faststart')
    const layout = await readLayout(new Blob([front]))
    const written = layout && withIndexInFront(new Blob([front]), layout)
    expect(written && packetsOf(await bytesOf(written), 'again.mp4')).toEqual(packetsOf(front, 'front-again.mp4'))
  })

  it('with a further track, as phones and cameras write them, is told from one of pictures and sound', async () => {
    const count = async (bytes: Uint8Array<ArrayBuffer>) => {
      const layout = await readLayout(new Blob([bytes]))
      return layout && countTracks(layout)
    }
    expect(await count(plain)).toEqual({ tracks: 2, stretches: 1 })
    expect(await count(film('timed.mp4', '-timecode', '00:00:00:00'))).toEqual({ tracks: 3, stretches: 1 })
  })

  it('in fragments is told from a whole one', async () => {
    const fragments = await readLayout(new Blob([film('fragments.mp4', '-movflags', 'frag_keyframe+empty_moov')]))
    expect(fragments && isFragmented(fragments)).toBe(true)
    const whole = await readLayout(new Blob([plain]))
    expect(whole && isFragmented(whole)).toBe(false)
  })

  it('cut off or damaged is not rewritten into something else: no bytes make it throw or run on', async () => {
    const mutation = fc.record({ at: fc.nat(plain.length - 1), value: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { maxLength: 8 }), fc.nat(plain.length), async (mutations, length) => {
        const damaged = plain.slice(0, length)
        for (const { at, value } of mutations) if (at < length) damaged[at] = value
        const layout = await readLayout(new Blob([damaged]))
        const written = layout && withIndexInFront(new Blob([damaged]), layout)
        expect(written?.size ?? 0).toBeLessThanOrEqual(length)
      }),
    )
  })
})

it('[CT3] a file that is not MP4 has no layout', async () => {
  for (const text of ['', 'text', '\0\0\0\x08ftyp', '\0\0\0\x08moov\0\0\0\x08ftyp', '\0\0\0\x04ftyp']) {
    expect(await readLayout(new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]))).toBeUndefined()
  }
})

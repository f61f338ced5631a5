import { describe, expect, it } from 'vitest'
import { type Reason, UnreadableSource } from '../reasons.ts'
import { tarOf, type ZipPart, zipOf } from './arbitrary.ts'
import { openFolder } from './folder.ts'
import { decodeName, readPath } from './names.ts'
import { MOST_ENTRIES, type Source } from './source.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

const NEVER = new AbortController().signal
const paths = (source: Source) => source.entries.map(({ path }) => path)
const reasons = (source: Source) => Object.fromEntries(source.left.map(({ path, reason }) => [path, reason]))

async function all(source: Source): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const taken of source.take(new Set(paths(source)), NEVER)) {
    found[taken.path] = 'file' in taken ? await taken.file.text() : `! ${taken.why}`
  }
  return found
}
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (problem: unknown) => problem,
  )
  return error instanceof UnreadableSource ? error.reason : `no refusal: ${String(error)}`
}

describe('[B155] names that lead somewhere else', () => {
  const cases: [name: string, why: string][] = [
    ['../../etc/passwd', 'path'],
    ['a/../../b.jpg', 'path'],
    ['/etc/passwd', 'path'],
    ['\\\\server\\share\\a.jpg', 'path'],
    ['C:\\Users\\a.jpg', 'path'],
    ['c:a.jpg', 'path'],
    ['..\\..\\a.jpg', 'path'],
    ['a\u0000.jpg', 'path'],
    ['CON', 'device'],
    ['photos/nul.jpg', 'device'],
    ['photos/LPT1.png', 'device'],
    [`${'long/'.repeat(120)}a.jpg`, 'name-too-long'],
  ]
  it.each(cases)('%j stays: %s', async (name, why) => {
    expect(readPath(name)).toEqual({ status: 'stays', why })
    const parts = [
      { name, body: 'evil' },
      { name: 'good.jpg', body: 'good' },
    ]
    const zip = await openZip(await zipOf(parts), NEVER)
    expect(paths(zip)).toEqual(['good.jpg'])
    expect(Object.values(reasons(zip))).toEqual([`moving.why.${why}`])
    const folder = openFolder('x', [{ path: name, file: new File(['x'], 'x') }])
    expect(folder.entries).toEqual([])
  })

  it.each([
    ['./a//b.jpg', 'a/b.jpg'],
    ['a\\b.jpg', 'a/b.jpg'],
    ['قائمة/صورة.jpg', 'قائمة/صورة.jpg'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['e\u0301t\u00E9.jpg', '\u00E9t\u00E9.jpg'],
    ['a\u0007b.jpg', 'a\uFFFDb.jpg'],
    ['console.jpg', 'console.jpg'],
  ])('%j is read as %j', (name, path) => {
    expect(readPath(name)).toEqual({ status: 'path', path })
  })

  it.each(['__MACOSX/a/._b.jpg', 'a/.DS_Store', 'Thumbs.db', 'a/desktop.ini', '._x.jpg', '.git/config'])(
    '%s is the computer’s own, and nobody is told of it one by one',
    (name) => {
      expect(readPath(name)).toEqual({ status: 'system' })
    },
  )
})

describe('[B156] names in the letters of others', () => {
  const cases: [bytes: number[], name: string][] = [
    [[...new TextEncoder().encode('Grüße/東京.jpg')], 'Grüße/東京.jpg'],
    // "Größe" of the code page of DOS.
    [[0x47, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x6a, 0x70, 0x67], 'Größe.jpg'],
    [[0x82, 0x74, 0x82, 0x2e, 0x6a, 0x70, 0x67], 'été.jpg'],
    // "写真" of Shift-JIS.
    [[0x8e, 0xca, 0x90, 0x5e, 0x2e, 0x6a, 0x70, 0x67], '写真.jpg'],
    [[0x83, 0x81, 0x83, 0x6a, 0x83, 0x85, 0x81, 0x5b], 'メニュー'],
  ]
  it.each(cases)('%j', async (bytes, name) => {
    expect(decodeName(new Uint8Array(bytes))).toBe(name)
    const zip = await openZip(await zipOf([{ name: bytes, body: 'x' }]), NEVER)
    expect(paths(zip)).toEqual([name])
    expect(await all(zip)).toEqual({ [name]: 'x' })
  })
})

describe('[B157] bombs', () => {
  const zeros = new Uint8Array(70 * 2 ** 20)
  it('one file that unpacks to far more than it is stays, the others come', async () => {
    const zip = await openZip(
      await zipOf([
        { name: 'bomb.bmp', body: zeros, isDeflated: true },
        { name: 'noise.bin', body: crypto.getRandomValues(new Uint8Array(60_000)) },
        ...Array.from({ length: 8 }, (_, index) => ({
          name: `n${index}`,
          body: crypto.getRandomValues(new Uint8Array(60_000)),
        })),
        { name: 'good.jpg', body: 'good', isDeflated: true },
      ]),
      NEVER,
    )
    expect(reasons(zip)).toEqual({ 'bomb.bmp': 'moving.why.bomb' })
    expect((await all(zip))['good.jpg']).toBe('good')
  })
  it('an archive that is nothing else is refused as a whole', async () => {
    const parts = [{ name: 'bomb.bmp', body: zeros, isDeflated: true }]
    expect(await reasonOf(openZip(await zipOf(parts), NEVER))).toBe('bomb-archive')
    const tar = await tarOf([{ name: 'bomb.bmp', body: zeros }], { gzip: true })
    expect(await reasonOf(openTar(tar, NEVER))).toBe('bomb-archive')
  })
  it('a file that claims to be small and unpacks to more is left out', async () => {
    const parts = [
      { name: 'lies.jpg', body: 'x'.repeat(5_000), isDeflated: true, size: 10 },
      { name: 'good.jpg', body: 'good' },
    ]
    const zip = await openZip(await zipOf(parts), NEVER)
    expect(await all(zip)).toEqual({
      'lies.jpg': expect.stringMatching(/^! (other-size|damaged)$/),
      'good.jpg': 'good',
    })
  })
  it('a file with a claimed size above the real one is left out', async () => {
    const zip = await openZip(await zipOf([{ name: 'a.jpg', body: 'abc', isDeflated: true, size: 30 }]), NEVER)
    expect((await all(zip))['a.jpg']).toMatch(/^! /)
  })
  it('files that lie on the same bytes are refused: much out of little', async () => {
    const parts = [
      { name: 'a.jpg', body: 'x'.repeat(100) },
      { name: 'b.jpg', body: 'x'.repeat(100), offset: 0 },
    ]
    expect(await reasonOf(openZip(await zipOf(parts), NEVER))).toBe('overlapping')
  })
  it('more than 10,000 files are refused, in words', async () => {
    const parts = Array.from({ length: MOST_ENTRIES + 1 }, (_, index) => ({ name: `${index}.jpg` }))
    expect(await reasonOf(openZip(await zipOf(parts), NEVER))).toBe('too-many')
    expect(await reasonOf(openTar(await tarOf(parts), NEVER))).toBe('too-many')
    const placed = parts.map(({ name }) => ({ path: name, file: new File([], name) }))
    expect(() => openFolder('x', placed)).toThrow(UnreadableSource)
  })
  it('a file that claims to be larger than any film is left out', async () => {
    const film = { name: 'film.mp4', body: 'x', size: 3 * 2 ** 30, packed: 3 * 2 ** 30 - 1 }
    const source = await openZip(await zipOf([{ name: 'a.jpg', body: 'a' }, film]), NEVER).catch((error) => error)
    // It would overlap with the list of the archive.
    expect(source instanceof UnreadableSource || reasons(source)['film.mp4']).toBeTruthy()
  })
})

describe('[B158] links, devices and what is locked', () => {
  const zips: [ZipPart, Reason][] = [
    [{ name: 'link.jpg', body: '/etc/passwd', mode: 0o120777 }, 'moving.why.link'],
    [{ name: 'locked.jpg', body: 'xxxxxxxxxxxxxxx', flags: 1 }, 'moving.why.encrypted'],
    [{ name: 'odd.jpg', body: 'x', method: 12 }, 'moving.why.method'],
  ]
  it.each(zips)('%j of a zip stays', async (part, reason) => {
    const zip = await openZip(await zipOf([part, { name: 'good.jpg', body: 'good' }]), NEVER)
    expect(reasons(zip)).toEqual({ [part.name as string]: reason })
    expect(await all(zip)).toEqual({ 'good.jpg': 'good' })
  })
  it('a zip that is locked whole says so', async () => {
    const locked = ['a.jpg', 'b.jpg'].map((name) => ({ name, body: 'xxxxxxxxxxxxxxx', flags: 1 }))
    expect(await reasonOf(openZip(await zipOf(locked), NEVER))).toBe('encrypted-archive')
  })
  it.each([
    ['1', 'moving.why.link'],
    ['2', 'moving.why.link'],
    ['3', 'moving.why.device'],
    ['6', 'moving.why.device'],
    ['S', 'moving.why.unreadable'],
  ])('type %s of a tar stays', async (type, reason) => {
    const tar = await openTar(
      await tarOf([
        { name: 'odd', type, link: '/etc' },
        { name: 'a.jpg', body: 'a' },
      ]),
      NEVER,
    )
    expect(reasons(tar)).toEqual({ odd: reason })
    expect(await all(tar)).toEqual({ 'a.jpg': 'a' })
  })
})

describe('[B159] archives that are cut off or damaged', () => {
  it('a zip without its end says so', async () => {
    const whole = await zipOf([{ name: 'a.jpg', body: 'x'.repeat(5_000) }])
    for (const cut of [1, 30, 80, 3_000]) {
      const file = new File([whole.slice(0, whole.size - cut)], 'a.zip')
      expect(await reasonOf(openZip(file, NEVER))).toMatch(/^(truncated|damaged)-archive$/)
    }
  })
  it('a file of it whose bytes were changed stays, the others come', async () => {
    const whole = new Uint8Array(
      await (
        await zipOf([
          { name: 'a', body: 'aaaa' },
          { name: 'b', body: 'bbbb' },
        ])
      ).arrayBuffer(),
    )
    whole[33] = 0x7a
    expect(await all(await openZip(new File([whole], 'a.zip'), NEVER))).toEqual({ a: '! damaged', b: 'bbbb' })
  })
  it.each([100, 512, 700, 1_500, 2_000])(
    'a tar that lacks its last %d bytes says so, or lacks but its end',
    async (cut) => {
      const file = await tarOf([{ name: 'a.jpg', body: 'a'.repeat(900) }], { cut })
      const read = await openTar(file, NEVER).then(
        (source) => paths(source).join(),
        (error: UnreadableSource) => error.reason,
      )
      expect(read).toBe(cut <= 1_024 ? 'a.jpg' : 'truncated-archive')
    },
  )
  it('a gzip that was cut says so', async () => {
    const body = crypto.getRandomValues(new Uint8Array(50_000))
    const file = await tarOf([{ name: 'a', body }], { gzip: true, cut: 20_000 })
    expect(await reasonOf(openTar(file, NEVER))).toBe('truncated-archive')
  })
  it.each(['', 'hello, I am no archive', '\u001f\u008bnothing', 'PK\u0003\u0004nothing'])(
    '%j is none',
    async (text) => {
      const file = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'a')
      expect(await reasonOf(openTar(file, NEVER))).not.toMatch(/^no refusal/)
      expect(await reasonOf(openZip(file, NEVER))).not.toMatch(/^no refusal/)
    },
  )
  it('any bytes are read or refused, never worse', async () => {
    for (let round = 0; round < 200; round += 1) {
      const source =
        round % 2 ? await tarOf([{ name: 'a', body: 'hello' }]) : await zipOf([{ name: 'a', body: 'hello' }])
      const bytes = new Uint8Array(await source.arrayBuffer())
      for (let hit = 0; hit < 4; hit += 1) bytes[Math.floor(Math.random() * bytes.length)] = Math.random() * 256
      const open = round % 2 ? openTar : openZip
      try {
        await all(await open(new File([bytes], 'a'), NEVER))
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableSource)
      }
    }
  })
})

describe('[B160] archives in the longer form', () => {
  it('a zip64 is read', async () => {
    const zip = await openZip(await zipOf([{ name: 'a.jpg', body: 'hello', isDeflated: true }], { zip64: true }), NEVER)
    expect(await all(zip)).toEqual({ 'a.jpg': 'hello' })
  })
  it('names that a header of tar has no room for are read, in both forms', async () => {
    const long = `${'folder/'.repeat(20)}picture.jpg`
    const record = ` path=${long}\n`
    const pax = `${record.length + 3}${record}`
    const tar = await openTar(
      await tarOf([
        { name: 'pax', type: 'x', body: pax },
        { name: 'short.jpg', body: 'one' },
        { name: '././@LongLink', type: 'L', body: `gnu/${long}\u0000` },
        { name: 'short.jpg', body: 'two' },
        { name: 'plain.jpg', body: 'three' },
      ]),
      NEVER,
    )
    expect(await all(tar)).toEqual({ [long]: 'one', [`gnu/${long}`]: 'two', 'plain.jpg': 'three' })
  })
  it('of two files with one name the later counts, in a tar as in a zip', async () => {
    const parts = [
      { name: 'a.jpg', body: 'first' },
      { name: 'a.jpg', body: 'the later' },
    ]
    for (const source of [await openTar(await tarOf(parts), NEVER), await openZip(await zipOf(parts), NEVER)]) {
      expect(source.entries).toMatchObject([{ path: 'a.jpg', size: 9 }])
      expect(await all(source)).toEqual({ 'a.jpg': 'the later' })
    }
  })
  it('a tar is read one file at a time, in its own order, packed or not, with folders passed over', async () => {
    for (const gzip of [false, true]) {
      const parts = [
        { name: 'a/', type: '5' },
        { name: 'a/1.jpg', body: 'x'.repeat(1_000) },
        { name: 'a/2.jpg', body: '' },
        { name: 'a/3.jpg', body: 'y'.repeat(512) },
      ]
      const tar = await openTar(await tarOf(parts, { gzip, isOpen: gzip }), NEVER)
      expect(tar.entries.map(({ size }) => size)).toEqual([1_000, 0, 512])
      const taken: string[] = []
      for await (const one of tar.take(new Set(['a/3.jpg', 'a/1.jpg', 'b']), NEVER)) {
        taken.push(`${one.path} ${'file' in one ? (await one.file.text()).length : one.why}`)
      }
      expect(taken).toEqual(['a/1.jpg 1000', 'a/3.jpg 512', 'b missing'])
    }
  })
  it('a cancelled import stops', async () => {
    const end = new AbortController()
    const zip = await openZip(
      await zipOf([
        { name: 'a', body: 'a' },
        { name: 'b', body: 'b' },
      ]),
      NEVER,
    )
    const taking = zip.take(new Set(['a', 'b']), end.signal)
    await taking.next()
    end.abort(new DOMException('enough', 'AbortError'))
    await expect(taking.next()).rejects.toThrow('enough')
  })
})

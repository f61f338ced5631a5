/**
 * The part of tar that a backup needs: plain files one after the other, in the POSIX 2001 (pax) format, so that any `tar` can list and
 * unpack it. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */

const BLOCK = 512
/** The largest number in eleven octal digits. The size of a larger file is in a separate record before it. */
const MAX_PLAIN_SIZE = 8 ** 11 - 1
const MAX_RECORD_BYTES = 1_024

/** The file is not a backup of Placard, or not a complete one. The message is a sentence. */
export class ArchiveError extends Error {
  readonly code: 'not-a-backup' | 'backup-damaged' | 'backup-newer'
  constructor(code: ArchiveError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Writes the header that comes before a file's bytes.
 *
 * @param name at most 100 ASCII characters
 * @param at milliseconds since 1970
 */
export function headerOf(name: string, size: number, at: number): Buffer {
  const mtime = Math.floor(at / 1_000)
  if (size <= MAX_PLAIN_SIZE) return block(name, size, mtime, '0')
  const record = sizeRecord(size)
  return Buffer.concat([
    block('size', record.length, mtime, 'x'),
    record,
    paddingOf(record.length),
    block(name, 0, mtime, '0'),
  ])
}

/** The padding that comes after a file's bytes. */
export function paddingOf(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** The end mark that comes after the last file. */
export const END_OF_ARCHIVE: Buffer = Buffer.alloc(2 * BLOCK)

/** A record begins with its own length, which includes the digits of that length. */
function sizeRecord(size: number): Buffer {
  const rest = ` size=${size}\n`
  let length = rest.length + 1
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length
  return Buffer.from(`${length}${rest}`)
}

function block(name: string, size: number, mtime: number, type: '0' | 'x'): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`no name for a file in an archive: ${JSON.stringify(name)}`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => {
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'ascii')
  }
  header.write(name, 0, 'ascii')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(mtime, 136, 11)
  header.write(type, 156, 'ascii')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return header
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function checksumOf(header: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0)
  return sum
}

/** One file of an archive. Its body must be read to its end before the next one is requested. */
export type Entry = { name: string; size: number; body: AsyncIterable<Buffer> }

/**
 * Reads an archive as written by `headerOf`. Anything else that tar supports (links, folders, devices, sparse files) is refused.
 *
 * @throws ArchiveError
 */
export async function* readEntries(input: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const bytes = createReader(input)
  let first = true
  for (;;) {
    const header = await bytes.take(BLOCK, first)
    if (header === undefined) throw new ArchiveError('not-a-backup', 'This is not a backup of Placard.')
    if (header.every((byte) => byte === 0)) {
      // No backup begins with zeros.
      if (first) throw new ArchiveError('not-a-backup', 'This is not a backup of Placard.')
      await bytes.requireZerosToEnd()
      return
    }
    let { name, size, type } = parse(header, first)
    if (type === 'x') {
      size = await readSizeRecord(bytes, size)
      const next = parse((await bytes.take(BLOCK)) ?? Buffer.alloc(0), first)
      if (next.type !== '0' || next.size !== 0) throw damaged()
      name = next.name
    }
    first = false
    let left = size
    const body = (async function* () {
      while (left > 0) {
        const some = await bytes.some(left)
        left -= some.length
        yield some
      }
    })()
    yield { name, size, body }
    if (left > 0) throw new Error('an entry of an archive was not read to its end')
    await bytes.takeZeros(paddingOf(size).length)
  }
}

function parse(header: Buffer, first: boolean): { name: string; size: number; type: '0' | 'x' } {
  const sound =
    header.length === BLOCK &&
    header.toString('latin1', 257, 265) === 'ustar\x0000' &&
    header.toString('ascii', 148, 156) === `${checksumOf(header).toString(8).padStart(6, '0')}\0 `
  if (!sound) throw first ? new ArchiveError('not-a-backup', 'This is not a backup of Placard.') : damaged()
  const type = header.toString('latin1', 156, 157)
  if (type !== '0' && type !== 'x') {
    throw new ArchiveError(
      'backup-damaged',
      'The backup was refused, because it contains an entry that is not a regular file.',
    )
  }
  const size = header.toString('latin1', 124, 136)
  if (!/^[0-7]{11}\0$/.test(size)) throw damaged()
  const name = header.toString('latin1', 0, 100).replace(/\0+$/, '')
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw damaged()
  return { name, size: Number.parseInt(size, 8), type }
}

async function readSizeRecord(bytes: Reader, length: number): Promise<number> {
  if (length > MAX_RECORD_BYTES) throw damaged()
  const record = await bytes.take(length)
  await bytes.takeZeros(paddingOf(length).length)
  const [, size] = /^\d{1,3} size=(\d{1,16})\n$/.exec(record?.toString('latin1') ?? '') ?? []
  if (size === undefined || !Number.isSafeInteger(Number(size))) throw damaged()
  return Number(size)
}

export function damaged(): ArchiveError {
  return new ArchiveError('backup-damaged', 'The backup is damaged: a checksum does not match.')
}

type Reader = {
  /** Exactly this many bytes. undefined when `orNone` is set and the input has ended. */
  take(count: number, orNone?: boolean): Promise<Buffer | undefined>
  /** At least one byte, at most this many. */
  some(count: number): Promise<Buffer>
  takeZeros(count: number): Promise<void>
  requireZerosToEnd(): Promise<void>
}

function createReader(input: AsyncIterable<Uint8Array>): Reader {
  const iterator = input[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const { value, done } = await iterator.next()
      if (done === true) return false
      rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    return true
  }

  async function some(count: number): Promise<Buffer> {
    if (!(await more())) throw new ArchiveError('backup-damaged', 'The backup is cut off: its end is missing.')
    const taken = rest.subarray(0, count)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function take(count: number, orNone = false): Promise<Buffer | undefined> {
    if (orNone && !(await more())) return undefined
    const parts: Buffer[] = []
    for (let left = count; left > 0; ) {
      const part = await some(left)
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  return {
    take,
    some,
    async takeZeros(count) {
      const zeros = (await take(count)) ?? Buffer.alloc(0)
      if (zeros.some((byte) => byte !== 0)) throw damaged()
    },
    async requireZerosToEnd() {
      let zeros = 0
      while (await more()) {
        if (rest.some((byte) => byte !== 0)) throw damaged()
        zeros += rest.length
        rest = Buffer.alloc(0)
      }
      if (zeros < BLOCK) throw new ArchiveError('backup-damaged', 'The backup is cut off: its end is missing.')
    },
  }
}

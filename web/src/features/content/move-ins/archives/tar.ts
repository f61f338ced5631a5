import { MAX_FILM_BYTES } from '@placard/contract'
import { type Stays, UnreadableSource, why } from '../reasons.ts'
import { readPath, sayable } from './names.ts'
import {
  baseOf,
  type Entry,
  isBomb,
  type LeftOut,
  MOST_BYTES,
  MOST_ENTRIES,
  type Source,
  type Taken,
} from './source.ts'

const BLOCK = 512
/** The limit of a long name, and of an extended header. */
const MOST_HEADER_BYTES = 64 * 1_024
/** Enough bytes to recognise the kind of a file. */
const HEAD_BYTES = 1_024
/** The limit of headers, against archives that consist of headers only. */
const MOST_HEADERS = 5 * MOST_ENTRIES

type Bytes = Uint8Array<ArrayBuffer>
type Header = { name: string; size: number; type: string }
/** One entry of an archive, with its index. Its bytes are skipped unless they are read. */
type Passed = Header & { index: number; body: () => ReadableStream<Bytes> }

/**
 * Opens a tar, plain or compressed with gzip. A tar has no list of its files: all of it is read once, and again when files are taken.
 *
 * @param onRead receives the number of bytes read since the last call
 * @throws UnreadableSource
 */
export async function openTar(
  file: File,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<Source> {
  const found = new Map<string, Entry & { index: number }>()
  const left: LeftOut[] = []
  let skipped = 0
  for await (const one of passThrough(file, signal, onRead)) {
    const read = readPath(one.name)
    if (one.type === '5') continue
    if (found.size + left.length >= MOST_ENTRIES) throw new UnreadableSource('too-many')
    if (read.status === 'system') skipped += 1
    else {
      const problem = read.status === 'stays' ? read.why : problemOf(one)
      if (read.status === 'stays' || problem) left.push({ path: sayable(one.name), reason: why(problem as Stays) })
      // Of two entries with the same name the later one counts, as in every program.
      else found.set(read.path, { path: read.path, size: one.size, head: await headOf(one), index: one.index })
    }
  }
  return {
    name: file.name,
    entries: [...found.values()],
    left,
    skipped,
    take: (wanted, inner) => take(file, found, wanted, inner),
  }
}

async function* take(
  file: File,
  found: ReadonlyMap<string, { index: number }>,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<Taken> {
  const missing = new Set(wanted)
  let problem: Stays = 'missing'
  try {
    for await (const one of passThrough(file, signal, () => {})) {
      const read = readPath(one.name)
      if (read.status !== 'path' || !missing.has(read.path) || found.get(read.path)?.index !== one.index) continue
      const blob = await new Response(one.body()).blob()
      missing.delete(read.path)
      yield { path: read.path, file: new File([blob], baseOf(read.path)) }
      if (missing.size === 0) return
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof UnreadableSource)) throw error
    problem = 'damaged'
  }
  for (const path of missing) yield { path, why: problem }
}

function problemOf({ type, size }: Header): Stays | undefined {
  if (type === '1' || type === '2') return 'link'
  if (type === '3' || type === '4' || type === '6') return 'device'
  if (type !== '0' && type !== '7') return 'unreadable'
  return size > MAX_FILM_BYTES ? 'too-large' : undefined
}

async function headOf(one: Passed): Promise<Bytes> {
  const reader = one.body().getReader()
  const parts: Bytes[] = []
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    length += next.value.length
    if (length >= HEAD_BYTES) break
  }
  reader.releaseLock()
  return new Uint8Array(await new Blob(parts).arrayBuffer()).slice(0, HEAD_BYTES)
}

/** All entries of an archive, one after the other. Bytes that were not read are skipped. @throws UnreadableSource */
async function* passThrough(file: File, signal: AbortSignal, onRead: (bytes: number) => void): AsyncGenerator<Passed> {
  const bytes = createBytes(await unpacked(file, onRead), file.size, signal)
  try {
    let headers = 0
    let long: { path?: string; size?: number } = {}
    let blank = 0
    for (;;) {
      const block = await bytes.read(BLOCK).catch((error: unknown) => {
        if (headers > 0 || !(error instanceof UnreadableSource) || error.reason !== 'truncated-archive') throw error
        // There is not even one header.
        throw new UnreadableSource('not-an-archive', { cause: error })
      })
      if (!block) {
        // Every program also reads archives that end without the two empty blocks.
        if (headers === 0) throw new UnreadableSource('not-an-archive')
        return
      }
      if (block.every((byte) => byte === 0)) {
        blank += 1
        if (blank < 2) continue
        if (headers === 0) throw new UnreadableSource('empty')
        return
      }
      blank = 0
      const header = readHeader(block)
      if (!header) throw new UnreadableSource(headers === 0 ? 'not-an-archive' : 'damaged-archive')
      headers += 1
      if (headers > MOST_HEADERS) throw new UnreadableSource('too-many')
      if ('xgLK'.includes(header.type)) {
        if (header.size > MOST_HEADER_BYTES) throw new UnreadableSource('damaged-archive')
        const text = await bytes.read(header.size)
        if (!text) throw new UnreadableSource('truncated-archive')
        await bytes.pass(paddingOf(header.size))
        if (header.type === 'x') long = { ...long, ...readExtended(text) }
        if (header.type === 'L') long = { ...long, path: textOf(text) }
        continue
      }
      const size = long.size ?? header.size
      if (size > MOST_BYTES) throw new UnreadableSource('bomb-archive')
      const passed = { ...header, size, index: headers, name: long.path ?? header.name }
      long = {}
      bytes.begin(passed.type === '1' || passed.type === '2' || passed.type === '5' ? 0 : size)
      yield { ...passed, body: bytes.stream }
      await bytes.pass(
        bytes.left() + paddingOf(passed.type === '1' || passed.type === '2' || passed.type === '5' ? 0 : size),
      )
    }
  } finally {
    await bytes.cancel()
  }
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

async function unpacked(file: File, onRead: (bytes: number) => void): Promise<ReadableStream<Bytes>> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const counted = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      onRead(chunk.length)
      controller.enqueue(chunk)
    },
  })
  const stream = (file.stream() as ReadableStream<Bytes>).pipeThrough(counted)
  return head[0] === 0x1f && head[1] === 0x8b ? stream.pipeThrough(new DecompressionStream('gzip')) : stream
}

/** Reads any number of bytes from a stream. */
function createBytes(stream: ReadableStream<Bytes>, packedBytes: number, signal: AbortSignal) {
  const reader = stream.getReader()
  let held: Bytes = new Uint8Array()
  let total = 0
  /** The bytes left of the open entry. */
  let open = 0

  /** At most this many bytes; undefined at the end. */
  async function next(most: number): Promise<Bytes | undefined> {
    signal.throwIfAborted()
    while (held.length === 0) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted()
        // The error of gzip for bytes that are truncated or invalid.
        throw new UnreadableSource(total > 0 ? 'truncated-archive' : 'damaged-archive', { cause: error })
      })
      if (done) return undefined
      held = value
      total += value.length
      if (isBomb(packedBytes, total)) throw new UnreadableSource('bomb-archive')
    }
    const part = held.subarray(0, most)
    held = held.subarray(part.length)
    return part
  }

  async function read(count: number): Promise<Bytes | undefined> {
    const whole = new Uint8Array(count)
    for (let at = 0; at < count; ) {
      const part = await next(count - at)
      if (!part) {
        // An archive that was cut within the blanks at its end is complete.
        if (whole.subarray(0, at).every((byte) => byte === 0)) return undefined
        throw new UnreadableSource('truncated-archive')
      }
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  return {
    /** Undefined at the end. @throws UnreadableSource if it ends in the middle */
    read,
    async pass(count: number) {
      for (let rest = count; rest > 0; ) {
        const part = await next(rest)
        if (!part) throw new UnreadableSource('truncated-archive')
        rest -= part.length
      }
      open = 0
    },
    begin(size: number) {
      open = size
    },
    left: () => open,
    stream: () =>
      new ReadableStream<Bytes>(
        {
          async pull(controller) {
            const part = open === 0 ? undefined : await next(open)
            if (!part) {
              if (open > 0) throw new UnreadableSource('truncated-archive')
              return controller.close()
            }
            open -= part.length
            controller.enqueue(part.slice())
          },
        },
        { highWaterMark: 0 },
      ),
    async cancel() {
      await reader.cancel().catch(() => {})
    },
  }
}

/** Undefined if the block is not a header. */
function readHeader(block: Bytes): Header | undefined {
  const sum = block.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (octal(block.subarray(148, 156)) !== sum) return undefined
  const size = octal(block.subarray(124, 136))
  if (size === undefined) return undefined
  const name = textOf(block.subarray(0, 100))
  const isPosix = textOf(block.subarray(257, 262)) === 'ustar' && block[262] === 0
  const prefix = isPosix ? textOf(block.subarray(345, 500)) : ''
  const type = String.fromCharCode(block[156] ?? 0)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    // In tars without types, a folder was marked by a slash at the end.
    type: type === '\u0000' ? (name.endsWith('/') ? '5' : '0') : type,
  }
}

/** A number as tar writes it: in octal digits, or in base 256 if it is too large for them. Undefined if it is invalid. */
function octal(field: Bytes): number | undefined {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.subarray(1).reduce((all, byte) => all * 256 + byte, 0)
    return field[0] === 0x80 && Number.isSafeInteger(value) ? value : undefined
  }
  const digits = textOf(field).trim()
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

/** The text up to the first NUL. */
function textOf(bytes: Bytes): string {
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
}

/** Reads an extended header, such as `27 path=a name that is longer than a header`: values that do not fit into a header. */
function readExtended(bytes: Bytes): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(decoder.decode(bytes.subarray(at, blank)))
    if (blank < 0 || !Number.isInteger(length) || length <= blank - at || at + length > bytes.length)
      throw new UnreadableSource('damaged-archive')
    const [key, ...value] = decoder.decode(bytes.subarray(blank + 1, at + length - 1)).split('=')
    if (key === 'path') found.path = value.join('=')
    if (key === 'size' && /^\d{1,15}$/.test(value.join('='))) found.size = Number(value.join('='))
    at += length
  }
  return found
}

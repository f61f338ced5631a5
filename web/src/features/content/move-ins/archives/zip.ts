import { MAX_FILM_BYTES } from '@placard/contract'
import { BlobReader, type Entry as ZipEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { type Stays, UnreadableSource, why } from '../reasons.ts'
import { decodeName, readPath, sayable } from './names.ts'
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

/** Stored and deflated, which every program writes. */
const METHODS: ReadonlySet<number> = new Set([0, 8])
/** The header before each file: 30 bytes, followed by its name. */
const LOCAL_HEADER_BYTES = 30

/**
 * Opens a zip. Only its list is read. Files are then read one at a time, from their position.
 *
 * @throws UnreadableSource
 */
export async function openZip(file: File, signal: AbortSignal): Promise<Source> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  const found = new Map<string, ZipEntry & { directory: false }>()
  const all: ZipEntry[] = []
  const left: LeftOut[] = []
  let skipped = 0
  let bytes = 0
  try {
    for await (const entry of reader.getEntriesGenerator({ decodeText, filenameValidation: 'tolerant' })) {
      signal.throwIfAborted()
      all.push(entry)
      if (all.length > MOST_ENTRIES) throw new UnreadableSource('too-many')
      if (entry.directory) continue
      bytes += entry.uncompressedSize
      const read = readPath(entry.filename)
      if (read.status === 'system') {
        skipped += 1
        continue
      }
      const problem = read.status === 'stays' ? read.why : problemOf(entry)
      if (read.status === 'stays' || problem)
        left.push({ path: sayable(entry.filename), reason: why(problem as Stays) })
      // Of two entries with the same name the later one counts, as in every program.
      else found.set(read.path, entry)
    }
  } catch (error) {
    if (signal.aborted || error instanceof UnreadableSource) throw error
    throw new UnreadableSource(await brokenBy(file, error), { cause: error })
  }
  if (bytes > MOST_BYTES || isBomb(file.size, bytes)) throw new UnreadableSource('bomb-archive')
  if (overlap(all)) throw new UnreadableSource('overlapping')
  if (left.length > 0 && found.size === 0 && left.every(({ reason }) => reason === why('encrypted')))
    throw new UnreadableSource('encrypted-archive')
  return {
    name: file.name,
    entries: Array.from(found, ([path, { uncompressedSize }]): Entry => ({ path, size: uncompressedSize })),
    left,
    skipped,
    async *take(wanted, inner) {
      for (const path of wanted) {
        inner.throwIfAborted()
        const entry = found.get(path)
        yield entry ? await unpack(path, entry, inner) : { path, why: 'missing' }
      }
    },
  }
}

/** Names that are flagged as UTF-8 are decoded as such; the encoding of others is guessed. */
function decodeText(value: Uint8Array): string {
  return decodeName(value)
}

function problemOf(entry: ZipEntry): Stays | undefined {
  if (entry.symlink) return 'link'
  if (entry.encrypted) return 'encrypted'
  if (!METHODS.has(entry.compressionMethod)) return 'method'
  if (isBomb(entry.compressedSize, entry.uncompressedSize)) return 'bomb'
  return entry.uncompressedSize > MAX_FILM_BYTES ? 'too-large' : undefined
}

/** True if two files share bytes: such archives are only made to unpack to far more than they contain. */
function overlap(entries: readonly ZipEntry[]): boolean {
  const spans = entries
    .map(({ offset, compressedSize, rawFilename }) => ({
      from: offset,
      until: offset + LOCAL_HEADER_BYTES + rawFilename.length + compressedSize,
    }))
    .sort((one, other) => one.from - other.from)
  return spans.some(({ from }, index) => from < (spans[index - 1]?.until ?? 0))
}

async function unpack(path: string, entry: ZipEntry & { directory: false }, signal: AbortSignal): Promise<Taken> {
  const most = entry.uncompressedSize
  let bytes = 0
  const measured = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > most) controller.error(new RangeError('it unpacks to more than it says'))
      else controller.enqueue(chunk)
    },
  })
  const whole = new Response(measured.readable).blob()
  try {
    const [blob] = await Promise.all([
      whole,
      entry.getData(measured.writable, { signal, checkCrc32: true, useWebWorkers: false }),
    ])
    if (blob.size !== most) return { path, why: 'other-size' }
    return { path, file: new File([blob], baseOf(path)) }
  } catch (error) {
    void whole.catch(() => {})
    signal.throwIfAborted()
    console.warn('a file of an archive cannot be read', error)
    return { path, why: bytes > most ? 'other-size' : 'damaged' }
  }
}

/** The reason the list of an archive cannot be read. */
async function brokenBy(file: File, error: unknown): Promise<UnreadableSource['reason']> {
  console.warn('an archive cannot be read', error)
  const words = error instanceof Error ? error.message : ''
  if (/split/i.test(words)) return 'split'
  if (/encrypted/i.test(words)) return 'encrypted-archive'
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  // The list of a zip is at its end: a file that begins like a zip but has no list was truncated.
  const isBegun = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3
  return isBegun && /not found|eocd/i.test(words) ? 'truncated-archive' : 'damaged-archive'
}

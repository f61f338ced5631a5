/** Builds ordinary and malicious archives, for tests. */

type Bytes = Uint8Array<ArrayBuffer>

export type ZipPart = {
  /** As bytes if the name is not in UTF-8. */
  name: string | number[]
  body?: string | Bytes
  /** The declared size, if it is wrong. */
  size?: number
  /** The declared packed size. */
  packed?: number
  flags?: number
  method?: number
  /** Unix mode, in the upper half of the external attributes. */
  mode?: number
  isDeflated?: boolean
  /** The offset of another part, to overlap with it. */
  offset?: number
}

const utf8 = (text: string) => new TextEncoder().encode(text) as Bytes

async function deflated(bytes: Bytes): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function crc32(bytes: Bytes): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ -1) >>> 0
}

function record(...fields: [bytes: 2 | 4 | 8, value: number][]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else if (size === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += size
  }
  return bytes
}

/** @param options.zip64 the list gives its position only in the zip64 form */
export async function zipOf(parts: readonly ZipPart[], options: { name?: string; zip64?: boolean; cut?: number } = {}) {
  const pieces: Bytes[] = []
  const list: Bytes[] = []
  let at = 0
  const push = (...more: Bytes[]) => {
    for (const bytes of more) {
      pieces.push(bytes)
      at += bytes.length
    }
  }
  for (const part of parts) {
    const { flags = 0, mode = 0o100644 } = part
    const name = typeof part.name === 'string' ? utf8(part.name) : new Uint8Array(part.name)
    const body = typeof part.body === 'string' ? utf8(part.body) : (part.body ?? new Uint8Array())
    const packed = part.isDeflated ? await deflated(body) : body
    const method = part.method ?? (part.isDeflated ? 8 : 0)
    const size = part.size ?? body.length
    const packedSize = part.packed ?? packed.length
    const offset = part.offset ?? at
    const common: [2 | 4, number][] = [
      [2, 20],
      [2, flags],
      [2, method],
      [4, 0],
      [4, crc32(body)],
      [4, packedSize],
      [4, size],
      [2, name.length],
      [2, 0],
    ]
    if (part.offset === undefined) push(record([4, 0x04034b50], ...common), name, packed)
    const tail: [2 | 4, number][] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, (mode << 16) >>> 0],
      [4, offset],
    ]
    list.push(record([4, 0x02014b50], [2, 0x031e], ...common, ...tail), name)
  }
  const from = at
  push(...list)
  const bytes = at - from
  const count = parts.length
  if (options.zip64) {
    const end = at
    push(
      record([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, bytes], [8, from]),
      record([4, 0x07064b50], [4, 0], [8, end], [4, 1]),
    )
  }
  const most = options.zip64 ? [0xffff, 0xffffffff] : undefined
  push(
    record(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, most?.[0] ?? count],
      [2, most?.[0] ?? count],
      [4, most?.[1] ?? bytes],
      [4, most?.[1] ?? from],
      [2, 0],
    ),
  )
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return new File([whole.subarray(0, whole.length - (options.cut ?? 0))], options.name ?? 'pictures.zip')
}

export type TarPart = { name: string; body?: string | Bytes; type?: string; size?: number; link?: string }

function tarHeader({ name, body = '', type = '0', size, link = '' }: TarPart): Bytes {
  const bytes = new Uint8Array(512)
  const put = (at: number, text: string) => bytes.set(utf8(text), at)
  const length = size ?? (typeof body === 'string' ? utf8(body).length : body.length)
  put(0, name.slice(0, 100))
  put(100, '0000644\u0000')
  put(124, `${length.toString(8).padStart(11, '0')}\u0000`)
  put(136, '00000000000\u0000')
  put(148, '        ')
  put(156, type)
  put(157, link)
  put(257, 'ustar\u000000')
  const sum = bytes.reduce((all, byte) => all + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\u0000 `)
  return bytes
}

/** @param options.cut bytes that are missing at the end */
export async function tarOf(
  parts: readonly TarPart[],
  options: { name?: string; gzip?: boolean; cut?: number; isOpen?: boolean } = {},
): Promise<File> {
  const pieces: Bytes[] = []
  for (const part of parts) {
    const body = typeof part.body === 'string' ? utf8(part.body) : (part.body ?? new Uint8Array())
    pieces.push(tarHeader(part), body, new Uint8Array((512 - (body.length % 512)) % 512))
  }
  if (!options.isOpen) pieces.push(new Uint8Array(1_024))
  let whole = new Uint8Array(await new Blob(pieces).arrayBuffer())
  if (options.gzip) {
    const stream = new Blob([whole]).stream().pipeThrough(new CompressionStream('gzip'))
    whole = new Uint8Array(await new Response(stream).arrayBuffer())
  }
  return new File([whole.subarray(0, whole.length - (options.cut ?? 0))], options.name ?? 'backup.tar')
}

import { createHash } from 'node:crypto'

/** A page of one colour with a text on it. */
export type PdfPage = {
  /** `#rrggbb` */
  colour: string
  words?: string
  /** The size of the letters, in points. */
  size?: number
  /** In points. Absent: A4 in landscape. */
  width?: number
  height?: number
  /** A picture that fills the page, as from a scanner. `of`: the format of its bytes. Absent: a JPEG in colour. */
  scan?: { bytes: Buffer; width: number; height: number; of?: string }
}

type Options = {
  /** The password that opens the document. */
  password?: string
  /** Runs when the document is opened, in programs that run the scripts of documents. */
  script?: string
  /** The first page has a filled form field (AcroForm), drawn as a box of this colour in its middle. */
  field?: string
  /** A Chinese text on the first page, in a font that is not embedded. */
  chinese?: string
}

const rgb = (colour: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ')

/** Makes a minimal document (ISO 32000-1). */
export function makePdf(pages: readonly PdfPage[], { password, script, field, chinese }: Options = {}): Buffer {
  const id = createHash('md5').update('placard').digest()
  const lock = password === undefined ? undefined : lockOf(password, id)
  const objects: Buffer[] = []
  const add = (make: (number: number) => Buffer | string) => {
    const number = objects.length + 1
    objects.push(Buffer.alloc(0))
    objects[number - 1] = Buffer.from(make(number))
    return number
  }
  const stream = (entries: string, bytes: Buffer) =>
    add((number) => {
      const content = lock ? rc4(objectKey(lock.key, number), bytes) : bytes
      return Buffer.concat([
        Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ])
    })

  const catalog = add(() => '')
  const tree = add(() => '')
  const font = add(() => '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const descendant =
    chinese !== undefined &&
    add(
      () =>
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo ' +
        '<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>',
    )
  const han =
    descendant &&
    add(
      () =>
        `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UCS2-H /Encoding /UniGB-UCS2-H /DescendantFonts [${descendant} 0 R] >>`,
    )
  const widget =
    field !== undefined &&
    (() => {
      const box = { width: 400, height: 200 }
      const drawn = stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 ${box.width} ${box.height}]`,
        Buffer.from(`${rgb(field)} rg 0 0 ${box.width} ${box.height} re f`),
      )
      return add(
        () =>
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /F 4 ' +
          `/Rect [221 197 ${221 + box.width} ${197 + box.height}] /AP << /N ${drawn} 0 R >> >>`,
      )
    })()
  const kids = pages.map(({ colour, words = '', size = 60, width = 842, height = 595, scan }, index) => {
    const ideographs = Buffer.from(chinese ?? '', 'utf16le')
      .swap16()
      .toString('hex')
    const drawn = [
      `${rgb(colour)} rg 0 0 ${width} ${height} re f`,
      ...(index === 0 && han ? [`BT 0 g /H ${size} Tf 40 ${Math.round(height / 2)} Td <${ideographs}> Tj ET`] : []),
      ...(scan ? [`q ${width} 0 0 ${height} 0 0 cm /Scan Do Q`] : []),
      `BT 0 g /F ${size} Tf 40 ${Math.round(height * 0.08)} Td (${words}) Tj ET`,
    ].join('\n')
    const content = stream('', Buffer.from(drawn))
    const image =
      scan &&
      stream(
        `/Type /XObject /Subtype /Image /Width ${scan.width} /Height ${scan.height} ${scan.of ?? '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'}`,
        scan.bytes,
      )
    const pictures = image ? `/XObject << /Scan ${image} 0 R >>` : ''
    return add(
      () =>
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ` +
        `/Resources << /Font << /F ${font} 0 R ${han ? `/H ${han} 0 R` : ''} >> ${pictures} >> ` +
        `${index === 0 && widget ? `/Annots [${widget} 0 R]` : ''} >>`,
    )
  })
  const action = script === undefined ? '' : `/OpenAction << /S /JavaScript /JS (${script}) >>`
  const form = widget ? `/AcroForm << /Fields [${widget} 0 R] >>` : ''
  objects[catalog - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R ${action} ${form} >>`)
  objects[tree - 1] = Buffer.from(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  )

  const head = Buffer.from('%PDF-1.4\n')
  const written: Buffer[] = [head]
  const offsets: number[] = []
  let at = head.length
  for (const [index, object] of objects.entries()) {
    offsets.push(at)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    written.push(whole)
    at += whole.length
  }
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const locked = lock
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(lock.owner)} /U ${hex(lock.user)} /P -4 >> /ID [${hex(id)} ${hex(id)}]`
    : ''
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  written.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R ${locked} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(written)
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/**
 * A black and white picture as from a scanner (JBIG2, ITU-T T.88, without its file header). Its left 32 of 64 columns are black. One
 * generic region, coded as a fax is (T.6): in its first line a run of no white and one of 32 black, in all others no change.
 */
export function makeJbig2({ height }: { height: number }): Buffer {
  const width = 64
  const first = `001${'00110101'}${'000001101010'}1`
  const bits = first + '111'.repeat(height - 1)
  const coded = Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)),
  )
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([u32(number), Buffer.from([type, 0, 1]), u32(data.length), data])
  const page = Buffer.concat([u32(width, height, 0, 0), Buffer.from([0, 0, 0])])
  const region = Buffer.concat([u32(width, height, 0, 0), Buffer.from([0]), Buffer.from([1]), coded])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Algorithms 2 to 4 of the standard: its oldest encryption, which is enough to require a password. */
function lockOf(password: string, id: Buffer) {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(-4)
  const key = md5(padded, owner, rights, id).subarray(0, 5)
  return { key, owner, user: rc4(key, padding) }
}

function objectKey(key: Buffer, number: number): Buffer {
  const salt = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0])
  return md5(key, salt).subarray(0, key.length + 5)
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const kept = state[one] as number
    state[one] = state[other] as number
    state[other] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] as number)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number)
    }),
  )
}

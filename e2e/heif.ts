import { readFile } from 'node:fs/promises'

/** A HEIC picture that an encoder wrote: 128 by 128, its quarters red, green, blue and white (`alpha`: clear). */
export const heicFile = (name: 'quarters' | 'alpha' | 'ten' | 'p3') =>
  readFile(new URL(`./pictures/${name}.heic`, import.meta.url))
export const avifFile = () => readFile(new URL('./pictures/quarters.avif', import.meta.url))

const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])))
const u32 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])),
  )
export const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}
const full = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32(version * 2 ** 24 + flags), ...parts)

/** The content of the first box of a type, wherever it is. */
export function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1')
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4))
}

/** One coded picture, and what its decoder has to know. */
export async function codedPicture(name: 'quarters' | 'ten' = 'quarters') {
  const file = await heicFile(name)
  return { data: contentOf(file, 'mdat'), hvcC: box('hvcC', contentOf(file, 'hvcC')) }
}
type Coded = Awaited<ReturnType<typeof codedPicture>>

export const ispe = (width: number, height: number) => full('ispe', 0, 0, u32(width, height))
/** Quarter turns against the clock. */
export const irot = (turns: number) => box('irot', u8(turns))
/** 0: top and bottom change places; 1: left and right. */
export const imir = (axis: 0 | 1) => box('imir', u8(axis))

export type HeifItem = {
  type: 'hvc1' | 'grid' | 'iden'
  data: Buffer
  properties: Buffer[]
  /** Numbers, from 1, of the items that it is made of. */
  of?: number[]
  isHidden?: boolean
}

export const coded = ({ data, hvcC }: Coded, ...properties: Buffer[]): HeifItem => ({
  type: 'hvc1',
  data,
  properties: [hvcC, ispe(128, 128), ...properties],
})

/** The content of a grid: rows and columns of tiles, and the size of the whole. */
export const gridOf = (rows: number, columns: number, width: number, height: number) =>
  Buffer.concat([u8(0, 1, rows - 1, columns - 1), u32(width, height)])

/** @param primary number of the item, from 1, that is shown */
export function makeHeif(items: readonly HeifItem[], primary = 1, brands = ['heic', 'mif1']): Buffer {
  const ftyp = box('ftyp', Buffer.from(brands[0] ?? '', 'latin1'), u32(0), Buffer.from(brands.join(''), 'latin1'))
  const properties = items.flatMap((item) => item.properties)
  let next = 1
  const associations = items.map((item, index) => {
    const numbers = item.properties.map(() => next++)
    return Buffer.concat([u16(index + 1), u8(numbers.length), u16(...numbers.map((number) => 0x8000 + number))])
  })
  const derived = items.flatMap(({ type, of }, index) =>
    of ? [box(type === 'grid' || type === 'iden' ? 'dimg' : type, u16(index + 1, of.length, ...of))] : [],
  )
  const meta = (start: number): Buffer => {
    let at = start
    const places = items.map(({ data }, index) => {
      const place = Buffer.concat([u16(index + 1, 0, 1), u32(at, data.length)])
      at += data.length
      return place
    })
    return full(
      'meta',
      0,
      0,
      full('hdlr', 0, 0, u32(0), Buffer.from('pict'), u32(0, 0, 0), u8(0)),
      full('pitm', 0, 0, u16(primary)),
      full('iloc', 0, 0, u8(0x44, 0), u16(items.length), ...places),
      full(
        'iinf',
        0,
        0,
        u16(items.length),
        ...items.map(({ type, isHidden }, index) =>
          full('infe', 2, isHidden ? 1 : 0, u16(index + 1, 0), Buffer.from(type), u8(0)),
        ),
      ),
      ...(derived.length > 0 ? [full('iref', 0, 0, ...derived)] : []),
      box('iprp', box('ipco', ...properties), full('ipma', 0, 1, u32(items.length), ...associations)),
    )
  }
  const start = ftyp.length + meta(0).length + 8
  return Buffer.concat([ftyp, meta(start), box('mdat', ...items.map(({ data }) => data))])
}

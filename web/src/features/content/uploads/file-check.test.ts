import { expect, it } from 'vitest'
import { inspect, isTakenAsItIs } from './file-check.ts'

it('C4 exactly 1024000 bytes is accepted, one more is not', () => {
  expect(isTakenAsItIs({ type: 'image/png', size: 1_024_000 })).toBe(true)
  expect(isTakenAsItIs({ type: 'image/png', size: 1_024_001 })).toBe(false)
})

it('C4 only pictures that every browser can read are accepted', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif']) {
    expect(isTakenAsItIs({ type, size: 1 })).toBe(true)
  }
  for (const type of ['', 'text/plain', 'application/pdf', 'image/svg+xml', 'video/mp4', 'image/heic']) {
    expect(isTakenAsItIs({ type, size: 1 })).toBe(false)
  }
})

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}
const look = (content: Uint8Array | string, name: string, type = '') => {
  const head = typeof content === 'string' ? Uint8Array.from(content, (letter) => letter.charCodeAt(0)) : content
  return inspect({ name, type, size: head.length }, head)
}

it('C6 a small file that claims 3.6 billion pixels is never decoded', () => {
  expect(look(png(60_000, 60_000), 'bomb.png')).toEqual({ status: 'unfit', problem: 'too-many-pixels' })
})

it('[U1] 100 megapixels are taken, and the largest picture of a phone', () => {
  for (const [width = 0, height = 0] of [
    [12_000, 9_000],
    [16_320, 12_240],
  ]) {
    expect(look(png(width, height), 'photo.png')).toEqual({
      status: 'picture',
      size: { width, height },
      decoder: 'browser',
    })
  }
})

it('[U8] each kind of file is recognised by its first bytes, whatever its name is', () => {
  const kinds: [string, string, string, string][] = [
    ['empty', '', 'a.jpg', 'image/jpeg'],
    ['damaged', '<html>', 'a.png', 'image/png'],
    ['damaged', '\xff\xd8\xff\xe0', 'cut-off.jpg', 'image/jpeg'],
    ['film', '\0\0\0\x20ftypmp42', 'a.jpg', 'image/jpeg'],
    ['film', '\x1a\x45\xdf\xa3webm', 'a', ''],
    ['svg', '<?xml version="1.0"?><svg xmlns="x">', 'a.svg', 'image/svg+xml'],
    ['pdf', '%PDF-1.7', 'a.jpg', 'image/jpeg'],
    ['word', 'PK\x03\x04', 'a.docx', ''],
    ['powerpoint', '\xd0\xcf\x11\xe0', 'a.ppt', ''],
    ['document', 'PK\x03\x04', 'a.key', ''],
    ['other-picture', '8BPS', 'a.tif', 'image/tiff'],
    ['heif', '\0\0\0\x20ftypheic', 'a.heic', 'image/heic'],
    ['text', 'text', 'notes.txt', 'text/plain'],
    ['other', '\x7fELF', 'program', ''],
  ]
  for (const [problem, content, name, type] of kinds) {
    expect(look(content, name, type), name).toEqual({ status: 'unfit', problem })
  }
})

it('[U1] a HEIC photo is offered to the browser with the size of the whole, not of its tiles', () => {
  const size = (width: number, height: number) =>
    `\0\0\0\x14ispe\0\0\0\0${String.fromCharCode(0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255)}`
  const photo = `\0\0\0\x18ftypheic\0\0\0\0mif1heic${size(512, 512)}${size(4032, 3024)}${size(320, 240)}`
  expect(look(photo, 'IMG_0001.HEIC', 'image/heic')).toEqual({
    status: 'picture',
    size: { width: 4032, height: 3024 },
    decoder: 'heif',
  })
})

it('[HS27] a BMP is a picture that every browser reads, whatever it is called', () => {
  const bmp = `BM${'\0'.repeat(12)}\x28\0\0\0\x80\0\0\0\x80\0\0\0`
  expect(look(bmp, 'scan.tif')).toEqual({ status: 'picture', size: { width: 128, height: 128 }, decoder: 'browser' })
  expect(look('BM and other words', 'notes.txt')).toEqual({ status: 'unfit', problem: 'text' })
})

it('[HS27] a TIFF is one by its first bytes, and its size is looked for when it is decoded', () => {
  for (const start of ['II*\0', 'MM\0*']) {
    expect(look(`${start}\x08\0\0\0`, 'a.jpg', 'image/jpeg')).toEqual({ status: 'picture', decoder: 'tiff' })
  }
})

const zip = (...names: string[]) => names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}...`).join('')

it('[CT1] a file that cannot be accepted is named by its kind, whatever its name is', () => {
  const kinds: [string, string, string, string?][] = [
    ['powerpoint', zip('[Content_Types].xml', '_rels/.rels', 'ppt/presentation.xml'), 'from a mail'],
    ['word', zip('[Content_Types].xml', 'word/document.xml'), 'letter.zip'],
    ['excel', zip('[Content_Types].xml', 'xl/workbook.xml'), 'menu'],
    ['excel', '', 'menu.XLSX'],
    ['document', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'letter'],
    ['sound', 'ID3\x04', 'song.jpg', 'image/jpeg'],
    ['sound', '\xff\xfb\x90', 'song.mp3', 'audio/mpeg'],
    ['sound', '\0\0\0\x20ftypM4A ', 'memo.mp4', 'video/mp4'],
    ['sound', 'RIFF....WAVE', 'bell'],
    ['sound', 'OggS', 'song.ogg', 'audio/ogg'],
    ['archive', zip('photos/one.jpg', 'ppt.txt'), 'photos.zip', 'application/zip'],
    ['archive', 'Rar!\x1a\x07', 'photos'],
    ['archive', '7z\xbc\xaf\x27\x1c', 'photos.jpg', 'image/jpeg'],
    ['text', 'a,b', 'list.csv', 'text/csv'],
    ['text', '# Words', 'words.md'],
  ]
  for (const [problem, content, name, type = ''] of kinds) {
    expect(look(content || '?', name, type), name).toEqual({ status: 'unfit', problem })
  }
})

import { pageBoxOf } from '@placard/contract'
import { decodeTiff } from '../uploads/decode-tiff.ts'
import { fitInside } from '../uploads/fit-box.ts'
import { imageOf } from '../uploads/pixels.ts'
import { DamagedTiff, readTiffPages, type TiffPage } from '../uploads/tiff-pages.ts'
import { encodePage } from './encode-page.ts'
import type { DrawnPage, PdfAnswer, PdfOrder } from './pdf-messages.ts'

const answer = (message: PdfAnswer) => self.postMessage(message)

let draw: ((most: number) => void) | undefined

self.onmessage = ({ data }: MessageEvent<PdfOrder>) => {
  if (data.type === 'open') void open(new Blob([data.bytes]))
  else if (data.type === 'draw') draw?.(data.most)
}

/** Draws the pages of a TIFF file, like the pages of a PDF. */
async function open(file: Blob): Promise<void> {
  try {
    const pages = await readTiffPages(file)
    answer({ type: 'opened', pages: pages.length })
    const most = await new Promise<number>((resolve) => {
      draw = resolve
    })
    for (const [index, page] of pages.slice(0, most).entries()) {
      answer({ type: 'page', number: index + 1, page: await drawPage(file, page) })
    }
    answer({ type: 'done' })
  } catch (error) {
    console.error('a TIFF cannot be read', error)
    answer({ type: 'failed', problem: error instanceof DamagedTiff ? 'damaged' : 'unreadable' })
  }
}

/** Undefined if this page is damaged; the other pages may be fine. */
async function drawPage(file: Blob, page: TiffPage): Promise<DrawnPage | undefined> {
  try {
    const pixels = await decodeTiff(file, page)
    const { width, height } = fitInside(pixels, pageBoxOf(pixels))
    const picture = await createImageBitmap(imageOf(pixels), { resizeWidth: width, resizeQuality: 'high' })
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    picture.close()
    return {
      picture: await encodePage(canvas),
      width: pixels.width,
      height: pixels.height,
      text: '',
      smallest: null,
      lacksLetters: false,
    }
  } catch (error) {
    console.warn('a page cannot be drawn', error)
    return undefined
  }
}

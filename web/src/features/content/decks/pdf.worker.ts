import { MAX_IMAGE_PIXELS, pageBoxOf } from '@placard/contract'
import {
  getDocument,
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// Both parts run in one thread: this already is a worker, and ending it ends everything.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { encodePage } from './encode-page.ts'
import { lackingLetters, smallestLetter, wordsOf } from './page-facts.ts'
import type { DrawnPage, PdfAnswer, PdfOrder } from './pdf-messages.ts'

const answer = (message: PdfAnswer) => self.postMessage(message)

let loading: PDFDocumentLoadingTask | undefined
let tryPassword: ((password: string) => void) | undefined
let draw: ((most: number) => void) | undefined

// The library also listens here, for its own messages.
self.addEventListener('message', ({ data }: MessageEvent<PdfOrder>) => {
  if (data.type === 'open') void open(data)
  else if (data.type === 'password') tryPassword?.(data.password)
  else if (data.type === 'draw') draw?.(data.most)
})

async function open({ bytes, files }: Extract<PdfOrder, { type: 'open' }>): Promise<void> {
  try {
    loading = getDocument({
      data: bytes,
      // The picture must be the same on every computer.
      useSystemFonts: false,
      disableFontFace: !('fonts' in self),
      ownerDocument: { fonts: (self as unknown as { fonts?: unknown }).fonts } as unknown as Document,
      CanvasFactory: OffscreenCanvases,
      FilterFactory: NoFilters,
      cMapUrl: `${files}cmaps/`,
      standardFontDataUrl: `${files}standard_fonts/`,
      wasmUrl: `${files}wasm/`,
      useWorkerFetch: true,
      // The content security policy forbids WebAssembly, and few pictures need it.
      useWasm: false,
      isOffscreenCanvasSupported: true,
      maxImageSize: MAX_IMAGE_PIXELS,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    })
    loading.onPassword = (give: (password: string) => void, reason: number) => {
      tryPassword = give
      answer({ type: 'password', isWrong: reason === PasswordResponses.INCORRECT_PASSWORD })
    }
    const document = await loading.promise
    answer({ type: 'opened', pages: document.numPages })
    const most = await new Promise<number>((resolve) => {
      draw = resolve
    })
    for (let number = 1; number <= Math.min(most, document.numPages); number += 1) {
      answer({ type: 'page', number, page: await drawPage(document, number) })
    }
    answer({ type: 'done' })
  } catch (error) {
    console.error('a PDF cannot be read', error)
    answer({ type: 'failed', problem: error instanceof InvalidPDFException ? 'damaged' : 'unreadable' })
  } finally {
    await loading?.destroy()
  }
}

/** Undefined if this page is damaged; the other pages may be fine. */
async function drawPage(document: PDFDocumentProxy, number: number): Promise<DrawnPage | undefined> {
  try {
    const page = await document.getPage(number)
    const drawn = await pictureOf(page)
    page.cleanup()
    return drawn
  } catch (error) {
    console.warn(`page ${number} cannot be drawn`, error)
    return undefined
  }
}

async function pictureOf(page: PDFPageProxy): Promise<DrawnPage> {
  const size = page.getViewport({ scale: 1 })
  const box = pageBoxOf(size)
  const viewport = page.getViewport({ scale: Math.min(box.width / size.width, box.height / size.height) })
  const width = Math.max(1, Math.round(viewport.width))
  const height = Math.max(1, Math.round(viewport.height))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  await page.render({
    canvas: null,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    intent: 'print',
    background: '#fff',
  }).promise
  const { items } = await page.getTextContent()
  const texts = items.filter((item) => 'str' in item)
  const isMissing = (fontName: string) => {
    const known = page.commonObjs.has(fontName)
    return known && (page.commonObjs.get(fontName) as { missingFile?: boolean }).missingFile === true
  }
  return {
    picture: await encodePage(canvas),
    width: size.width,
    height: size.height,
    text: wordsOf(texts),
    smallest: smallestLetter(texts),
    lacksLetters: lackingLetters(texts, isMissing),
  }
}

type Drawable = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null }

/** Canvases for the library, which would otherwise create them as elements of a document. */
class OffscreenCanvases {
  create(width: number, height: number): Drawable {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }
  reset({ canvas }: Drawable, width: number, height: number): void {
    if (!canvas) return
    canvas.width = width
    canvas.height = height
  }
  destroy(drawable: Drawable): void {
    if (drawable.canvas) this.reset(drawable, 0, 0)
    drawable.canvas = null
    drawable.context = null
  }
}

/** Filters are elements of a document. Without them the library processes the pixels itself. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addKnockoutFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  createSelectionStyle = () => null
  destroy() {}
}

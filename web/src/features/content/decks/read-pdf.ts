import { createWatchdog } from '../uploads/watchdog.ts'
import { PDF_FILES } from './pdf-files.ts'
import type { PdfAnswer, PdfOrder } from './pdf-messages.ts'

/** A document can be made to take forever, so reading ends after this much silence. */
const SILENT_MS = 90_000

/** The format's common name. */
export type DocumentKind = 'PDF' | 'TIFF'

/** Detects the format by the first bytes. */
export function documentKindOf(bytes: Uint8Array): DocumentKind {
  return /^(II\*|MM\0)/.test(String.fromCharCode(...bytes.subarray(0, 3))) ? 'TIFF' : 'PDF'
}

export type PdfReader = {
  tryPassword(password: string): void
  /** Draws the first pages, at most this many. */
  draw(most: number): void
  /** Ends all work. */
  close(): void
}

/**
 * Reads a PDF or a multi-page TIFF in a worker. The worker loads its code by itself: the page does not contain it.
 *
 * @param bytes the document; ownership is transferred
 */
export function readPdf(bytes: Uint8Array<ArrayBuffer>, onAnswer: (answer: PdfAnswer) => void): PdfReader {
  const worker =
    documentKindOf(bytes) === 'TIFF'
      ? new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  const watchdog = createWatchdog(() => end({ type: 'failed', problem: 'too-slow' }), SILENT_MS)
  const end = (answer?: PdfAnswer) => {
    watchdog.close()
    worker.terminate()
    if (answer) onAnswer(answer)
  }
  const order = (message: PdfOrder, transfer: Transferable[] = []) => {
    watchdog.goOn()
    worker.postMessage(message, transfer)
  }
  worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
    switch (data.type) {
      case 'page':
        watchdog.moved()
        return onAnswer(data)
      case 'password':
      case 'opened':
        // The caller decides on the next step.
        watchdog.pause()
        return onAnswer(data)
      case 'done':
      case 'failed':
        return end(data)
    }
  }
  worker.onmessageerror = () => end({ type: 'failed', problem: 'unreadable' })
  worker.onerror = (event) => {
    console.error('the worker that reads PDF files did not start', event.message)
    end({ type: 'failed', problem: 'not-here' })
  }
  order({ type: 'open', bytes, files: new URL(PDF_FILES, location.href).href }, [bytes.buffer])
  return {
    tryPassword: (password) => order({ type: 'password', password }),
    draw: (most) => order({ type: 'draw', most }),
    close: () => end(),
  }
}

import { PDF_FILES } from './pdf-files.ts'
import type { PdfAnswer, PdfOrder } from './pdf-messages.ts'

/** A document may be made to take for ever: one that says nothing for so long is given up. */
const SILENT_MS = 90_000

export type PdfReader = {
  tryPassword(password: string): void
  /** Draws the first pages, so many at most. */
  draw(most: number): void
  /** Ends whatever it is doing. */
  close(): void
}

/**
 * Reads a document in a worker, which fetches what it needs itself: nothing of it is on the page before.
 *
 * @param bytes of the document; they are given away
 */
export function readPdf(bytes: Uint8Array<ArrayBuffer>, onAnswer: (answer: PdfAnswer) => void): PdfReader {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  let watchdog: ReturnType<typeof setTimeout> | undefined
  const end = (answer?: PdfAnswer) => {
    clearTimeout(watchdog)
    worker.terminate()
    if (answer) onAnswer(answer)
  }
  const expect = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => end({ type: 'failed', problem: 'too-slow' }), SILENT_MS)
  }
  const order = (message: PdfOrder, transfer: Transferable[] = []) => {
    expect()
    worker.postMessage(message, transfer)
  }
  worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
    switch (data.type) {
      case 'page':
        expect()
        return onAnswer(data)
      case 'password':
      case 'opened':
        clearTimeout(watchdog)
        return onAnswer(data)
      case 'done':
      case 'failed':
        return end(data)
    }
  }
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

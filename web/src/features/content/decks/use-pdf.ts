import { MAX_DECK_PAGES } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { sha256Of } from '../uploads/hash.ts'
import type { DrawnPage, PdfProblem } from './pdf-messages.ts'
import { type DocumentKind, documentKindOf, type PdfReader, readPdf } from './read-pdf.ts'

/** The progress of reading a document. */
export type Reading =
  | { status: 'opening' }
  | { status: 'locked'; isWrong: boolean }
  /** More pages than a deck may have: the user decides if the first ones are enough. */
  | { status: 'too-long'; pages: number }
  | { status: 'drawing'; pages: number }
  | { status: 'drawn'; pages: number }
  | { status: 'failed'; problem: PdfProblem | 'empty' | 'no-pages' }

/** `number` starts at 1, as in the document. `page` undefined: the page is damaged. */
export type ReadPage = { number: number; page: DrawnPage | undefined; src: string | undefined }

/** Reads a document page by page. */
export function usePdf(file: File) {
  const [reading, setReading] = useState<Reading>({ status: 'opening' })
  const [pages, setPages] = useState<readonly ReadPage[]>([])
  const [sha256, setSha256] = useState<string>()
  // The kind by the file name, until the file is read.
  const [kind, setKind] = useState<DocumentKind>(/\.tiff?$/i.test(file.name) ? 'TIFF' : 'PDF')
  const reader = useRef<PdfReader>(undefined)

  useEffect(() => {
    let isOver = false
    const sources: string[] = []
    let total = 0
    let isAnyDrawn = false
    const start = async () => {
      const bytes = await bytesOf(file)
      if (isOver) return
      if (!bytes || bytes.length === 0) return setReading({ status: 'failed', problem: bytes ? 'empty' : 'unreadable' })
      setKind(documentKindOf(bytes))
      // Before ownership of the bytes is transferred.
      const hash = await sha256Of(bytes)
      if (isOver) return
      setSha256(hash)
      reader.current = readPdf(bytes, (answer) => {
        if (isOver) return
        switch (answer.type) {
          case 'password':
            return setReading({ status: 'locked', isWrong: answer.isWrong })
          case 'opened':
            total = answer.pages
            if (total === 0) return setReading({ status: 'failed', problem: 'no-pages' })
            if (total > MAX_DECK_PAGES) return setReading({ status: 'too-long', pages: total })
            setReading({ status: 'drawing', pages: total })
            return reader.current?.draw(total)
          case 'page': {
            const { number, page } = answer
            const src = page && URL.createObjectURL(page.picture)
            if (src) sources.push(src)
            isAnyDrawn ||= page !== undefined
            return setPages((before) => [...before, { number, page, src }])
          }
          case 'done':
            return setReading(isAnyDrawn ? { status: 'drawn', pages: total } : { status: 'failed', problem: 'damaged' })
          case 'failed':
            return setReading({ status: 'failed', problem: answer.problem })
        }
      })
    }
    void start()
    return () => {
      isOver = true
      reader.current?.close()
      for (const src of sources) URL.revokeObjectURL(src)
      setPages([])
      setReading({ status: 'opening' })
    }
  }, [file])

  return {
    kind,
    reading,
    pages,
    sha256,
    tryPassword: (password: string) => {
      setReading({ status: 'opening' })
      reader.current?.tryPassword(password)
    },
    takeFirst: () => {
      setReading({ status: 'drawing', pages: MAX_DECK_PAGES })
      reader.current?.draw(MAX_DECK_PAGES)
    },
  }
}

/** Undefined: the file is gone from the disk, or may not be read. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    console.warn('a file cannot be read', error)
    return undefined
  }
}

import { kindOf } from './file-kind.ts'

/** Enough bytes to recognise a document. */
const HEAD_BYTES = 1_024

/** Separates the documents (PDF, and TIFF with several pages) from the other files. */
export async function documentsAmong(files: readonly File[]): Promise<{ documents: File[]; others: File[] }> {
  const sorted = { documents: [] as File[], others: [] as File[] }
  for (const file of files) {
    const kind = kindOf(file, await headOf(file))
    const isDocument = kind === 'pdf' || (kind === 'tiff' && (await hasPages(file)))
    sorted[isDocument ? 'documents' : 'others'].push(file)
  }
  return sorted
}

/** False if the pages cannot be found; the code that takes the file reports that. */
async function hasPages(file: File): Promise<boolean> {
  const { readTiffPages } = await import('./tiff-pages.ts')
  return (await readTiffPages(file).catch(() => [])).length > 1
}

/** Empty if the file cannot be read; the code that takes the file reports that. */
async function headOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

import { kindOf } from './file-kind.ts'

/** Enough to tell a document by. */
const HEAD_BYTES = 1_024

/** Which of these files are documents: PDF, or TIFF of several pages. The others are whatever they are. */
export async function documentsAmong(files: readonly File[]): Promise<{ documents: File[]; others: File[] }> {
  const sorted = { documents: [] as File[], others: [] as File[] }
  for (const file of files) {
    const kind = kindOf(file, await headOf(file))
    const isDocument = kind === 'pdf' || (kind === 'tiff' && (await hasPages(file)))
    sorted[isDocument ? 'documents' : 'others'].push(file)
  }
  return sorted
}

/** False where they cannot be found: whoever takes it says so. */
async function hasPages(file: File): Promise<boolean> {
  const { readTiffPages } = await import('./tiff-pages.ts')
  return (await readTiffPages(file).catch(() => [])).length > 1
}

/** Empty where it cannot be read: whoever takes it says so. */
async function headOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

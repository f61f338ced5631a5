import { kindOf } from './file-kind.ts'

/** Enough to tell a PDF by. */
const HEAD_BYTES = 1_024

/** Which of these files are PDF files, by their first bytes; the others are whatever they are. */
export async function documentsAmong(files: readonly File[]): Promise<{ documents: File[]; others: File[] }> {
  const sorted = { documents: [] as File[], others: [] as File[] }
  for (const file of files) {
    const isDocument = kindOf(file, await headOf(file)) === 'pdf'
    sorted[isDocument ? 'documents' : 'others'].push(file)
  }
  return sorted
}

/** Empty where it cannot be read: whoever takes it says so. */
async function headOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}

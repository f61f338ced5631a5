import { MAX_FILE_BYTES, TableFileError } from '@placard/table-files'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { askWorker } from '../../uploads/ask-worker.ts'
import type { FileAnswer, FileOrder } from './file-order.ts'

/** A file that takes longer is no table, or a trap. */
const READ_MS = 20_000

/** Endings and types that a file dialog offers. */
export const TABLE_FILES =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Reads a CSV or XLSX file as rows of texts, in a worker, so that no file can hold up the page. Formulas come as their values.
 *
 * @param language BCP 47: how numbers are written in the texts
 * @throws TableFileError
 */
export async function readTableFile(file: Blob, language: string): Promise<string[][]> {
  if (file.size > MAX_FILE_BYTES) throw new TableFileError('too-large')
  const worker = new Worker(new URL('./table-file.worker.ts', import.meta.url), { type: 'module' })
  const late = AbortSignal.timeout(READ_MS)
  try {
    const answer = await askWorker<FileOrder, FileAnswer>(worker, { file, language }, late)
    if ('problem' in answer) throw new TableFileError(answer.problem)
    if (answer.texts.length === 0) throw new TableFileError('empty')
    return answer.texts
  } catch (cause) {
    if (cause instanceof TableFileError) throw cause
    const isSlow = late.aborted || (cause instanceof ApiError && cause.code === 'not-prepared')
    throw new TableFileError(isSlow ? 'too-slow' : 'unreadable', { cause })
  }
}

import { isXlsx, readCsv, readXlsx, TableFileError } from '@placard/table-files'
import { answerOrder } from '../../uploads/answer-order.ts'
import type { FileAnswer, FileOrder } from './file-order.ts'

/** Receives a CSV or XLSX file and answers with its cells as texts. */
answerOrder(async ({ file, language }: FileOrder): Promise<FileAnswer> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return { texts: isXlsx(bytes) ? await readXlsx(bytes, language) : readCsv(bytes) }
  } catch (error) {
    if (error instanceof TableFileError) return { problem: error.problem }
    return { problem: 'unreadable' }
  }
})

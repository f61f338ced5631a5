import { answerOrder } from '../../uploads/answer-order.ts'
import { readCsv } from './csv.ts'
import { type FileAnswer, type FileOrder, TableFileError } from './table-file-error.ts'
import { isXlsx, readXlsx } from './xlsx.ts'

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

// Files of tables: CSV and XLSX as rows of texts, and texts as typed columns. In the browser and in a worker of the server.
export { readCsv, readSeparated, writeCsv } from './csv.ts'
export { type GuessedTable, guessTable, guessType, namedColumns } from './guess-table.ts'
export { MAX_FILE_BYTES, type SizeLimits } from './size.ts'
export { TableFileError, type TableFileProblem } from './table-file-error.ts'
export { isXlsx, readXlsx, writeXlsx } from './xlsx.ts'
export { zipOf } from './zip-of.ts'

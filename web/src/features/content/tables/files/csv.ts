// Loaded with the first text or file that is read or written as CSV.
export { readSeparated, writeCsv } from '@placard/table-files'

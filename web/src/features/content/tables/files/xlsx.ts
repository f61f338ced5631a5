// Loaded with the first table that is saved as an Excel file.
export { writeXlsx } from '@placard/table-files'

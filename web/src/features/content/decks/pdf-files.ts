/** The folder in which the build puts the fonts and maps for documents (`web/pdf-files.ts`), with a slash at the end. */
export const PDF_FILES: string = __PDF_FILES__

declare const __PDF_FILES__: string

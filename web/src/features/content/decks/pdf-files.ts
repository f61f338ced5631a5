/** Where the build lays the fonts and maps that documents may need (`web/pdf-files.ts`), with a slash at the end. */
export const PDF_FILES: string = __PDF_FILES__

declare const __PDF_FILES__: string

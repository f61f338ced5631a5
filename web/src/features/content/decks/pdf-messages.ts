/** A page of a document as screens show it, with its properties. */
export type DrawnPage = {
  /** A JPEG that is small enough to be sent. */
  picture: Blob
  /** In points. */
  width: number
  height: number
  text: string
  /** Height of the smallest letters, in points; null: no text. */
  smallest: number | null
  /** It uses letters of a font that is not embedded in the document and has no substitute. */
  lacksLetters: boolean
}

export type PdfOrder =
  /** `files`: the folder of fonts and maps for documents, with a slash at the end. */
  | { type: 'open'; bytes: Uint8Array<ArrayBuffer>; files: string }
  | { type: 'password'; password: string }
  | { type: 'draw'; most: number }

/** The reason a document cannot be read. */
export type PdfProblem = 'damaged' | 'unreadable' | 'too-slow' | 'not-here'

export type PdfAnswer =
  | { type: 'password'; isWrong: boolean }
  | { type: 'opened'; pages: number }
  /** Undefined: the page cannot be drawn. */
  | { type: 'page'; number: number; page: DrawnPage | undefined }
  | { type: 'done' }
  | { type: 'failed'; problem: PdfProblem }

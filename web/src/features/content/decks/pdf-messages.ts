/** A page of a document as it will be on the glass, and what is known of it. */
export type DrawnPage = {
  /** A JPEG that can be sent. */
  picture: Blob
  /** In points. */
  width: number
  height: number
  text: string
  /** Height of its smallest letters, in points; null: there are none. */
  smallest: number | null
  /** It has letters of a font that is not in the document, and nothing stands in for them. */
  lacksLetters: boolean
}

export type PdfOrder =
  /** `files`: where the fonts and maps are that a document may need, with a slash at the end. */
  | { type: 'open'; bytes: Uint8Array<ArrayBuffer>; files: string }
  | { type: 'password'; password: string }
  | { type: 'draw'; most: number }

/** Why a document cannot be read. */
export type PdfProblem = 'damaged' | 'unreadable' | 'too-slow' | 'not-here'

export type PdfAnswer =
  | { type: 'password'; isWrong: boolean }
  | { type: 'opened'; pages: number }
  /** Undefined: it cannot be drawn. */
  | { type: 'page'; number: number; page: DrawnPage | undefined }
  | { type: 'done' }
  | { type: 'failed'; problem: PdfProblem }

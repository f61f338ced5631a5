import { IMAGE_BOX, UPRIGHT_BOX } from '../platform/constants.ts'

// A picture that is to be a page of a deck says so in its own bytes, in a comment right behind the start of its JPEG (ITU-T T.81,
// B.2.4.5): then it is fitted into UPRIGHT_BOX where it is higher than wide. Stored pictures have no comments.

/** The start of the picture, then a comment of so many bytes, its own length among them. */
const HEAD = '\xff\xd8\xff\xfe\0\x0eplacard-page'

/** @param jpeg the picture of a page, which begins with the mark of its format */
export function markAsPage(jpeg: Blob): Blob {
  const head = Uint8Array.from(HEAD, (letter) => letter.charCodeAt(0))
  return new Blob([head, jpeg.slice(2)], { type: jpeg.type })
}

export function isMarkedAsPage(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, HEAD.length)) === HEAD
}

/** The box that a page is fitted into: as large as the glass that it fills. */
export function pageBoxOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return height > width ? UPRIGHT_BOX : IMAGE_BOX
}

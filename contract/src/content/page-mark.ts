import { IMAGE_BOX, UPRIGHT_BOX } from '../platform/constants.ts'

// A picture that is uploaded as a page of a deck is marked by a comment right after the start of its JPEG (ITU-T T.81,
// B.2.4.5). It is then fitted into UPRIGHT_BOX if it is higher than wide. Stored pictures have no comments.

/** The start of the JPEG, followed by the comment segment. Its length (14) includes the two length bytes. */
const HEAD = '\xff\xd8\xff\xfe\0\x0eplacard-page'

/** @param jpeg the picture of a page; its first two bytes must be the JPEG start marker */
export function markAsPage(jpeg: Blob): Blob {
  const head = Uint8Array.from(HEAD, (letter) => letter.charCodeAt(0))
  return new Blob([head, jpeg.slice(2)], { type: jpeg.type })
}

export function isMarkedAsPage(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, HEAD.length)) === HEAD
}

/** The box that a page is fitted into: as large as the screen that it fills. */
export function pageBoxOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return height > width ? UPRIGHT_BOX : IMAGE_BOX
}

// Without Zod, because the player reads it too.

/** A file with a part of a font, for letters in the texts of a manifest. */
export type ManifestFont = {
  /** `/fonts/….woff2` on the display's own server. */
  url: string
  /** Lower-case hex. */
  sha256: string
  sizeBytes: number
  /** The code points that the file is for, as in CSS `unicode-range`. */
  range: string
}

const FONT_PATH = /^\/fonts\/[\w-]+\.woff2$/

/** @returns undefined if there are none. An entry that is not a font of the display's own server is left out. */
export function readFonts(value: unknown): ManifestFont[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((one) => Object(one) === one && FONT_PATH.test(one.url) && typeof one.range === 'string')
}

/**
 * Classes of characters. As literals, Unicode properties (`\p{…}`) would be a syntax error in engines before Chromium
 * 64.0.3282, which makes the screen go dark. Those engines get the ranges of common scripts instead.
 */
export const LETTER = characterClass('\\p{L}', {
  otherwise:
    /[A-Za-zªµº\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02C1\u0370-\u0373\u0376-\u037D\u0386\u0388-\u0481\u048A-\u0559\u0561-\u0587\u05D0-\u05F2\u0620-\u064A\u066E-\u06D3\u06FA-\u08C9\u0904-\u1FFC\u2C00-\u2DDE\u3005\u3006\u3031-\uD7A3\uF900-\uFDFB\uFE70-\uFEFC\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC\u{10000}-\u{1EFFF}\u{20000}-\u{3FFFF}]/u,
})
/** Combining marks, which belong to the letter before them. */
export const MARK = characterClass('\\p{M}', {
  otherwise:
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are meant, each for itself
    /[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u064B-\u065F\u0670\u06D6-\u06ED\u0900-\u0903\u093A-\u094F\u0981-\u0983\u09BC-\u09CD\u0A3C-\u0A4D\u0B82\u0BBE-\u0BCD\u0C00-\u0C03\u0C3E-\u0C56\u0D3E-\u0D4D\u0E31\u0E34-\u0E4E\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F]/u,
})

function characterClass(property: string, { otherwise }: { otherwise: RegExp }): RegExp {
  try {
    return new RegExp(property, 'u')
  } catch {
    return otherwise
  }
}

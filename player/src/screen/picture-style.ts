import type { Manifest } from '@placard/contract'

const FONT_WITHIN_MS = 5_000
/** The fonts of all scripts together would be too much for one picture. */
const MAX_FONTS = 12

/** Files as data: addresses. An image of a document loads nothing. */
const known = new Map<string, Promise<string>>()

/**
 * All style sheets of the page as one text, with the fonts that these letters need. Everything stands still in it.
 *
 * @param letters the text of the page
 * @param fonts those of the manifest, which are in no style sheet
 */
export async function styleSheetOf(letters: string, fonts: Manifest['fonts']): Promise<string> {
  const points = new Set(Array.from(letters, (letter) => letter.codePointAt(0) ?? 0))
  const inUse = familiesInUse()
  const wanted: { css: string; url: string }[] = []
  let rules = ''
  for (const sheet of Array.from(document.styleSheets)) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) {
        rules += `${rule.cssText}\n`
        continue
      }
      const { style } = rule
      const url = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1]
      const isNeeded = inUse.has(nameOf(style.getPropertyValue('font-family')))
      if (url && isNeeded && covers(style.getPropertyValue('unicode-range'), points))
        wanted.push({ css: rule.cssText, url: new URL(url, sheet.href ?? location.href).href })
    }
  }
  for (const { url, range } of fonts ?? [])
    if (covers(range, points))
      wanted.push({
        css: `@font-face{font-family:"Placard Noto";src:url("");unicode-range:${range};font-weight:100 900}`,
        url,
      })
  const faces = await Promise.all(wanted.slice(0, MAX_FONTS).map(({ css, url }) => embedded(css, url)))
  return `${faces.join('\n')}\n${rules}\n*,*::before,*::after{animation:none!important;transition:none!important}`
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return Array.from(sheet.cssRules)
  } catch {
    // Of another site.
    return []
  }
}

const nameOf = (family: string) => family.replace(/["']/g, '').toLowerCase()

function familiesInUse(): Set<string> {
  const names = new Set<string>()
  document.fonts.forEach((face) => {
    if (face.status === 'loaded') names.add(nameOf(face.family))
  })
  return names
}

/** @param range as in CSS: `U+0000-00FF, U+0131`. Empty: all letters */
function covers(range: string, points: ReadonlySet<number>): boolean {
  if (!range.trim()) return true
  const parts = range.split(',').map((part) => {
    const [from = '', to] = part.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from.replace(/\?/g, '0'), 16), Number.parseInt(to ?? from.replace(/\?/g, 'F'), 16)] as const
  })
  for (const point of points)
    for (const [from, to] of parts) if (point > 0x20 && point >= from && point <= to) return true
  return false
}

async function embedded(css: string, url: string): Promise<string> {
  try {
    return css.replace(/url\([^)]*\)/, `url("${await fetched(url)}")`)
  } catch {
    return ''
  }
}

function fetched(url: string): Promise<string> {
  const before = known.get(url)
  if (before) return before
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('a font came too late')), FONT_WITHIN_MS),
  )
  const coming = Promise.race([
    late,
    fetch(url, { cache: 'force-cache' }).then(async (answer) => {
      if (!answer.ok) throw new Error(`a font was refused: ${answer.status}`)
      return dataUrlOf(await answer.blob())
    }),
  ])
  known.set(url, coming)
  coming.catch(() => known.delete(url))
  return coming
}

export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

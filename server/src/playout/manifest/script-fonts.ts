import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { knownLanguage, type ManifestFont, type UiLanguage } from '@placard/contract'
import { MESSAGES_FOLDER } from '../../platform/own-files.ts'

/**
 * [WD3] The fonts of scripts that many devices lack. A font package divides its font into files, each for some code
 * points, and screens receive only the files with letters of their texts.
 */

type Family = keyof typeof SCRIPTS | 'jp' | 'sc' | 'tc'

/** A row for each script. Those with Han letters are below: they are written differently in each of four families. */
const SCRIPTS = {
  arabic: /\p{Script=Arabic}/u,
  bengali: /\p{Script=Bengali}/u,
  devanagari: /\p{Script=Devanagari}/u,
  hebrew: /\p{Script=Hebrew}/u,
  kr: /\p{Script=Hangul}/u,
  tamil: /\p{Script=Tamil}/u,
  telugu: /\p{Script=Telugu}/u,
  thai: /\p{Script=Thai}/u,
}
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u

/** Files of a font package that other fonts of the screen are used for. */
const OTHER_FILES = /^(latin|latin-ext|cyrillic|vietnamese|greek|math|symbols)/
/** Letters below this are in the fonts of every device. */
const FIRST_LETTER = 0x0590
/** In this range are punctuation marks and symbols, which are set in the same font as Latin letters. */
const SYMBOLS: [from: number, to: number] = [0x2000, 0x2bff]
/** Joiners, and the circle that carries a mark without a letter: without them a syllable would be set in two fonts. */
const JOINERS = new Set([0x200c, 0x200d, 0x25cc])

/** A file of a font package, read when a text needs it. */
type Slice = { name: string; path: string; range: string; file: ManifestFont | undefined }
/** `byPoint`: by code point. */
type Slices = { byName: Map<string, Slice>; byPoint: Map<number, Slice> }

const families = new Map<Family, Slices>()
const resolve = createRequire(import.meta.url).resolve

/** The files of a family. Each family is read once, when a text needs it. */
function slicesOf(family: Family): Slices {
  const known = families.get(family)
  if (known) return known
  const font = `noto-sans-${family}`
  const ranges = JSON.parse(readFileSync(resolve(`@fontsource-variable/${font}/unicode.json`), 'utf8'))
  const slices: Slices = { byName: new Map(), byPoint: new Map() }
  for (const [part, range] of Object.entries(ranges as Record<string, string>)) {
    if (OTHER_FILES.test(part)) continue
    const parts = partsOf(range)
    const name = `${font}-${part.replace(/[[\]]/g, '')}`
    const path = resolve(`@fontsource-variable/${font}/files/${name}-wght-normal.woff2`)
    const slice: Slice = { name, path, range: parts.map(written).join(), file: undefined }
    slices.byName.set(name, slice)
    for (const [from, to] of parts) for (let point = from; point <= to; point += 1) slices.byPoint.set(point, slice)
  }
  families.set(family, slices)
  return slices
}

const hex = (point: number) => point.toString(16)
const written = ([from, to]: [number, number]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)

/** @param range as in CSS `unicode-range`, without wildcards */
function partsOf(range: string): [number, number][] {
  const parts: [number, number][] = []
  for (const [, first = '', last = first] of range.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
    for (let point = Number.parseInt(first, 16); point <= Number.parseInt(last, 16); point += 1) {
      if (!isOwn(point)) continue
      const before = parts.at(-1)
      if (before?.[1] === point - 1) before[1] = point
      else parts.push([point, point])
    }
  }
  return parts
}

function isOwn(point: number): boolean {
  const [from, to] = SYMBOLS
  return (point >= FIRST_LETTER && (point < from || point > to)) || JOINERS.has(point)
}

function fileOf(slice: Slice): ManifestFont {
  if (!slice.file) {
    const bytes = readFileSync(slice.path)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const url = `/fonts/${slice.name}-${sha256.slice(0, 8)}.woff2`
    slice.file = { url, sha256, sizeBytes: bytes.length, range: slice.range }
  }
  return slice.file
}

/**
 * The font files for a text and for the words that a screen itself writes in a language.
 *
 * @param text all texts of a manifest; other letters in it do no harm
 * @param language of the display, BCP 47. null: unknown
 * @returns an empty array if every device has the letters
 */
export function fontsFor(text: string, language: string | null): ManifestFont[] {
  const letters = text + ownWords(language)
  const wanted = familiesOf(letters, language)
  if (wanted.length === 0) return []
  const points = new Set<number>()
  for (const letter of letters) {
    const point = letter.codePointAt(0) as number
    if (isOwn(point) && !JOINERS.has(point)) points.add(point)
  }
  const needed = new Set<Slice>()
  const all = wanted.map(slicesOf)
  for (const point of points) {
    // The first family that has the letter. Korean has Han letters as well, and Devanagari marks that Bengali shares.
    const slice = all.find(({ byPoint }) => byPoint.has(point))?.byPoint.get(point)
    if (slice) needed.add(slice)
  }
  return [...needed].map(fileOf).sort((one, other) => (one.url < other.url ? -1 : 1))
}

/** The family of Han letters comes first. */
function familiesOf(text: string, language: string | null): Family[] {
  const found = new Set<Family>()
  const han = hanFamilyOf(text, language)
  if (han) found.add(han)
  for (const [family, script] of Object.entries(SCRIPTS)) if (script.test(text)) found.add(family as Family)
  return [...found]
}

/** The language of the display decides. Without one, kana are Japanese, Hangul is Korean, and all else is simplified Chinese. */
function hanFamilyOf(text: string, language: string | null): Family | undefined {
  const hasKana = KANA.test(text)
  if (!hasKana && !HAN.test(text)) return undefined
  if (/^(zh-(hant|tw|hk|mo)|yue)\b/i.test(language ?? '')) return 'tc'
  if (/^zh\b/i.test(language ?? '')) return 'sc'
  if (/^ko\b/i.test(language ?? '')) return 'kr'
  if (hasKana || /^ja\b/i.test(language ?? '')) return 'jp'
  return SCRIPTS.kr.test(text) ? 'kr' : 'sc'
}

/** By one of the few languages of Placard, and not by the tags that people may set, of which there are endless. */
const words = new Map<UiLanguage, string>()

/** The letters of the words that a screen writes in a language: on its cards and boards, and in dates. */
function ownWords(language: string | null): string {
  const tag = language === null ? undefined : knownLanguage([language])
  if (tag === undefined || tag === 'en') return ''
  const known = words.get(tag)
  if (known !== undefined) return known
  const texts = ['screen', 'board'].map((name) => {
    const file = join(MESSAGES_FOLDER, tag, `${name}.json`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  })
  const said = texts.join() + datesIn(tag)
  words.set(tag, said)
  return said
}

/** Every month, weekday and time of day as it is written in a language. */
function datesIn(language: UiLanguage): string {
  const long = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(language, {
    month: 'short',
    weekday: 'short',
    hour: 'numeric',
    timeZone: 'UTC',
  })
  // A year in steps of 29 days and 11 hours has all of them.
  const instants = Array.from({ length: 28 }, (_, step) => Date.UTC(2026, 0, 1) + step * (29 * 24 + 11) * 3_600_000)
  return instants.map((at) => long.format(at) + short.format(at)).join()
}

/** The font file at an address. undefined if there is none. */
export function findFont(url: string): (ManifestFont & { path: string }) | undefined {
  const [, name = '', family = ''] = /^\/fonts\/(noto-sans-([a-z]+)-[a-z0-9]+)-[0-9a-f]{8}\.woff2$/.exec(url) ?? []
  const slice = isFamily(family) ? slicesOf(family).byName.get(name) : undefined
  const file = slice && fileOf(slice)
  return slice && file?.url === url ? { ...file, path: slice.path } : undefined
}

const FAMILIES: ReadonlySet<string> = new Set([...Object.keys(SCRIPTS), 'jp', 'sc', 'tc'])
const isFamily = (name: string): name is Family => FAMILIES.has(name)

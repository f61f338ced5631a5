import { HTML_NAMES, MAX_TITLE_CHARACTERS, Title } from '@placard/contract'

/** Named characters that may occur in a title. Others are left as written. */
const NAMED: Readonly<Record<string, string>> = {
  ...HTML_NAMES,
  middot: '·',
  raquo: '»',
  laquo: '«',
}

/** The title of a page, from its first bytes, used to fill an empty form field. Undefined if it cannot be read. */
export function titleOf(beginning: Buffer, contentType: string | undefined): string | undefined {
  const label = charsetIn(contentType ?? '') ?? charsetIn(beginning.subarray(0, 1_024).toString('latin1'))
  const html = decode(beginning, label ?? 'utf-8')
  // Limited, because a page may consist of nothing but opening title tags.
  const at = html.search(/<title[\s>]/i)
  if (at < 0) return undefined
  const from = html.indexOf('>', at) + 1
  const written = html.slice(from, from + 4 * MAX_TITLE_CHARACTERS)
  const end = written.search(/<\/title/i)
  const text = (end < 0 ? (written.split('<')[0] ?? '') : written.slice(0, end)).replace(
    /&(#x?)?(\w{1,8});/gi,
    letterOf,
  )
  const title = Title.safeParse(text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS))
  return title.success ? title.data : undefined
}

const charsetIn = (text: string) => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1]

function letterOf(whole: string, number: string | undefined, name: string): string {
  if (number === undefined) return NAMED[name.toLowerCase()] ?? whole
  const code = Number.parseInt(name, number === '#' ? 10 : 16)
  return Number.isInteger(code) && code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function decode(bytes: Buffer, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

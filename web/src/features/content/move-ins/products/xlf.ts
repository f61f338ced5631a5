/** A medium of a layout in the XLF format. */
export type XlfMedia = {
  id: string | undefined
  type: string
  duration: string | undefined
  usesDuration: boolean
  options: ReadonlyMap<string, string>
}

/** Matches tags and the text between them. Only the five predefined entities and numeric ones are decoded; none is fetched. */
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const MOST_TOKENS = 200_000

/** A layout with the media of its regions. `attributes` are as written: sizes in pixels. */
export type Xlf = {
  attributes: ReadonlyMap<string, string>
  regions: { attributes: ReadonlyMap<string, string>; media: XlfMedia[] }[]
}

/** Reads a layout in the XLF format. No regions if the text is not a layout. */
export function readXlf(xml: string): Xlf {
  const regions: Xlf['regions'] = []
  let layout: Xlf['attributes'] = new Map()
  let medium: (Omit<XlfMedia, 'options'> & { options: Map<string, string> }) | undefined
  let holder = ''
  let option = ''
  let tokens = 0
  for (const [, cdata, closing, name = '', attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    tokens += 1
    if (tokens > MOST_TOKENS) break
    if (name === '') {
      const words = cdata ?? unescaped(text ?? '')
      if (medium && option !== '') medium.options.set(option, (medium.options.get(option) ?? '') + words)
    } else if (closing === '/') {
      if (name === 'media') medium = undefined
      else if (name === holder) holder = ''
      else if (name === option) option = ''
    } else if (name === 'layout') layout = attributesIn(attributes)
    else if (name === 'region') regions.push({ attributes: attributesIn(attributes), media: [] })
    else if (name === 'media') {
      const own = attributesIn(attributes)
      medium = {
        id: own.get('id'),
        type: own.get('type') ?? '',
        duration: own.get('duration'),
        usesDuration: own.get('useDuration') !== '0',
        options: new Map(),
      }
      regions.at(-1)?.media.push(medium)
      if (isEmpty === '/') medium = undefined
    } else if (medium && holder === '' && (name === 'options' || name === 'raw')) holder = isEmpty === '/' ? '' : name
    else if (medium && holder !== '' && option === '' && isEmpty !== '/') option = name
  }
  return { attributes: layout, regions }
}

const attributesIn = (written: string) =>
  new Map(Array.from(written.matchAll(ATTRIBUTE), ([, name = '', one, other]) => [name, unescaped(one ?? other ?? '')]))

const PREDEFINED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#x[0-9a-f]{1,6}|#\d{1,7});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return PREDEFINED[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** An XML element. Names are without prefixes. */
export type XmlElement = {
  name: string
  /** The namespace. Empty: none. */
  namespace: string
  children: XmlElement[]
  /** The concatenated text directly in the element. */
  text: string
}

/** No valid message is nested this deep. */
const MAX_DEPTH = 12
const MAX_ELEMENTS = 2_000
const MAX_ATTRIBUTES = 20

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/y
const ATTRIBUTE = /\s+([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y
const DECLARATION = /^\uFEFF?<\?xml\s[^<>]*?\?>/
const PREDEFINED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export class XmlProblem extends Error {}

/**
 * Parses a small XML document strictly: elements, attributes, text, CDATA and comments. DOCTYPE, entities other than the five
 * predefined and numeric ones, and processing instructions are refused, so nothing can be expanded, fetched or run.
 *
 * @throws XmlProblem
 */
export function readXml(text: string): XmlElement {
  const source = text.replace(DECLARATION, '')
  let at = 0
  let elements = 0
  const root: XmlElement = { name: '', namespace: '', children: [], text: '' }
  const open: { element: XmlElement; tag: string; prefixes: ReadonlyMap<string, string> }[] = [
    { element: root, tag: '', prefixes: new Map([['', '']]) },
  ]

  function take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) throw new XmlProblem('The document is not well-formed.')
    at = pattern.lastIndex
    return found
  }

  function skipTo(end: string): string {
    const found = source.indexOf(end, at)
    if (found < 0) throw new XmlProblem('The document is incomplete.')
    const skipped = source.slice(at, found)
    at = found + end.length
    return skipped
  }

  function addText(part: string): void {
    const { element } = open[open.length - 1] as (typeof open)[number]
    if (element === root && part.trim() !== '') throw new XmlProblem('There is text outside of the root element.')
    element.text += part
  }

  function openElement(): void {
    elements += 1
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw new XmlProblem('The document is too large.')
    const parent = open[open.length - 1] as (typeof open)[number]
    if (parent.element === root && root.children.length > 0)
      throw new XmlProblem('There is more than one root element.')
    const [tag] = take(NAME)
    const prefixes = new Map(parent.prefixes)
    const names = new Set<string>()
    for (;;) {
      ATTRIBUTE.lastIndex = at
      const found = ATTRIBUTE.exec(source)
      if (!found) break
      at = ATTRIBUTE.lastIndex
      const [, name = '', one, other] = found
      if (names.has(name) || names.size >= MAX_ATTRIBUTES) throw new XmlProblem('An element has too many attributes.')
      names.add(name)
      const value = unescaped(one ?? other ?? '')
      if (name === 'xmlns') prefixes.set('', value)
      else if (name.startsWith('xmlns:')) prefixes.set(name.slice('xmlns:'.length), value)
    }
    const [, isEmpty] = take(TAG_END)
    const [prefix, local] = tag.includes(':') ? (tag.split(':') as [string, string]) : ['', tag]
    const namespace = prefixes.get(prefix)
    if (namespace === undefined) throw new XmlProblem('A prefix is not declared.')
    const element: XmlElement = { name: local, namespace, children: [], text: '' }
    parent.element.children.push(element)
    if (isEmpty === '') open.push({ element, tag, prefixes })
  }

  while (at < source.length) {
    const next = source.indexOf('<', at)
    addText(unescaped(source.slice(at, next < 0 ? source.length : next)))
    if (next < 0) break
    at = next + 1
    if (source.startsWith('!--', at)) {
      at += 3
      if (skipTo('-->').includes('--')) throw new XmlProblem('The document is not well-formed.')
    } else if (source.startsWith('![CDATA[', at)) {
      at += 8
      addText(skipTo(']]>'))
    } else if (source[at] === '!' || source[at] === '?') {
      throw new XmlProblem('A DOCTYPE or a processing instruction is not allowed.')
    } else if (source[at] === '/') {
      at += 1
      const [tag] = take(NAME)
      take(/\s*>/y)
      const closed = open.pop()
      if (!closed || closed.element === root || closed.tag !== tag)
        throw new XmlProblem('A closing tag does not match its opening tag.')
    } else openElement()
  }
  const [only] = root.children
  if (open.length > 1 || !only) throw new XmlProblem('The document is incomplete.')
  return only
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    if (!whole.endsWith(';')) throw new XmlProblem('An ampersand is not escaped.')
    const known = PREDEFINED[name]
    if (known !== undefined && Object.hasOwn(PREDEFINED, name)) return known
    const number = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(name)
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 10 : 16) : 0
    if (code === 0 || code > 0x10ffff) throw new XmlProblem('An entity reference is not allowed.')
    return String.fromCodePoint(code)
  })
}

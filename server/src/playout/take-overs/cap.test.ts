import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { readCap } from './cap.ts'
import { readXml, XmlProblem } from './xml.ts'

const NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2'

function capOf(fields: Record<string, string>, info: Record<string, string> | undefined = { event: 'Fire' }): string {
  const written = (all: Record<string, string>) =>
    Object.entries(all).map(([name, text]) => `<${name}>${text}</${name}>`)
  const all = {
    identifier: 'a-1',
    sender: 'panel@vnr.example',
    sent: '2026-12-01T09:00:00+05:30',
    status: 'Actual',
    msgType: 'Alert',
    scope: 'Public',
    ...fields,
  }
  const inner = [...written(all), ...(info ? [`<info>${written(info).join('')}</info>`] : [])]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<alert xmlns="${NAMESPACE}">${inner.join('\n')}</alert>\n`
}

const refused = (text: string) => {
  try {
    readCap(text)
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
  return 'read'
}

describe('[TO4] a CAP 1.2 message', () => {
  it('is read: who it is, what it refers to, its words and its end', () => {
    const { cap } = readCap(
      capOf(
        { references: 'panel@vnr.example,a-0,2026-12-01T08:59:00+05:30', msgType: 'Update' },
        {
          event: 'Fire',
          headline: 'Fire in Block&#x20;C',
          description: 'Smoke &amp; heat.',
          instruction: 'Leave by the <![CDATA[south <stairs>]]>.',
          senderName: 'Fire panel',
          expires: '2026-12-01T10:00:00+05:30',
        },
      ),
    )
    expect(cap).toEqual({
      key: 'panel@vnr.example,a-1',
      status: 'Actual',
      msgType: 'Update',
      references: ['panel@vnr.example,a-0'],
      info: {
        heading: 'Fire in Block C',
        body: 'Leave by the south <stairs>.\n\nSmoke & heat.',
        byline: 'Fire panel',
        expiresAt: Date.UTC(2026, 11, 1, 4, 30),
      },
    })
  })

  it('prefixed it is the same, and without a headline its event is one', () => {
    const text = capOf({})
      .replaceAll(/<(\/?)(\w)/g, '<$1cap:$2')
      .replace('xmlns=', 'xmlns:cap=')
    expect(readCap(text).cap).toMatchObject({
      key: 'panel@vnr.example,a-1',
      info: { heading: 'Fire', expiresAt: null },
    })
  })

  it('words too long for a screen are cut, and no letter in two', () => {
    const { cap } = readCap(capOf({}, { event: `${'a'.repeat(118)}😀😀`, description: 'x'.repeat(9_000) }))
    expect(cap.info?.heading).toBe(`${'a'.repeat(118)}…`)
    expect(cap.info?.body).toHaveLength(1_000)
  })

  it.each([
    ['no alert', '<note/>'],
    ['another version', capOf({}).replace('cap:1.2', 'cap:1.1')],
    ['no identifier', capOf({ identifier: ' ' })],
    ['a status of its own', capOf({ status: 'Real' })],
    ['a kind of its own', capOf({ msgType: 'Shout' })],
    ['an end that is none', capOf({}, { event: 'Fire', expires: 'soon' })],
    ['references to nobody', capOf({ references: 'a b' })],
    ['no XML', 'Fire!'],
    ['nothing', ''],
  ])('is refused with %s', (_, text) => {
    expect(refused(text)).toBe('cap-not-valid')
  })
})

describe('[B112] XML that is to do something', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE alert><alert/>'],
    ['an entity of a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a bomb of entities', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['an external DTD', '<!DOCTYPE a SYSTEM "https://example.org/a.dtd"><a/>'],
    ['an entity that nobody declared', '<a>&x;</a>'],
    ['an instruction', '<a><?php system("id") ?></a>'],
    ['a stylesheet', '<?xml-stylesheet href="https://example.org/x.xsl"?><a/>'],
    ['an entity in an attribute', '<a b="&x;"/>'],
    ['an open ampersand', '<a>Smoke & heat</a>'],
    ['a number that is no letter', '<a>&#x110000;</a>'],
    ['a NUL', '<a>&#0;</a>'],
    ['elements that cross', '<a><b></a></b>'],
    ['an end that is missing', '<a><b>'],
    ['two documents', '<a/><b/>'],
    ['text behind', '<a/>x'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['a prefix of nobody', '<x:a/>'],
    ['more depth than any message', `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`],
    ['more elements than any message', `<a>${'<b/>'.repeat(3_000)}</a>`],
    ['more attributes than any message', `<a ${Array.from({ length: 50 }, (_, index) => `b${index}="1"`).join(' ')}/>`],
  ])('%s is refused', (_, text) => {
    expect(() => readXml(text)).toThrow(XmlProblem)
  })

  it('whatever comes, it is read or refused, and soon', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '?',
      '&',
      ';',
      '"',
      "'",
      '=',
      ' ',
      'a',
      'b:',
      '-->',
      '<!--',
      ']]>',
      '<![CDATA[',
      '#x',
      '1',
      '<a>',
      '</a>',
      'xmlns',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 60 }), (parts) => {
        try {
          expect(typeof readXml(parts.join('')).name).toBe('string')
        } catch (error) {
          expect(error).toBeInstanceOf(XmlProblem)
        }
      }),
    )
  })
})

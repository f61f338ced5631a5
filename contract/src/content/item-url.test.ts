import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemType } from './item.ts'
import { CreateItem, UpdateItem } from './item.ts'
import { isStreamAddress, readItemUrl } from './item-url.ts'

const TYPES: ItemType[] = ['image', 'video', 'youtube', 'webpage']
const problemOf = (type: ItemType, url: string) => {
  const answer = readItemUrl(type, url)
  return answer.playable ? undefined : answer.problem
}

describe.each(TYPES)('an address that must never be rendered, of type %s', (type) => {
  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'javascript://example.org/%0aalert(1)', 'vbscript:x'])(
    '[B30] %j has an unsafe scheme',
    (url) => expect(problemOf(type, url)).toBe('unsafe-scheme'),
  )

  it.each([
    '\tjavascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'https://example.org/a\nb',
  ])('[B30] %j hides something that the URL parser would forgive', (url) =>
    expect(problemOf(type, url)).toBe('unparsable'),
  )

  it.each([
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg/>',
    'blob:https://example.org/0f4d2c1e',
    'file:///etc/passwd',
    'view-source:https://example.org',
    'intent://scan/#Intent;scheme=zxing;end',
    'about:blank',
    'ftp://example.org/a.jpg',
  ])('[B31] %j has an unsafe scheme', (url) => expect(problemOf(type, url)).toBe('unsafe-scheme'))

  it.each([
    '//example.org/a.jpg',
    'http:\\\\example.org',
    'https://example.org/a.jpg\u0000',
    'example.org/a.jpg',
    '',
    '/a',
  ])('[B32] %j is no address', (url) => expect(problemOf(type, url)).toBe('unparsable'))

  it.each(['https://good.example@evil.example/', 'https://user:pw@example.org/a.jpg', 'https://:pw@example.org/'])(
    '[B33] %j carries credentials',
    (url) => expect(problemOf(type, url)).toBe('url-credentials'),
  )

  it('whatever it is: what may be played is http, https or a media file of ours, without credentials', () => {
    const nasty = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('javascript:', 'https:', 'http://', 'data:', '/media/', '//'), fc.string())
        .map((two) => two.join('')),
    )
    fc.assert(
      fc.property(nasty, (url) => {
        const answer = readItemUrl(type, url)
        if (!answer.playable || /^\/media\/[a-z0-9_-]+\.(jpg|mp4|webm)$/.test(answer.href)) return
        const { protocol, username, password, href } = new URL(answer.href)
        expect(['http:', 'https:']).toContain(protocol)
        expect(username + password).toBe('')
        expect(href).toBe(answer.href)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('an address that may be played', () => {
  it.each([
    ['https:example.org/a.jpg', 'https://example.org/a.jpg'],
    ['HTTPS://EXAMPLE.org:443/a/../b.jpg', 'https://example.org/b.jpg'],
    ['https://example.org/a"onerror="x.jpg', 'https://example.org/a%22onerror=%22x.jpg'],
  ])('[B32] %j is kept in its canonical form', (url, href) => {
    expect(readItemUrl('image', url)).toEqual({ playable: true, href })
  })

  it('[B34] plain http is played: in a LAN there is nothing else', () => {
    expect(readItemUrl('image', 'http://10.0.0.5/a.jpg')).toEqual({ playable: true, href: 'http://10.0.0.5/a.jpg' })
  })

  it('[B35] a name that only looks like another one shows what it is', () => {
    const answer = readItemUrl('image', 'https://аррӏе.com/a.jpg')
    expect(answer).toEqual({ playable: true, href: 'https://xn--80ak6aa92e.com/a.jpg' })
  })
})

describe('[B36] YouTube', () => {
  const href = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

  it.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?v=dQw4w9WgXcQ&t=43s',
    'https://www.youtube.com/watch?list=PL0123456789&v=dQw4w9WgXcQ',
    'http://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abcdefgh&t=1',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1',
    'https://www.youtube.com/v/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://WWW.YouTube.COM/watch?v=dQw4w9WgXcQ',
  ])('%s is rebuilt from its eleven characters', (url) => {
    expect(readItemUrl('youtube', url)).toEqual({ playable: true, href })
  })

  it.each([
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be.evil.example/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXc"',
    "https://www.youtube.com/embed/dQw4w9WgX'x",
    'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/',
    'https://www.youtube.com/playlist?list=PL0123456789',
    'https://www.youtube.com/@somebody',
    'https://youtu.be/',
  ])('%s is no film of YouTube', (url) => {
    expect(problemOf('youtube', url)).toBe('not-youtube')
  })
})

describe('C9 a stored media file', () => {
  it.each([
    ['image', '/media/0f4d2c1e-7b1a.jpg'],
    ['video', '/media/intro.mp4'],
    ['video', '/media/intro.webm'],
  ] as const)('of type %s is played from %s', (type, url) => {
    expect(readItemUrl(type, url)).toEqual({ playable: true, href: url })
  })

  it.each([
    ['image', '/media/intro.mp4'],
    ['video', '/media/a.jpg'],
    ['youtube', '/media/intro.webm'],
  ] as const)('of another kind is not played as %s: %s', (type, url) => {
    expect(problemOf(type, url)).toBe('wrong-media-kind')
  })

  it.each([
    '/media/../etc/passwd.jpg',
    '/media/%2e%2e.jpg',
    '/media/A.jpg',
    '/media/a.svg',
    '/media/a.jpg.html',
    '/media/a.jpg?x=1',
    '/media/.jpg',
    '/media/a.jpg\n',
    'x/media/a.jpg',
    '/media//a.jpg',
  ])('[B41] %j is not one', (url) => {
    expect(problemOf('image', url)).toBe('unparsable')
  })
})

describe('V1 typed addresses', () => {
  const item = { title: 'Welcome', type: 'image', url: 'javascript:alert(1)' } as const

  it('must be playable to be added', () => {
    const issue = CreateItem.safeParse(item).error?.issues[0]
    expect(issue).toMatchObject({ message: 'url-not-playable', path: ['url'] })
    expect(CreateItem.safeParse({ ...item, url: 'https://example.org/a.jpg' }).success).toBe(true)
  })

  it('is kept by an edit whatever it is', () => {
    expect(UpdateItem.parse({ url: item.url })).toEqual({ url: item.url })
  })

  it('[B37] has at most 2,048 characters', () => {
    const url = `https://example.org/${'a'.repeat(2_028)}`
    expect(UpdateItem.safeParse({ url }).success).toBe(true)
    expect(UpdateItem.safeParse({ url: `${url}a` }).error?.issues[0]?.message).toBe('too-long')
  })
})

describe('a film in pieces', () => {
  it.each([
    ['https://example.org/live.m3u8', true],
    ['https://example.org/live.M3U8?token=a.b#t', true],
    ['https://example.org/live.m3u8/', false],
    ['https://example.org/?file=live.m3u8', false],
    ['https://example.org/live.mp4#.m3u8', false],
    ['http://camera.lan/live.m3u8', false],
    ['/media/abc.mp4', false],
    ['javascript:alert(1)//.m3u8', false],
    ['', false],
  ])('[ST6] %s: %s', (url, isStream) => {
    expect(isStreamAddress(url)).toBe(isStream)
  })

  it('[ST6] plays as a film, and as nothing else', () => {
    const url = 'https://example.org/live.m3u8'
    expect(readItemUrl('video', url)).toEqual({ playable: true, href: url })
    expect(problemOf('youtube', url)).toBe('not-youtube')
  })
})

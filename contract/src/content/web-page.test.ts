import { describe, expect, it } from 'vitest'
import { CreateItem } from './item.ts'
import { readItemUrl } from './item-url.ts'
import { readWebPage } from './read-web-page.ts'
import { ManifestWebPage, WebPage } from './web-page.ts'

describe('[CT15] how a page is shown', () => {
  it.each([
    [{ zoom: 25 }, true],
    [{ zoom: 400, scroll: 20_000, reloadMinutes: 1_440 }, true],
    [{}, true],
    [{ zoom: 24 }, false],
    [{ zoom: 401 }, false],
    [{ zoom: 99.5 }, false],
    [{ scroll: -1 }, false],
    [{ scroll: 20_001 }, false],
    [{ reloadMinutes: 0 }, false],
    [{ reloadMinutes: 1_441 }, false],
    [{ colour: 'red' }, false],
  ])('%j is taken: %s', (webPage, isTaken) => expect(WebPage.safeParse(webPage).success).toBe(isTaken))

  it('default values are stored as nothing', () => {
    expect(readWebPage({ zoom: 100, scroll: 0 })).toBeUndefined()
    expect(readWebPage({ zoom: 100, scroll: 40 })).toEqual({ scroll: 40 })
  })

  it('in a manifest, values that cannot be read are left out, and the rest stays', () => {
    expect(ManifestWebPage.parse({ zoom: 'large', scroll: 40, reloadMinutes: 0.5 })).toEqual({ scroll: 40 })
    expect(ManifestWebPage.parse('large')).toBeUndefined()
    expect(ManifestWebPage.parse(null)).toBeUndefined()
  })
})

describe('[CT15] a page as an item', () => {
  const page = { title: 'Rota', type: 'webpage' as const, url: 'https://rota.example.org/today#now' }
  const problemsOf = (item: object) => CreateItem.safeParse(item).error?.issues.map(({ path }) => path.join('.'))

  it('is any address of http or https, and no stored file of ours', () => {
    expect(readItemUrl('webpage', page.url)).toEqual({ playable: true, href: page.url })
    expect(readItemUrl('webpage', 'http://10.0.0.7:8080/')).toEqual({ playable: true, href: 'http://10.0.0.7:8080/' })
    expect(readItemUrl('webpage', '/media/a.jpg')).toEqual({ playable: false, problem: 'wrong-media-kind' })
    expect(readItemUrl('webpage', 'javascript:alert(1)')).toEqual({ playable: false, problem: 'unsafe-scheme' })
    expect(readItemUrl('webpage', 'https://a:b@example.org/')).toEqual({ playable: false, problem: 'url-credentials' })
    expect(readItemUrl('webpage', 'about:blank')).toEqual({ playable: false, problem: 'unsafe-scheme' })
  })

  it('no other type has a zoom, a scroll position or a reload', () => {
    expect(problemsOf({ ...page, webPage: { zoom: 150 } })).toBeUndefined()
    expect(problemsOf({ ...page, type: 'video', webPage: { zoom: 150 } })).toEqual(['webPage'])
  })
})

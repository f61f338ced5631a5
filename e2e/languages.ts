import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Message, type UiLanguage } from '@placard/contract'
import type { BrowserContext, Page } from '@playwright/test'

const DIST = join(import.meta.dirname, '../web/dist')

export type Messages = Readonly<Record<string, Message>>

/** The messages of a language as the build serves them, without those of the landing page. */
export function messagesIn(language: UiLanguage): Messages {
  const document = readFileSync(join(DIST, 'app.html'), 'utf8')
  const [, written = ''] = /name="placard-words" content="([^"]+)"/.exec(document) ?? []
  const { hashes } = JSON.parse(written.replaceAll('&quot;', '"')) as { hashes: Record<string, string> }
  const name = new RegExp(`^words-${language}-(?!landing-).*-${hashes[language]}\\.json$`)
  const files = readdirSync(join(DIST, 'assets')).filter((file) => name.test(file))
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(DIST, 'assets', file), 'utf8'))))
}

const ACCENTED = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ'
const HEBREW = 'אבגדהוזחטיכלמנסעפצקרשתךםןף'

/**
 * Replaces a text by one of a made-up language without English letters, whose words are 40 % longer.
 *
 * @param letters the 26 letters that replace a to z
 */
function madeUp(text: string, letters: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]+/g, (word) => {
    if (word.startsWith('{')) return word
    const other = word.replace(/[A-Za-z]/g, (letter) => letters[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)
    return other + letters[0]?.repeat(Math.round(word.length * 0.4))
  })
}

/** Made-up languages. Each replaces a language whose dates have no English letters. */
export const MADE_UP = [
  { name: 'a language of long words', instead: 'hi', letters: ACCENTED },
  { name: 'a language of long words from right to left', instead: 'ar', letters: HEBREW },
] as const

/** Answers requests for the message files of a language with made-up texts. */
export async function speakMadeUp(
  context: BrowserContext,
  { instead, letters }: (typeof MADE_UP)[number],
  english: Messages,
): Promise<void> {
  await context.route(`**/assets/words-${instead}-*.json`, async (route) => {
    // Not `route.fetch`, whose answer is lost if the page is left in the meantime.
    const own = (await (await fetch(route.request().url())).json()) as Messages
    const general = (key: string): string => {
      const message = english[key] ?? ''
      return typeof message === 'string' ? message : message.other
    }
    const json = Object.fromEntries(
      Object.entries(own).map(([key, message]) => {
        const text = madeUp(general(key), letters)
        return [
          key,
          typeof message === 'string' ? text : Object.fromEntries(Object.keys(message).map((form) => [form, text])),
        ]
      }),
    )
    await route.fulfill({ json })
  })
}

export const TAGS = Object.keys(LANGUAGES) as UiLanguage[]

/** The visible texts of a page. `isCut`: a part is hidden, because the box is too small. */
export function textsOn(page: Page): Promise<{ text: string; isCut: boolean; at: string }[]> {
  return page.evaluate(() => {
    const found: { text: string; isCut: boolean; at: string }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (text === '' || !element || element.closest('script, style, noscript, iframe, option, [aria-hidden="true"]'))
        continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { width, height, left, right } = range.getBoundingClientRect()
      // Texts for screen readers are in a box of one pixel.
      const hidden = element.closest<HTMLElement>('*')
      if (width < 2 || height < 2 || (hidden && hidden.clientWidth === 1)) continue
      let isCut = false
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        // The rest can be scrolled to, or the title is shortened on purpose.
        if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.textOverflow === 'ellipsis') break
        const edges = box.getBoundingClientRect()
        if (/hidden|clip/.test(style.overflowX) && (left < edges.left - 1 || right > edges.right + 1)) isCut = true
      }
      const id = element.id ? `#${element.id}` : ''
      found.push({ text, isCut, at: `${element.tagName.toLowerCase()}${id}.${element.className}` })
    }
    return found
  })
}

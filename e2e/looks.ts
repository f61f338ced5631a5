import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** Stores a picture of a page under a name. */
export type Keep = (page: Page, name: string, fullPage?: boolean) => Promise<void>

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Runs work in every look of a page: wide and on a phone, light and dark. Each has a new page, and a name such as `wide-light`. */
export async function inEachLook(
  browser: Browser,
  work: (page: Page, look: string, size: 'wide' | 'phone') => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  for (const size of ['wide', 'phone'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: SIZES[size], colorScheme, locale: 'en-GB', ...options })
      await work(await context.newPage(), `${size}-${colorScheme}`, size)
      await context.close()
    }
  }
}

/** The ways in which a page is looked at for findings of axe. */
export const WAYS = [
  { name: 'light', locale: 'en-GB', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', locale: 'en-GB', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'phone', locale: 'en-GB', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'arabic', locale: 'ar', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'arabic-phone', locale: 'ar', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** The fewest that meet every scheme, direction and width. */
export const THREE_WAYS = [
  { name: 'light', colorScheme: 'light', locale: 'en-GB', width: 1440 },
  { name: 'dark, on a phone', colorScheme: 'dark', locale: 'en-GB', width: 390 },
  { name: 'in Arabic', colorScheme: 'light', locale: 'ar', width: 390 },
] as const

/** The options of a context for each appearance of a page, by name. The others are those of the journey. */
export const APPEARANCES = Object.entries({
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  Arabic: { locale: 'ar' },
  'a phone': { viewport: { width: 390, height: 844 } },
} as const)

import { expect, test } from './journey.ts'

test.describe
  .serial('a journey', () => {
    test('opens a page beside its own, and leaves it open', async ({ browser, page }) => {
      await (await browser.newContext()).newPage()
      expect(browser.contexts()).toHaveLength(2)
      expect(page.isClosed()).toBe(false)
    })

    test('begins in a browser with no page of the journey before it', async ({ browser }) => {
      expect(browser.contexts()).toHaveLength(0)
    })
  })

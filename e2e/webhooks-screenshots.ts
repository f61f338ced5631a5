import { PAGES, WEBHOOK_EVENT_TYPES } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { signIn } from './journey.ts'
import type { Keep } from './looks.ts'
import { DISPLAY, launchPlacard } from './placard.ts'
import { startReceiver } from './webhook-receiver.ts'

/** As long as a chat that answers is asked for: changes are gathered for some seconds. */
const ARRIVES_MS = 30_000

/** One that works with what was sent to it, and one that fails. */
export async function takeWebhookPictures(browser: Browser, keep: Keep): Promise<void> {
  const receiver = await startReceiver()
  const placard = await launchPlacard((url) => ({ ...receiver.settings, PUBLIC_URL: url }))
  try {
    const params = { organisationId: DISPLAY.organisationId }
    const make = (path: string, events: (typeof WEBHOOK_EVENT_TYPES)[number][]) =>
      placard.call('createWebhook', { params, body: { url: receiver.url.replace('/hook', path), events } })
    const chat = await make('/chat/placard', [...WEBHOOK_EVENT_TYPES])
    await placard.call('testWebhook', { params: { ...params, webhookId: chat.webhook.id } })
    await placard.call('updateDisplay', { body: { name: 'Main hall' } })
    const heading = 'Leave by the south stairs'
    const content = { kind: 'notice' as const, notice: { look: 'alert' as const, heading, body: '', byline: '' } }
    const over = await placard.call('startTakeOver', {
      params,
      body: { content, displays: null, drill: true, minutes: 5 },
    })
    await placard.call('endTakeOver', { params: { ...params, overId: over.id } })
    for (const deadline = Date.now() + ARRIVES_MS; receiver.heard.length < 4 && Date.now() < deadline; )
      await new Promise((wake) => setTimeout(wake, 200))
    receiver.tell({ status: 503 })
    const flow = await make('/flows/7', ['screen.dark', 'screen.back'])
    await placard.call('testWebhook', { params: { ...params, webhookId: flow.webhook.id } })
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage()
    // The address of this machine's receiver says nothing to a reader.
    await page.route('**/webhooks', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      await route.fulfill({
        response: answer,
        body: text.replaceAll(/http:\/\/receiver\.example:\d+/g, 'https://hooks.college.example'),
      })
    })
    await signIn(page, placard, PAGES.webhooks)
    const history = page.locator('main details').first()
    await history.locator('summary').click()
    await history.locator('li').first().waitFor()
    await page.waitForTimeout(1_000)
    await keep(page, 'webhooks-wide-light', true)
    await history.locator('li button').nth(2).click()
    await page.getByRole('dialog').locator('pre').first().waitFor()
    await page.waitForTimeout(1_000)
    await keep(page, 'webhooks-message-wide-light')
  } finally {
    await placard.close()
    receiver.close()
  }
}

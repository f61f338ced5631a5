import { playerPath, type Rotation } from '@placard/contract'
import type { Browser } from '@playwright/test'
import type { Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

const SCREENS = {
  '1080p': { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
  '720p': { width: 1280, height: 720 },
}

const LONG =
  'The laboratory of the third floor stays open until nine in the evening from Monday to Thursday; on Friday it closes at five, and whoever needs it longer asks at the office of the department by noon'
const RIGHT_TO_LEFT = [
  'أهلًا بكم في قسم هندسة الإلكترونيات والاتصالات',
  'تبدأ المحاضرة الأولى غدًا في الساعة 9 صباحًا في القاعة 204',
]

async function say(placard: Placard, texts: string[]): Promise<void> {
  for (const { id } of (await placard.call('getProgramme')).lines)
    await placard.call('removeLine', { params: { lineId: id } as never })
  for (const text of texts) await placard.call('createLine', { body: { text } })
}

/** Only these play from now on. */
async function play(placard: Placard, type: 'image' | 'video' | 'none'): Promise<void> {
  const { items } = await placard.call('getProgramme')
  const first = items.find((item) => item.type === type)
  for (const { id } of items) {
    const params = { itemId: id } as never
    await placard.call('updateItem', { params, body: { visible: id === first?.id }, headers: { 'if-match': '*' } })
  }
}

/** The player on three screens, with all that it can show. */
export async function takePlayerPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  const take = async (scene: string, rotation: Rotation = 0) => {
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      const context = await browser.newContext({ viewport, locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(placard.url + playerPath(DISPLAY, rotation))
      await page.locator('.player[data-item], .card').first().waitFor()
      // Until the ticker has crossed the screen, the film is on its way and every fade is over.
      await page.waitForTimeout(7_000)
      await keep(page, `display-${scene}${screen}`)
      await context.close()
    }
  }
  await take('')
  await play(placard, 'video')
  await say(placard, [LONG])
  await take('film-')
  await play(placard, 'image')
  await say(placard, RIGHT_TO_LEFT)
  await take('right-to-left-')
  await take('turned-', 90)
  await play(placard, 'none')
  await say(placard, [])
  await take('quiet-')
}

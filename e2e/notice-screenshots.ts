import { NO_PICTURE, type Notice } from '@placard/contract'
import type { Browser } from '@playwright/test'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { addPicture, clearDisplay } from './content.ts'
import { signIn } from './journey.ts'
import { inEachLook, type Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

type KeepPicture = (picture: Sharp, name: string) => Promise<void>

const LOOKS: Notice[] = [
  {
    look: 'paper',
    heading: 'Library closes early on Friday',
    body: 'We close at **15:00** so that the new shelves can be put up.\n\nBooks go back through the slot by the side door.',
    byline: 'Ms Okafor, library',
  },
  {
    look: 'poster',
    heading: 'Summer concert tonight at seven',
    body: 'Main hall. Doors open at 18:30.',
    byline: 'Entrance free',
    link: 'https://riverside.example/concert',
  },
  {
    look: 'night',
    heading: 'Quiet please',
    body: 'Patients are resting on this floor until **14:00**.',
    byline: 'Ward 4',
  },
  {
    look: 'split',
    heading: 'Lunch today',
    body: '- Lentil soup with bread\n- Pasta with tomato and basil\n- Grilled chicken, rice, salad\n- Fruit or yoghurt',
    byline: 'Canteen, 11:30 to 14:00',
  },
  {
    look: 'picture',
    heading: 'Open day',
    body: 'See the labs, meet the teachers, taste the canteen.',
    byline: '18 December, 10 to 16',
  },
  {
    look: 'alert',
    heading: 'Lift out of order',
    body: 'Please take the stairs or the lift in wing B.',
    byline: 'Facilities',
  },
]
const HILLS = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2c6fb5"/><stop offset=".6" stop-color="#f6c98b"/></linearGradient>
  <rect width="1920" height="1080" fill="url(#sky)"/><circle cx="1380" cy="430" r="120" fill="#fff3d6"/>
  <path d="M0 700Q300 480 640 640T1240 600T1920 560V1080H0Z" fill="#6b8f5e"/>
  <path d="M0 820Q420 640 860 780T1920 720V1080H0Z" fill="#3f6b4a"/></svg>`
/** The size of a screen and of each look in the picture, in px, and the number of looks beside one another. */
const SHEETS = {
  'notice-looks': { viewport: { width: 1920, height: 1080 }, tile: { width: 800, height: 450 }, columns: 2 },
  'notice-looks-portrait': { viewport: { width: 1080, height: 1920 }, tile: { width: 540, height: 960 }, columns: 3 },
}
const GAP = 16

/** The six looks as they stand on a screen, together in one picture, and the form that they are written in. */
export async function takeNoticePictures(
  browser: Browser,
  placard: Placard,
  keep: Keep,
  keepPicture: KeepPicture,
): Promise<void> {
  const picture = await addPicture(placard, await sharp(Buffer.from(HILLS)).jpeg().toBuffer())
  await clearDisplay(placard)
  await placard.call('updateDisplay', { body: { fillsWithoutLines: true } })
  for (const [name, sheet] of Object.entries(SHEETS)) {
    await keepPicture(await takeLooks(browser, placard, picture.url, sheet), name)
  }

  await inEachLook(browser, async (page, look) => {
    await signIn(page, placard, undefined, { previewsPlay: true })
    await page.getByRole('button', { name: 'Write a notice' }).first().click()
    await page.getByLabel('Heading', { exact: true }).fill(LOOKS[1]?.heading ?? '')
    await page
      .getByLabel('Text', { exact: true })
      .fill('Main hall at **19:00**.\n- Doors open at 18:30\n- Entrance free')
    await page.getByRole('radio', { name: 'Poster' }).check()
    await page.waitForTimeout(3_500)
    await keep(page, `notice-form-${look}`)
  })
}

/** Each look on a screen, one beside and below the other. */
async function takeLooks(
  browser: Browser,
  placard: Placard,
  pictureUrl: string,
  { viewport, tile, columns }: (typeof SHEETS)[keyof typeof SHEETS],
): Promise<Sharp> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  const player = await context.newPage()
  const tiles: OverlayOptions[] = []
  for (const [index, notice] of LOOKS.entries()) {
    const url = notice.look === 'picture' ? pictureUrl : NO_PICTURE
    const body = { title: notice.heading, type: 'notice' as const, url, duration: 3_600, notice }
    const { item } = await placard.call('createItem', { body })
    await player.goto(placard.display)
    await player.locator('.layer-seen .notice[data-fits]').waitFor()
    await player.waitForTimeout(1_500)
    const input = await sharp(await player.screenshot())
      .resize(tile)
      .toBuffer()
    const [column, row] = [index % columns, Math.floor(index / columns)]
    tiles.push({ input, left: column * (tile.width + GAP), top: row * (tile.height + GAP) })
    await placard.call('removeItem', { params: { ...DISPLAY, itemId: item.id } })
  }
  await context.close()
  const along = (length: number, count: number) => count * (length + GAP) - GAP
  const size = { width: along(tile.width, columns), height: along(tile.height, Math.ceil(LOOKS.length / columns)) }
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } }).composite(tiles)
}

import type { Browser } from '@playwright/test'
import { clearDisplay } from './content.ts'
import { dropFiles } from './files.ts'
import { film } from './film-files.ts'
import { signIn } from './journey.ts'
import { inEachLook, type Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

const ROTA = 'https://rota.example/'

/** A rota as a hospital has one, which stands elsewhere. */
const ROTA_PAGE = `<!doctype html><title>Rota of ward 4</title><style>
  body{margin:0;font:22px system-ui,sans-serif;background:#f4f7fa;color:#12263a;padding:48px}
  table{border-collapse:collapse;width:100%;background:#fff}td,th{padding:20px 24px;text-align:left;border-bottom:1px solid #dde5ec}
  th{background:#0d4f6c;color:#fff}h1{font-size:46px;margin:0 0 32px}</style><h1>Ward 4: on duty today</h1>
  <table><tr><th>Shift</th><th>Doctor</th><th>Nurses</th></tr>
  <tr><td>06:00 to 14:00</td><td>Dr Haddad</td><td>A. Silva, M. Weiss</td></tr>
  <tr><td>14:00 to 22:00</td><td>Dr Okonkwo</td><td>J. Park, L. Moreau</td></tr>
  <tr><td>22:00 to 06:00</td><td>Dr Lind</td><td>S. Rao, T. Novak</td></tr></table>`

const menuDay = (day: string, dish: string, colour: string) => `<section style="background:${colour}">
  <h1>${day}</h1><p>${dish}</p><small>With bread, salad and water. Ask the kitchen about allergens.</small></section>`

/** A week's menu, a page for each day. */
async function makeMenu(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(`<style>@page{margin:0;size:13.33in 7.5in}body{margin:0;font-family:Georgia,serif;color:#2a2118}
    section{box-sizing:border-box;height:7.5in;padding:1in;break-after:page}h1{font-size:96px;margin:0}p{font-size:64px;margin:40px 0}small{font-size:30px}</style>
    ${menuDay('Monday', 'Lentil soup with lemon', '#f7e7c4')}${menuDay('Tuesday', 'Pasta with tomato and basil', '#f4d3c8')}
    ${menuDay('Wednesday', 'Grilled chicken, rice', '#d9e8d0')}${menuDay('Thursday', 'Vegetable curry', '#cfe3ea')}${menuDay('Friday', 'Fish, potatoes, dill', '#e2d8ee')}`)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  await page.close()
  return pdf
}

/** The content that people put on besides pictures: the door, the forms of a PDF and of a web page, and the cards of all of them. */
export async function takeContentPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  const menu = await makeMenu(browser)
  const clip = await film({ colours: ['#0d4f6c', '#e0a458'], size: { width: 640, height: 360 }, seconds: 4 })
  await clearDisplay(placard)
  let isFilled = false
  await inEachLook(browser, async (page, look) => {
    await page.context().route(`${ROTA}**`, (route) => route.fulfill({ contentType: 'text/html', body: ROTA_PAGE }))
    await signIn(page, placard, undefined, { previewsPlay: true })
    const door = page.getByRole('button', { name: 'Add anything…' }).first()
    await door.click()
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(500)
    await keep(page, `door-${look}`)
    await page.keyboard.press('Escape')

    await dropFiles(page, [{ name: 'Menu of the week.pdf', type: 'application/pdf', buffer: menu }])
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: /^Page 5,/ }).waitFor({ timeout: 60_000 })
    await page.waitForTimeout(1_000)
    await keep(page, `deck-form-${look}`)
    if (isFilled) await form.getByRole('button', { name: 'Cancel' }).click()
    else {
      await form.getByRole('button', { name: 'Add it' }).click()
      await form.waitFor({ state: 'detached', timeout: 60_000 })
    }

    await door.click()
    await page.getByLabel('Or an address').fill(ROTA)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Add a web page' }).waitFor()
    await page.getByLabel('Title').fill('Rota of ward 4')
    await page.waitForTimeout(4_000)
    await keep(page, `web-page-form-${look}`)
    await page.keyboard.press('Escape')

    if (!isFilled) {
      await placard.call('createItem', {
        body: { title: 'Rota of ward 4', type: 'webpage', url: ROTA, duration: 30 },
      })
      await dropFiles(page, [{ name: 'Sports day.mp4', type: 'video/mp4', buffer: clip }])
      await page.getByRole('article', { name: 'Sports day' }).waitFor({ timeout: 60_000 })
      isFilled = true
    }
    await page.goto(`${placard.url}/dashboard?display=${DISPLAY.displayId}`)
    await page.locator('#items-heading').waitFor()
    await page.locator('#items-heading').evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
    await page.waitForTimeout(2_500)
    await keep(page, `content-${look}`)
  })
}

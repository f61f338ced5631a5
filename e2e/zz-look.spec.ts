import { clearDisplay } from './content.ts'
import { dropFiles, pickFile } from './files.ts'
import { expect, test } from './journey.ts'
import { makePdf } from './pdf.ts'

const out = '/dev/shm/decks/look'
const colours = ['#0b6e78', '#f4efe6', '#c81e1e', '#1e50c8', '#ffffff', '#e7b10a', '#1ea050', '#333333']
const buffer = (n = 12, seed = '') =>
  makePdf(
    Array.from({ length: n }, (_, i) => ({
      colour: colours[i % 8] as string,
      words: `Week ${i + 1} ${seed}`,
      size: i % 3 ? 60 : 11,
      ...(i % 4 === 1 ? { width: 595, height: 842 } : {}),
    })),
  )
for (const locale of ['en-GB', 'ar'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test.describe(`${locale} ${scheme}`, () => {
      test.use({ locale, colorScheme: scheme })
      test('look', async ({ admin: page, placard }) => {
        await clearDisplay(placard)
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
          await expect(page.locator('#items-heading')).toBeAttached()
          await page.waitForTimeout(800)
          await dropFiles(page, [
            {
              name: 'Lunch menu of the week.pdf',
              type: 'application/pdf',
              buffer: buffer(12, `${locale}${scheme}${width}`),
            },
          ])
          const form = page.locator('dialog[open]')
          await expect(form.locator('li img')).toHaveCount(12)
          await expect(form.locator('button[type=submit]')).toBeEnabled()
          await form.locator('li button').nth(1).click()
          await form.locator('li button').nth(4).click()
          await page.waitForTimeout(300)
          await page.screenshot({ path: `${out}/form-${locale}-${scheme}-${width}.png` })
          await form.locator('button[type=submit]').click()
          await expect(form).toHaveCount(0)
          await page.locator('article').last().scrollIntoViewIfNeeded()
          await page.waitForTimeout(1200)
          await page.screenshot({ path: `${out}/card-${locale}-${scheme}-${width}.png` })
          await page
            .locator('article')
            .last()
            .getByRole('button', { name: /Edit|تعديل|تحرير/ })
            .click()
          await expect(page.locator('dialog[open] li img').first()).toBeVisible()
          await page.waitForTimeout(600)
          await page.screenshot({ path: `${out}/edit-${locale}-${scheme}-${width}.png` })
          await page.keyboard.press('Escape')
        }
      })
    })
test('slow', async ({ admin: page, placard }) => {
  await clearDisplay(placard)
  await expect(page.locator('#items-heading')).toBeAttached()
  await page.waitForTimeout(2000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const bytes = buffer(20, 'slow')
  const from = Date.now()
  await dropFiles(page, [{ name: 'Slow.pdf', type: 'application/pdf', buffer: bytes }])
  const form = page.locator('dialog[open]')
  await expect(form.locator('button[type=submit]')).toBeEnabled({ timeout: 60_000 })
  const drawn = Date.now()
  await form.locator('button[type=submit]').click()
  await expect(form).toHaveCount(0, { timeout: 60_000 })
  console.log('SLOW drawn', drawn - from, 'sent', Date.now() - drawn)
})
void pickFile

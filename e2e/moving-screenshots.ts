import { PAGES } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { makeAnthiasBackup } from './exports.ts'
import { signIn } from './journey.ts'
import type { Keep } from './looks.ts'
import { flatPicture } from './pixels.ts'
import type { Placard } from './placard.ts'

/** The finds in a backup of Anthias, and the report of what became of each. */
export async function takeMovingPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  const at = (file: string) => `/data/anthias_assets/${file}`
  const backup = await makeAnthiasBackup(
    [
      { name: 'Welcome.jpg', uri: at('a0.jpg'), mimetype: 'image', duration: 12 },
      { name: 'Lunch menu', uri: 'https://menu.example/today', mimetype: 'webpage', hours: ['11:30:00', '14:00:00'] },
      { name: 'Open day.jpg', uri: at('a2.jpg'), mimetype: 'image', endDate: '2034-12-25 00:00:00' },
      { name: 'Summer fair.jpg', uri: at('a3.jpg'), mimetype: 'image', isEnabled: false },
      { name: 'Car park', uri: 'rtsp://10.0.0.9/live', mimetype: 'streaming' },
      { name: 'Old film.mp4', uri: at('gone.mp4'), mimetype: 'video' },
    ],
    [
      { name: 'a0.jpg', body: await flatPicture('#0d4f6c') },
      { name: 'a2.jpg', body: await flatPicture('#e0a458') },
      { name: 'a3.jpg', body: await flatPicture('#386641') },
    ],
  )
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage()
  await signIn(page, placard, PAGES.movingIn)
  const file = { name: 'anthias-backup-2026-11-20T09-00-00.tar.gz', mimeType: '', buffer: backup }
  await page.locator('[data-choose="files"]').setInputFiles(file)
  const begin = page.getByRole('button', { name: 'Import', exact: true })
  await begin.waitFor()
  await keep(page, 'moving-in-found-wide-light', true)
  await begin.click()
  await page.getByRole('heading', { name: /^Import of/ }).waitFor()
  await page.getByRole('radio', { name: /^All/ }).check({ force: true })
  await page.waitForTimeout(500)
  await keep(page, 'moving-in-report-wide-light', true)
}

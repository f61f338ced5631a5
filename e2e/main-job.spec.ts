import { expect, signInByForm, test } from './journey.ts'
import { colourAt, flatPicture, isNear } from './pixels.ts'
import { launchPlacard } from './placard.ts'

const MAGENTA = '#d0107a'

test('the main job: a picture and a line reach a display, leave it, and outlive the server', async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000)
  const placard = await launchPlacard()
  const playerContext = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const player = await playerContext.newPage()
  const loads: string[] = []
  player.on('framenavigated', (frame) => frame === player.mainFrame() && loads.push(frame.url()))
  const shows = async (colour: string) => isNear(await colourAt(player, 0.5, 0.45), colour)

  await test.step('the display plays the samples before anybody has signed in', async () => {
    await player.goto(placard.display)
    await expect(player.locator('[data-state="playing"]')).toBeVisible()
    await expect(player.getByText('Welcome to the Department of ECE').first()).toBeVisible()
  })

  await test.step('sign in, and take the samples off the air', async () => {
    await signInByForm(page, placard)
    await expect(page.getByRole('heading', { name: 'Hello Department of ECE' })).toBeVisible()
    const hide = page.getByRole('button', { name: 'Hide', exact: true })
    await expect(hide.first()).toBeVisible()
    for (let left = await hide.count(); left > 0; left -= 1) {
      await hide.first().click()
      await expect(hide).toHaveCount(left - 1)
    }
    await expect(player.locator('[data-state="empty"]')).toBeVisible()
  })

  await test.step('upload a picture: it is on the screen within a moment', async () => {
    await page.getByRole('link', { name: 'Add Container' }).first().click()
    await page.waitForURL('**/addContainer')
    await page.locator('input[type="file"]').setInputFiles({
      name: 'magenta.jpg',
      mimeType: 'image/jpeg',
      buffer: await flatPicture(MAGENTA),
    })
    await page.getByLabel('Title').fill('Magenta')
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Uploaded successfully')).toBeVisible()
    await expect(player.locator('[data-state="playing"]')).toBeVisible()
    await expect.poll(() => shows(MAGENTA)).toBe(true)
  })

  await test.step('add a line: it runs over the screen', async () => {
    await page.goto(`${placard.url}/dashboard`)
    await page.getByRole('button', { name: 'Add Text' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Exams begin on Monday')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(player.getByText('Exams begin on Monday').first()).toBeAttached()
  })

  await test.step('hide it: gone', async () => {
    const card = page.getByRole('article', { name: 'Magenta' })
    await card.getByRole('button', { name: 'Hide' }).click()
    await expect.poll(() => shows(MAGENTA)).toBe(false)
    await card.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => shows(MAGENTA)).toBe(true)
  })

  await test.step('[F36] kill the server: the screen plays on; start it again: nothing is lost', async () => {
    await placard.kill()
    for (let look = 0; look < 5; look += 1) expect(await shows(MAGENTA)).toBe(true)
    await placard.start()
    const { items, lines } = await placard.call('getProgramme')
    expect(items.find(({ title }) => title === 'Magenta')).toMatchObject({ visible: true })
    expect(lines.map(({ text }) => text)).toContain('Exams begin on Monday')
  })

  await test.step('the display, never reloaded, catches up by itself', async () => {
    await placard.call('createLine', { body: { text: 'The server is back' } })
    await expect(player.getByText('The server is back').first()).toBeAttached({ timeout: 90_000 })
    expect(await shows(MAGENTA)).toBe(true)
    expect(loads).toEqual([placard.display])
  })

  await playerContext.close()
  await placard.close()
})

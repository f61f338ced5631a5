import { readFile } from 'node:fs/promises'
import { DURATION_OPTIONS_SECONDS, MAX_IMAGE_BYTES, PAGES } from '@placard/contract'
import type { Request } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './journey.ts'
import { flatPicture } from './pixels.ts'
import { pressUndo } from './undo.ts'

test.use({ adminStartsAt: PAGES.addContainer })

test('C1 K1 K2 the form has the specified fields and what is preset in them', async ({ admin }) => {
  await expect(admin.getByLabel('Type')).toHaveValue('image')
  await expect(admin.locator('input[type="file"]')).toBeAttached()
  await expect(admin.getByLabel('Title')).toHaveValue('')
  await expect(admin.getByLabel('Duration')).toHaveValue('5')
  const offered = await admin
    .getByLabel('Duration')
    .locator('option')
    .evaluateAll((options) => options.map((option) => Number((option as HTMLOptionElement).value)))
  expect(offered).toEqual([...DURATION_OPTIONS_SECONDS])
  await expect(admin.getByLabel('Visible')).toBeChecked()
  await expect(admin.getByRole('button', { name: 'Upload' })).toBeVisible()

  await admin.getByLabel('Type').selectOption('video')
  await expect(admin.locator('input[type="file"]')).toHaveCount(0)
  await expect(admin.getByLabel(/URL|Address/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Submit' })).toBeVisible()
})

test('C3 C5 without a file, and without a title', async ({ admin }) => {
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Please select a file.')).toBeVisible()
  await admin.getByLabel('Title').fill(' \u00a0 ')
  await admin.locator('input[type="file"]').setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: await flatPicture('#224466'),
  })
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Please Enter a Title.')).toBeVisible()
  await admin.getByLabel('Title').fill('Mended')
  await expect(admin.getByText('Please Enter a Title.')).toBeHidden()
})

test('C4 not a picture, or more than 1,024,000 bytes', async ({ admin }) => {
  const warning = admin.getByText('Please select a valid image file less than 1 MB.')
  const file = admin.locator('input[type="file"]')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await expect(warning).toBeVisible()
  await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#224466') })
  await expect(warning).toBeHidden()
  const large = Buffer.concat([await flatPicture('#224466'), Buffer.alloc(MAX_IMAGE_BYTES)])
  await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: large })
  await expect(warning).toBeVisible()
})

test('C2 C6 the upload shows its progress and then the picture, made to fit before it was sent', async ({
  admin,
  placard,
}) => {
  const sent: number[] = []
  admin.on('request', (request) => {
    if (request.url().endsWith('/media') && request.method() === 'POST')
      sent.push(request.postDataBuffer()?.length ?? 0)
  })
  // Noise does not compress: a picture whose size tells whether it was made smaller on the way.
  const noise = await sharp({
    create: {
      width: 2400,
      height: 1000,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 50 })
    .toBuffer()
  expect(noise.length).toBeLessThan(MAX_IMAGE_BYTES)
  await admin.locator('input[type="file"]').setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: noise })
  await admin.getByLabel('Title').fill('Wide')
  // On one machine it is over in a blink: what the page said meanwhile is written down by the page itself.
  const shares = admin.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const said = new Set<string>()
        const observer = new MutationObserver(() => {
          if (document.querySelector('[role="progressbar"]')?.checkVisibility()) said.add('a bar')
          for (const part of document.body.innerText.split('\n')) if (part.includes('%')) said.add(part.trim())
          if (document.body.innerText.includes('Uploaded successfully')) {
            observer.disconnect()
            resolve([...said])
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
  )
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  expect(await shares).toContain('a bar')
  expect(await shares).toContainEqual(expect.stringMatching(/^\d+ ?%$/))
  const picture = admin.locator('img[src*="/media/"]').first()
  await expect(picture).toBeVisible()
  // Its place is there before its file is.
  await expect(picture).toHaveJSProperty('naturalWidth', 1920)
  await expect(picture).toHaveJSProperty('naturalHeight', 800)
  expect(sent).toHaveLength(1)
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'Wide', type: 'image', duration: 5 })
})

test('[SD1] an added picture is scheduled at once, and the page no longer says that it is on air', async ({
  admin,
  placard,
}) => {
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#224466') }
  await admin.locator('input[type="file"]').setInputFiles(file)
  await admin.getByLabel('Title').fill('Only mornings')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect(admin.getByText('Only mornings is on air.')).toBeVisible()

  await admin.getByRole('button', { name: 'Set when it is on…' }).click()
  const dialog = admin.getByRole('dialog', { name: 'When it is on' })
  await dialog.getByRole('radio', { name: 'Weekdays' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Only mornings is saved and follows its schedule.')).toBeVisible()
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({
    title: 'Only mornings',
    schedule: { days: [1, 2, 3, 4, 5] },
  })

  await test.step('to undo it puts the picture on air again', async () => {
    await pressUndo(admin)
    await expect(admin.getByText('Only mornings is on air.')).toBeVisible()
  })
})

test('X3 an upload that fails says why, keeps what was typed, and can be tried again', async ({ admin, placard }) => {
  await admin.route('**/media', (route) => route.abort('connectionreset'), { times: 1 })
  await admin.locator('input[type="file"]').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: await readFile(new URL('../server/samples/welcome.jpg', import.meta.url)),
  })
  await admin.getByLabel('Title').fill('Second try')
  await admin.getByLabel('Duration').selectOption('30')
  await admin.getByRole('button', { name: 'Upload' }).click()
  const alert = admin.getByRole('alertdialog')
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'Second try', duration: 30 })
})

test('[HS25] a picture whose worker never starts is reported, and the next try succeeds', async ({ admin }) => {
  await admin.clock.install()
  let isStuck = true
  await admin.route('**/resize.worker-*', (route) => (isStuck ? undefined : route.continue()))
  const worker = () => admin.waitForRequest('**/resize.worker-*')
  const aMinute = () => admin.clock.runFor(65_000)

  const looked = worker()
  await admin.locator('input[type="file"]').setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: await flatPicture('#224466'),
  })
  await looked
  await aMinute()
  await admin.getByLabel('Title').fill('Patience')
  const made = worker()
  await admin.getByRole('button', { name: 'Upload' }).click()
  await made
  await expect(admin.getByText('Preparing…')).toBeVisible()
  await aMinute()
  const alert = admin.getByRole('alertdialog')
  await expect(alert).toContainText('This browser did not get the file ready in time.')
  await expect(alert).toContainText('Your input is kept.')
  isStuck = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
})

test('C1 a film by its address becomes an item; an address that cannot be played does not', async ({
  admin,
  placard,
}) => {
  await admin.getByLabel('Type').selectOption('youtube')
  await admin.getByLabel('Title').fill('A talk')
  const address = admin.getByLabel(/URL|Address/)
  await address.fill('https://youtube.com.evil.example/watch?v=aaaaaaaaaaa')
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect(admin.getByText('Please enter a valid URL.')).toBeVisible()
  await address.fill('https://films.example/1')
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect(admin.getByText('This is not a YouTube film.')).toBeVisible()
  await address.fill('youtu.be/aaaaaaaaaaa')
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(async () => (await placard.call('getProgramme')).items.at(-1))
    .toMatchObject({ title: 'A talk', type: 'youtube' })
})

test('[F52] a double click makes one item', async ({ admin, placard }) => {
  const before = (await placard.call('getProgramme')).items.length
  await admin.getByLabel('Type').selectOption('video')
  await admin.getByLabel('Title').fill('Once')
  await admin.getByLabel(/URL|Address/).fill('https://example.org/once.mp4')
  let underWay = 0
  const isMade = (request: Request) => request.method() === 'POST' && request.url().endsWith('/items')
  admin.on('request', (request) => {
    if (isMade(request)) underWay += 1
  })
  admin.on('requestfinished', (request) => {
    if (isMade(request)) underWay -= 1
  })
  await admin.getByRole('button', { name: 'Submit' }).dblclick()
  // The form is gone, so nothing more can be sent; what was sent has been answered.
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  await expect.poll(() => underWay).toBe(0)
  expect((await placard.call('getProgramme')).items).toHaveLength(before + 1)
})

test('[U7] [U11] a film is shown whole unless somebody says otherwise', async ({ admin, placard }) => {
  // A film of ours, as if it lay somewhere else.
  const film = await readFile(new URL('../web/public/landing/hall-tall.mp4', import.meta.url))
  await admin.route('https://films.example/**', (route) => route.fulfill({ contentType: 'video/mp4', body: film }))
  await admin.getByLabel('Type').selectOption('video')
  await admin.getByLabel('Title').fill('Whole')
  await admin.getByLabel(/URL|Address/).fill('films.example/hall.mp4')
  const duration = admin.getByLabel('Duration')
  await expect(duration.locator('option').first()).toHaveText(/^Whole film \(\d+:\d\d\)$/)
  await expect(duration.locator('option')).toHaveCount(1 + DURATION_OPTIONS_SECONDS.length)
  await expect(duration).toHaveValue('whole')
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  const seconds = await admin.evaluate(async () => {
    const element = document.createElement('video')
    element.src = 'https://films.example/hall.mp4'
    await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve))
    return Math.ceil(element.duration)
  })
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({
    url: 'https://films.example/hall.mp4',
    duration: seconds,
  })
})

import { PAGES, SINGLE_UPLOAD_BYTES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { dropFiles, paste, transferOf } from './files.ts'
import { expect, test } from './journey.ts'
import { flatPicture } from './pixels.ts'
import { fillIn, holdPieces, noisyPicture, watchUploads } from './upload-pieces.ts'

/** The beginning of a PowerPoint file: an archive with a folder. */
const SLIDES = ['[Content_Types].xml', 'ppt/presentation.xml']
  .map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}`)
  .join('')

async function press(page: Page, handle: Locator): Promise<void> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('there is nothing to drag by')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

async function moveOnto(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nowhere to drag to')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
}

async function dragOnto(page: Page, handle: Locator, target: Locator): Promise<void> {
  await press(page, handle)
  await moveOnto(page, target)
  await page.mouse.up()
}

test.describe('the form', () => {
  test.use({ adminStartsAt: PAGES.addContainer })

  test('C7 a large picture goes up in pieces that double', async ({ admin, placard }) => {
    const uploads = watchUploads(admin)
    await fillIn(admin, 'In pieces')
    await admin.getByRole('button', { name: 'Upload' }).click()
    await expect(admin.getByText('Uploaded successfully')).toBeVisible()
    expect(uploads.begun()).toBe(1)
    expect(uploads.offsets()).toEqual([0, SINGLE_UPLOAD_BYTES, 3 * SINGLE_UPLOAD_BYTES])
    expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'In pieces', duration: 30 })
  })

  test('C8 it can be paused and resumed, and goes on from where it was', async ({ admin, placard }) => {
    const uploads = watchUploads(admin)
    const letGo = await holdPieces(admin)
    await fillIn(admin, 'Paused')
    await admin.getByRole('button', { name: 'Upload' }).click()
    await expect.poll(uploads.offsets).toEqual([0, SINGLE_UPLOAD_BYTES])
    await admin.getByRole('button', { name: 'Pause' }).click()
    await expect(admin.getByText(/^Paused at \d+%$/)).toBeVisible()
    await letGo()
    await admin.getByRole('button', { name: 'Resume' }).click()
    await expect(admin.getByText('Uploaded successfully')).toBeVisible()
    expect(uploads.begun()).toBe(1)
    expect(uploads.offsets().filter((offset) => offset === 0)).toHaveLength(1)
    const added = (await placard.call('getProgramme')).items.filter(({ title }) => title === 'Paused')
    expect(added).toHaveLength(1)
  })

  test('C8 it can be canceled, and tried again with what was typed', async ({ admin, placard }) => {
    const uploads = watchUploads(admin)
    const letGo = await holdPieces(admin)
    await fillIn(admin, 'Second thoughts')
    await admin.getByRole('button', { name: 'Upload' }).click()
    await expect.poll(uploads.offsets).toHaveLength(2)
    await admin.getByRole('button', { name: 'Cancel' }).click()
    await expect(admin.getByText('Canceled. Your input is kept.')).toBeVisible()
    await expect.poll(uploads.removed).toBe(1)
    await expect(admin.getByLabel('Title')).toHaveValue('Second thoughts')
    await expect(admin.getByLabel('Title')).toBeEnabled()
    await letGo()
    await admin.getByRole('button', { name: 'Retry' }).click()
    await expect(admin.getByText('Uploaded successfully')).toBeVisible()
    expect(uploads.begun()).toBe(2)
    expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'Second thoughts', duration: 30 })
  })

  test('X3 V2 a refusal by the server is an alert with its reason and a retry', async ({ admin }) => {
    await admin.route(
      '**/uploads/*/media',
      (route) =>
        route.fulfill({
          status: 507,
          contentType: 'application/json',
          body: JSON.stringify({ error: { code: 'disk-full', message: 'x' }, requestId: 'r' }),
        }),
      { times: 1 },
    )
    await fillIn(admin, 'No room')
    await admin.getByRole('button', { name: 'Upload' }).click()
    const alert = admin.getByRole('alertdialog')
    await expect(alert).toContainText('The disk of the server is full')
    await expect(alert).toContainText('Your input is kept.')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  })
})

test.describe('the dashboard', () => {
  test.beforeEach(async ({ admin }) => {
    await expect(admin.getByRole('article').first()).toBeVisible()
  })

  test('several pictures dropped at once go on air, and the bad one says why', async ({ admin, placard }) => {
    const files = [
      { name: 'open_day.jpg', type: 'image/jpeg', buffer: await flatPicture('#225588') },
      { name: 'notes.txt', type: 'text/plain', buffer: Buffer.from('text') },
      {
        name: 'exam-timetable.png',
        type: 'image/png',
        buffer: await sharp(await flatPicture('#885522'))
          .png()
          .toBuffer(),
      },
    ]
    const transfer = await transferOf(admin, files)
    await admin.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
    await expect(admin.getByText('Drop to put on air')).toBeVisible()
    await admin.dispatchEvent('body', 'drop', { dataTransfer: transfer })
    await expect(admin.getByText('Drop to put on air')).toBeHidden()

    const panel = admin.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    await expect(panel.getByRole('listitem').filter({ hasText: 'Notes' })).toContainText(
      'This is a text file. Paste its text into a notice, or save it as PDF and drop the PDF.',
    )
    await expect(panel.getByText('Added', { exact: true })).toHaveCount(2)
    await expect(admin.getByText('Uploaded successfully')).toHaveCount(1)
    for (const name of ['Open day', 'Exam timetable']) await expect(admin.getByRole('article', { name })).toBeVisible()
    const added = (await placard.call('getProgramme')).items.slice(-2)
    for (const item of added) expect(item).toMatchObject({ type: 'image', duration: 5, visible: true })
    await expect(panel.getByText('2 added, 1 not')).toBeVisible()
    // One that went wrong stays until somebody has seen it: longer than any notice.
    await expect(admin.getByText('Uploaded successfully')).toBeHidden()
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: 'Close the list of uploads' }).click()
    await expect(panel).toBeHidden()
  })

  test('[U8] [U9] each file that is refused says which it is and what to do', async ({ admin }) => {
    const files = [
      { name: 'letter.docx', type: '', content: 'PK', says: 'This is a Word file. Save it as PDF' },
      {
        name: 'slides',
        type: '',
        content: SLIDES,
        says: 'This is a PowerPoint file. Save it as PDF and drop the PDF.',
      },
      { name: 'song.mp3', type: 'audio/mpeg', content: 'ID3\x04', says: 'This file has only sound' },
      { name: 'film.mp4', type: 'video/mp4', content: '\0\0\0\x20ftypmp42', says: 'This film is damaged' },
      {
        name: 'logo.svg',
        type: 'image/svg+xml',
        content: '<svg',
        says: 'This SVG file cannot be drawn',
      },
      { name: 'empty.jpg', type: 'image/jpeg', content: '', says: 'This file is empty.' },
      { name: 'broken.jpg', type: 'image/jpeg', content: 'broken', says: 'This picture is damaged' },
    ]
    await dropFiles(
      admin,
      files.map(({ name, type, content }) => ({ name, type, buffer: Buffer.from(content, 'latin1') })),
    )
    const panel = admin.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByText('0 added, 7 not')).toBeVisible()
    // HS27: the sentence is the specified form's alone (C4).
    await expect(panel).not.toContainText('Please select a valid image file')
    for (const { says } of files) {
      const row = panel.getByRole('listitem').filter({ hasText: says })
      await expect(row).toHaveCount(1)
    }
  })

  test('[U9] the list of uploads goes by itself once everything is added', async ({ admin }) => {
    await dropFiles(admin, [{ name: 'fine.jpg', type: 'image/jpeg', buffer: await flatPicture('#114477') }])
    const panel = admin.getByRole('region', { name: 'Uploads' })
    await expect(panel.getByText('1 added')).toBeVisible()
    await expect(panel).toBeHidden()
  })

  test('[U10] several dropped at once land in the order of their names, whichever is there first', async ({
    admin,
    placard,
  }) => {
    const small = await flatPicture('#663399')
    const letGo = await holdPieces(admin)
    const uploads = watchUploads(admin)
    await dropFiles(
      admin,
      [
        ['page 10.jpg', small] as const,
        ['page 2.jpg', small] as const,
        ['page 1.jpg', await noisyPicture()] as const,
      ].map(([name, buffer]) => ({ name, type: 'image/jpeg', buffer })),
    )
    // The first of them is held on its way, and the second one has been sent.
    await expect.poll(uploads.offsets).toHaveLength(2)
    const row = admin.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: 'Page 2' })
    await expect(row).toContainText(/saving|Added/)
    await letGo()
    await expect(admin.getByRole('article', { name: 'Page 10' })).toBeVisible()
    const titles = (await placard.call('getProgramme')).items.map(({ title }) => title)
    expect(titles.slice(-3)).toEqual(['Page 1', 'Page 2', 'Page 10'])
  })

  test('a pasted picture goes on air', async ({ admin }) => {
    const transfer = await transferOf(admin, [
      {
        name: 'image.png',
        type: 'image/png',
        buffer: await sharp(await flatPicture('#337733'))
          .png()
          .toBuffer(),
      },
    ])
    await admin.evaluate((clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, transfer)
    await expect(admin.getByRole('article', { name: 'Pasted picture' })).toBeVisible()
  })

  test('[U12] the address of a film that is pasted becomes an item, and its card has the focus', async ({
    admin,
    placard,
  }) => {
    const before = (await placard.call('getProgramme')).items.length
    await paste(admin, 'any other text')
    await paste(admin, 'youtu.be/aaaaaaaaaaa')
    await expect(admin.getByRole('article', { name: 'YouTube film' }).getByRole('heading')).toBeFocused()
    const { items } = await placard.call('getProgramme')
    expect(items).toHaveLength(before + 1)
    expect(items.at(-1)).toMatchObject({ type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa', visible: true })
  })

  test('C8 each of several can be paused, resumed and canceled', async ({ admin, placard }) => {
    const letGo = await holdPieces(admin)
    const buffer = await noisyPicture()
    const files = ['one', 'two'].map((name) => ({ name: `${name}.jpg`, type: 'image/jpeg', buffer }))
    await dropFiles(admin, files)
    const row = (title: string) =>
      admin.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: title })
    for (const title of ['One', 'Two']) {
      await row(title).getByRole('button', { name: 'Pause' }).click()
      await expect(row(title)).toContainText('Paused at')
    }
    await letGo()
    await row('One').getByRole('button', { name: 'Cancel' }).click()
    await expect(row('One')).toContainText('Canceled. Nothing was added.')
    await row('Two').getByRole('button', { name: 'Resume' }).click()
    await expect(row('Two')).toContainText('Added')
    const titles = (await placard.call('getProgramme')).items.map(({ title }) => title)
    expect(titles).toContain('Two')
    expect(titles).not.toContain('One')
  })

  test('T3 a line is dragged to another place, and everybody sees it there', async ({ admin, placard }) => {
    for (const text of ['Alpha', 'Beta', 'Gamma']) await placard.call('createLine', { body: { text } })
    const row = (text: string) =>
      admin.getByRole('region', { name: 'Text' }).getByRole('listitem').filter({ hasText: text })
    await row('Gamma').scrollIntoViewIfNeeded()
    await dragOnto(admin, row('Gamma').locator('[data-grip]'), row('Alpha'))
    const order = async () => (await placard.call('getProgramme')).lines.map(({ text }) => text).slice(-3)
    await expect.poll(order).toEqual(['Gamma', 'Alpha', 'Beta'])
    await expect(admin.getByRole('status').filter({ hasText: 'The text is now number' })).toBeAttached()
    await expect(admin.getByRole('region', { name: 'Text' }).getByRole('listitem')).toContainText([
      'Gamma',
      'Alpha',
      'Beta',
    ])
  })

  test('E1 a card is dragged to another place; Escape leaves it where it was', async ({ admin, placard }) => {
    const titles = async () => (await placard.call('getProgramme')).items.map(({ title }) => title)
    const before = await titles()
    const cards = admin.getByRole('article')
    const grip = (index: number) => cards.nth(index).locator('[data-grip]')
    await cards.nth(1).scrollIntoViewIfNeeded()
    await cards.nth(1).hover()
    await press(admin, grip(1))
    await moveOnto(admin, cards.nth(0))
    await admin.keyboard.press('Escape')
    await admin.mouse.up()
    expect(await titles()).toEqual(before)

    await cards.nth(0).hover()
    await dragOnto(admin, grip(0), cards.nth(2))
    const [first = '', second = '', third = '', ...rest] = before
    await expect.poll(titles).toEqual([second, third, first, ...rest])
    await expect(cards.nth(2)).toHaveAccessibleName(first)
  })

  test('D5 the cards show pictures in small', async ({ admin, placard }) => {
    const media = await placard.call('uploadMedia', {
      body: await flatPicture('#aa3377'),
      headers: { 'content-type': 'image/jpeg' },
    })
    await placard.call('createItem', { body: { title: 'In small', url: media.url, type: 'image', duration: 5 } })
    const picture = admin.getByRole('article', { name: 'In small' }).getByRole('img')
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveAttribute('src', /\/media\/[\w-]+\/thumbnail\.webp$/)
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(480)
  })
})

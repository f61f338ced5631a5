import {
  DisplayId,
  type DisplayKey,
  type Item,
  MAX_ITEMS_PER_DISPLAY,
  NO_PICTURE,
  noticePalette,
  PAGES,
  playlistPath,
} from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { pickFile } from './files.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { THREE_WAYS } from './looks.ts'
import { formOf, openScreenBehind, writeNotice } from './notice-form.ts'
import { BLUE, flatPicture } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ previewsPlay: true })

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

const playerIn = (dialog: Locator) => dialog.frameLocator('iframe').locator('main.player')
const itemsOf = async (placard: Placard) => (await placard.call('getProgramme')).items
const linesOf = async (placard: Placard) => (await placard.call('getProgramme')).lines.map(({ text }) => text)
const written = async (placard: Placard) => (await itemsOf(placard))[0]

async function addNotice(placard: Placard, notice: Partial<NonNullable<Item['notice']>> = {}): Promise<Item> {
  const words = { look: 'paper' as const, heading: 'Exam on Monday', body: '- Hall B', byline: '', ...notice }
  const body = { title: words.heading, type: 'notice' as const, url: NO_PICTURE, duration: 5, notice: words }
  return (await placard.call('createItem', { body })).item
}

async function edit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Edit' }).click()
  return formOf(page)
}

test('[CT14] from an empty display to a notice on the screen: two actions and the typing', async ({
  admin: page,
  placard,
}) => {
  const screen = await openScreenBehind(page, placard)
  const form = await writeNotice(page)
  await expect(form.getByLabel('Heading')).toBeFocused()
  await page.keyboard.type('Exam on Monday')
  // The player beside the form shows it before it is saved.
  await expect(playerIn(form).getByText('Exam on Monday')).toBeVisible()
  expect(await itemsOf(placard)).toEqual([])
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(page.getByText('It is on the display.')).toBeVisible()
  await expect(form).toBeHidden()

  await expect(screen.locator('main.player').getByText('Exam on Monday')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Exam on Monday' })).toBeVisible()
  expect(await written(placard)).toMatchObject({
    type: 'notice',
    title: 'Exam on Monday',
    duration: 5,
    visible: true,
    notice: { look: 'paper', heading: 'Exam on Monday', body: '', byline: '' },
  })
})

test('[CT12] before the first one is saved it has the colour of the organisation and the time of the display', async ({
  admin: page,
  placard,
}) => {
  await placard.call('updateBrand', { body: { colour: '#7a1f5c' } })
  await placard.call('updateDisplay', { body: { timeZone: 'Asia/Kathmandu', language: 'en' } })
  expect(await placard.call('getManifest')).not.toHaveProperty('brand')
  await page.getByRole('button', { name: 'Write a notice' }).first().click()
  const form = formOf(page)
  await form.getByLabel('Heading').fill('It is {time}')
  await form.getByRole('radio', { name: 'Poster' }).check({ force: true })
  const time = () =>
    new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kathmandu' }).format()
  const notice = playerIn(form).locator('.notice[data-fits]')
  await expect.poll(async () => (await notice.textContent())?.includes(time())).toBe(true)
  const { ground } = noticePalette('poster', '#7a1f5c')
  await expect(notice).toHaveAttribute('style', new RegExp(`--ground: ${ground}`))
  await placard.call('updateBrand', { body: { colour: null } })
})

test('[CT12] all of it by the keyboard: list, bold, a live word, a look', async ({ admin: page, placard }) => {
  const open = page.getByRole('button', { name: 'Write a notice' }).first()
  await open.focus()
  await page.keyboard.press('Enter')
  const form = formOf(page)
  await expect(form.getByLabel('Heading')).toBeFocused()
  await page.keyboard.type('Canteen')
  await page.keyboard.press('Tab')
  await page.keyboard.type('- Soup')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Bread')
  // An empty entry ends the list.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Today')
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('- Soup\n- Bread\n**Today**')
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await form.getByRole('button', { name: 'Weekday' }).focus()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await form.getByRole('radio', { name: 'Paper' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio', { name: 'Poster' })).toBeChecked()
  await form.getByLabel('Heading').press('Enter')
  await expect(form).toBeHidden()
  await expect(open).toBeFocused()
  expect((await written(placard))?.notice).toEqual({
    look: 'poster',
    heading: 'Canteen',
    body: '- Soup\n- Bread\n**Today** {weekday}',
    byline: '',
  })
  // The card reads as the screen does.
  const [display] = await placard.call('listDisplays')
  const today = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: display?.timeZone }).format()
  await expect(page.getByRole('article', { name: 'Canteen' }).getByText(`Today ${today}`)).toBeAttached()
})

test.describe('on several displays, until a day', () => {
  const others = ['foyer', 'gym'].map((id): DisplayKey => ({ ...DISPLAY, displayId: DisplayId.parse(id) }))
  const contentsOf = async (placard: Placard, params: DisplayKey) =>
    (await placard.call('getProgramme', { params })).items.map(({ title, schedule }) => [title, schedule?.until])
  const fold = (form: Locator) => form.locator('summary', { hasText: 'Until and displays' })

  test.beforeEach(async ({ placard, admin }) => {
    for (const { displayId: id } of others) {
      await placard.call('createDisplay', { body: { id, name: id === 'gym' ? 'Gym' : 'Foyer', timeZone: 'UTC' } })
    }
    await admin.reload()
  })
  test.afterEach(async ({ placard }) => {
    for (const params of others) await placard.call('removeDisplay', { params, headers: { 'if-match': '*' } })
  })

  test('[CT12] [HS31] on a phone: typed once, on all displays until Friday, and one undo takes it off all', async ({
    admin: page,
    placard,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const form = await writeNotice(page)
    await form.getByLabel('Heading').fill('Sports day')
    await expect(fold(form)).toHaveText('Until and displays Always · this display')
    await fold(form).click()
    await form.getByLabel('Last day').fill('2030-05-17')
    await expect(form.getByRole('checkbox', { name: 'this one' })).toBeDisabled()
    await form.getByRole('checkbox', { name: 'All displays' }).check()
    await expect(form.getByRole('checkbox', { name: 'Gym' })).toBeChecked()
    await expect(fold(form)).toContainText('Until Friday, 17 May 2030 · 3 displays')
    expect(await findings(page)).toEqual([])

    // Escape keeps the day and the displays as well.
    await page.keyboard.press('Escape')
    await writeNotice(page)
    await expect(form.getByLabel('Last day')).toHaveValue('2030-05-17')
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(page.getByText('It is on 3 displays.')).toBeVisible()
    const everywhere = [DISPLAY, ...others]
    for (const params of everywhere) {
      expect(await contentsOf(placard, params)).toEqual([['Sports day', '2030-05-18T00:00']])
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    for (const params of everywhere) expect(await contentsOf(placard, params)).toEqual([])
  })

  test('[CT12] Ctrl+Z takes it off all of them, and a display that refuses it keeps it off all', async ({
    admin: page,
    placard,
  }) => {
    const [foyer, gym] = others as [DisplayKey, DisplayKey]
    const put = async () => {
      const form = await writeNotice(page)
      await form.getByLabel('Heading').fill('Sports day')
      if (!(await form.getByRole('checkbox', { name: 'Gym' }).isVisible())) await fold(form).click()
      await form.getByRole('checkbox', { name: 'Gym' }).check()
      await form.getByRole('button', { name: 'Put it on' }).click()
      return form
    }
    await put()
    await expect(page.getByText('It is on 2 displays.')).toBeVisible()
    expect(await contentsOf(placard, gym)).toEqual([['Sports day', undefined]])
    expect(await contentsOf(placard, foyer)).toEqual([])
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone.')).toBeVisible()
    for (const params of [DISPLAY, gym]) expect(await contentsOf(placard, params)).toEqual([])

    const { item } = await placard.call('createItem', {
      params: gym,
      body: { title: 'Other', type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa' },
    })
    const ids = [item.id]
    while (ids.length < MAX_ITEMS_PER_DISPLAY) {
      const copied = ids.slice(0, MAX_ITEMS_PER_DISPLAY - ids.length)
      await placard.call('changeItems', { params: gym, body: { do: 'copy', ids: copied, displays: [gym.displayId] } })
      const { items } = await placard.call('getProgramme', { params: gym })
      ids.splice(0, ids.length, ...items.map(({ id }) => id))
    }
    const form = await put()
    await expect(form.getByText(/Gym: .* The notice was put on no display\./)).toBeVisible()
    expect(await contentsOf(placard, DISPLAY)).toEqual([])
    await form.getByRole('checkbox', { name: 'Gym' }).uncheck()
    await form.getByRole('checkbox', { name: 'Foyer' }).check()
    await form.getByRole('button', { name: 'Put it on' }).click()
    // The message does not tell when: that of the first notice may still be there.
    for (const params of [DISPLAY, foyer])
      await expect.poll(() => contentsOf(placard, params)).toEqual([['Sports day', undefined]])
  })
})

test('[CT12] a notice is edited in its own form: words, look, picture, address, time', async ({
  admin: page,
  placard,
}) => {
  const { id } = await addNotice(placard)
  const form = await edit(page, 'Exam on Monday')
  await expect(form.getByLabel('Heading')).toHaveValue('Exam on Monday')
  await form.getByLabel('Heading').fill('Exam on Tuesday')
  await form.getByRole('radio', { name: 'Night' }).check()
  await form.getByText(/^More/).click()
  await form.getByLabel('Small, at the foot').fill('The office, room 12')
  await pickFile(page, () => form.getByRole('button', { name: 'Add a picture…' }).click(), {
    name: 'hall.jpg',
    type: 'image/jpeg',
    buffer: await flatPicture(BLUE),
  })
  await expect(form.getByRole('button', { name: 'Replace…' })).toBeVisible()
  await form.getByLabel('Address for a QR code').fill('school.example/exam')
  await form.getByLabel('Duration').selectOption('15')
  await expect(playerIn(form).getByText('Exam on Tuesday').last()).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Updated Successfully')).toBeVisible()
  const saved = await written(placard)
  expect(saved).toMatchObject({
    id,
    title: 'Exam on Tuesday',
    duration: 15,
    notice: {
      look: 'night',
      heading: 'Exam on Tuesday',
      body: '- Hall B',
      byline: 'The office, room 12',
      link: 'https://school.example/exam',
    },
  })
  expect(saved?.url).toMatch(/^\/media\/.+\.jpg$/)

  // After reopening everything is there. The picture and the address can be removed.
  const again = await edit(page, 'Exam on Tuesday')
  await again.getByRole('button', { name: 'Without a picture' }).click()
  await again.getByLabel('Address for a QR code').fill('')
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again).toBeHidden()
  const bare = await written(placard)
  expect(bare?.url).toBe(NO_PICTURE)
  expect(bare?.notice).not.toHaveProperty('link')
})

test('[CT12] bad input says what to do, and what was typed stays', async ({ admin: page, placard }) => {
  await page.getByRole('button', { name: 'Write a notice' }).first().click()
  const form = formOf(page)
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form.getByText('Please write a heading or a text.')).toBeVisible()
  await expect(form.getByLabel('Heading')).toBeFocused()

  await form.getByLabel('Heading').fill('Menu')
  await form.getByText(/^More/).click()
  const link = form.getByLabel('Address for a QR code')
  await link.fill('the menu')
  // A folded field with an error opens by itself.
  await form.getByText(/^More/).click()
  await expect(link).toBeHidden()
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form.getByText('This is not a web address.')).toBeVisible()
  await expect(link).toBeFocused()
  await expect(link).toHaveValue('the menu')
  await expect(form.getByLabel('Heading')).toHaveValue('Menu')
  expect(await itemsOf(placard)).toEqual([])

  // Nothing is lost if the server cannot be reached.
  await link.fill('school.example')
  await page.route('**/items', (route) => route.abort())
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form.getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(link).toHaveValue('school.example')
  await page.unroute('**/items')
  await form.getByRole('button', { name: 'Put it on' }).click()
  await expect(form).toBeHidden()
  expect((await written(placard))?.notice?.link).toBe('https://school.example')
})

test('[CT12] Escape loses nothing: the next opening goes on, and Cancel gives it up', async ({
  admin: page,
  placard,
}) => {
  const open = () => page.getByRole('button', { name: 'Write a notice' }).first().click()
  const form = formOf(page)
  await open()
  await form.getByLabel('Heading').fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.reload()
  await open()
  await expect(form.getByLabel('Heading')).toHaveValue('Half a thought')
  await expect(form.getByText('Your earlier input was restored.')).toBeVisible()
  await form.getByRole('button', { name: 'Start again' }).click()
  await expect(form.getByLabel('Heading')).toHaveValue('')
  await form.getByLabel('Heading').fill('Given up')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(form.getByLabel('Heading')).toHaveValue('')
  expect(await itemsOf(placard)).toEqual([])
})

test('[CT12] beside it: how long it takes and from how far, and a button that mends what is in the way', async ({
  admin: page,
  placard,
}) => {
  await addNotice(placard, { body: 'word '.repeat(40).trim() })
  const form = await edit(page, 'Exam on Monday')
  await expect(form.getByText(/^Reads in 20 s, easily from \d+ metres away on a 55-inch screen$/)).toBeVisible()
  await expect(form.getByText('It is shown for 5 seconds: too short to read.')).toBeVisible()
  await form.getByRole('button', { name: 'Make it 15 seconds longer' }).click()
  await expect(form.getByText('too short to read')).toBeHidden()
  await form.getByRole('textbox', { name: 'Text' }).fill('word '.repeat(199).trim())
  await expect(form.getByText('Its letters are readable from up to')).toBeVisible()
  await form.getByRole('button', { name: 'Shorten it' }).click()
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Text' }).fill('Open since {days until 2026-01-01}')
  await expect(form.getByText('The day that it counts to has passed.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await written(placard)).toMatchObject({ duration: 5 })
  await expect(page.getByRole('article').getByText('The day that it counts to has passed.')).toBeVisible()
})

test('[CT12] T4 two people write the same notice: both versions are shown, and neither is lost', async ({
  admin: page,
  placard,
}) => {
  const { id, revision } = await addNotice(placard)
  const form = await edit(page, 'Exam on Monday')
  const change = (body: Parameters<typeof placard.call<'updateItem'>>[1], match: string) =>
    placard.call('updateItem', { params: { ...DISPLAY, itemId: id }, headers: { 'if-match': match }, ...body })
  // A change of another field is no conflict: both changes stay.
  await change({ body: { visible: false } }, `"${revision}"`)
  await form.getByRole('textbox', { name: 'Text' }).fill('- Hall C')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await written(placard)).toMatchObject({ visible: false, notice: { body: '- Hall C' } })

  const again = await edit(page, 'Exam on Monday')
  await expect(again.getByRole('textbox', { name: 'Text' })).toHaveValue('- Hall C')
  const theirs = { look: 'paper' as const, heading: 'Exam on Friday', body: '- Hall C', byline: '' }
  await change({ body: { title: 'Exam on Friday', notice: theirs } }, '*')
  await again.getByLabel('Heading').fill('Exam on Thursday')
  await again.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('row', { name: 'Heading' })).toContainText('Exam on Friday')
  await expect(question.getByRole('row', { name: 'Heading' })).toContainText('Exam on Thursday')
  expect(await written(placard)).toMatchObject({ title: 'Exam on Friday', notice: theirs })
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await formOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(formOf(page)).toBeHidden()
  expect(await written(placard)).toMatchObject({ title: 'Exam on Thursday', notice: { heading: 'Exam on Thursday' } })
})

test('[CT12] a notice is hidden, copied to a playlist and seen there like any container', async ({
  admin: page,
  placard,
}) => {
  await addNotice(placard, { look: 'split' })
  const { playlist } = await placard.call('createPlaylist', { body: { name: 'House rules' } })
  const card = page.getByRole('article', { name: 'Exam on Monday' })
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(async () => (await written(placard))?.visible).toBe(false)
  await card.getByRole('button', { name: 'Show' }).click()
  await expect.poll(async () => (await written(placard))?.visible).toBe(true)

  // With a second item, because a single one cannot be selected.
  await addNotice(placard, { heading: 'Canteen' })
  await page.getByRole('region', { name: 'Containers' }).getByRole('button', { name: 'Select' }).click()
  await card.getByRole('checkbox').check()
  await page.getByRole('region', { name: 'What is selected' }).getByRole('button', { name: 'Copy to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy 1 container' })
  await dialog.getByRole('checkbox', { name: 'House rules' }).check()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.goto(placard.url + playlistPath(playlist.id))
  await expect(card.getByRole('img', { name: 'Picture of Exam on Monday' })).toBeVisible()
  const form = await edit(page, 'Exam on Monday')
  await form.getByLabel('Heading').fill('Exam on Tuesday')
  await expect(playerIn(form).getByText('Exam on Tuesday')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: 'Exam on Tuesday' })).toBeVisible()
  // The one on the display is another.
  expect((await itemsOf(placard)).map(({ title }) => title)).toEqual(['Exam on Monday', 'Canteen'])
})

test('[CT14] a line becomes a notice, a notice a line, and one undo takes each back', async ({
  admin: page,
  placard,
}) => {
  await placard.call('createLine', { body: { text: 'Exam on {weekday}' } })
  const rows = page.getByRole('region', { name: 'Text' }).getByRole('listitem')
  const toNotice = async () => {
    await rows.first().getByRole('button', { name: 'Rewrite' }).click()
    await rows.first().getByRole('button', { name: 'Make it a notice' }).click()
    await expect(formOf(page).getByLabel('Heading')).toHaveValue('Exam on {weekday}')
    await formOf(page).getByRole('button', { name: 'Put it on' }).click()
    await expect(formOf(page)).toBeHidden()
    expect(await linesOf(placard)).toEqual([])
    expect(await written(placard)).toMatchObject({ title: 'Exam on', notice: { heading: 'Exam on {weekday}' } })
  }
  const isLine = async () => {
    await expect.poll(() => linesOf(placard)).toEqual(['Exam on {weekday}'])
    await expect.poll(() => itemsOf(placard)).toEqual([])
  }
  await toNotice()
  await pressUndo(page)
  await isLine()
  await expect(rows.first().getByRole('button', { name: 'Rewrite' })).toBeFocused()

  await toNotice()
  await page.keyboard.press('ControlOrMeta+z')
  await isLine()

  await addNotice(placard, { heading: 'Canteen', body: '- **Soup**\n- Bread' })
  const form = await edit(page, 'Canteen')
  await form.getByText(/^More/).click()
  await form.getByRole('button', { name: 'Make it a line of text' }).click()
  await expect(form).toBeHidden()
  await expect.poll(() => linesOf(placard)).toEqual(['Exam on {weekday}', 'Canteen – Soup · Bread'])
  expect(await itemsOf(placard)).toEqual([])
  await pressUndo(page)
  await expect.poll(() => linesOf(placard)).toEqual(['Exam on {weekday}'])
  await expect.poll(async () => (await written(placard))?.title).toBe('Canteen')
})

test('[CT13] a line has the live words at its buttons, where the caret is', async ({ admin: page, placard }) => {
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Text' })
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('Holidays in !')
  await text.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Days until…' }).click()
  await dialog.getByLabel('Days until', { exact: true }).fill('2026-12-18')
  await dialog.getByLabel('Days until', { exact: true }).press('Enter')
  await expect(text).toHaveValue('Holidays in {days until 2026-12-18}!')
  await expect(text).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => linesOf(placard)).toEqual(['Holidays in {days until 2026-12-18}!'])
})

test('[CT11] an owner chooses a colour, and the notices have it', async ({ admin: page, placard, context }) => {
  await addNotice(placard, { look: 'poster' })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Colour and logo' }).click()
  await page.waitForURL((url) => url.pathname === PAGES.brand)
  const hex = page.getByLabel('As hex')
  await hex.fill('green')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not a colour. Write it like #1a5fb4.')).toBeVisible()
  await expect(hex).toHaveValue('green')
  await hex.fill('1A5FB4')
  await expect(page.getByText(/a contrast of \d/)).toBeVisible()
  await pickFile(page, () => page.getByRole('button', { name: 'Choose a picture…' }).click(), {
    name: 'logo.jpg',
    type: 'image/jpeg',
    buffer: await flatPicture(BLUE),
  })
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The screens show it.')).toBeVisible()
  expect(await placard.call('getBrand')).toEqual({
    colour: '#1a5fb4',
    logoUrl: expect.stringMatching(/^\/media\/.+\.jpg$/),
  })
  await page.reload()
  await expect(hex).toHaveValue('#1a5fb4')

  const screen = await context.newPage()
  await screen.goto(placard.display)
  const shown = screen.locator('main.player').getByText('Exam on Monday')
  await expect(shown).toBeVisible()
  const grounds = () =>
    screen.evaluate(() =>
      Array.from(document.querySelectorAll('.notice'), (one) =>
        getComputedStyle(one).getPropertyValue('--ground').trim(),
      ),
    )
  await expect.poll(grounds).toContain(noticePalette('poster', '#1a5fb4').ground)
})

test('[CT13] a display has the language of its time and date', async ({ admin: page, placard }) => {
  await showMore(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Language of the time and the date').selectOption({ label: 'Deutsch' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const [display] = await placard.call('listDisplays')
  expect(display?.language).toBe('de')
  await showMore(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await dialog.getByLabel('Language of the time and the date').selectOption({ index: 0 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect((await placard.call('listDisplays'))[0]?.language).toBeNull()
})

for (const { name, colorScheme, locale, width } of THREE_WAYS) {
  test.describe(`${name}`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 844 } })

    test(`[CT12] the form of a notice and the page of the brand have no finding, ${name}`, async ({
      page,
      placard,
    }) => {
      await addNotice(placard, { look: 'split' })
      await signIn(page, placard)
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
      const card = page.getByRole('article', { name: 'Exam on Monday' })
      await card.getByRole('button').nth(-2).click()
      const form = page.getByRole('dialog')
      // On a phone the player is above the form and stays visible while the user types.
      await expect(form.locator('iframe')).toBeVisible()
      await form.locator('summary').last().click()
      await form.locator('[name="notice.byline"]').fill('Room 12')
      await expect(form.locator('iframe')).toBeInViewport()
      expect(await findings(page, { within: 'dialog' })).toEqual([])
      expect(await fits()).toBe(true)
      await page.goto(placard.url + PAGES.brand)
      await page.locator('[aria-pressed]').nth(1).click()
      await expect(page.locator('[aria-pressed="true"]')).toHaveCount(1)
      expect(await findings(page)).toEqual([])
      expect(await fits()).toBe(true)
    })
  })
}

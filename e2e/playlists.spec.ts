import {
  type Display,
  DisplayId,
  type DisplayKey,
  joinPath,
  PAGES,
  type Playlist,
  playerPath,
  playlistPath,
} from '@placard/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { dropFiles } from './files.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { colourAt, flatPicture, isNear } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB', adminStartsAt: PAGES.playlists, previewsPlay: true })

const { organisationId } = DISPLAY
const LAB: DisplayKey = { organisationId, displayId: DisplayId.parse('laboratory') }
const BLUE = '#1450c8'
const ORANGE = '#e07010'

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
  const displays: Display[] = await placard.call('listDisplays')
  if (!displays.some(({ id }) => id === LAB.displayId)) {
    await placard.call('createDisplay', { body: { id: LAB.displayId, name: 'Laboratory', timeZone: 'UTC' } })
  }
  for (const { id, revision } of await placard.call('listPlaylists')) {
    const params = { organisationId, playlistId: id }
    await placard.call('removePlaylist', { params, headers: { 'if-match': `"${revision}"` } })
  }
})

/** Creates a playlist with a film and a text on these displays. */
async function makePlaylist(placard: Placard, name: string, on: readonly DisplayKey[] = []): Promise<Playlist> {
  const { playlist } = await placard.call('createPlaylist', { body: { name } })
  const params = { organisationId, playlistId: playlist.id }
  const film = { title: `Film of ${name}`, type: 'youtube' as const, url: 'https://youtu.be/aaaaaaaaaaa' }
  await placard.call('createItem', { params, body: film })
  await placard.call('createLine', { params, body: { text: `Text of ${name}` } })
  if (on.length > 0) {
    const displays = on.map(({ displayId }) => displayId)
    await placard.call('includePlaylist', { params, body: { displays } })
  }
  return playlist
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const containers = (page: Page) => page.getByRole('region', { name: 'Containers', exact: true })
const card = (page: Page, name: string) => containers(page).getByRole('article', { name })
const texts = (page: Page) => page.getByRole('region', { name: 'Text containers' })
const where = (page: Page) => page.getByRole('region', { name: 'On these displays' })
const dialog = (page: Page) => page.getByRole('dialog')
const titlesOf = async (placard: Placard, key: DisplayKey) =>
  (await placard.call('getProgramme', { params: key })).items.map(({ title }) => title)

/** Opens the screen of a display in its own browser. */
async function openPlayer(browser: Browser, placard: Placard, key: DisplayKey): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const player = await context.newPage()
  await player.goto(placard.url + playerPath(key))
  await expect(player.locator('[data-state]').first()).toBeAttached()
  return player
}

test('[CP8] a playlist is made, filled, put on two displays, seen as one card and taken off', async ({
  admin: page,
  placard,
}) => {
  await test.step('an empty page says what a playlist is for, and leads to the first one', async () => {
    await expect(heading(page, 'Playlists')).toBeVisible()
    await expect(page.getByText('A playlist holds content for several displays')).toBeVisible()
    await page.getByRole('button', { name: 'New playlist' }).click()
    await dialog(page).getByLabel('Name').fill('Lunch menu')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Lunch menu')).toBeVisible()
  })

  await test.step('it is filled as a display is: by a dropped picture, the form and a text', async () => {
    await dropFiles(page, [{ name: 'Soup.jpg', type: 'image/jpeg', buffer: await flatPicture(ORANGE) }])
    await expect(card(page, 'Soup')).toBeVisible()
    await page.getByRole('link', { name: 'Add Container' }).click()
    await expect(page.getByText('Lunch menu')).toBeVisible()
    await expect(page.getByLabel('Type').locator('option')).toHaveText(['Image', 'YouTube', 'Video'])
    await page.getByLabel('Type').selectOption('YouTube')
    await page.getByLabel('Title').fill('How soup is made')
    await page.getByLabel('URL').fill('https://youtu.be/aaaaaaaaaaa')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('link', { name: 'Back to the playlist' }).last().click()
    await expect(card(page, 'How soup is made')).toBeVisible()
    await page.getByRole('button', { name: 'Add Text' }).first().click()
    await dialog(page).getByRole('textbox').fill('Soup today')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(texts(page).getByText('Soup today')).toBeVisible()
  })

  await test.step('it goes onto two displays in one command, on weekdays', async () => {
    await expect(where(page)).toContainText('not on any display yet')
    const putOnBoth = async () => {
      await where(page).getByRole('button', { name: 'Put on displays…' }).click()
      await dialog(page).getByLabel('Department of ECE').check()
      await dialog(page).getByLabel('Laboratory').check()
      await dialog(page).getByRole('radio', { name: 'Weekdays' }).check()
      await dialog(page).getByRole('button', { name: 'Put on displays' }).click()
      await expect(where(page).getByRole('link')).toHaveText(['Department of ECE', 'Laboratory'])
    }
    await putOnBoth()
    const { items } = await placard.call('getProgramme', { params: LAB })
    expect(items).toMatchObject([{ type: 'playlist', title: 'Lunch menu', schedule: { days: [1, 2, 3, 4, 5] } }])
    // One undo for both of them.
    await pressUndo(page)
    await expect(where(page)).toContainText('not on any display yet')
    expect((await placard.call('getProgramme', { params: LAB })).items).toEqual([])
    await putOnBoth()
    // Those that have it are ticked, and no choice.
    await where(page).getByRole('button', { name: 'Put on displays…' }).click()
    await expect(dialog(page).getByLabel('Laboratory')).toBeChecked()
    await expect(dialog(page).getByLabel('Laboratory')).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('on a display it is one card, which tells what it holds and leads to it', async () => {
    await where(page).getByRole('link', { name: 'Laboratory' }).click()
    await expect(heading(page, 'Hello Laboratory')).toBeVisible()
    const one = card(page, 'Lunch menu')
    await expect(one).toContainText('Playlist')
    await expect(one).toContainText('2 containers')
    await expect(one).toContainText('1 text')
    await expect(one.getByRole('link', { name: 'Open playlist' })).toHaveAttribute('href', /\/playlists\?id=_/)
    await expect(one.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await expect(one.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
    await expect(one.getByRole('button', { name: /^Schedule: Monday to Friday/ })).toBeVisible()
    // Its text is read here, and changed there.
    await expect(texts(page).getByText('Soup today')).toBeVisible()
    await expect(texts(page).getByRole('button', { name: 'Rewrite' })).toHaveCount(0)
  })

  await test.step('it moves and hides like a card, and what it brings is counted', async () => {
    await card(page, 'Lunch menu')
      .getByRole('button', { name: /^Schedule:/ })
      .click()
    await dialog(page).getByRole('radio', { name: 'Always' }).check()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('definition').first()).toHaveText('2')
    await card(page, 'Lunch menu').getByRole('button', { name: 'Hide' }).click()
    await expect(page.getByRole('definition').first()).toContainText('0')
    await expect(texts(page).getByText('Soup today')).toBeHidden()
    await card(page, 'Lunch menu').getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('definition').first()).toHaveText('2')
  })

  await test.step('its button takes it off this display alone, and the notice undoes that', async () => {
    await card(page, 'Lunch menu').getByRole('button', { name: 'Take off this display' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take off this display' }).click()
    await expect(card(page, 'Lunch menu')).toHaveCount(0)
    // The card goes at once, its request is on its way.
    await expect.poll(() => titlesOf(placard, LAB)).toEqual([])
    expect(await titlesOf(placard, DISPLAY)).toEqual(['Lunch menu'])
    // Of several notices, the one of this.
    await page.getByRole('alert').filter({ hasText: 'Taken off' }).getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'Lunch menu')).toBeVisible()
  })
})

test('[CP4] a change of a playlist is on the screen of both displays', async ({ admin: page, placard, browser }) => {
  const playlist = await placard.call('createPlaylist', { body: { name: 'Everywhere' } })
  const params = { organisationId, playlistId: playlist.playlist.id }
  await placard.call('includePlaylist', {
    params,
    body: { displays: [DISPLAY.displayId, LAB.displayId] },
  })
  const players = [await openPlayer(browser, placard, DISPLAY), await openPlayer(browser, placard, LAB)]
  await page.goto(placard.url + playlistPath(params.playlistId))
  await expect(heading(page, 'Everywhere')).toBeVisible()
  await dropFiles(page, [{ name: 'Blue.jpg', type: 'image/jpeg', buffer: await flatPicture(BLUE) }])
  for (const player of players) {
    await expect.poll(async () => isNear(await colourAt(player, 0.5, 0.45), BLUE)).toBe(true)
  }
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  await dialog(page).getByRole('textbox').fill('To everybody')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const player of players) await expect(player.getByText('To everybody').first()).toBeAttached()
  // The preview of the playlist itself shows it too.
  await expect(page.frameLocator('iframe').getByText('To everybody').first()).toBeAttached()
})

test('[CP6] removed and brought back', async ({ admin: page, placard }) => {
  const { id } = await makePlaylist(placard, 'House rules', [DISPLAY, LAB])
  await page.goto(placard.url + playlistPath(id))
  await showMore(page)
  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog(page).getByLabel('Name').fill('Rules of the house')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Rules of the house')).toBeVisible()
  expect(await titlesOf(placard, LAB)).toEqual(['Rules of the house'])

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/removed from 2 displays: .*Department of ECE.* and .*Laboratory/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await titlesOf(placard, DISPLAY)).toEqual(['Rules of the house'])
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await question.getByRole('button', { name: 'Remove playlist' }).click()
  await expect(heading(page, 'Playlists')).toBeVisible()
  expect([await titlesOf(placard, DISPLAY), await titlesOf(placard, LAB)]).toEqual([[], []])

  await pressUndo(page)
  await expect(heading(page, 'Rules of the house')).toBeVisible()
  await expect(card(page, 'Film of House rules')).toBeVisible()
  await expect(where(page).getByRole('link')).toHaveText(['Department of ECE', 'Laboratory'])
  expect(await titlesOf(placard, LAB)).toEqual(['Rules of the house'])

  // Long after the notice has gone, the activity of the organisation has it.
  await showMore(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await question.getByRole('button', { name: 'Remove playlist' }).click()
  await expect(heading(page, 'Playlists')).toBeVisible()
  await page.goto(placard.url + PAGES.dashboard)
  await showMore(page)
  await page.getByRole('button', { name: 'Activity' }).click()
  await dialog(page).getByLabel('Where').selectOption({ label: 'All of the organisation' })
  const entry = dialog(page).getByRole('listitem').filter({ hasText: 'removed the playlist “' }).first()
  await entry.getByRole('button', { name: 'Bring back' }).click()
  await expect(card(page, 'Rules of the house')).toBeVisible()
  expect(await titlesOf(placard, LAB)).toEqual(['Rules of the house'])
})

test('[CP3] [HS31] a playlist is added from the dashboard, once, and the number of texts says so; a new one is made there', async ({
  page,
  placard,
}) => {
  await makePlaylist(placard, 'House rules')
  await signIn(page, placard)
  const add = async () => {
    await page.getByRole('button', { name: 'Add anything…' }).first().click()
    await dialog(page).getByRole('button', { name: 'Add playlist' }).click()
  }
  await add()
  await dialog(page)
    .getByRole('radio', { name: /House rules/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(card(page, 'House rules')).toBeVisible()
  await expect(texts(page).getByRole('link', { name: 'House rules' })).toBeVisible()
  await expect(page.locator('dl').getByText('1 from a playlist')).toBeVisible()
  await add()
  await expect(dialog(page)).toContainText('This display already has every playlist.')
  await dialog(page).getByRole('button', { name: 'New playlist' }).click()
  await dialog(page).last().getByLabel('Name').fill('Clubs')
  await dialog(page).last().getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('radio', { name: /Clubs/ })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(card(page, 'Clubs')).toBeVisible()
  expect(await titlesOf(placard, DISPLAY)).toEqual(['House rules', 'Clubs'])
})

test('[CP7] items are copied into a playlist, which takes no playlist', async ({ page, placard }) => {
  const { id } = await makePlaylist(placard, 'House rules', [DISPLAY])
  const { playlist: target } = await placard.call('createPlaylist', { body: { name: 'Clubs' } })
  await placard.call('createItem', {
    body: { title: 'Chess', type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa' },
  })
  await signIn(page, placard)
  await containers(page).getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'What is selected' })
  await bar.getByRole('button', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Copy to…' }).click()
  await expect(dialog(page)).toContainText('A playlist cannot contain another playlist.')
  await expect(dialog(page).getByLabel('Clubs')).toBeDisabled()
  await page.keyboard.press('Escape')
  await containers(page).getByRole('checkbox', { name: 'House rules' }).uncheck()
  await bar.getByRole('button', { name: 'Copy to…' }).click()
  await dialog(page).getByLabel('Clubs').check()
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied 1 container to 1 playlist.')).toBeVisible()
  const { items } = await placard.call('getProgramme', { params: { organisationId, playlistId: target.id } })
  expect(items.map(({ title }) => title)).toEqual(['Chess'])
  expect((await placard.call('getProgramme', { params: { organisationId, playlistId: id } })).items).toHaveLength(1)
})

test('[CP2] somebody who is limited to a display sees its playlists and changes none', async ({ browser, placard }) => {
  const theirs = await makePlaylist(placard, 'House rules', [LAB])
  const other = await makePlaylist(placard, 'Clubs', [DISPLAY])
  const { token } = await placard.call('createInvitation', { body: { role: 'editor', displays: [LAB.displayId] } })
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await page.goto(placard.url + joinPath(token))
  await page.getByRole('textbox', { name: 'Email' }).fill('limited@playlists.example')
  await page.getByLabel('Password', { exact: true }).filter({ visible: true }).fill('a pass phrase for playlists')
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.waitForURL(placard.url + PAGES.dashboard)

  await page.getByRole('link', { name: 'Playlists' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'New playlist' })).toHaveCount(0)
  await page.getByRole('link', { name: 'House rules' }).click()
  await expect(card(page, 'Film of House rules')).toBeVisible()
  await expect(page.getByText('You can view this playlist.')).toBeVisible()
  await expect(where(page).getByRole('link')).toHaveText(['Laboratory'])
  for (const name of ['Rename', 'Remove', 'Put on displays…', 'Add Text', 'Hide', 'Edit', 'Delete', 'Rewrite']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: 'Add Container' })).toHaveCount(0)
  // Nor by the address of the form.
  await page.goto(`${placard.url}${PAGES.addContainer}?playlist=${theirs.id}`)
  await expect(page.getByText('Your role does not allow this.')).toBeVisible()
  await page.goto(placard.url + playlistPath(other.id))
  await expect(page.getByText('This playlist does not exist')).toBeVisible()
  // On their own display the card is theirs to move and to take off.
  await page.goto(placard.url + PAGES.dashboard)
  await expect(card(page, 'House rules').getByRole('button', { name: 'Take off this display' })).toBeVisible()
})

test('[CP8] a playlist by keyboard alone', async ({ admin: page, placard }) => {
  const press = async (button: Locator, key = 'Enter') => {
    await expect(button).toBeVisible()
    for (let step = 0; step < 80; step += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) return page.keyboard.press(key)
      await page.keyboard.press('Tab')
    }
    throw new Error(`${button} cannot be reached by Tab`)
  }
  await press(page.getByRole('button', { name: 'New playlist' }))
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Keys')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Keys')).toBeVisible()
  await press(where(page).getByRole('button', { name: 'Put on displays…' }))
  await press(dialog(page).getByLabel('Laboratory'), ' ')
  await press(dialog(page).getByRole('button', { name: 'Put on displays' }))
  await press(where(page).getByRole('link', { name: 'Laboratory' }))
  await expect(card(page, 'Keys')).toBeVisible()
  await press(card(page, 'Keys').getByRole('button', { name: 'Take off this display' }))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Take off this display' }))
  await expect(card(page, 'Keys')).toHaveCount(0)
  await expect.poll(() => titlesOf(placard, LAB)).toEqual([])
})

for (const { name, locale, width, colorScheme } of [
  { name: 'light', locale: 'en-GB', width: 1440, colorScheme: 'light' },
  { name: 'at 360 px, dark', locale: 'en-GB', width: 360, colorScheme: 'dark' },
  { name: 'in Arabic', locale: 'ar', width: 1440, colorScheme: 'light' },
] as const) {
  test.describe(name, () => {
    test.use({ locale, viewport: { width, height: 900 }, colorScheme })

    test(`[CP8] the pages and dialogs of playlists have no finding, ${name}`, async ({ page, placard }) => {
      const { id } = await makePlaylist(placard, 'House rules', [DISPLAY])
      await makePlaylist(placard, 'Clubs')
      const looksRight = async () => {
        await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      const main = page.getByRole('main')
      await signIn(page, placard, PAGES.playlists)
      await expect(page.getByRole('article')).toHaveCount(2)
      await looksRight()
      await main.getByRole('button').first().click()
      await expect(dialog(page)).toBeVisible()
      await looksRight()

      await page.goto(placard.url + playlistPath(id))
      await expect(page.getByRole('article')).toHaveCount(1)
      await looksRight()
      if (width < 640) await main.getByRole('navigation').getByRole('button').last().click()
      await main
        .locator('section')
        .filter({ has: page.locator('a[href*="dashboard?display"]') })
        .getByRole('button')
        .click()
      await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
      await looksRight()

      await page.goto(placard.url + PAGES.dashboard)
      await expect(page.locator('[data-inclusion] a')).toBeVisible()
      await looksRight()
      await main
        .getByRole('button', { name: /^(Add anything|أضف أي شيء)…/ })
        .first()
        .click()
      await dialog(page).getByRole('button').last().click()
      await expect(dialog(page).getByRole('radio')).toBeVisible()
      await looksRight()
    })
  })
}

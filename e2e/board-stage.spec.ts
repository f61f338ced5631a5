import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BOARD_LOOKS,
  type DisplayKey,
  type Layout,
  NO_PICTURE,
  type ProgrammeKey,
  playerPath,
  type Rotation,
} from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { MENUS, SAMPLES } from './board-samples.ts'
import { clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { measureWords } from './measure-words.ts'
import { DISPLAY, type Placard } from './placard.ts'

const LANDSCAPE = { width: 1920, height: 1080 }
const { organisationId } = DISPLAY
const PORTRAIT = { width: 1080, height: 1920 }
/** DT3: as a share of the shorter side. */
const LEAST_LETTER = 0.035

type NewTable = ReturnType<(typeof SAMPLES)['menu']>

/** Creates a table and a board that draws it by a look. */
async function show(
  placard: Placard,
  look: string,
  sample: NewTable,
  { key = DISPLAY, duration = 3_600, ...settings }: { key?: ProgrammeKey; duration?: number } & object = {},
) {
  const made = await placard.call('createTable', { params: { organisationId }, body: sample as never })
  const board = { tableId: made.table.id, look, title: sample.name, ...settings }
  const body = { title: sample.name, type: 'board' as const, url: NO_PICTURE, duration, board }
  const { item } = await placard.call('createItem', { params: key as DisplayKey, body: body as never })
  return { table: made, item }
}

const onScreen = (page: Page | Locator) => page.locator('.layer-seen').last().locator('.board[data-fits]')

/** With CAPTURE_BOARDS, keeps a picture of what is on the screen, to be looked at. */
async function capture(page: Page, name: string): Promise<void> {
  const folder = process.env.CAPTURE_BOARDS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), await page.screenshot())
}

test.describe.configure({ timeout: 240_000 })

test('[DT3] every look has all of its words on the screen, none cut, none small, however it hangs', async ({
  browser,
  placard,
}) => {
  const screens: [typeof LANDSCAPE, Rotation][] = [
    [LANDSCAPE, 0],
    [PORTRAIT, 0],
    [LANDSCAPE, 90],
  ]
  const samples = [
    ...BOARD_LOOKS.map((look) => [look, look, SAMPLES[look]()] as const),
    ...Object.entries(MENUS).map(([language, sample]) => [`menu-${language}`, 'menu', sample] as const),
  ]
  await clearDisplay(placard)
  const pages = await Promise.all(
    screens.map(async ([viewport, rotation]) => {
      const page = await browser.newPage({ viewport })
      await page.goto(placard.url + playerPath(DISPLAY, rotation))
      return page
    }),
  )
  for (const [name, look, sample] of samples) {
    await clearDisplay(placard)
    await show(placard, look, sample)
    for (const [index, page] of pages.entries()) {
      await expect(onScreen(page), name).toContainText(sample.name)
      await expect(onScreen(page)).toHaveClass(new RegExp(`board-${look}`))
      const seen = await measureWords(onScreen(page))
      await capture(page, `${name}-${index}`)
      const about = `${name}, ${JSON.stringify(screens[index])}`
      expect(seen.smallest, about).toBeGreaterThanOrEqual(LEAST_LETTER)
      expect(seen, about).toMatchObject({ cut: [], dir: name === 'menu-arabic' ? 'rtl' : 'ltr' })
      await expect(onScreen(page), about).toHaveAttribute('data-fits', 'true')
    }
  }
  for (const page of pages) await page.close()
})

/** Arrangements whose second zone is a third of the screen, for a screen that lies and one that stands. */
const IN_ZONES: [typeof LANDSCAPE, Pick<Layout, 'arrangement' | 'dividers' | 'side' | 'pinned'>][] = [
  [LANDSCAPE, { arrangement: 'side-bar', dividers: [65], side: 'end', pinned: true }],
  [PORTRAIT, { arrangement: 'strip', dividers: [65], side: 'end', pinned: true }],
]

test('[DT3] every look has all of its words in a zone too, none cut and none small', async ({ browser, placard }) => {
  await clearDisplay(placard)
  const samples = [
    ...BOARD_LOOKS.map((look) => [look, look, SAMPLES[look]()] as const),
    ...Object.entries(MENUS).map(([language, sample]) => [`menu-${language}`, 'menu', sample] as const),
  ]
  const notice = { look: 'paper' as const, heading: 'Welcome', body: '', byline: '' }
  await placard.call('createItem', { body: { title: 'Welcome', type: 'notice', url: NO_PICTURE, notice } })
  const { playlist } = await placard.call('createPlaylist', { body: { name: `Boards ${Date.now()}` } })
  const key = { organisationId, playlistId: playlist.id }
  const zones = [{ playlistId: playlist.id, stays: true }]
  for (const [viewport, shape] of IN_ZONES) {
    await placard.call('setLayout', { body: { layout: { ...shape, zones } }, headers: { 'if-match': '*' } })
    const page = await browser.newPage({ viewport })
    await page.goto(placard.url + playerPath(DISPLAY))
    const zone = page.locator(`[data-zone="${playlist.id}"]`)
    for (const [name, look, sample] of samples) {
      const { item } = await show(placard, look, sample, { key })
      await expect(onScreen(zone), name).toContainText(sample.name)
      await expect(onScreen(zone)).toHaveClass(new RegExp(`board-${look}`))
      const about = `${name}, ${shape.arrangement}`
      // A zone that opens takes its place within 600 ms.
      await expect.poll(async () => (await measureWords(onScreen(zone))).cut, about).toEqual([])
      const seen = await measureWords(onScreen(zone))
      await capture(page, `zone-${shape.arrangement}-${name}`)
      expect(seen.smallest, about).toBeGreaterThanOrEqual(LEAST_LETTER)
      expect(seen, about).toMatchObject({ cut: [], dir: name === 'menu-arabic' ? 'rtl' : 'ltr' })
      await placard.call('removeItem', { params: { ...key, itemId: item.id } as never })
      await expect(onScreen(zone)).toHaveCount(0)
    }
    await page.close()
  }
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
  await placard.call('removePlaylist', { params: key, headers: { 'if-match': '*' } })
})

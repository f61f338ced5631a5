import { type PlaylistId, playerPath } from '@placard/contract'
import { addFilm, addPicture, clearDisplay, uploadFilm } from '../content.ts'
import { film } from '../film-files.ts'
import { expect, test } from '../journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from '../pixels.ts'
import { DISPLAY } from '../placard.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

test('[LY3] [LY4] a layout is on the screen as soon as it is set, and gives its room away with its last picture', async ({
  page,
  placard,
}) => {
  const sees = (across: number, down: number, colour: string) =>
    expect.poll(async () => isNear(await colourAt(page, across, down), colour)).toBe(true)
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { fit: 'cover' })
  await page.goto(placard.url + playerPath(DISPLAY))
  const player = page.locator('.player')
  await expect(player).toHaveAttribute('data-state', 'playing')
  await sees(0.9, 0.4, GREEN)

  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ name: 'Menu' }] }
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const playlistId = set.layout?.zones[0]?.playlistId as PlaylistId
  const file = await placard.call('uploadMedia', {
    body: await flatPicture(BLUE),
    headers: { 'content-type': 'image/jpeg' },
  })
  const { item } = await placard.call('createItem', {
    params: { organisationId: DISPLAY.organisationId, playlistId } as never,
    body: { title: 'Soup', type: 'image', url: file.url, fit: 'cover' },
  })
  const zone = page.locator(`[data-zone="${playlistId}"]`)
  await expect(zone).toHaveAttribute('data-open', 'true')
  await sees(0.9, 0.4, BLUE)
  await sees(0.4, 0.4, GREEN)

  await page.setViewportSize({ width: 1080, height: 1920 })
  await sees(0.5, 0.8, BLUE)
  await sees(0.9, 0.3, GREEN)
  await page.setViewportSize({ width: 1920, height: 1080 })

  await placard.call('updateItem', {
    params: { organisationId: DISPLAY.organisationId, playlistId, itemId: item.id } as never,
    body: { visible: false },
    headers: { 'if-match': '*' },
  })
  await sees(0.9, 0.4, GREEN)
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
  await expect(page.locator('[data-zone]:not([data-zone="main"])')).toHaveCount(0)
  await sees(0.9, 0.4, GREEN)
})

test('[LY5] beside a film, a film of a zone is its poster for its time', async ({ page, placard }) => {
  await clearDisplay(placard)
  const sized = { size: { width: 320, height: 180 }, seconds: 4 }
  await addFilm(placard, await film({ ...sized, colours: [GREEN, GREEN] }), { fit: 'cover' })
  const poster = await flatPicture(BLUE)
  const { url } = await uploadFilm(placard, await film({ ...sized, colours: [RED, RED] }), { poster })
  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ name: 'Films' }] }
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const playlistId = set.layout?.zones[0]?.playlistId as PlaylistId
  await placard.call('createItem', {
    params: { organisationId: DISPLAY.organisationId, playlistId } as never,
    body: { title: 'Second film', type: 'video', url, fit: 'cover' },
  })
  await page.goto(placard.url + playerPath(DISPLAY))
  await expect(page.locator(`[data-zone="${playlistId}"]`)).toHaveAttribute('data-open', 'true')
  await expect.poll(async () => isNear(await colourAt(page, 0.9, 0.4), BLUE)).toBe(true)
  await expect(page.locator('video')).toHaveCount(1)
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_PICTURE, type PlaylistId, playerPath, type RouteBodyInput } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { addFilm, addPicture, clearDisplay } from '../content.ts'
import { film } from '../film-files.ts'
import { expect, test } from '../journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from '../pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from '../placard.ts'
import {
  cellAt,
  differsBy,
  linedPicture,
  type Member,
  openMember,
  playsInCell,
  putTogether,
  setWall,
  sizeOf,
  wallOf,
} from './wall.ts'

test.describe.configure({ mode: 'default', timeout: 180_000 })

const PANEL = { width: 480, height: 270 }
const WHOLE = sizeOf(2, 2, PANEL)
/** A pixel at an edge may be drawn a shade differently. A line that is off by one pixel changes a hundredth of all. */
const SAME = 0.002

let placard: Placard
let dataDir: string
let members: Member[] = []
/** Of the members, which stay open from one journey to the next. */
let screens: Browser
test.beforeAll(async ({ browser }) => {
  screens = await browser.browserType().launch(test.info().project.use.launchOptions)
  dataDir = await mkdtemp(join(tmpdir(), 'placard-walls-'))
  placard = await launchPlacard({ DATA_DIR: dataDir })
  await clearDisplay(placard)
  await addPicture(placard, await linedPicture({ width: 972, height: 497 }), { duration: 3600, fit: 'cover' })
  for (const name of ['Top left', 'Top right', 'Below left', 'Below right'])
    members.push(await openMember(screens, placard, name, PANEL))
  await setWall(placard, wallOf(ids(), 2, PANEL))
})
test.afterAll(async () => {
  await screens.close()
  await placard.close()
  await rm(dataDir, { recursive: true, force: true })
})

const ids = () => members.map(({ screen }) => screen.id)

async function keep(name: string, picture: Buffer): Promise<void> {
  const folder = process.env.PLACARD_LOOK
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `wall-${name}.png`), picture)
}

const shots = () => Promise.all(members.map(({ page }) => (page.isClosed() ? undefined : page.screenshot())))
const eachInCell = () =>
  Promise.all(members.map((member, index) => playsInCell(member, index % 2, Math.floor(index / 2))))

/** One large screen of the size of the whole wall. It plays the same display. */
async function openLarge(page: Page, size = WHOLE): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(placard.url + playerPath(DISPLAY))
  await expect(page.locator('#player > .player')).toHaveAttribute('data-state', 'playing', { timeout: 60_000 })
}

/** Compares each member with its part of the large screen, until all are the same. */
async function expectOnePicture(large: Page, name: string, columns = 2, panel = PANEL): Promise<void> {
  let together = Buffer.alloc(0)
  await expect
    .poll(
      async () => {
        const pictures = await shots()
        const whole = await large.screenshot()
        together = Buffer.from(await putTogether(pictures, columns, panel))
        await keep(`${name}-large`, whole)
        const parts = pictures.map((picture, index) =>
          picture ? differsBy(picture, whole, cellAt(index, columns, panel)) : 0,
        )
        return Math.max(...(await Promise.all(parts)))
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(SAME)
  await keep(name, together)
}

test('[LY8] four screens show one picture, and its lines go straight through the frames', async ({ page }) => {
  await eachInCell()
  await openLarge(page)
  await expectOnePicture(page, 'picture')
})

const setVisible = (itemId: string | undefined, visible: boolean) =>
  placard.call('updateItem', {
    params: { ...DISPLAY, itemId } as never,
    body: { visible },
    headers: { 'if-match': '*' },
  })

test('[LY8] a notice and zones are laid out for the whole wall', async ({ page }) => {
  const notice = { look: 'paper' as const, heading: 'Open day on Saturday', body: 'All laboratories\nfrom ten to five' }
  const { item } = await placard.call('createItem', {
    body: { title: 'Open day', type: 'notice', url: NO_PICTURE, duration: 3600, notice: { ...notice, byline: 'ECE' } },
  })
  const { items } = await placard.call('getProgramme')
  const lined = items.find(({ id }) => id !== item.id)
  const hide = (visible: boolean) => setVisible(lined?.id, visible)
  await hide(false)
  await openLarge(page)
  for (const { page: own } of members)
    await expect(own.locator('#player > .player')).toHaveAttribute('data-item', item.id)
  await expectOnePicture(page, 'notice')

  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ name: 'Wall side' }] }
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const playlistId = set.layout?.zones[0]?.playlistId as PlaylistId
  const file = await placard.call('uploadMedia', {
    body: await flatPicture(BLUE),
    headers: { 'content-type': 'image/jpeg' },
  })
  await placard.call('createItem', {
    params: { organisationId: DISPLAY.organisationId, playlistId } as never,
    body: { title: 'Side', type: 'image', url: file.url, fit: 'cover', duration: 3600 },
  })
  for (const { page: own } of members)
    await expect(own.locator(`[data-zone="${playlistId}"]`)).toHaveAttribute('data-open', 'true', { timeout: 60_000 })
  await expectOnePicture(page, 'zones')
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: item.id } })
  await hide(true)
})

/** The place of the insert on a screen, in px of the screen, or undefined while it shows none. */
const insertOn = ({ page }: Member) =>
  page.evaluate(() => {
    const zone = document.querySelector('[data-zone="insert"][data-open]')
    if (!zone?.querySelector('.layer-seen')) return undefined
    const { left, top, right, bottom } = zone.getBoundingClientRect()
    return [left, top, right, bottom].map((px) => Math.round(px))
  })

test('[LY7] an insert on one member is in the corner of that panel alone, and one on the display is on the whole wall', async ({
  page,
}) => {
  const [first, second, third, last] = members as [Member, Member, Member, Member]
  await openLarge(page)
  await expectOnePicture(page, 'before-insert')
  const green = await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 5 })
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: green.id } })
  const start = (body: Partial<RouteBodyInput<'startInsert'>>) =>
    placard.call('startInsert', { body: { displays: [], minutes: 30, ...body } as RouteBodyInput<'startInsert'> })
  const notice = { look: 'paper' as const, heading: 'Spill', body: 'Mind the floor', byline: '' }
  const own = await start({
    content: { kind: 'file', url: green.url, title: 'Green' },
    place: 'bottom-right',
    screenIds: [first.screen.id],
  })
  const band = await start({ content: { kind: 'notice', notice }, place: 'top', screenIds: [last.screen.id] })
  const { width, height } = PANEL
  const isInOwnCorner = () =>
    expect
      .poll(() => insertOn(first), { timeout: 60_000 })
      // 30 % and 33 % of the panel, 2 % and 4 % off its edges.
      .toEqual([0.68 * width, 0.63 * height, 0.98 * width, 0.96 * height].map(Math.round))

  await test.step('each is on its own panel, and the other panels show their parts of the picture', async () => {
    await isInOwnCorner()
    const isGreen = async () => isNear(await colourAt(first.page, 0.83, 0.8), GREEN)
    await expect.poll(isGreen, { timeout: 60_000 }).toBe(true)
    // The media area of a lower panel ends above the band of the ticker.
    const area = WHOLE.height * 0.9 - (WHOLE.height - height)
    await expect.poll(() => insertOn(last), { timeout: 60_000 }).toEqual([0, 0, width, Math.round(area * 0.2)])
    // On a screen of the size of the wall the least letters would not fit into it.
    await expect(last.page.locator('[data-zone="insert"] .notice')).toHaveAttribute('data-fits', 'true')
    for (const [index, other] of [second, third].entries()) {
      expect(await insertOn(other)).toBeUndefined()
      const part = cellAt(index + 1, 2, PANEL)
      expect(await differsBy(await other.page.screenshot(), await page.screenshot(), part)).toBeLessThan(SAME)
    }
    await keep('own-inserts', Buffer.from(await putTogether(await shots(), 2, PANEL)))
  })

  await test.step('one on the display is newer, and runs across the whole wall', async () => {
    const wide = await start({
      content: { kind: 'notice', notice: { ...notice, heading: 'Closed at five' } },
      place: 'top',
      displays: [DISPLAY.displayId],
    })
    await expect.poll(() => insertOn(second), { timeout: 60_000 }).toBeDefined()
    await expectOnePicture(page, 'insert-on-wall')
    await placard.call('endInsert', { params: { organisationId: DISPLAY.organisationId, insertId: wide.id } })
    await isInOwnCorner()
  })

  await test.step('without a network it starts again there', async () => {
    await expect(first.page.locator('#player > .player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
    await first.context.setOffline(true)
    await first.page.reload()
    await isInOwnCorner()
    await first.context.setOffline(false)
  })

  await test.step('without the wall it is in the corner of the single screen', async () => {
    await setWall(placard, null)
    const area = height * 0.9
    await expect
      .poll(() => insertOn(first), { timeout: 60_000 })
      .toEqual([0.68 * width, 0.63 * area, 0.98 * width, 0.96 * area].map(Math.round))
    await setWall(placard, wallOf(ids(), 2, PANEL))
    await isInOwnCorner()
  })
  for (const { id } of [own, band])
    await placard.call('endInsert', { params: { organisationId: DISPLAY.organisationId, insertId: id } })
  for (const member of [first, last]) await expect.poll(() => insertOn(member), { timeout: 60_000 }).toBeUndefined()
})

/** The words of each line of the ticker, and the time at which it begins to enter, in milliseconds since 1970. */
const passesOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('.ticker-line')).flatMap((element) => {
      const [animation] = element.getAnimations()
      const text = element.textContent ?? ''
      if (!animation || text === '' || animation.startTime === null) return []
      return [{ text, entersAt: performance.timeOrigin + Number(animation.startTime) }]
    }),
  )

test('[LY8] the ticker runs across the whole width, at the same place on all screens', async () => {
  const texts = ['The library is open until nine', 'Lunch: soup, rice and lentils, from twelve to two', 'It is {time}']
  const lines = []
  for (const text of texts) lines.push((await placard.call('createLine', { body: { text } })).line)
  const compare = async () => {
    const [first, ...others] = await Promise.all(members.map(({ page }) => passesOf(page)))
    if (!first || first.length === 0) return undefined
    const apart = first.flatMap(({ text, entersAt }) =>
      others.map((some) => {
        const near = some.filter((one) => one.text === text).map((one) => Math.abs(one.entersAt - entersAt))
        return Math.min(...near)
      }),
    )
    return Math.max(...apart)
  }
  // A line that has just begun may not be on all of them yet.
  await expect.poll(async () => (await compare()) ?? Number.POSITIVE_INFINITY, { timeout: 60_000 }).toBeLessThan(250)
  test.info().annotations.push({ type: 'ticker apart (ms)', description: String(Math.round((await compare()) ?? -1)) })
  const [, , left, right] = members as [Member, Member, Member, Member]
  const isWide = await left.page.locator('.ticker').evaluate((band) => band.clientWidth)
  expect(isWide).toBe(WHOLE.width)
  const text = {
    left: await left.page.locator('.ticker').innerText(),
    right: await right.page.locator('.ticker').innerText(),
  }
  expect(text.left.length > 0 && text.right.length > 0).toBe(true)
  await keep('ticker', Buffer.from(await putTogether(await shots(), 2, PANEL)))

  await test.step('a screen that starts later has the same ticker', async () => {
    await right.page.reload()
    await playsInCell(right, 1, 1)
    await expect.poll(async () => (await compare()) ?? Number.POSITIVE_INFINITY, { timeout: 60_000 }).toBeLessThan(250)
  })
  for (const { id } of lines) await placard.call('removeLine', { params: { ...DISPLAY, lineId: id } })
  await expect.poll(() => passesOf(right.page)).toEqual([])
})

test('[LY8] items turn together, and the measured difference is told', async () => {
  const added = []
  for (const colour of [RED, GREEN, BLUE])
    added.push(await addPicture(placard, await flatPicture(colour), { duration: 3, title: colour, fit: 'cover' }))
  const { items } = await placard.call('getProgramme')
  const [lined] = items
  await placard.call('updateItem', {
    params: { ...DISPLAY, itemId: lined?.id } as never,
    body: { visible: false },
    headers: { 'if-match': '*' },
  })
  const watch = (page: Page) =>
    page.evaluate(async () => {
      const player = document.querySelector('#player > .player') as HTMLElement
      const turns: { item: string; at: number }[] = []
      const seen = new MutationObserver(() => {
        const { item = '' } = player.dataset
        requestAnimationFrame(() => turns.push({ item, at: performance.timeOrigin + performance.now() }))
      })
      seen.observe(player, { attributes: true, attributeFilter: ['data-item'] })
      await new Promise((resolve) => setTimeout(resolve, 20_000))
      seen.disconnect()
      return turns
    })
  const [first, ...others] = await Promise.all(members.map(({ page }) => watch(page)))
  const spreads = (first ?? []).slice(1, -1).map(({ item, at }) => {
    const apart = others.map((some) => {
      const near = some.filter((one) => one.item === item).map((one) => Math.abs(one.at - at))
      return Math.min(...near)
    })
    return Math.max(...apart)
  })
  expect(spreads.length).toBeGreaterThan(2)
  for (const turns of others) expect(new Set(turns.map(({ item }) => item)).size).toBe(3)
  const words = spreads.map((ms) => Math.round(ms)).join(', ')
  test.info().annotations.push({ type: 'turns apart (ms)', description: words })
  if (process.env.PLACARD_LOOK) console.info(`turns apart: ${words} ms`)
  for (const { id } of added) await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
  await placard.call('updateItem', {
    params: { ...DISPLAY, itemId: lined?.id } as never,
    body: { visible: true },
    headers: { 'if-match': '*' },
  })
})

test('[LY8] a film is at the same place on all screens, also on one that joins later', async () => {
  const seconds = 20
  const { items } = await placard.call('getProgramme')
  const [lined] = items
  const added = await addFilm(placard, await film({ seconds }), { duration: 3600, fit: 'cover' })
  const hide = (visible: boolean) => setVisible(lined?.id, visible)
  await hide(false)
  for (const { page } of members) await expect(page.locator('.layer-seen video')).toHaveCount(1, { timeout: 60_000 })
  const joins = members[3] as Member
  await joins.page.reload()
  await expect(joins.page.locator('.layer-seen video')).toHaveCount(1, { timeout: 60_000 })
  /** The moment at which the film began, as its place tells, within its length. */
  const phaseOf = (page: Page) =>
    page
      .locator('.layer-seen video')
      .evaluate((video: HTMLVideoElement) => video.currentTime - (performance.timeOrigin + performance.now()) / 1_000)
  const apart = async () => {
    const [first = 0, ...others] = await Promise.all(members.map(({ page }) => phaseOf(page)))
    const all = others.map((phase) => {
      const off = Math.abs(phase - first) % seconds
      return Math.min(off, seconds - off)
    })
    return Math.max(...all)
  }
  await expect.poll(apart, { timeout: 60_000 }).toBeLessThan(0.5)
  const ms = Math.round((await apart()) * 1_000)
  if (process.env.PLACARD_LOOK) console.info(`films apart: ${ms} ms`)
  test.info().annotations.push({ type: 'films apart (ms)', description: String(ms) })
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: added.id } })
  await hide(true)
})

test('[LY8] a member that is gone is told, the others play on, and it starts without a network', async ({ page }) => {
  const [, second, third] = members as [Member, Member, Member, Member]
  const state = async () => (await placard.call('getWall', {})).state
  await expect.poll(state).toBe('whole')
  await openLarge(page)
  await expectOnePicture(page, 'whole-again')
  await second.page.close()
  await expect.poll(state, { timeout: 60_000 }).toBe('partial')
  await expectOnePicture(page, 'one-gone')

  await test.step('without a network it shows its part again', async () => {
    await expect(third.page.locator('#player > .player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
    await third.context.setOffline(true)
    await third.page.reload()
    await playsInCell(third, 0, 1)
    await expectOnePicture(page, 'offline')
    await third.context.setOffline(false)
  })
  second.page = await second.context.newPage()
  await second.page.goto(`${placard.url}/screen`)
  await playsInCell(second, 1, 0)
  await expect.poll(state, { timeout: 60_000 }).toBe('whole')
})

test('[LY8] a command to one member is carried out by it alone, and it comes back in its cell', async () => {
  const [topLeft, topRight, ...others] = members as [Member, Member, ...Member[]]
  const params = { organisationId: DISPLAY.organisationId }
  const command = (kind: 'identify' | 'reload') =>
    placard.call('commandScreens', { params, body: { kind, screenIds: [topRight.screen.id] } })
  await command('identify')
  await expect(topRight.page.locator('[data-identify]')).toContainText('Top right')
  for (const { page } of [topLeft, ...others]) await expect(page.locator('[data-identify]')).toHaveCount(0)

  for (const { page } of members) await page.evaluate(() => Object.assign(globalThis, { isKept: true }))
  const loaded = topRight.page.waitForEvent('load')
  await command('reload')
  await loaded
  await playsInCell(topRight, 1, 0)
  const areKept = members.map(({ page }) => page.evaluate(() => 'isKept' in globalThis))
  expect(await Promise.all(areKept)).toEqual([true, false, true, true])
})

test('[LY8] the screens show their numbers and a test card while the wall is set up', async () => {
  const [first] = members as [Member]
  await setWall(placard, wallOf([undefined, ...ids().slice(1)], 2, PANEL))
  await placard.call('showTestCard', { body: { isOn: true } })
  // Numbers follow the names: Below left, Below right, Top left, Top right.
  for (const [index, number] of [3, 4, 1, 2].entries())
    await expect((members[index] as Member).page.locator(`[data-test-card="${number}"]`)).toHaveCount(1)
  await expect(first.page.locator('[data-test-card] svg')).toHaveCount(0)
  await keep('test-card-unplaced', Buffer.from(await putTogether(await shots(), 2, PANEL)))
  await setWall(placard, wallOf(ids(), 2, PANEL))
  await expect(first.page.locator('[data-test-card] svg')).toHaveCount(1)
  await keep('test-card', Buffer.from(await putTogether(await shots(), 2, PANEL)))
  await placard.call('showTestCard', { body: { isOn: false } })
  await expect(first.page.locator('[data-test-card]')).toHaveCount(0)
})

test('[LY8] without the wall each screen shows the whole picture', async ({ page }) => {
  await setWall(placard, null)
  for (const { page: own } of members) await expect(own.locator('html[data-wall]')).toHaveCount(0)
  await openLarge(page, PANEL)
  await expect
    .poll(
      async () => {
        const [one] = await shots()
        return differsBy(one as Buffer, await page.screenshot(), { left: 0, top: 0, ...PANEL })
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(SAME)
})

test('[LY8] portrait panels that turn their picture are one picture as well', async ({ page }) => {
  await Promise.all(members.map(({ context }) => context.close()))
  members = []
  for (const [name, turn] of [
    ['Left', 90],
    ['Right', 270],
  ] as const)
    members.push(await openMember(screens, placard, name, PANEL, `/screen?rotate=${turn}`))
  const hangs = { width: PANEL.height, height: PANEL.width }
  await setWall(placard, wallOf(ids(), 2, hangs))
  await Promise.all(members.map((member, index) => playsInCell(member, index, 0)))
  const size = sizeOf(2, 1, hangs)
  await openLarge(page, size)
  // The pictures of turned panels are turned back, as the panels themselves do.
  await expect
    .poll(
      async () => {
        const { default: sharp } = await import('sharp')
        const [left, right] = await shots()
        const pictures = [
          await sharp(left as Buffer)
            .rotate(270)
            .png()
            .toBuffer(),
          await sharp(right as Buffer)
            .rotate(90)
            .png()
            .toBuffer(),
        ]
        const whole = await page.screenshot()
        await keep('portrait', Buffer.from(await putTogether(pictures, 2, hangs)))
        const parts = pictures.map((picture, index) => differsBy(picture, whole, cellAt(index, 2, hangs)))
        return Math.max(...(await Promise.all(parts)))
      },
      { timeout: 60_000 },
    )
    .toBeLessThan(0.01)
})

import { playerPath } from '@placard/contract'
import type { Page, Request } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { dropFiles, paste } from './files.ts'
import { film, soundAlone } from './film-files.ts'
import { expect, test } from './journey.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

// One door: whatever somebody drops, pastes or picks finds its way onto the screen, or says what it is.

test.describe.configure({ timeout: 120_000 })
test.beforeEach(async ({ admin, placard }) => {
  await clearDisplay(placard)
  // The page accepts drops from now on.
  await expect(admin.getByRole('button', { name: 'Add anything…' }).first()).toBeVisible()
})

const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const itemsOf = async (placard: Placard) => (await placard.call('getProgramme')).items

/** Runs a script in the worker that converts films, before the worker's own script. */
const beforeFilms = (page: Page, script: string) =>
  page.route('**/film.worker-*.js', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: script + (await answer.text()) })
  })

async function addFilms(
  page: Page,
  keepsQuality: boolean,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByRole('button', { name: 'Add anything…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add anything' })
  if (keepsQuality) await dialog.getByRole('switch', { name: 'Keep 4K' }).check()
  await dialog.getByLabel('Choose files').setInputFiles(files)
}

async function openPlayer(page: Page, placard: Placard): Promise<Page> {
  const player = await (await page.context().browser()?.newContext())?.newPage()
  if (!player) throw new Error('there is no browser for the screen')
  await player.goto(placard.url + playerPath(DISPLAY))
  return player
}

const shows = (player: Page, colour: string, across = 0.5, down = 0.45) =>
  expect.poll(async () => isNear(await colourAt(player, across, down), colour), { timeout: 20_000 }).toBe(true)

test('[U5] [CT1] [CT3] a film of a phone is dropped, converted, and plays upright on the screen', async ({
  admin,
  placard,
}) => {
  const options = ['-metadata', 'location=+52.5200+013.4050/']
  const buffer = await film({ as: 'mov', colours: [RED, BLUE], sound: true, seconds: 2, isUpright: true, options })
  await dropFiles(admin, [{ name: 'IMG_0042.MOV', type: 'video/quicktime', buffer }])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })

  const [item] = await itemsOf(placard)
  expect(item).toMatchObject({ type: 'video', title: 'IMG 0042', visible: true, film: { sound: true, format: 'h264' } })
  expect(item?.duration).toBeUndefined()
  expect(item?.film?.lengthMs).toBeGreaterThan(1_800)
  const player = await openPlayer(admin, placard)
  // Such a small film loses some of its colour, but the two halves are still clearly different.
  const isBlue = async (down: number) => {
    const { red, blue } = await colourAt(player, 0.5, down)
    return blue - red
  }
  await expect.poll(() => isBlue(0.2), { timeout: 20_000 }).toBeGreaterThan(100)
  expect(await isBlue(0.7)).toBeLessThan(-100)
  const stored = await (await player.request.get(placard.url + item?.url)).body()
  expect(stored.includes('+52.52')).toBe(false)
})

for (const isUpright of [false, true]) {
  for (const isOld of [false, true]) {
    const name = `${isOld ? 'an old film without a word on its colours' : 'a small film'}${isUpright ? ' that is turned' : ''}`
    test(`[CT3] ${name} keeps its colours`, async ({ admin, placard }) => {
      const size = { width: 640, height: 360 }
      // Films of 60 pictures a second are converted.
      const buffer = await film({ colours: [RED, BLUE], framesPerSecond: 60, size, isUpright, isOld })
      await dropFiles(admin, [{ name: 'old.mp4', type: 'video/mp4', buffer }])
      await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })
      const player = await openPlayer(admin, placard)
      await expect(player.locator('.layer-seen video')).toBeVisible()
      const [red, blue] = isUpright ? ([0.7, 0.2] as const) : ([0.4, 0.4] as const)
      await shows(player, RED, isUpright ? 0.5 : 0.3, red)
      const seen = await colourAt(player, isUpright ? 0.5 : 0.7, blue)
      expect(seen.blue - seen.red, JSON.stringify(seen)).toBeGreaterThan(140)
    })
  }
}

test('[CT3] a film that every screen plays is sent as it is, with its index in front', async ({ admin, placard }) => {
  const buffer = await film({ colours: [GREEN, GREEN], sound: true })
  await dropFiles(admin, [{ name: 'hall.mp4', type: 'video/mp4', buffer }])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 30_000 })
  const [item] = await itemsOf(placard)
  const stored = await (await admin.request.get(placard.url + item?.url)).body()
  expect(buffer.indexOf('moov')).toBeGreaterThan(buffer.indexOf('mdat'))
  expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
  await shows(await openPlayer(admin, placard), GREEN)
})

test('[CT3] a film with a further track, of times, is rewritten without it', async ({ admin, placard }) => {
  const options = ['-timecode', '10:00:00:00']
  const buffer = await film({ colours: [GREEN, GREEN], sound: true, framesPerSecond: 25, options })
  await dropFiles(admin, [{ name: 'camera.mp4', type: 'video/mp4', buffer }])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await itemsOf(placard))[0]).toMatchObject({ type: 'video', film: { sound: true, format: 'h264' } })
})

test('[CT1] pictures, an animation, a drawing and what cannot be taken, all at once', async ({ admin, placard }) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><script>parent.hacked = 1</script>
    <rect width="16" height="9" fill="${BLUE}"/></svg>`
  await dropFiles(admin, [
    { name: '1-poster.jpg', type: 'image/jpeg', buffer: await flatPicture(RED) },
    { name: '2-dance.gif', type: 'image/gif', buffer: await film({ as: 'gif', colours: [GREEN, GREEN] }) },
    { name: '3-plan.svg', type: 'image/svg+xml', buffer: Buffer.from(drawing) },
    { name: '4-slides.pptx', type: '', buffer: Buffer.from('PK\x03\x04') },
    { name: '5-old.avi', type: 'video/x-msvideo', buffer: await film({ as: 'avi' }) },
    { name: '6-voice.mp4', type: 'video/mp4', buffer: await soundAlone() },
  ])
  const panel = panelOf(admin)
  await expect(panel.getByText('3 added, 3 not')).toBeVisible({ timeout: 60_000 })
  const row = (text: string) => panel.getByRole('listitem').filter({ hasText: text })
  await expect(row('4-slides')).toContainText('This is a PowerPoint file. Save it as PDF and drop the PDF.')
  await expect(row('4-slides')).not.toContainText('valid image file')
  await expect(row('5-old')).toContainText('Save it as MP4 with H.264')
  await expect(row('6-voice')).toContainText('This film has only sound')

  const items = await itemsOf(placard)
  expect(items.map(({ title, type }) => [title, type])).toEqual([
    ['1-poster', 'image'],
    ['2-dance', 'video'],
    ['3-plan', 'image'],
  ])
  // [CT16] Repeated, so that it does not stutter each second.
  expect(items[1]?.film?.lengthMs).toBeGreaterThanOrEqual(10_000)
  expect(await admin.evaluate(() => 'hacked' in window)).toBe(false)
  // Only the drawing is visible.
  for (const { id: itemId } of items.slice(0, 2)) {
    const headers = { 'if-match': '*' }
    await placard.call('updateItem', { params: { ...DISPLAY, itemId }, headers, body: { visible: false } })
  }
  await shows(await openPlayer(admin, placard), BLUE)
})

test('[CT4] a film that this browser cannot read says why, and what else would do', async ({ admin, placard }) => {
  const options = ['-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=error']
  await dropFiles(admin, [
    { name: 'new-phone.mov', type: 'video/quicktime', buffer: await film({ as: 'mov', options }) },
  ])
  const row = panelOf(admin).getByRole('listitem')
  await expect(row).toContainText('This browser cannot decode this film', { timeout: 30_000 })
  await expect(row).toContainText('Most compatible')
  expect(await itemsOf(placard)).toEqual([])
})

test('[CT4] where a page has no encoders, what every screen plays is taken, and other films say so', async ({
  admin,
  placard,
}) => {
  // A page on http has none of these.
  await admin.addInitScript(() => {
    for (const name of ['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder', 'ImageDecoder']) {
      Reflect.deleteProperty(window, name)
    }
    // The script of a worker is the product's own, so the missing functions are removed before it starts.
    const Whole = Worker
    window.Worker = class extends Whole {
      override postMessage(message: unknown) {
        super.postMessage(message)
      }
    }
  })
  await beforeFilms(
    admin,
    `for (const name of ['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder', 'ImageDecoder']) delete self[name];`,
  )
  await admin.reload()
  await dropFiles(admin, [
    { name: '1-fine.mp4', type: 'video/mp4', buffer: await film() },
    { name: '2-camera.webm', type: 'video/webm', buffer: await film({ as: 'webm' }) },
    { name: '3-dance.gif', type: 'image/gif', buffer: await film({ as: 'gif' }) },
  ])
  const panel = panelOf(admin)
  await expect(panel.getByText('2 added, 1 not')).toBeVisible({ timeout: 60_000 })
  await expect(panel.getByRole('listitem').filter({ hasText: '2-camera' })).toContainText('this browser cannot')
  await expect(panel.getByRole('listitem').filter({ hasText: '3-dance' })).toContainText('Added as a still picture')
  const items = await itemsOf(placard)
  expect(items.map(({ type }) => type)).toEqual(['video', 'image'])
  // The page has played it to make its poster.
  expect(items[0]?.film?.poster).toBe(true)
})

test('[CT4] a film that finds no room while it is converted says so, and is converted once there is some', async ({
  admin,
  placard,
}) => {
  // The disk is full until the second try.
  const full = `const open = FileSystemFileHandle.prototype.createWritable
    FileSystemFileHandle.prototype.createWritable = async function () {
      const folder = await navigator.storage.getDirectory()
      if (await folder.getFileHandle('emptied').catch(() => undefined)) return open.call(this)
      return new WritableStream({ write() { throw new DOMException('full', 'QuotaExceededError') } })
    };`
  await beforeFilms(admin, full)
  await dropFiles(admin, [{ name: 'fast.mp4', type: 'video/mp4', buffer: await film({ framesPerSecond: 60 }) }])
  const row = panelOf(admin).getByRole('listitem')
  await expect(row).toContainText('This browser has too little space to convert this film', { timeout: 60_000 })
  expect(await itemsOf(placard)).toEqual([])
  await admin.evaluate(async () => {
    await (await navigator.storage.getDirectory()).getFileHandle('emptied', { create: true })
  })
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(row).toContainText('Added', { timeout: 60_000 })
})

test('[CT2] a file that the organisation already has is not sent again, and a message says so', async ({
  admin,
  placard,
}) => {
  const picture = { name: 'poster.jpg', type: 'image/jpeg', buffer: await flatPicture('#553311') }
  await dropFiles(admin, [picture])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible()
  const sent: Request[] = []
  admin.on('request', (request) => {
    if (/\/(media|uploads)$/.test(request.url())) sent.push(request)
  })
  await dropFiles(admin, [picture])
  await expect(panelOf(admin).getByText('nothing was sent')).toBeVisible()
  expect(sent).toEqual([])
  const [one, other] = await itemsOf(placard)
  expect(other?.url).toBe(one?.url)
})

test('[CT2] a film that was converted is known when it is dropped again: nothing is converted, nothing sent', async ({
  admin,
  placard,
}) => {
  const buffer = await film({ as: 'mov', framesPerSecond: 60, seconds: 2 })
  const drop = () => dropFiles(admin, [{ name: 'IMG_0007.MOV', type: 'video/quicktime', buffer }])
  await drop()
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })
  let uploads = 0
  await admin.route('**/uploads', (route) => {
    uploads += 1
    return route.continue()
  })
  await drop()
  await expect(panelOf(admin).getByText('already stored')).toBeVisible({ timeout: 60_000 })
  const [first, second] = await itemsOf(placard)
  expect(second).toMatchObject({ type: 'video', url: first?.url, film: first?.film })
  expect(uploads).toBe(0)
})

test('[CT3] a picture goes past films that were dropped before it and are converted', async ({ admin, placard }) => {
  const long = await film({ framesPerSecond: 60, size: { width: 640, height: 360 }, seconds: 30 })
  const films = ['one.mp4', 'two.mp4'].map((name, index) => ({
    name,
    type: 'video/mp4',
    // Each time another film, because a known one is not converted again.
    buffer: Buffer.concat([long, Buffer.from([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65, index])]),
  }))
  await dropFiles(admin, films)
  const converting = panelOf(admin).getByText(/Converting: \d+%/)
  await expect(converting).toHaveCount(1, { timeout: 60_000 })
  await dropFiles(admin, [{ name: 'quick.jpg', type: 'image/jpeg', buffer: await flatPicture(RED) }])
  await expect.poll(async () => (await itemsOf(placard)).map(({ type }) => type)).toEqual(['image'])
  await expect(converting).toHaveCount(1)
})

test('[CT3] a conversion is paused and goes on, and the page is not left by mistake; canceled, nothing is added', async ({
  admin,
  placard,
}) => {
  const long = await film({ framesPerSecond: 60, size: { width: 640, height: 360 }, seconds: 60 })
  await dropFiles(admin, [{ name: 'long.mp4', type: 'video/mp4', buffer: long }])
  const row = panelOf(admin).getByRole('listitem')
  await expect(row.getByText(/Converting: [1-9]\d?%/)).toBeVisible({ timeout: 60_000 })
  await row.getByRole('button', { name: 'Pause' }).click()
  await expect(row.getByText(/Paused/)).toBeVisible()
  const share = () => row.getByRole('progressbar').getAttribute('aria-valuenow')
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row.getByText(/Converting: ([1-9]\d?)%/)).toBeVisible()
  expect(Number(await share())).toBeGreaterThan(0)
  // A later page cannot continue the conversion, so the browser asks. If the user stays, nothing is lost.
  const asked = admin.waitForEvent('dialog')
  await admin.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(row.getByText(/Converting: ([1-9]\d?)%/)).toBeVisible()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByText('Canceled. Nothing was added.')).toBeVisible()
  expect(await itemsOf(placard)).toEqual([])
  // Nothing of it is left in the storage of this browser.
  const left = () =>
    admin.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const names: string[] = []
      for await (const [name, folder] of root.entries()) {
        if (folder.kind === 'directory')
          for await (const file of (folder as FileSystemDirectoryHandle).keys()) names.push(`${name}/${file}`)
      }
      return names
    })
  await expect.poll(left).toEqual([])
  // No upload is in progress.
  const asks: string[] = []
  admin.on('dialog', (again) => asks.push(again.type()))
  await admin.reload()
  expect(asks).toEqual([])
})

test('[CT1] one control for all content: files by its button, an address, and other text', async ({
  admin,
  placard,
}) => {
  const open = async () => {
    await admin.getByRole('button', { name: 'Add anything…' }).first().click()
    return admin.getByRole('dialog', { name: 'Add anything' })
  }
  const dialog = await open()
  expect(await findings(admin)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Or an address' }).fill('nothing at all')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not an address.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveValue('nothing at all')
  await dialog.getByRole('textbox', { name: 'Or an address' }).fill('youtu.be/dQw4w9WgXcQ')
  await admin.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('article', { name: 'YouTube film' })).toBeVisible()

  const again = await open()
  await again.getByLabel('Choose files').setInputFiles([
    { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await flatPicture('#102030') },
    { name: 'two.mp4', mimeType: 'video/mp4', buffer: await film() },
  ])
  await expect(again).toBeHidden()
  await expect(panelOf(admin).getByText('2 added')).toBeVisible({ timeout: 30_000 })
  expect((await itemsOf(placard)).map(({ type }) => type)).toEqual(['youtube', 'image', 'video'])
})

test('[CT3] 60 pictures a second stay where somebody asks for it, in whatever they lie, and become 30 where nobody does', async ({
  admin,
  placard,
}) => {
  const fast = { framesPerSecond: 60 }
  const timed = await film({ ...fast, options: ['-timecode', '10:00:00:00'] })
  const plain = { name: 'sport.mp4', mimeType: 'video/mp4', buffer: await film(fast) }
  await addFilms(admin, true, [
    plain,
    { name: 'phone.mov', mimeType: 'video/quicktime', buffer: await film({ ...fast, as: 'mov' }) },
    { name: 'action.mp4', mimeType: 'video/mp4', buffer: timed },
  ])
  await expect.poll(async () => (await itemsOf(placard)).length, { timeout: 30_000 }).toBe(3)
  await addFilms(admin, false, [plain])
  await expect.poll(async () => (await itemsOf(placard)).length, { timeout: 30_000 }).toBe(4)
  const formats = (await itemsOf(placard)).map(({ film: facts }) => facts?.format)
  expect(formats).toEqual(['h264-60', 'h264-60', 'h264-60', 'h264'])
})

test('[CT3] the pictures of H.265 stay where somebody asks for it, though this browser cannot read them', async ({
  admin,
  placard,
}) => {
  const options = ['-c:v', 'libx265', '-tag:v', 'hvc1', '-x265-params', 'log-level=error']
  const buffer = await film({ as: 'mov', options })
  await addFilms(admin, true, [{ name: 'new-phone.mov', mimeType: 'video/quicktime', buffer }])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await itemsOf(placard))[0]?.film?.format).toBe('hevc')
})

test('[CT3] 60 pictures a second that cannot stay become 30, and that is said', async ({ admin, placard }) => {
  const buffer = await film({ as: 'mov', framesPerSecond: 60, isUpright: true })
  await addFilms(admin, true, [{ name: 'upright.mov', mimeType: 'video/quicktime', buffer }])
  await expect(panelOf(admin).getByText('To keep 4K and 60 pictures a second')).toBeVisible({ timeout: 60_000 })
  expect((await itemsOf(placard))[0]?.film?.format).toBe('h264')
})

test('[CT3] a film that begins slowly and goes on with 60 pictures a second is converted', async ({
  admin,
  placard,
}) => {
  // 310 pictures at 25 a second, then 60 a second, in parts of 15,360.
  const times = "setts=ts='if(lt(N,310),N*614,190340+(N-310)*256)'"
  const options = ['-bf', '0', '-bsf:v', times]
  const buffer = await film({ framesPerSecond: 60, seconds: 10, size: { width: 160, height: 90 }, options })
  await dropFiles(admin, [{ name: 'slow.mp4', type: 'video/mp4', buffer }])
  await expect(panelOf(admin).getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect((await itemsOf(placard))[0]?.film?.format).toBe('h264')
})

test('[CT3] a film that was sent as it is and refused by the server is converted', async ({ admin, placard }) => {
  let refused = 0
  // A file that is already stored would not be uploaded.
  const buffer = await film({ colours: ['#884422', '#228844'] })
  await admin.route('**/uploads/*/media', async (route) => {
    refused += 1
    if (refused > 1) return route.fallback()
    const error = { code: 'film-not-for-every-screen', message: '' }
    await route.fulfill({ status: 422, json: { error, requestId: 'one' } })
  })
  await dropFiles(admin, [{ name: 'odd.mp4', type: 'video/mp4', buffer }])
  await expect(panelOf(admin).getByRole('listitem')).toContainText('Added', { timeout: 30_000 })
  expect(refused).toBe(2)
  expect((await itemsOf(placard))[0]?.film?.format).toBe('h264')
})

test('[CT16] every kind of animation is as fast as it was, whatever its file is labelled with', async ({
  admin,
  placard,
}) => {
  // 50 pictures a second are more than a film may have. The length shows the speed, because it is not a repetition.
  const still = { colours: [GREEN, GREEN] as const, size: { width: 64, height: 36 }, seconds: 11 }
  const at = (framesPerSecond: number, as: 'gif' | 'webp' | 'apng') => film({ ...still, framesPerSecond, as })
  await dropFiles(admin, [
    { name: '1-hurried.gif', type: 'image/png', buffer: await at(50, 'gif') },
    { name: '2-smooth.webp', type: 'image/webp', buffer: await at(30, 'webp') },
    { name: '3-fast.png', type: 'image/png', buffer: await at(50, 'apng') },
  ])
  await expect(panelOf(admin).getByText('3 added')).toBeVisible({ timeout: 90_000 })
  const items = await itemsOf(placard)
  expect(items.map(({ type }) => type)).toEqual(['video', 'video', 'video'])
  for (const { title, film: facts } of items) {
    expect(Math.abs((facts?.lengthMs ?? 0) - 11_000), `${title}: ${facts?.lengthMs}`).toBeLessThan(100)
  }
})

test('[CT16] of an animation that is too long, the first two minutes are shown, and a message says so', async ({
  admin,
  placard,
}) => {
  const long = { size: { width: 64, height: 36 }, framesPerSecond: 1, seconds: 130 }
  await dropFiles(admin, [{ name: 'long.gif', type: 'image/gif', buffer: await film({ ...long, as: 'gif' }) }])
  await expect(panelOf(admin).getByText('the first two minutes')).toBeVisible({ timeout: 60_000 })
  expect((await itemsOf(placard))[0]?.film?.lengthMs).toBe(120_000)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[CT1] the door stands whole, in Arabic too', async ({ admin }) => {
    await admin.getByRole('button', { name: 'Add anything…' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Add anything' })
    await expect(dialog).toBeVisible()
    const tooWide = () => admin.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await tooWide()).toBe(false)
    expect(await findings(admin)).toEqual([])
  })
})

const LIST = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'

test('[HS29] an address as people share it is pasted, and becomes what plays', async ({ admin, placard }) => {
  // A film and a picture are on at once.
  for (const address of [
    'youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.dropbox.com/scl/fi/a1b2/Autumn_fair.jpg?rlkey=k&dl=0',
  ])
    await paste(admin, address)
  await expect
    .poll(async () => (await itemsOf(placard)).map(({ type, title, url }) => [type, title, url]).sort(), {
      timeout: 20_000,
    })
    .toEqual([
      ['image', 'Autumn fair', 'https://www.dropbox.com/scl/fi/a1b2/Autumn_fair.jpg?rlkey=k&raw=1'],
      ['youtube', 'YouTube film', 'https://youtu.be/dQw4w9WgXcQ?si=abc'],
    ])
  // Anything else in the form for pages, where it can be seen.
  const form = admin.getByRole('dialog', { name: 'Add a web page' })
  for (const [address, plays] of [
    [
      `https://www.youtube.com/playlist?list=${LIST}`,
      `https://www.youtube-nocookie.com/embed/videoseries?list=${LIST}`,
    ],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
    ['https://www.twitch.tv/monstercat', 'https://player.twitch.tv/?channel=monstercat&parent='],
    [
      'https://docs.google.com/presentation/d/1a2B3c4D5e6F7g8H9i0JkL/edit',
      'https://docs.google.com/presentation/d/1a2B3c4D5e6F7g8H9i0JkL/embed',
    ],
  ] as const) {
    await paste(admin, address)
    await expect(form.getByLabel('Address')).toHaveValue(new RegExp(`^${plays.replace(/[.?/]/g, '\\$&')}`))
    await form.getByLabel('Title').fill(address)
    await form.getByRole('button', { name: 'Put it on' }).click()
    await expect(form).toBeHidden()
    const { type, url } = (await itemsOf(placard)).find(({ title }) => title === address) ?? {}
    expect([type, url?.startsWith(plays)]).toEqual(['webpage', true])
  }
})

test('[HS29] an address that plays nowhere says why, and nothing is saved', async ({ admin, placard }) => {
  for (const [address, words] of [
    ['https://www.youtube.com/@NASA/live', 'This YouTube page cannot be played here'],
    ['https://www.youtube.com/playlist?list=WL', 'Only you can open this YouTube list'],
    ['https://drive.google.com/file/d/1a2B3c4D5e6F7g8H9i0/view', 'Download it, then drop it here'],
    ['https://www.dropbox.com/scl/fo/a1b2/h?rlkey=k&dl=0', 'A folder cannot be played.'],
    [`https://films.example/${'a'.repeat(2_100)}.mp4`, /more than 2,?048 characters/],
  ] as const) {
    await paste(admin, address)
    await expect(admin.getByText(words)).toBeVisible()
    await expect(admin.getByRole('dialog')).toHaveCount(0)
  }
  // The form shows the error at its field.
  await admin.getByRole('button', { name: 'Add anything…' }).first().click()
  const door = admin.getByRole('dialog', { name: 'Add anything' })
  await door.getByRole('textbox').fill('vimeo.com/staffpicks')
  await door.getByRole('textbox').press('Enter')
  await expect(door.getByText('This Vimeo page is not a film.')).toBeVisible()
  expect(await findings(admin)).toEqual([])
  expect(await itemsOf(placard)).toEqual([])
})

test('[HS29] the form for a film says what an address becomes, and refuses other text', async ({ admin, placard }) => {
  await admin.goto(`${placard.url}/addContainer`)
  await admin.getByLabel('Type').selectOption('youtube')
  const address = admin.getByLabel('URL')
  await address.fill('https://www.youtube.com/@NASA')
  await admin.getByLabel('Title').fill('Space')
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect(admin.getByText('This YouTube page cannot be played here')).toBeVisible()
  await address.fill(`https://films.example/${'a'.repeat(2_100)}.mp4`)
  await expect(admin.getByText(/more than 2,?048 characters/)).toBeVisible()
  await address.fill(`https://www.youtube.com/playlist?list=${LIST}`)
  await expect(admin.getByText('This plays as: Web page.')).toBeVisible()
  await admin.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(async () => (await itemsOf(placard)).length).toBe(1)
  expect((await itemsOf(placard))[0]).toMatchObject({ type: 'webpage', title: 'Space' })
})

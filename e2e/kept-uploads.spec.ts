import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SINGLE_UPLOAD_BYTES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { clearDisplay } from './content.ts'
import { dropFiles } from './files.ts'
import { film } from './film-files.ts'
import { expect, signIn, test } from './journey.ts'
import type { Placard } from './placard.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'
import { holdPieces, watchUploads } from './upload-pieces.ts'

// Uploads that live through a reload of the page, or a tab that is closed.

test.beforeEach(async ({ placard }) => clearDisplay(placard))

const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const itemsOf = async (placard: Placard) => (await placard.call('getProgramme')).items
const isListening = (page: Page) => expect(page.getByRole('button', { name: 'Add anything…' }).first()).toBeVisible()
const isAdded = (page: Page) =>
  expect(panelOf(page).getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })

/** The head of an MP4 box with this many bytes, which belong to no picture. It makes a film as large as a journey needs. */
function roomOf(bytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes + 8)
  head.write('mdat', 4, 'latin1')
  return head
}

/** Long enough that its bit rate is one that every screen plays, added bytes included. */
let short: Promise<Buffer> | undefined

/** A film that is uploaded unchanged, in several pieces. It contains `noise`. */
async function longFilm(name = 'hall.mp4') {
  const noise = randomBytes(2 ** 20)
  short ??= film({ seconds: 4 })
  const buffer = Buffer.concat([await short, roomOf(noise.length), noise])
  return { name, type: 'video/mp4', buffer, noise }
}

/** The parts of uploads that this browser has stored. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const known = (await indexedDB.databases()).some(({ name }) => name === 'placard-uploads')
    const left = { records: 0, bytes: 0, scratch: 0 }
    if (known) {
      const database = await resultOf(indexedDB.open('placard-uploads'))
      const countOf = (name: string) => resultOf(database.transaction(name).objectStore(name).count())
      left.records = await countOf('record')
      left.bytes = await countOf('bytes')
      database.close()
    }
    const root = await navigator.storage?.getDirectory()
    const folder = await root?.getDirectoryHandle('films-under-way').catch(() => undefined)
    for await (const _ of folder?.keys() ?? []) left.scratch += 1
    return left
  })
const NOTHING = { records: 0, bytes: 0, scratch: 0 }

/** Drops a film of which only the first piece is sent, until it is released. */
async function dropHalf(page: Page, file: Parameters<typeof dropFiles>[1][number]) {
  const letGo = await holdPieces(page)
  const uploads = watchUploads(page)
  await isListening(page)
  await dropFiles(page, [file])
  await expect.poll(uploads.offsets, { timeout: 60_000 }).toEqual([0, SINGLE_UPLOAD_BYTES])
  return { letGo, uploads }
}

/** No piece was sent twice, except the one that was interrupted. */
function hasGoneOn(uploads: ReturnType<typeof watchUploads>) {
  expect(uploads.begun()).toBe(1)
  expect(uploads.offsets().filter((offset) => offset === 0)).toHaveLength(1)
  expect(uploads.offsets().at(2)).toBe(SINGLE_UPLOAD_BYTES)
}

/** The released film was added, the server has all of its bytes, and the browser has stored nothing of it. */
async function goesOnWhole(
  page: Page,
  placard: Placard,
  { noise }: { noise: Buffer },
  uploads: ReturnType<typeof watchUploads>,
) {
  await isAdded(page)
  hasGoneOn(uploads)
  const [item] = await itemsOf(placard)
  const stored = await (await page.request.get(placard.url + item?.url)).body()
  expect(stored.includes(noise)).toBe(true)
  await expect.poll(() => keptBy(page)).toEqual(NOTHING)
}

test('[CT3] [F54] a film that is sent as it is goes on after a reload, and nothing of it stays behind', async ({
  admin,
  placard,
}) => {
  const file = await longFilm()
  const { letGo, uploads } = await dropHalf(admin, file)
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 1, scratch: 0 })
  await admin.reload()
  await expect(panelOf(admin).getByText('Hall')).toBeVisible()
  await letGo()
  await goesOnWhole(admin, placard, file, uploads)
})

test('[CT3] [F54] a rewritten film continues after its tab was closed, without being rewritten again', async ({
  admin,
  placard,
}) => {
  const buffer = await film({ as: 'mkv', size: { width: 640, height: 360 }, seconds: 12, options: ['-crf', '4'] })
  const { uploads } = await dropHalf(admin, { name: 'sport.mkv', type: 'video/x-matroska', buffer })
  // It lies where it was written to: neither a copy of it is needed any more, nor of what was chosen.
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 0, scratch: 1 })
  const next = await admin.context().newPage()
  await admin.close()
  const after = watchUploads(next)
  await next.goto(placard.url)
  await signIn(next, placard)
  await isAdded(next)
  expect(uploads.begun() + after.begun()).toBe(1)
  expect(Math.min(...after.offsets())).toBeGreaterThanOrEqual(SINGLE_UPLOAD_BYTES)
  expect((await itemsOf(placard))[0]).toMatchObject({ type: 'video', film: { format: 'h264' } })
  await expect.poll(() => keptBy(next)).toEqual(NOTHING)
})

test('[CT3] a conversion that a reload ends begins again by itself', async ({ admin, placard }) => {
  const buffer = await film({ framesPerSecond: 60, size: { width: 640, height: 360 }, seconds: 20 })
  await isListening(admin)
  await dropFiles(admin, [{ name: 'sport.mp4', type: 'video/mp4', buffer }])
  const row = panelOf(admin).getByRole('listitem')
  await expect(row.getByText(/Converting: [1-9]\d?%/)).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await keptBy(admin)).bytes).toBe(1)
  admin.on('dialog', (dialog) => dialog.accept())
  await admin.reload()
  await isAdded(admin)
  expect(await itemsOf(placard)).toHaveLength(1)
  await expect.poll(() => keptBy(admin)).toEqual(NOTHING)
})

test('[CT3] where there is no room the page asks for the file again, and goes on from where it was', async ({
  admin,
  placard,
}) => {
  const noRoom = () => {
    StorageManager.prototype.estimate = async () => ({ quota: 2 ** 20, usage: 2 ** 19 })
  }
  await admin.addInitScript(noRoom)
  await admin.reload()
  const file = await longFilm()
  const { letGo, uploads } = await dropHalf(admin, file)
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 0, scratch: 0 })
  // The browser asks people who leave all the same, if they have done anything on the page.
  admin.on('dialog', (dialog) => dialog.accept())
  await admin.reload()
  const row = panelOf(admin).getByRole('listitem')
  await expect(row).toContainText(/Stopped at [1-9]\d%\. Choose hall\.mp4 again to continue\./)
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = admin.waitForEvent('filechooser')
    await row.getByRole('button', { name: 'Choose the file again' }).click()
    await (await chooser).setFiles({ name, mimeType: 'video/mp4', buffer })
  }
  await choose('other.mp4', file.buffer.subarray(0, 1_000))
  await expect(row.getByRole('alert')).toContainText('That is another file. Choose hall.mp4 to continue')
  await choose(file.name, file.buffer)
  await letGo()
  await goesOnWhole(admin, placard, file, uploads)
})

test('[CT3] dropped again it goes on too; another film of the same name and size is sent from its beginning', async ({
  admin,
  placard,
}) => {
  await admin.addInitScript(() => {
    StorageManager.prototype.estimate = async () => ({ quota: 0, usage: 0 })
  })
  await admin.reload()
  const file = await longFilm()
  const { letGo, uploads } = await dropHalf(admin, file)
  admin.on('dialog', (dialog) => dialog.accept())
  await admin.reload()
  await expect(panelOf(admin).getByText(/^Stopped at/)).toBeVisible()
  await letGo()
  const noise = randomBytes(file.noise.length)
  const buffer = Buffer.concat([file.buffer.subarray(0, -noise.length), noise])
  await dropFiles(admin, [{ ...file, buffer }])
  await isAdded(admin)
  // Its first bytes are the same; what is between is not.
  expect(uploads.begun()).toBe(2)
  expect(uploads.removed()).toBe(1)
  const items = await itemsOf(placard)
  expect(items).toHaveLength(1)
  const stored = await (await admin.request.get(placard.url + items[0]?.url)).body()
  expect(stored.includes(noise)).toBe(true)
})

test('[CT3] a canceled upload leaves nothing behind in the browser, and neither does one that cannot be shown', async ({
  admin,
}) => {
  const { letGo } = await dropHalf(admin, await longFilm())
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 1, scratch: 0 })
  await panelOf(admin).getByRole('button', { name: 'Cancel' }).click()
  await letGo()
  await expect.poll(() => keptBy(admin)).toEqual(NOTHING)
  await dropFiles(admin, [{ name: 'bad.mp4', type: 'video/mp4', buffer: Buffer.from('\0\0\0\x20ftypmp42', 'latin1') }])
  await expect(panelOf(admin).getByText('This film is damaged')).toBeVisible()
  await expect.poll(() => keptBy(admin)).toEqual(NOTHING)
})

test('[CT3] an upload that is older than the server’s limit is deleted in the browser too', async ({ admin }) => {
  await dropHalf(admin, await longFilm())
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 1, scratch: 0 })
  await admin.clock.install({ time: Date.now() + 25 * 60 * 60_000 })
  await admin.reload()
  await isListening(admin)
  await expect.poll(() => keptBy(admin)).toEqual(NOTHING)
  await expect(panelOf(admin)).toBeHidden()
})

test('[CT3] [F54] on plain http it goes on as well, in one page at a time', async ({ admin, placard, context }) => {
  // A browser takes these away there.
  await context.addInitScript(() => {
    for (const name of ['locks', 'storage']) Reflect.deleteProperty(Navigator.prototype, name)
    Reflect.deleteProperty(Crypto.prototype, 'subtle')
  })
  await admin.reload()
  const { uploads } = await dropHalf(admin, await longFilm())
  await expect.poll(() => keptBy(admin)).toEqual({ records: 1, bytes: 1, scratch: 0 })
  const other = await context.newPage()
  const elsewhere = watchUploads(other)
  await other.goto(admin.url())
  await isListening(other)
  // It has asked, and heard that somebody works on it.
  await other.waitForTimeout(1_500)
  await expect(panelOf(other)).toBeHidden()
  await admin.close()
  await isAdded(other)
  expect(uploads.begun() + elsewhere.begun()).toBe(1)
  expect(Math.min(...elsewhere.offsets())).toBeGreaterThanOrEqual(SINGLE_UPLOAD_BYTES)
  expect(await itemsOf(placard)).toHaveLength(1)
})

test('[CT3] [F54] a film of 400 MB goes on after the browser was closed', { tag: '@slow' }, async ({ placard }) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-kept-'))
  const path = join(folder, 'hall.mp4')
  const profile = join(folder, 'profile')
  const room = 400 * 2 ** 20
  const start = await film({ seconds: 320 })
  // A hole in the file: it takes no room on this disk.
  const sparse = await open(path, 'w')
  await sparse.write(Buffer.concat([start, roomOf(room)]))
  await sparse.truncate(start.length + 8 + room)
  await sparse.close()
  try {
    const first = await startScreenBrowser(profile)
    const page = await first.newPage()
    const before = watchUploads(page)
    await page.route('**/uploads/*', async (route) => {
      // So far, and no further.
      if (Number(route.request().headers()['upload-offset'] ?? 0) < 32 * 2 ** 20) await route.continue()
    })
    await signIn(page, placard)
    await page.getByRole('button', { name: 'Add anything…' }).first().click()
    await page.getByRole('dialog').getByLabel('Choose files').setInputFiles(path)
    await expect.poll(() => keptBy(page), { timeout: 60_000 }).toEqual({ records: 1, bytes: 1, scratch: 0 })
    const reached = () => Math.max(0, ...before.offsets())
    await expect.poll(reached, { timeout: 60_000 }).toBeGreaterThanOrEqual(32 * 2 ** 20)
    await first.close()
    await rm(path)

    const second = await startScreenBrowser(profile)
    const again = await second.newPage()
    const after = watchUploads(again)
    await signIn(again, placard)
    await isAdded(again)
    expect(after.begun()).toBe(0)
    expect(Math.min(...after.offsets())).toBeGreaterThanOrEqual(reached())
    await expect.poll(() => keptBy(again)).toEqual(NOTHING)
    await second.close()
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

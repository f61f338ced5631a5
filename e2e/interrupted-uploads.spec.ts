import { PAGES, SINGLE_UPLOAD_BYTES } from '@placard/contract'
import { expect, test } from './journey.ts'
import { fillIn, holdPieces, watchUploads } from './upload-pieces.ts'

test.use({ adminStartsAt: PAGES.addContainer })

test('C7 C8 [F54] a network that goes and returns does not restart the upload', async ({ admin, placard, context }) => {
  const uploads = watchUploads(admin)
  const letGo = await holdPieces(admin)
  await fillIn(admin, 'Through a tunnel')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(uploads.offsets).toHaveLength(2)
  await context.setOffline(true)
  await letGo()
  await expect(admin.getByText(/^Interrupted at \d+%\. It resumes automatically\.$/)).toBeVisible()
  await context.setOffline(false)
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  expect(uploads.begun()).toBe(1)
  expect(uploads.offsets().filter((offset) => offset === 0)).toHaveLength(1)
  expect((await placard.call('getProgramme')).items.at(-1)).toMatchObject({ title: 'Through a tunnel' })
})

test('C7 [F52] an upload whose beginning was never answered is the same one when it is tried again', async ({
  admin,
}) => {
  const begun: string[] = []
  await admin.route('**/uploads', async (route) => {
    const answer = await route.fetch()
    begun.push((await answer.json()).id)
    // The server has it, and the answer gets lost; twice.
    if (begun.length <= 2) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await fillIn(admin, 'Told thrice')
  await admin.getByRole('button', { name: 'Upload' }).click()
  for (const tries of [1, 2]) {
    await admin.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => begun.length).toBe(tries + 1)
  }
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
  expect(new Set(begun).size).toBe(1)
})

test('C7 [F54] a reload in the middle does not lose it', async ({ admin, placard }) => {
  const uploads = watchUploads(admin)
  const letGo = await holdPieces(admin)
  await fillIn(admin, 'After a reload')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(uploads.offsets).toHaveLength(2)
  await admin.reload()
  const panel = admin.getByRole('region', { name: 'Uploads' })
  await expect(panel.getByText('After a reload')).toBeVisible()
  await letGo()
  await expect(panel.getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(uploads.begun()).toBe(1)
  expect(uploads.offsets().filter((offset) => offset === 0)).toHaveLength(1)
  const added = (await placard.call('getProgramme')).items.filter(({ title }) => title === 'After a reload')
  expect(added).toMatchObject([{ duration: 30, visible: true }])
  await admin.reload()
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(panel).toBeHidden()
})

test('[F54] two pages do not send the same upload; the one that is left goes on with it', async ({
  admin,
  placard,
  context,
}) => {
  const uploads = watchUploads(admin)
  await holdPieces(admin)
  await fillIn(admin, 'Two pages')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(uploads.offsets).toHaveLength(2)
  const other = await context.newPage()
  const elsewhere = watchUploads(other)
  await other.goto(placard.url + PAGES.dashboard)
  await expect(other.getByRole('article').first()).toBeVisible()
  // It would send them too, and waits for its turn.
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
  await expect.poll(waiting).toBeGreaterThan(0)
  expect(elsewhere.offsets()).toEqual([])
  await admin.close()
  const panel = other.getByRole('region', { name: 'Uploads' })
  await expect(panel.getByText('Added', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(elsewhere.begun()).toBe(0)
  expect(elsewhere.offsets().every((offset) => offset >= SINGLE_UPLOAD_BYTES)).toBe(true)
  const added = (await placard.call('getProgramme')).items.filter(({ title }) => title === 'Two pages')
  expect(added).toHaveLength(1)
})

test('C8 [F52] the server killed in the middle: it goes on when there is one again, and makes one item', async ({
  admin,
  placard,
}) => {
  const uploads = watchUploads(admin)
  const letGo = await holdPieces(admin)
  await fillIn(admin, 'Twice alive')
  await admin.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(uploads.offsets).toHaveLength(2)
  await placard.kill()
  await letGo()
  await expect(admin.getByText(/It resumes automatically/)).toBeVisible()
  await placard.start()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible({ timeout: 90_000 })
  expect(uploads.begun()).toBe(1)
  const added = (await placard.call('getProgramme')).items.filter(({ title }) => title === 'Twice alive')
  expect(added).toHaveLength(1)
})

import type { Locator, Page } from '@playwright/test'
import { addPicture } from './content.ts'
import { pickFile } from './files.ts'
import { expect, test } from './journey.ts'
import { flatPicture, GREEN, RED } from './pixels.ts'
import type { Placard } from './placard.ts'

const POSTER = { title: 'Poster', duration: 45 }

async function openEdit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('article', { name: title }).getByRole('button', { name: 'Edit' }).click()
  return page.getByRole('dialog')
}

const savedItem = async (placard: Placard, id: string) =>
  (await placard.call('getProgramme')).items.find((item) => item.id === id)

test('[U14] a picture is replaced in its place: same item, same time, and undone like any change', async ({
  admin,
  placard,
}) => {
  const item = await addPicture(placard, await flatPicture(RED), POSTER)
  await placard.call('createLine', { body: { text: 'Something after it' } })
  const dialog = await openEdit(admin, 'Poster')
  const before = await dialog.locator('img').getAttribute('src')
  const replace = (buffer: Buffer, name = 'new.jpg') =>
    pickFile(admin, () => dialog.getByRole('button', { name: 'Replace…' }).click(), {
      name,
      type: 'image/jpeg',
      buffer,
    })

  await replace(Buffer.from('no picture at all'))
  await expect(dialog.getByRole('alert')).toHaveText(/^This picture is damaged/)
  await replace(await flatPicture(GREEN))
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect.poll(() => dialog.locator('img').getAttribute('src')).not.toBe(before)
  expect(await savedItem(placard, item.id)).toMatchObject({ url: item.url })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Updated Successfully')).toBeVisible()
  const replaced = await savedItem(placard, item.id)
  expect(replaced).toMatchObject({ ...POSTER, position: item.position, type: 'image', playable: true })
  expect(replaced?.url).toMatch(/^\/media\//)
  expect(replaced?.url).not.toBe(item.url)

  await expect(dialog).toBeHidden()
  await admin.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => (await savedItem(placard, item.id))?.url).toBe(item.url)
})

test('[U14] the title has the focus, and no address of our own is ever shown', async ({ admin, placard }) => {
  const item = await addPicture(placard, await flatPicture(RED), { title: 'Ours' })
  const dialog = await openEdit(admin, 'Ours')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  // D6: it is there under its name, the last of the fields.
  const address = dialog.getByLabel('Image URL')
  await expect(address).toHaveValue('')
  expect(await dialog.locator('input, select').last().getAttribute('type')).toBe('url')
  for (const field of await dialog.locator('input').all()) expect(await field.inputValue()).not.toContain('/media/')
  await expect(dialog.getByText('Please enter a valid URL.')).toBeHidden()

  // Typing that is taken back leaves the picture.
  await address.fill('nonsense')
  await expect(dialog.getByText('Please enter a valid URL.')).toBeVisible()
  await address.fill('')
  await expect(dialog.getByText('Please enter a valid URL.')).toBeHidden()
  await dialog.getByLabel('Title').fill('Still ours')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Updated Successfully')).toBeVisible()
  expect(await savedItem(placard, item.id)).toMatchObject({ title: 'Still ours', url: item.url })

  const again = await openEdit(admin, 'Still ours')
  await again.getByLabel('Image URL').fill('https://example.org/elsewhere.jpg')
  await again.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => savedItem(placard, item.id))
    .toMatchObject({ url: 'https://example.org/elsewhere.jpg', type: 'image' })
})

test('[U14] a YouTube item has no picture to replace, and shows its address', async ({ admin, placard }) => {
  await placard.call('createItem', {
    body: { title: 'Talk', type: 'youtube', url: 'https://youtu.be/aaaaaaaaaaa', duration: 5 },
  })
  const card = admin.getByRole('article', { name: 'Talk' })
  await expect(card).toContainText('5 s')
  const dialog = await openEdit(admin, 'Talk')
  await expect(dialog.getByRole('button', { name: 'Replace…' })).toHaveCount(0)
  await expect(dialog.getByLabel('Image URL')).toHaveValue('https://youtu.be/aaaaaaaaaaa')
  await expect(dialog.getByText('The address of a YouTube film, copied from your browser.')).toBeVisible()
})

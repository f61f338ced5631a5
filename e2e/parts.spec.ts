import type { Page } from '@playwright/test'
import { expect, showMore, signIn, test } from './journey.ts'

/** Waits until the page is complete and has fetched its idle parts. */
async function becomeIdle(page: Page): Promise<void> {
  let newest = Date.now()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') newest = Date.now()
  })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => Date.now() - newest).toBeGreaterThan(2_500)
}

/** The scripts that a page fetches when it is idle, or one that it fetches on demand (`web/chunks.ts`). */
const scriptOf = (name: 'soon' | 'add-playlist' | 'item-conflict') => `**/assets/${name}-*.js`

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

test('[U4] without a network every dialog of the dashboard opens at once', async ({ page, placard, context }) => {
  await signIn(page, placard)
  await page.reload()
  await becomeIdle(page)
  await context.setOffline(true)

  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this container?')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await showMore(page)
  for (const name of ['Activity', 'Settings']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Add Container' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Add Container')
  await expect(page.getByText('A newer version is ready')).toHaveCount(0)
})

test('[U4] a dialog that is not here says so without a network, and opens by itself when there is one', async ({
  page,
  placard,
  context,
}) => {
  await signIn(page, placard)
  // Never here, as on a line that broke before the page was idle.
  await page.route(scriptOf('soon'), (route) => route.abort())
  await page.reload()
  await becomeIdle(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  const told = page.getByRole('alertdialog', { name: 'No connection to the server' })
  await expect(told).toContainText('Your input is kept')
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0)

  await page.unroute(scriptOf('soon'))
  await context.setOffline(false)
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('[U4] a dialog whose script alone is missing says so, and opens at the next try', async ({ page, placard }) => {
  await signIn(page, placard)
  await page.route(scriptOf('add-playlist'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.reload()
  await becomeIdle(page)
  await page.getByRole('button', { name: 'Add anything…' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add playlist' }).click()
  const told = page.getByRole('alertdialog', { name: 'This could not be loaded' })
  await expect(told).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0)
  await page.unroute(scriptOf('add-playlist'))
  await told.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog')).toContainText('playlist')
})

test('[U4] T4 where the two versions of a conflict do not come, the form is there again with what was typed', async ({
  page,
  placard,
}) => {
  await signIn(page, placard)
  await page.route(scriptOf('item-conflict'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.reload()
  await becomeIdle(page)
  const [item] = (await placard.call('getProgramme')).items
  if (!item) throw new Error('the sample display is empty')
  await page.getByRole('article', { name: item.title }).getByRole('button', { name: 'Edit' }).click()
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('Mine')
  await placard.call('updateItem', {
    params: { itemId: item.id } as never,
    body: { title: 'Theirs' },
    headers: { 'if-match': '*' },
  })
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  await save.click()
  const told = page.getByRole('alertdialog', { name: 'This could not be loaded' })
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(title).toHaveValue('Mine')

  await page.unroute(scriptOf('item-conflict'))
  await save.click()
  const conflict = page.getByRole('alertdialog')
  await expect(conflict).toContainText('Theirs')
  // Nothing is decided by closing it.
  await page.keyboard.press('Escape')
  await expect(title).toHaveValue('Mine')
  await save.click()
  await expect(conflict).toContainText('Theirs')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expect(page.getByRole('article', { name: 'Mine' })).toBeVisible()
})

test('[U4] a session that ended under a dialog is renewed beside it, and what is typed stays', async ({
  page,
  placard,
}) => {
  await signIn(page, placard)
  await page.reload()
  await becomeIdle(page)
  // Saving is the first to learn of it: whatever else asked would open the sign-in over the button.
  await page.route('**/api/organisations/**', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add Text' }).first().click()
  const field = page.getByRole('textbox', { name: 'Text' })
  await field.fill('Typed before it went wrong')
  await page.context().clearCookies({ name: 'sid' })
  // Nothing more has to come for it.
  await page.route('**/assets/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expect(field).toHaveValue('Typed before it went wrong')
})

test('[U4] X6 after an upgrade of the server, and only then, a missing dialog offers to reload', async ({
  page,
  placard,
}) => {
  await signIn(page, placard)
  await page.route(scriptOf('soon'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.reload()
  await becomeIdle(page)
  // The server has another build by now: its page begins with another script.
  await page.route('**/dashboard', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/app-[\w-]{8}\.js/g, 'app-NEWBUILD.js'),
    })
  })
  await page.getByRole('article').first().getByRole('button', { name: 'Edit' }).click()
  const told = page.getByRole('alertdialog', { name: 'A newer version is ready' })
  await expect(told).toBeVisible()
  await page.unroute('**/dashboard')
  await page.unroute(scriptOf('soon'))
  await told.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('article').first().getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
})

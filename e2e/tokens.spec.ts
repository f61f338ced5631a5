import { type LineChanged, PAGES, pathOf, ROUTES, type Route } from '@placard/contract'
import { expect, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

test('an owner lets a program in, sees its token once, and what it writes is on the display until it is revoked', async ({
  admin: page,
  placard,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'API for programs' }).click()
  await page.waitForURL((url) => url.pathname === PAGES.tokens)
  await expect(page.getByText('No tokens yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Make a token' }).click()
  const dialog = page.getByRole('dialog')
  // Without a name nothing is made, and nothing that was chosen is lost.
  await dialog.getByLabel('Permission').selectOption({ label: 'Read and change' })
  await dialog.getByRole('button', { name: 'Make a token' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Permission')).toHaveValue('editor')
  await dialog.getByLabel('Name').fill('Timetable')
  await dialog.getByRole('button', { name: 'Make a token' }).click()

  const secret = (await dialog.locator('code').innerText()).trim()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  const entry = page.getByRole('listitem').filter({ hasText: 'Timetable' })
  await expect(entry).toContainText('Not used yet')
  expect(await page.content()).not.toContain(secret)

  const display = await context.newPage()
  await display.goto(placard.display)
  const addLine = (text: string) =>
    fetch(placard.url + pathOf('createLine', DISPLAY), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  const answer = await addLine('Lecture hall 3 is closed')
  expect(answer.status).toBe(201)
  expect(((await answer.json()) as LineChanged).line.text).toBe('Lecture hall 3 is closed')
  await expect(display.getByText('Lecture hall 3 is closed').first()).toBeAttached()

  await page.reload()
  await expect(entry).toContainText('Last used')
  await entry.getByRole('button', { name: 'Revoke Timetable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  const refused = await addLine('Never seen')
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid-token' } })
})

test('anybody reads the whole interface without the internet, and finds a call by keyboard', async ({
  page,
  placard,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== placard.url) elsewhere.push(request.url())
  })
  await page.goto(placard.url + PAGES.apiDocs)
  const calls = page.locator('details')
  // One that is made of a playlist too stands there with that address as well.
  const names = Object.entries<Route>(ROUTES).flatMap(([name, { ofPlaylist }]) =>
    ofPlaylist ? [name, `${name}OfPlaylist`] : [name],
  )
  await expect(calls).toHaveCount(names.length)
  const ids = await calls.evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.sort()).toEqual(names.sort())

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search the calls')).toBeFocused()
  await page.keyboard.type('ticker text end')
  await expect(calls).toHaveCount(2)
  await expect(page.getByText('2 calls', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator('#createLine summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#createLine pre')).toContainText(`curl -X POST '${placard.url}/api/organisations/`)
  await expect(page.locator('#createLine pre')).toContainText('"text":"Welcome, everybody"')

  await page.goto('about:blank')
  await page.goto(`${placard.url}${PAGES.apiDocs}#removeLine`)
  await expect(page.locator('#removeLine pre')).toBeVisible()
  await expect(page.locator('#removeLine summary')).toBeInViewport()
  expect(elsewhere).toEqual([])
})

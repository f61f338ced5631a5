import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'
import { launchPlacard } from './placard.ts'

/** A screen speaks of a change within a minute of the one before, and of a broken item when it has failed in two rounds. */
const TOLD_MS = 120_000

const panelOf = (page: Page) => page.getByRole('region', { name: 'Screens' })

async function openList(page: Page): Promise<void> {
  const button = panelOf(page).getByRole('button', { name: 'Show screens' })
  if (await button.isVisible()) await button.click()
}

test('[F20] the screens of a display tell how they are', async ({ browser }) => {
  test.setTimeout(6 * TOLD_MS)
  const placard = await launchPlacard()
  // One picture that stands still: what fails here, fails because it is broken and not because the machine is busy.
  for (const { id } of (await placard.call('getProgramme')).items.slice(1)) {
    await placard.call('removeItem', { params: { itemId: id } as never })
  }
  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, placard)
  const panel = panelOf(admin)

  await test.step('without one, the page says how to get one', async () => {
    await expect(panel).toContainText('No screen shows this display yet')
    await expect(panel.getByRole('link', { name: 'Try it here' })).toHaveAttribute('href', placard.display)
    // The preview plays all the while, and is no screen.
    await expect(admin.frameLocator('iframe').locator('main.player')).toHaveAttribute('data-state', 'playing')
  })

  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const screen = await context.newPage()

  await test.step('one that is opened appears, and is up to date', async () => {
    await screen.goto(placard.display)
    await expect(panel).toContainText('1 screen, up to date', { timeout: TOLD_MS })
    await openList(admin)
    const row = panel.getByRole('listitem').first()
    await expect(row).toContainText(/Screen [0-9A-F]{4}/)
    await expect(row).toContainText('1280 × 720')
    await expect(row).toContainText('Up to date')
    expect((await placard.call('listScreens')).screens).toHaveLength(1)
  })

  await test.step('it is given a name, which stays', async () => {
    await panel.getByRole('button', { name: 'Rename' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Name').fill('<b>Reception</b> left')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel.getByRole('heading', { name: '<b>Reception</b> left' })).toBeVisible()
  })

  await test.step('after an edit it is told whether the edit has arrived', async () => {
    const { revision } = await placard.call('createLine', { body: { text: 'Just in' } })
    await expect(screen.locator('main.player')).toHaveAttribute('data-revision', String(revision))
    await expect
      .poll(async () => (await placard.call('listScreens')).screens[0]?.state.revision, { timeout: TOLD_MS })
      .toBe(revision)
    await expect(panel).toContainText('1 screen, up to date', { timeout: TOLD_MS })
  })

  await test.step('[F20] a picture that cannot be shown is told in words, with what to do', async () => {
    await placard.call('createItem', {
      body: { title: 'Broken poster', type: 'image', url: `${placard.url}/nothing-here.jpg`, duration: 5 },
    })
    await expect(panel).toContainText('Has a problem', { timeout: TOLD_MS })
    await expect(panel).toContainText('Broken poster')
    await expect(panel).toContainText('does not show')
    await expect(panel).toContainText('1 of 1 screen needs a look')
  })

  await test.step('and is forgotten when it is gone', async () => {
    const { items } = await placard.call('getProgramme')
    const broken = items.find(({ title }) => title === 'Broken poster')
    if (!broken) throw new Error('the item is not there')
    await placard.call('removeItem', { params: { itemId: broken.id } as never })
    await expect(panel).toContainText('1 screen, up to date', { timeout: TOLD_MS })
  })

  await test.step('the same device is the same screen after a reload', async () => {
    const before = Date.now()
    await screen.reload()
    await expect
      .poll(
        async () => {
          const one = (await placard.call('listScreens')).screens[0]
          // The page before has said that it is closed; this one is another, and younger.
          return one !== undefined && one.state.doing === 'playing' && one.seenAt - one.state.upSeconds * 1_000 > before
        },
        { timeout: TOLD_MS },
      )
      .toBe(true)
    expect((await placard.call('listScreens')).screens).toHaveLength(1)
  })

  await test.step('one that is closed is not seen, since when', async () => {
    await screen.goto('about:blank')
    await expect(panel).toContainText('Not seen since', { timeout: TOLD_MS })
    await expect(panel).toContainText('Its page was closed')
  })

  await test.step('and can be taken off the list', async () => {
    await panel.getByRole('button', { name: 'Remove' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(panel).toContainText('No screen shows this display yet')
  })

  await context.close()
  await admin.context().close()
  await placard.close()
})

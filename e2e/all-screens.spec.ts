import { PAGES } from '@placard/contract'
import { findings } from './axe.ts'
import { withFilled } from './filled.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY } from './placard.ts'

test.use({ locale: 'en-GB' })

test('[SH1] a thousand screens: one is found, chosen with others, and renamed', async ({ page }) => {
  await withFilled('screens', 1_000, async (placard) => {
    await signIn(page, placard, PAGES.screens)
    const rows = page.locator('[data-screen]')
    await expect(rows).toHaveCount(1_000)
    const search = page.getByRole('searchbox', { name: 'Find by name, place or display' })
    await search.fill('house 07')
    await expect(rows).toHaveCount(25)
    expect(await findings(page)).toEqual([])
    await page.getByRole('checkbox', { name: /House 07/ }).check()
    await expect(page.getByRole('toolbar')).toContainText('25')
    await search.fill('screen 987')
    await expect(rows).toHaveCount(1)
    // The toolbar is for chosen screens, and none of them is in sight.
    await expect(page.getByRole('toolbar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Screen 987' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Beside the door')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await search.fill('beside')
    await expect(rows).toHaveCount(1)
    const { screens } = await placard.call('listOrganisationScreens', {
      params: { organisationId: DISPLAY.organisationId },
    })
    expect(screens.filter(({ paired }) => paired?.name === 'Beside the door')).toHaveLength(1)
    await search.fill('')
    await page.getByRole('button', { name: 'Older player 10' }).click()
    await expect(rows).toHaveCount(10)
    await expect(rows.first()).toContainText('Older player')
    await search.fill('nowhere at all')
    await expect(page.getByText('No screens match these filters.')).toBeVisible()
  })
})

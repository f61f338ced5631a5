import type { Locator, Page } from '@playwright/test'
import type { Placard } from './placard.ts'

/** The form of a notice. */
export const formOf = (page: Page): Locator => page.getByRole('dialog', { name: /notice/i })

/** Opens the form of a new notice on the page of a display. */
export async function writeNotice(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Write a notice' }).last().click()
  return formOf(page)
}

/** Opens a screen of the display in another tab, and comes back to the page. */
export async function openScreenBehind(page: Page, placard: Placard): Promise<Page> {
  const screen = await page.context().newPage()
  await screen.goto(placard.display)
  await page.bringToFront()
  return screen
}

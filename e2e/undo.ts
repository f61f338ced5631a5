import type { Page } from '@playwright/test'

/** The button of the newest notice that can be taken back. */
export const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last()

/** X2: a notice closes after 5 s, unless its button has the focus. On a busy machine a press alone may come too late. */
export async function pressUndo(page: Page): Promise<void> {
  await undoButton(page).focus()
  await undoButton(page).click()
}

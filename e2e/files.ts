import { expect, type Page } from '@playwright/test'

export type Dropped = { name: string; type: string; buffer: Buffer }

/** The data that a page receives when files are dropped on it. */
export function transferOf(page: Page, files: Dropped[]) {
  const encoded = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }))
  return page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, encoded)
}

/** Drops files on the page, like a user who drags them from a folder. */
export async function dropFiles(page: Page, files: Dropped[]): Promise<void> {
  await page.dispatchEvent('body', 'drop', { dataTransfer: await transferOf(page, files) })
}

/**
 * Chooses a file in the browser's dialog.
 *
 * @param open presses the button that opens the dialog
 */
export async function pickFile(page: Page, open: () => Promise<void>, { name, type, buffer }: Dropped): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // Playwright does not wait until the browser reports dialogs to it. After an earlier press the event never comes. A page
  // executes commands in order, so this command ends after that has been set up.
  await page.evaluate(() => {})
  await open()
  await (await chooser).setFiles({ name, mimeType: type, buffer })
}

/** Pastes a text where the focus is, into a page that listens. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Pastes a text into a page that may not listen yet, until a dialog opens. */
export async function pasteUntilDialog(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await paste(page, text)
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

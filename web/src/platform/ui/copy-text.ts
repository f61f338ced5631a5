/**
 * Copies a text to the clipboard, also on a plain-http page, as served by a device in a local network.
 *
 * @throws if the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  // Plain-http pages have no clipboard.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard) return clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Invisible, and without scrolling the page.
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  // Behind an open dialog nothing can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!done) throw new Error('the browser did not let the text be copied')
}

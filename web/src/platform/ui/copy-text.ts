/**
 * Puts a text where paste finds it, also on a page that came by plain http, as a box in a cupboard serves it.
 *
 * @throws when the browser does not let it
 */
export async function copyText(text: string): Promise<void> {
  // A page that came by plain http has none.
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard) return clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Out of sight, and without a jump of the page.
  field.style.position = 'fixed'
  field.style.opacity = '0'
  const focused = document.activeElement
  // Behind an open dialog nothing can be chosen.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!done) throw new Error('the browser did not let the text be copied')
}

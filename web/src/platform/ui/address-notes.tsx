import { useI18n } from './i18n/i18n.tsx'
import { Note } from './note.tsx'
import { isOnlyHere, publicOrigin } from './public-origin.ts'

/** Warnings for a user who is going to open a display's address on a screen. */
export function AddressNotes() {
  const { t } = useI18n()
  const origin = publicOrigin()
  if (isOnlyHere(origin)) return <Note text={t('screens.only-here', { host: new URL(origin).hostname })} />
  return origin.startsWith('https:') ? null : <Note text={t('screens.without-https')} />
}

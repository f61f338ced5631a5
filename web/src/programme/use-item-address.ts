import { DEFAULT_FORM_DURATION_SECONDS, DEFAULT_VISIBLE, type ProgrammeKey } from '@placard/contract'
import type { Meant } from '../features/content/items/meant-by.ts'
import { fileNameOf } from '../features/content/items/typed-address.ts'
import { useCreateItem } from '../features/content/items/use-items.ts'
import { titleOfFile } from '../features/content/uploads/title-of-file.ts'
import { randomId } from '../platform/api/random-id.ts'
import { errorInWords } from '../platform/form/problems.ts'
import { focusWhenDrawn } from '../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../platform/ui/notices.ts'

/** Makes an item from the pasted or dropped address of a film or a picture. */
export function useItemAddress(programmeKey: ProgrammeKey): (meant: Extract<Meant, { what: 'item' }>) => void {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)

  const add = async ({ type, address: url }: Extract<Meant, { what: 'item' }>) => {
    try {
      // Few users paste an address, so the code that reads a film's length is loaded on demand.
      const { readFilmLength, UNKNOWN_FILM_SECONDS } = await import('../features/content/items/film-length.ts')
      const untitled = t('add.untitled-film')
      const title = type === 'youtube' ? untitled : titleOfFile(fileNameOf(url), untitled)
      const unknown = type === 'image' ? DEFAULT_FORM_DURATION_SECONDS : UNKNOWN_FILM_SECONDS
      const duration = (await readFilmLength(type, url)) ?? unknown
      const item = { title, type, url, duration, visible: DEFAULT_VISIBLE }
      const { id } = await createItem({ item, idempotencyKey: randomId() })
      notice('success', t('add.uploaded'))
      focusWhenDrawn('item', id)
    } catch (error) {
      console.error('adding an address failed', error)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
    }
  }

  return (meant) => void add(meant)
}

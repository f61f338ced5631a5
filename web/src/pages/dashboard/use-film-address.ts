import type { DisplayKey } from '@placard/contract'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { randomId } from '../../api/random-id.ts'
import { completeAddress, filmTypeOf } from '../../features/items/typed-address.ts'
import { useCreateItem } from '../../features/items/use-items.ts'
import { focusWhenDrawn } from '../../ui/focus-when-drawn.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'

/** Makes an item of a film's address that was pasted or dropped. @returns false for any other text */
export function useFilmAddress(display: DisplayKey): (text: string) => boolean {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(display)

  const add = async (type: 'youtube' | 'video', url: string) => {
    try {
      const { filmOf } = await import('./film-of.ts').catch(notThere)
      const item = await filmOf(type, url, t('add.untitled-film'))
      const { id } = await createItem({ item, idempotencyKey: randomId() })
      notice('success', t('add.uploaded'))
      focusWhenDrawn('item', id)
    } catch (error) {
      console.error('adding a film failed', error)
      notice('error', t('status.not-saved', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  return (text) => {
    const type = filmTypeOf(text)
    if (type) void add(type, completeAddress(text))
    return type !== undefined
  }
}

function notThere(): never {
  throw new ApiError('network-request-failed')
}

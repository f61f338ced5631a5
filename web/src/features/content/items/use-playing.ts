import { readItemUrl } from '@placard/contract'
import { useEffect, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import type { ItemDraft } from './item-draft.ts'
import type { Playing } from './playing.ts'

// The dialogs that ask for an address are prefetched; the code that knows all the sites is not.
const load = () => import('./playing.ts')

/** Runs `playingOf`. Until its code is loaded, and if it cannot be loaded, no site is recognised and the server judges. */
export function usePlaying(draft: Pick<ItemDraft, 'type'>, url: string): Playing {
  const { t } = useI18n()
  const [known, setKnown] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    load().then(setKnown, console.error)
  }, [])
  if (known) return known.playingOf(draft, url, t)
  const plain = { type: draft.type, url }
  return readItemUrl(draft.type, url).playable
    ? plain
    : { ...plain, problem: 'url-not-playable', why: t('field.url-invalid') }
}

import { type ProgrammeKey, tidyDeck } from '@placard/contract'
import { useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useAdviceFacts } from '../advice/use-advice.ts'
import type { NewDeck } from '../items/edit-item.tsx'
import { useCreateItem } from '../items/use-items.ts'
import { DeckDialog } from './deck-dialog.tsx'

type Props = { programmeKey: ProgrammeKey; file: File; onClose: () => void }

/** CT8: adds a PDF as one item to a display or a playlist. */
export default function AddDeck({ programmeKey, file, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [commandKey] = useState(createCommandKey)

  const save = async ({ title, deck, duration, settings }: NewDeck) => {
    const chosen = tidyDeck(settings)
    const item = {
      title,
      type: 'deck' as const,
      url: deck.url,
      visible: true,
      ...(duration > 0 ? { duration } : {}),
      ...(chosen ? { deck: chosen } : {}),
    }
    await createItem({ item, idempotencyKey: commandKey.keyFor(item) })
    notice('success', t('decks.added'))
  }

  return (
    <DeckDialog
      organisationId={programmeKey.organisationId}
      file={file}
      heading="decks.add"
      submitLabel={t('decks.put-on')}
      screens={useAdviceFacts(programmeKey)?.screens}
      save={save}
      onClose={onClose}
    />
  )
}

import { Button } from '@mantine/core'
import type { DeckSettings, OrganisationId } from '@placard/contract'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import type { NewDeck } from '../items/edit-item.tsx'
import { ACCEPTED_DOCUMENTS } from '../uploads/accepted.ts'
import { DeckDialog } from './deck-dialog.tsx'

type Props = {
  organisationId: OrganisationId
  before: { title: string; duration: number; settings: DeckSettings; pages: number }
  /** Receives the new deck, which is stored but not yet on any display. */
  onReplaced: (made: NewDeck) => void
}

/** CT9: takes a newer version of a PDF for an existing item. */
export default function ReplaceDeck({ organisationId, before, onReplaced }: Props) {
  const { t } = useI18n()
  const [file, setFile] = useState<File>()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" leftSection={<UploadIcon size={18} />} onClick={() => field.current?.click()}>
        {t('decks.replace', { kind: 'PDF' })}
      </Button>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED_DOCUMENTS}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          setFile(chosen)
        }}
      />
      {file &&
        // Forms cannot be nested.
        createPortal(
          <DeckDialog
            organisationId={organisationId}
            file={file}
            heading="decks.replace"
            submitLabel={t('decks.take')}
            before={before}
            save={async (made) => {
              onReplaced(made)
              announce(t('decks.replaced'))
            }}
            onClose={() => setFile(undefined)}
          />,
          document.body,
        )}
    </>
  )
}

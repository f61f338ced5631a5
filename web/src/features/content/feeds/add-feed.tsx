import { CreateItem, type FeedAs, type ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { FeedDialog, type FeedDraft, feedUrlOf } from '../items/feed-dialog.tsx'
import { useCreateItem } from '../items/use-items.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** The pasted address; empty: it has yet to be typed. */
  address: string
  /** Undefined: the default for its kind. */
  as?: FeedAs | undefined
  onClose: () => void
}

/** FD1: makes an item from the address of a feed. Its entries come and go automatically. */
export default function AddFeed({ programmeKey, address, as, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [commandKey] = useState(createCommandKey)
  const form = useForm({
    schema: CreateItem,
    start: (): FeedDraft => ({ title: '', url: feedUrlOf(address), feed: undefined }),
    bodyOf: ({ title, url, feed }: FeedDraft) => ({ title, type: 'feed', url: feedUrlOf(url), visible: true, feed }),
    save: async (item) => {
      const { id } = await createItem({ item, idempotencyKey: commandKey.keyFor(item) })
      notice('success', t('feed.added'))
      onClose()
      focusWhenDrawn('item', id)
    },
    logAs: 'adding a feed failed',
  })
  return (
    <FeedDialog
      programmeKey={programmeKey}
      form={form}
      heading={t('feed.add')}
      submitLabel={t('feed.put-on')}
      as={as}
      onClose={onClose}
    />
  )
}

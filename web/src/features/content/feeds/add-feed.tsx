import { CreateItem, type FeedAs, type ProgrammeKey } from '@placard/contract'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedDialog, type FeedDraft, feedUrlOf } from '../items/feed-dialog.tsx'
import { useAddItem } from '../items/use-item-change.ts'

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
  const addItem = useAddItem(programmeKey, onClose)
  const form = useForm({
    schema: CreateItem,
    start: (): FeedDraft => ({ title: '', url: feedUrlOf(address), feed: undefined }),
    bodyOf: ({ title, url, feed }: FeedDraft) => ({ title, type: 'feed', url: feedUrlOf(url), visible: true, feed }),
    save: (item) => addItem(item, t('feed.added')),
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

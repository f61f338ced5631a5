import { FeedSettings, type Item, type ProgrammeKey, readItemUrl, Title } from '@placard/contract'
import { z } from 'zod'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { FeedDialog, type FeedDraft, feedUrlOf } from './feed-dialog.tsx'
import { differenceIn, FEED_FIELDS } from './item-draft.ts'
import { useItemChange } from './use-item-change.ts'

type Props = { programmeKey: ProgrammeKey; item: Item; saved: Item | undefined; onClose: () => void }

const Changed = z.object({
  title: Title,
  url: z.string().refine((url) => readItemUrl('feed', url).playable, 'url-not-playable'),
  feed: FeedSettings,
})

/** FD1, T4: changes the address of a feed, or the settings for its display. */
export default function EditFeed({ programmeKey, item, saved, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { base, theirs, settle, save } = useItemChange({ programmeKey, item, saved, differenceOf })
  const form = useForm({
    schema: Changed,
    start: (): FeedDraft => ({ title: item.title, url: item.url, feed: item.feed }),
    bodyOf: (draft: FeedDraft) => ({ ...draft, url: feedUrlOf(draft.url) }),
    save: async (wanted): Promise<void> => {
      // The next save is compared with the item as the other user has left it.
      if (theirs) settle(theirs.item)
      if (!(await save(differenceOf(wanted, base)))) return form.refuse({ code: 'changed-meanwhile' })
      notice('success', t('items.updated'))
      onClose()
    },
    logAs: 'saving a feed failed',
  })
  return <FeedDialog programmeKey={programmeKey} form={form} heading={t('feed.edit')} onClose={onClose} />
}

const differenceOf = (now: Pick<Item, 'title' | 'url' | 'feed'>, before: Item) => differenceIn(FEED_FIELDS, now, before)

import { CreateItem, ItemId, isBlank, manifestItemOf, type ProgrammeKey } from '@placard/contract'
import { useState } from 'react'
import { randomId } from '../../../platform/api/random-id.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import beside from '../../../platform/form/beside.module.css'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useTyped } from '../../../platform/form/use-typed.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { EMPTY_DRAFT, type ItemDraft, newItemOf } from '../items/item-draft.ts'
import { AddressField, DurationField, TitleField, VisibleField } from '../items/item-fields.tsx'
import { type AddressProblem, playingOf } from '../items/playing.ts'
import { completeLink } from '../items/typed-address.ts'
import { useAddItem } from '../items/use-item-change.ts'
import WebPageFields from '../items/web-page-fields.tsx'
import { PreviewBeside } from '../preview/preview-beside.tsx'

/** Long enough to find something on a page. */
const DEFAULT_SECONDS = 30

type Props = {
  programmeKey: ProgrammeKey
  /** The pasted address; empty: it has yet to be typed. */
  address: string
  /** Called when the page names a feed and the user prefers the feed. */
  onFeed: (address: string) => void
  onClose: () => void
}

/** CT15: adds a web page, with the player as a preview while zoom and position are chosen. */
export default function AddWebPage({ programmeKey, address, onFeed, onClose }: Props) {
  const { t } = useI18n()
  const addItem = useAddItem(programmeKey, onClose)
  const [id] = useState(() => ItemId.parse(randomId()))
  const form = useForm({
    schema: CreateItem,
    start: (): ItemDraft => ({ ...EMPTY_DRAFT, type: 'webpage', address, duration: DEFAULT_SECONDS }),
    bodyOf: (draft: ItemDraft) => {
      const { type, url } = playingOf(draft, completeLink(draft.address), t)
      const title = isBlank(draft.title) ? nameOf(url) : draft.title
      return newItemOf({ ...draft, type, title, webPage: type === 'webpage' ? draft.webPage : {} }, url)
    },
    save: (item) => addItem(item, t(item.visible ? 'web-page.added' : 'notices.added-hidden')),
    shows: ['title', 'url'],
    logAs: 'adding a web page failed',
  })
  const { values: draft, change } = form
  const { type, url, problem } = playingOf(draft, completeLink(draft.address), t)
  const shown = manifestItemOf({ ...draft, type, id, url: useTyped(url) })

  return (
    <Dialog title={t('web-page.add')} onClose={onClose} size="wide">
      <FormBody form={form} className={beside.form}>
        <PreviewBeside programmeKey={programmeKey} shown={shown} isHidden={!draft.visible} isScheduled={false} />
        <div className={beside.fields}>
          <AddressField
            label={t('web-page.address')}
            hint={t('web-page.address-hint')}
            draft={draft}
            onChange={change}
            judge={draft.address !== '' && form.errorAt('url') === undefined && problem !== undefined}
            error={form.errorAt('url')}
            autoFocus={address === ''}
          />
          {type === 'webpage' && !isShared(problem) && (
            <WebPageFields
              organisationId={programmeKey.organisationId}
              url={url}
              view={draft.webPage}
              onView={(webPage) => change({ webPage })}
              onFeed={onFeed}
              onTitle={(title) => isBlank(draft.title) && change({ title })}
            />
          )}
          <TitleField draft={draft} onChange={change} error={form.errorAt('title')} autoFocus={address !== ''} />
          <DurationField draft={draft} onChange={change} filmSeconds={undefined} />
          <VisibleField draft={draft} onChange={change} />
          <AlsoChanged programmeKey={programmeKey} />
        </div>
        <FormActions submitLabel={t('web-page.put-on')} isBusy={form.isBusy} onCancel={onClose} />
      </FormBody>
    </Dialog>
  )
}

/** True for a page of a site that other pages cannot show, so there is nothing to set. */
const isShared = (problem: AddressProblem | undefined) => problem?.startsWith('address-') ?? false

/** The name of a page without any other information. */
const nameOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '')

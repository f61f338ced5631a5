import { Button } from '@mantine/core'
import {
  Item,
  MEDIA_PATH,
  manifestItemOf,
  type ProgrammeKey,
  problemOf,
  Title,
  type UpdateItem,
} from '@placard/contract'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError, codeOf } from '../../api/api-error.ts'
import { findWhoChanged } from '../../api/who-changed.ts'
import { AlsoChanged } from '../../form/also-changed.tsx'
import { errorInWords } from '../../form/problems.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './edit-item.module.css'
import { useFilmLength } from './film-length.ts'
import { FitField } from './fit-field.tsx'
import { ItemConflict } from './item-conflict.tsx'
import { changeOf, draftOf, type ItemDraft, isClash, mergeDraft } from './item-draft.ts'
import { AddressField, DurationField, TitleField, TypeField, VisibleField } from './item-fields.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import { ItemPicture } from './item-picture.tsx'
import { keptAddress, shownAddress } from './media-address.ts'
import { useItemCommand } from './use-items.ts'

const TryOutPreview = lazyDialog(() => import('../preview/try-out-preview.tsx'), { quiet: 'for good', ahead: false })

/** Draws what takes a new picture in the place of the old one. `onBusy`: it is on its way. */
export type DrawReplace = (how: { onReplaced: (url: string) => void; onBusy: (isBusy: boolean) => void }) => ReactNode

type Props = {
  programmeKey: ProgrammeKey
  /** As it was seen when the dialog was opened. */
  item: Item
  /** The same item as it is saved now; undefined once it is gone. */
  saved: Item | undefined
  replace: DrawReplace
  onClose: () => void
}

/** D6, T2, T4, V1. */
export default function EditItem({ programmeKey, item, saved, replace, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync, isPending } = useItemCommand(programmeKey)
  /** The item that the draft is held against: as it was opened, or as somebody else has left it meanwhile. */
  const [base, setBase] = useState(item)
  const [draft, setDraft] = useState<ItemDraft>(() => draftOf(item, location.origin))
  const [theirs, setTheirs] = useState<{ item: Item; who: string | undefined }>()
  const [problem, setProblem] = useState<string>()
  const [titleProblem, setTitleProblem] = useState<string>()
  const [isReplacing, setReplacing] = useState(false)
  const titleField = useRef<HTMLInputElement>(null)

  const filmSeconds = useFilmLength(draft.type, keptAddress(draft.address, location.origin))

  const { addressHint } = ITEM_KINDS[draft.type]
  const url = keptAddress(draft.address, location.origin)
  // An address is not asked for letter by letter.
  const seen = MEDIA_PATH.test(url) ? { ...base, url, type: draft.type, playable: true } : base

  const shown = manifestItemOf({ ...draft, id: item.id, url })

  const change = (part: Partial<ItemDraft>) => setDraft((before) => ({ ...before, ...part }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const title = Title.safeParse(draft.title)
    setTitleProblem(title.success ? undefined : t(`error.${problemOf(title.error).code}`))
    if (!title.success) return titleField.current?.focus()
    await save(changeOf({ ...draft, title: title.data }, base, location.origin), base, revisionOf(base, saved))
  }

  /** @param held what the change is held against; `revision` of it */
  const save = async (change: UpdateItem, held: Item, revision: number): Promise<void> => {
    setProblem(undefined)
    try {
      if (Object.keys(change).length > 0) await mutateAsync({ type: 'update', id: held.id, change, revision })
      notice('success', t('items.updated'))
      onClose()
    } catch (error) {
      const current = error instanceof ApiError ? Item.safeParse(error.current) : undefined
      if (codeOf(error) === 'changed-meanwhile' && current?.success) return resolve(change, held, current.data)
      console.error('saving an item failed', error)
      const gone = codeOf(error) === 'item-not-found'
      setProblem(gone ? t('edit.deleted-meanwhile') : errorInWords(error, t))
    }
  }

  /** T4: what two people changed in different fields is both kept; the same field is for whoever saves to decide. */
  const resolve = async (change: UpdateItem, held: Item, current: Item): Promise<void> => {
    const theirChange = changeOf(draftOf(current, ''), held, '')
    if (!isClash(change, theirChange)) return save(change, current, current.revision)
    setTheirs({ item: current, who: await findWhoChanged(programmeKey, 'item', current.title) })
  }

  /** T4: either way the next save is held against what they left, so nothing is overwritten unseen. */
  const settle = (taken: Item, keep: ItemDraft) => {
    setBase(taken)
    setDraft(keep)
    setTheirs(undefined)
  }

  if (theirs) {
    const mine = mergeDraft(draft, base, theirs.item, location.origin)
    const left = draftOf(theirs.item, location.origin)
    return (
      <ItemConflict
        mine={mine}
        theirs={left}
        who={theirs.who}
        onKeepMine={() => settle(theirs.item, mine)}
        onTakeTheirs={() => settle(theirs.item, left)}
      />
    )
  }

  return (
    <Dialog title={t('edit.title')} onClose={onClose} size="wide">
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.beside}>
          <TryOutPreview
            programmeKey={programmeKey}
            tried={shown && { item: shown }}
            isHidden={!draft.visible}
            isScheduled={base.schedule !== undefined}
          />
        </div>
        <div className={styles.fields}>
          {problem && <ErrorBox message={problem} />}
          <div className={styles.seen}>
            <div className={styles.picture}>
              <ItemPicture key={seen.url} item={seen} />
            </div>
            {draft.type === 'image' &&
              replace({
                onReplaced: (url) => change({ address: shownAddress(url, location.origin) }),
                onBusy: setReplacing,
              })}
          </div>
          <TitleField draft={draft} onChange={change} error={titleProblem} fieldRef={titleField} autoFocus />
          <div className={styles.pair}>
            <TypeField draft={draft} onChange={change} />
            <DurationField draft={draft} onChange={change} filmSeconds={filmSeconds} />
          </div>
          <VisibleField draft={draft} onChange={change} />
          <FitField draft={draft} onChange={change} />
          <AddressField
            label={t('field.url')}
            hint={addressHint && t(addressHint)}
            draft={draft}
            onChange={change}
            judge
            hidesStored
          />
          <AlsoChanged programmeKey={programmeKey} />
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={isReplacing}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/**
 * The item that the save is compared with. A change of our own that was still under way when the dialog opened has raised the
 * revision since; as long as the item says the same, that is no conflict.
 */
function revisionOf(base: Item, saved: Item | undefined): number {
  return saved && Object.keys(changeOf(draftOf(base, ''), saved, '')).length === 0 ? saved.revision : base.revision
}

import {
  type DeckPage,
  type DeckSettings,
  type Item,
  libraryPath,
  MEDIA_PATH,
  type MediaId,
  manifestItemOf,
  mediaIdOf,
  type ProgrammeKey,
  problemOf,
  shownPagesOf,
  Title,
} from '@placard/contract'
import { type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { Link } from 'react-router'
import { codeOf } from '../../../platform/api/api-error.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { FilmNote } from '../why/late-film-note.ts'
import styles from './edit-item.module.css'
import { useFilmLength } from './film-length.ts'
import { FitField } from './fit-field.tsx'
import { changeOf, draftOf, type ItemDraft, mergeDraft } from './item-draft.ts'
import {
  AddressField,
  DurationField,
  fieldsInWords,
  SoundField,
  TitleField,
  TypeField,
  VisibleField,
} from './item-fields.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import { ItemPicture } from './item-picture.tsx'
import { keptAddress, placesOf, shownAddress } from './media-address.ts'
import { MediaFrom } from './media-from.ts'
import { useItemChange } from './use-item-change.ts'
import { usePlaying } from './use-playing.ts'

const DeckPages = lazyDialog(() => import('./deck-pages.tsx'), { quiet: true, ahead: false })
const ItemAdvice = lazyDialog(() => import('./item-advice.tsx'), { quiet: 'for good', ahead: false })
const ItemConflict = lazyDialog(() => import('./item-conflict.tsx'), { ahead: false })
const EditFeed = lazyDialog(() => import('./edit-feed.tsx'), { ahead: false })
const EditBoard = lazyDialog(() => import('./edit-board.tsx'), { ahead: false })
const EditWeather = lazyDialog(() => import('./edit-weather.tsx'), { ahead: false })
const WebPageFields = lazyDialog(() => import('./web-page-fields.tsx'), { quiet: true, ahead: false })
const TryOutPreview = lazyDialog(() => import('../preview/try-out-preview.tsx'), { quiet: 'for good', ahead: false })

/** Renders the control that replaces a picture. `onBusy`: the upload is in progress. */
export type DrawReplace = (how: {
  onReplaced: (url: string) => void
  onBusy: (isBusy: boolean) => void
  /** The text of the button. Omitted if there already is a picture. */
  label?: string
  /** For a deck, which takes a newer version of its document instead of a picture. */
  deck?: {
    before: { title: string; duration: number; settings: DeckSettings; pages: number }
    onReplaced: (made: NewDeck) => void
  }
}) => ReactNode

/** A newer version of a document, stored but not yet on any display, with its settings. */
export type NewDeck = {
  title: string
  deck: { id: MediaId; url: string; pages: readonly DeckPage[] }
  duration: number
  settings: DeckSettings
}

type Props = {
  programmeKey: ProgrammeKey
  /** The item as it was when the dialog opened. */
  item: Item
  /** The same item as it is saved now; undefined once it is deleted. */
  saved: Item | undefined
  replace: DrawReplace
  onClose: () => void
}

/** D6, T2, T4, V1. */
export default function EditItem(props: Props) {
  if (props.item.type === 'board') return <EditBoard {...props} />
  if (props.item.type === 'weather') return <EditWeather {...props} />
  return props.item.type === 'feed' ? <EditFeed {...props} /> : <EditPlain {...props} />
}

function EditPlain({ programmeKey, item, saved, replace, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { base, theirs, isPending, ...kept } = useItemChange({ programmeKey, item, saved, differenceOf })
  const [draft, setDraft] = useState<ItemDraft>(() => draftOf(item, location.origin))
  const [problem, setProblem] = useState<string>()
  const [titleProblem, setTitleProblem] = useState<string>()
  const [isReplacing, setReplacing] = useState(false)
  const [newPages, setNewPages] = useState<readonly DeckPage[]>()
  const mediaUrl = useContext(MediaFrom)
  const titleField = useRef<HTMLInputElement>(null)
  const fileField = useRef<HTMLDivElement>(null)

  const filmSeconds = useFilmLength(draft.type, keptAddress(draft.address, location.origin))

  const { addressHint, asked } = ITEM_KINDS[draft.type]
  const url = keptAddress(draft.address, location.origin)
  const playing = usePlaying(draft, url)
  const stored = mediaIdOf(base.url)
  // The preview is not loaded again for every typed character.
  const seen = MEDIA_PATH.test(url) ? { ...base, url, type: draft.type, playable: true } : base

  const film = draft.type === 'video' && url === base.url ? base.film : undefined
  const isDeck = asked === 'pages'
  const pages = (url === base.url ? undefined : newPages) ?? base.pages ?? []
  const [firstPage] = shownPagesOf({ id: item.id, duration: draft.duration, deck: draft.deck, pages })
  const shown = manifestItemOf(
    isDeck
      ? { id: firstPage?.id ?? item.id, type: 'image', url: firstPage?.page.url ?? '', duration: firstPage?.duration }
      : { ...draft, type: playing.type, url: playing.url, id: item.id, film },
  )

  const change = (part: Partial<ItemDraft>) => setDraft((before) => ({ ...before, ...part }))

  const takeDeck = ({ title, deck, duration, settings }: NewDeck) => {
    setNewPages(deck.pages)
    change({ title, duration, address: shownAddress(deck.url, location.origin), deck: settings })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const title = Title.safeParse(draft.title)
    setTitleProblem(title.success ? undefined : t(`error.${problemOf(title.error).code}`))
    if (!title.success) return titleField.current?.focus()
    setProblem(undefined)
    try {
      if (!(await kept.save(changeOf({ ...draft, title: title.data }, base, location.origin)))) return
      notice('success', t('items.updated'))
      onClose()
    } catch (error) {
      console.error('saving an item failed', error)
      const gone = codeOf(error) === 'item-not-found'
      setProblem(gone ? t('edit.deleted-meanwhile') : errorInWords(error, t))
    }
  }

  /** D6: the address is the last field. */
  const address = (label: 'field.url' | 'web-page.address') => (
    <AddressField
      label={t(label)}
      hint={addressHint && t(addressHint)}
      draft={draft}
      onChange={change}
      judge
      hidesStored
    />
  )

  const ofItsKind = () => {
    switch (asked) {
      case 'address':
        return (
          <>
            <FitField draft={draft} onChange={change} />
            {address('field.url')}
          </>
        )
      case 'page':
        return (
          <>
            {address('web-page.address')}
            <WebPageFields
              organisationId={programmeKey.organisationId}
              url={playing.url}
              view={draft.webPage}
              onView={(webPage) => change({ webPage })}
            />
          </>
        )
      case 'pages':
        return (
          <div className={styles.pages}>
            <p className={styles.pagesLabel}>{t('decks.leave-out')}</p>
            <DeckPages
              pages={pages.map(({ url }) => ({ src: placesOf(url, { small: true, mediaUrl })[0] }))}
              settings={draft.deck}
              duration={draft.duration ?? 0}
              onChange={(deck) => change({ deck })}
            />
          </div>
        )
      case 'nothing':
        return null
    }
  }

  if (theirs) {
    const mine = mergeDraft(draft, base, theirs.item, location.origin)
    const left = draftOf(theirs.item, location.origin)
    const goOnWith = (draft: ItemDraft) => {
      kept.settle(theirs.item)
      setDraft(draft)
    }
    return (
      <ItemConflict
        fields={Object.values(fieldsInWords(t)).map(([label, inWords]) => ({
          label,
          mine: inWords(mine),
          theirs: inWords(left),
        }))}
        who={theirs.who}
        onClose={kept.putOff}
        onKeepMine={() => goOnWith(mine)}
        onTakeTheirs={() => goOnWith(left)}
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
          <ItemAdvice
            programmeKey={programmeKey}
            item={item}
            draft={draft}
            url={url}
            film={film}
            onChange={change}
            onReplace={() => fileField.current?.querySelector<HTMLElement>('button, a')?.focus()}
            onDescribe={() => fileField.current?.querySelector<HTMLElement>('a')?.focus()}
          />
        </div>
        <div className={styles.fields}>
          {problem && <ErrorBox message={problem} />}
          <div className={styles.seen} hidden={asked === 'page'} ref={fileField}>
            <div className={styles.picture}>
              <ItemPicture key={seen.url} item={seen} />
            </div>
            {(draft.type === 'image' || isDeck) &&
              replace({
                onReplaced: (url) => change({ address: shownAddress(url, location.origin) }),
                onBusy: setReplacing,
                ...(isDeck
                  ? {
                      deck: {
                        before: {
                          title: draft.title,
                          duration: draft.duration ?? 0,
                          settings: draft.deck,
                          pages: pages.length,
                        },
                        onReplaced: takeDeck,
                      },
                    }
                  : {}),
              })}
            {stored && (
              <Link to={libraryPath(stored)} className={styles.library}>
                {t('library.show-file')}
              </Link>
            )}
          </div>
          <TitleField draft={draft} onChange={change} error={titleProblem} fieldRef={titleField} autoFocus />
          <div className={styles.pair}>
            {asked === 'address' && <TypeField draft={draft} onChange={change} />}
            <DurationField
              draft={draft}
              onChange={change}
              filmSeconds={filmSeconds}
              lengthMs={film?.lengthMs}
              label={t(isDeck ? 'decks.seconds' : 'field.duration')}
            />
          </div>
          <FilmNote programmeKey={programmeKey} film={film} sounds={draft.sound} />
          <SoundField draft={draft} onChange={change} film={film} />
          <VisibleField draft={draft} onChange={change} />
          {ofItsKind()}
          <AlsoChanged programmeKey={programmeKey} />
        </div>
        <FormActions isBusy={isPending} ready={!isReplacing} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

const differenceOf = (now: Item, before: Item) => changeOf(draftOf(now, ''), before, '')

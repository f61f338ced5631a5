import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type AdviceRule,
  CreateItem,
  type DisplayId,
  type Item,
  ItemId,
  isBlank,
  type Line,
  manifestItemOf,
  PAGES,
  type PreviewState,
  type ProgrammeKey,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { joinElsewhere, joinOwnChanges } from '../../../platform/api/join-own-changes.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useUndoChange } from '../../../platform/api/undo.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import beside from '../../../platform/form/beside.module.css'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { type Problem, problemInWords } from '../../../platform/form/problems.ts'
import { type Form, useForm } from '../../../platform/form/use-form.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useLeaveOfNew } from '../advice/leave-of-new.ts'
import { copySeveral } from '../entries/several.ts'
import { useTargets } from '../entries/targets.tsx'
import { useTakeBack, useTakeBackTogether } from '../entries/use-take-back.ts'
import { changeItems } from '../items/change-items.ts'
import type { DrawReplace } from '../items/edit-item.tsx'
import ItemConflict from '../items/item-conflict.tsx'
import { useItemChange } from '../items/use-item-change.ts'
import { useCreateItem, useItemCommand } from '../items/use-items.ts'
import { useCreateLine, useLineCommand } from '../lines/use-lines.ts'
import { PreviewBeside } from '../preview/preview-beside.tsx'
import type { ValueNames } from '../values/names.ts'
import { useValueNames } from '../values/use-value-names.ts'
import { Advice } from './advice.tsx'
import { findNotice, forgetNotice, keepNotice } from './kept-notice.ts'
import {
  type Clock,
  changeOf,
  differenceOf,
  draftOf,
  EMPTY_NOTICE,
  itemOf,
  mergeDraft,
  type NoticeDraft,
  scheduleOf,
  wordsShown,
} from './notice-draft.ts'
import { fieldsInWords, NoticeFields } from './notice-fields.tsx'
import styles from './notice-form.module.css'
import { UntilAndDisplays } from './until-and-displays.tsx'
import { lineOf, wordsOfLine } from './words.ts'

/** A new notice, an existing one, or one made from a line, with the line's text as it is typed at the moment. */
export type NoticeStart = { do: 'add' } | { do: 'edit'; item: Item } | { do: 'from-line'; line: Line; text: string }

type Props = {
  programmeKey: ProgrammeKey
  start: NoticeStart
  /** The edited item as it is saved now; undefined once it is deleted. */
  saved: Item | undefined
  /** Email of the user: typed text is kept for this user only. */
  owner: string
  /** The user may set the colour and the logo of all notices. */
  maySetBrand: boolean
  replace: DrawReplace
  onClose: () => void
}

/** CT12: the form of a notice, with the player as a live preview beside it. */
export default function NoticeForm({ start, saved, ...props }: Props) {
  return start.do === 'edit' ? (
    <EditNotice {...props} item={start.item} saved={saved} />
  ) : (
    <AddNotice {...props} line={start.do === 'from-line' ? start : undefined} />
  )
}

type PartProps = Omit<Props, 'start' | 'saved'>

function AddNotice({ line: from, ...props }: PartProps & { line: { line: Line; text: string } | undefined }) {
  const { programmeKey, onClose } = props
  const { t } = useI18n()
  const notice = useNotice()
  const clock = useClock(programmeKey)
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const { mutateAsync: changeLine } = useLineCommand(programmeKey)
  const left = useRef<AdviceRule[]>([])
  const leaveOfNew = useLeaveOfNew(programmeKey)
  const takeBack = useTakeBack(programmeKey)
  const commandKey = useRef(createCommandKey())
  const elsewhere = useElsewhere(programmeKey)
  const { targets } = elsewhere
  const kept = useKept(props, from?.line.id ?? 'new', () => {
    const words = from && wordsOfLine(from.text)
    return words ? { ...EMPTY_NOTICE, 'notice.heading': words.heading, 'notice.body': words.body } : { ...EMPTY_NOTICE }
  })

  /** CT14: removes the line. A single undo brings it back and removes the notice. */
  const takeOffLine = async ({ id }: Line) => {
    await changeLine({ type: 'remove', id }).catch((error: unknown) => {
      if (codeOf(error) !== 'line-not-found') throw error
    })
    const halves = joinOwnChanges(programmeKey)
    notice('success', t('notices.made-of-line'), {
      label: t('activity.undo'),
      run: () => void takeBack(...halves).then((isUndone) => isUndone && focusWhenDrawn('line', id)),
    })
  }

  /** The notice was taken off again, so the next try is another command. */
  const renewKey = () => {
    commandKey.current = createCommandKey()
  }

  const save = async (item: CreateItem) => {
    const made = await createItem({ item, idempotencyKey: commandKey.current.keyFor(item) })
    const { displays } = form.values
    const undo = displays.length > 0 ? await elsewhere.add(made, displays, renewKey) : undefined
    void leaveOfNew(made.id, left.current)
    if (from) await takeOffLine(from.line)
    else if (!item.visible) notice('success', t('notices.added-hidden'), undo)
    else if (undo) notice('success', t('notices.added-on', { count: displays.length + 1 }), undo)
    else notice('success', t('notices.added'))
    kept.forget()
    onClose()
  }
  const form = useNoticeForm(kept.draft, clock, save, elsewhere.refused)

  return (
    <NoticeDialog
      {...props}
      title={t(from ? 'notices.from-line' : 'notices.write')}
      submitLabel={t('notices.put-on')}
      form={form}
      clock={clock}
      kept={kept}
      left={left}
      isScheduled={form.values['schedule.until'].date !== ''}
      more={!from && <UntilAndDisplays programmeKey={programmeKey} form={form} targets={targets} />}
    />
  )
}

function EditNotice({ item, saved, ...props }: PartProps & { item: Item; saved: Item | undefined }) {
  const { programmeKey, onClose } = props
  const { t } = useI18n()
  const notice = useNotice()
  const clock = useClock(programmeKey)
  const { mutateAsync: changeItem } = useItemCommand(programmeKey)
  const { mutateAsync: createLine } = useCreateLine(programmeKey)
  const takeBack = useTakeBack(programmeKey)
  const [commandKey] = useState(createCommandKey)
  const kept = useKept(props, item.id, () => draftOf(item, clock), item)
  const change = useItemChange({ programmeKey, item: kept.base ?? item, saved, differenceOf })
  const { base, theirs } = change
  const left = useRef<AdviceRule[]>([])
  const form = useNoticeForm(kept.draft, clock, async (item) => {
    if (!(await change.save(changeOf(item, base)))) return
    notice('success', t('items.updated'))
    kept.forget()
    onClose()
  })

  /** CT14 */
  const makeLine = async (text: string) => {
    await createLine({ line: { text }, idempotencyKey: commandKey.keyFor(text) })
    await changeItem({ type: 'remove', id: item.id })
    const halves = joinOwnChanges(programmeKey)
    notice('success', t('notices.made-line'), {
      label: t('activity.undo'),
      run: () => void takeBack(...halves).then((isUndone) => isUndone && focusWhenDrawn('item', item.id)),
    })
    kept.forget()
    onClose()
  }

  if (theirs) {
    const left = draftOf(theirs.item, clock)
    const mine = mergeDraft(form.values, draftOf(base, clock), left)
    const goOnWith = (draft: NoticeDraft) => {
      change.settle(theirs.item)
      kept.settle(theirs.item)
      form.change(draft)
    }
    return (
      <ItemConflict
        fields={fieldsInWords(t, clock.names).map(([label, inWords]) => ({
          label,
          mine: inWords(mine),
          theirs: inWords(left),
        }))}
        who={theirs.who}
        onClose={change.putOff}
        onKeepMine={() => goOnWith(mine)}
        onTakeTheirs={() => goOnWith(left)}
      />
    )
  }

  return (
    <NoticeDialog
      {...props}
      title={t('notices.edit')}
      form={form}
      clock={clock}
      kept={kept}
      left={left}
      isScheduled={item.schedule !== undefined}
      itemId={item.id}
      onMakeLine={(text) =>
        void makeLine(text).catch((error: unknown) => {
          console.error('making a line failed', error)
          form.refuse({ code: codeOf(error) })
        })
      }
    />
  )
}

/** Puts a new notice on other displays as well: on all of them, or on none. */
function useElsewhere(programmeKey: ProgrammeKey) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [commandKey] = useState(createCommandKey)
  const targets = useTargets(programmeKey.organisationId, false)
  const undoChange = useUndoChange(programmeKey)
  const takeBack = useTakeBackTogether(programmeKey.organisationId)

  /**
   * @param onTakenBack called when a display refused it and it was removed here
   * @returns the button that undoes all of it
   * @throws ApiError
   */
  const add = async ({ id }: Item, displays: DisplayId[], onTakenBack: () => void) => {
    targets.sent.current = { displays, playlists: [] }
    const body = { do: 'copy' as const, ids: [id], displays }
    try {
      const copies = await copySeveral(changeItems, client, programmeKey, body, commandKey.keyFor(body))
      const changes = joinElsewhere(programmeKey, id, copies)
      return { label: t('activity.undo'), run: () => void takeBack(changes) }
    } catch (error) {
      // After any other error the copies may be there, and the next try finds out.
      const isRefused = error instanceof ApiError && targets.at(error.field) !== undefined
      const [added] = isRefused ? joinElsewhere(programmeKey, id, []) : []
      if (added) {
        await undoChange(added.revision)
        onTakenBack()
      }
      throw error
    }
  }

  const refused = (problem: Problem) => {
    const refusing = targets.at(problem.field)
    return refusing && t('notices.refused', { name: refusing.name, reason: problemInWords(problem, t) })
  }
  return { targets, add, refused }
}

/** The display's time zone, with the user's language, and the values of its texts. */
function useClock(programmeKey: ProgrammeKey): Clock & { names: ValueNames } {
  const { language } = useI18n()
  const zoneOffsets = useProgramme(programmeKey).data?.zoneOffsets
  const names = useValueNames(programmeKey)
  return { at: serverNow(), place: { zoneOffsets, language: dateLocale(language) }, textOf: names.textOf, names }
}

/** Errors of other fields are shown above the form. */
const SHOWN_AT_FIELDS = ['notice.heading', 'notice.body', 'notice.byline', 'notice.link', 'schedule.until'] as const

function useNoticeForm(
  start: NoticeDraft,
  clock: Clock,
  save: (item: CreateItem) => Promise<void>,
  refused: (problem: Problem) => string | undefined = () => undefined,
): Form<NoticeDraft> {
  const { t } = useI18n()
  return useForm({
    schema: CreateItem,
    start: () => start,
    bodyOf: (draft: NoticeDraft) => ({
      ...itemOf(draft, clock, t('items.type.notice')),
      ...scheduleOf(draft),
    }),
    save,
    shows: SHOWN_AT_FIELDS,
    words: (problem) => (problem.code === 'item-not-found' ? t('edit.deleted-meanwhile') : refused(problem)),
    logAs: 'saving a notice failed',
  })
}

/**
 * The kept draft of the same form, which lasts until it is saved or discarded.
 *
 * @param begin creates the draft if none was kept
 */
function useKept({ programmeKey, owner }: PartProps, of: string, begin: () => NoticeDraft, item?: Item) {
  const where = { programmeKey, of }
  const [found] = useState(() => findNotice(where, owner))
  const [fresh] = useState(begin)
  const base = useRef(found?.base ?? item)
  return {
    isFound: found !== undefined,
    draft: found?.draft ?? fresh,
    fresh,
    /** The edited notice, as it was when editing began. */
    base: found?.base,
    settle: (theirs: Item) => {
      base.current = theirs
    },
    keep: (draft: NoticeDraft) => {
      if (JSON.stringify(draft) === JSON.stringify(fresh)) forgetNotice(where)
      else keepNotice(where, { owner, draft, base: base.current })
    },
    forget: () => forgetNotice(where),
  }
}

type DialogProps = PartProps & {
  title: string
  submitLabel?: string
  form: Form<NoticeDraft>
  clock: Clock & { names: ValueNames }
  kept: ReturnType<typeof useKept>
  /** Advice that was dismissed before the notice existed. */
  left: RefObject<AdviceRule[]>
  isScheduled: boolean
  itemId?: ItemId
  more?: ReactNode
  onMakeLine?: (text: string) => void
}

function NoticeDialog(props: DialogProps) {
  const { programmeKey, title, submitLabel, form, clock, kept, isScheduled, maySetBrand, replace, onClose } = props
  const { t } = useI18n()
  const { values: draft } = form
  const [id] = useState(() => props.itemId ?? ItemId.parse(randomId()))
  const [state, setState] = useState<PreviewState>()
  const [isReplacing, setReplacing] = useState(false)
  const isBeside = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [isKept, setKept] = useState(kept.isFound)
  const keep = useRef(kept.keep)
  keep.current = kept.keep
  useEffect(() => keep.current(draft), [draft])

  const item = itemOf(draft, clock, '')
  const isEmpty = isBlank(item.notice.heading) && isBlank(item.notice.body)
  const words = isEmpty ? undefined : wordsShown(draft, clock)
  const shown = words && manifestItemOf({ ...item, id, notice: { ...item.notice, ...words } })
  const line = lineOf(item.notice)

  const advice = !isEmpty && (
    <Advice
      programmeKey={programmeKey}
      itemId={props.itemId}
      left={props.left}
      draft={draft}
      clock={clock}
      stand={state?.itemId === id ? state.notice : null}
      onChange={form.change}
      onShorten={() => form.element.current?.querySelector('textarea')?.focus()}
    />
  )

  const giveUp = () => {
    kept.forget()
    onClose()
  }

  return (
    <Dialog title={title} onClose={onClose} size="wide">
      <FormBody form={form} className={beside.form}>
        <PreviewBeside
          programmeKey={programmeKey}
          shown={shown}
          isHidden={!draft.visible}
          isScheduled={isScheduled}
          onState={setState}
        >
          {isBeside && advice}
        </PreviewBeside>
        <div className={beside.fields}>
          {isKept && (
            <p className={styles.kept} role="status">
              {t('notices.kept')}
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  form.change(kept.fresh)
                  setKept(false)
                }}
              >
                {t('notices.start-anew')}
              </Button>
            </p>
          )}
          <NoticeFields
            form={form}
            clock={clock}
            values={{ programmeKey, names: clock.names }}
            // Above the fields, it would move them while the user types.
            advice={!isBeside && advice}
            picture={replace({
              onReplaced: (url) => form.change({ url }),
              onBusy: setReplacing,
              ...(draft.url.startsWith('/') ? {} : { label: t('notices.add-picture') }),
            })}
            brand={
              maySetBrand && (
                <Link to={PAGES.brand} className={styles.link}>
                  {t('notices.brand')}
                </Link>
              )
            }
            more={props.more}
            makeLine={
              props.onMakeLine &&
              line !== undefined && (
                <Button variant="default" size="sm" onClick={() => props.onMakeLine?.(line)}>
                  {t('notices.make-line')}
                </Button>
              )
            }
          />
          <AlsoChanged programmeKey={programmeKey} />
        </div>
        <FormActions submitLabel={submitLabel} isBusy={form.isBusy} ready={!isReplacing} onCancel={giveUp} />
      </FormBody>
    </Dialog>
  )
}

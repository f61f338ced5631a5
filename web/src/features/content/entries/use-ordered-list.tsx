import { Button } from '@mantine/core'
import type { Condition, ProgrammeKey, Schedule } from '@placard/contract'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { errorInWords } from '../../../platform/form/problems.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useDragOrder } from '../../../platform/ui/drag-order.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import type { WhenChange } from '../conditions/schedule-dialog.tsx'
import { moveOver } from '../schedules/move-over.ts'
import { useScheduleClock } from '../schedules/use-schedule-clock.ts'
import type { Chosen } from './choice.tsx'
import { RemoveDialog, ScheduleDialog } from './dialogs.ts'
import type { EntryCommand } from './entry-commands.ts'
import type { SelectionProps } from './selection-bar.tsx'
import { type EntryKind, type EntryName, useEntryCommand, useSeenEntries } from './use-entries.ts'
import styles from './use-ordered-list.module.css'
import { useSelection } from './use-selection.ts'
import { useTakeBack } from './use-take-back.ts'

/** The list of the page that is in selection mode; only one at a time. */
export type Selecting = { list: EntryName | undefined; onSelecting: (list: EntryName | undefined) => void }

type Entry = {
  id: string
  revision: number
  schedule?: Schedule | undefined
  condition?: Condition | undefined
}
type Direction = 'up' | 'down'

type Options<One extends Entry, Change> = {
  kind: EntryKind<One['id'], Change>
  programmeKey: ProgrammeKey
  /** The entries as they are saved. */
  saved: One[]
  canEdit: boolean
  /** Schedules of other things that the list shows. */
  also: readonly (Schedule | undefined)[]
  /** Its title or text. */
  nameOf: (entry: One) => string
  /** Announced when an entry has moved. */
  movedWords: (entry: One, position: number, total: number) => string
  /** The texts of the dialog that deletes an entry. */
  deleteWords: (entry: One) => { question: string; confirm: string; done: string }
  /** The part of the next entry that gets the focus after a deletion. */
  takesFocus: string
  selecting: Selecting
  /** False for users who are limited to some displays. */
  mayEditPlaylists: boolean
  /** The bar below the list in selection mode. */
  Bar: ComponentType<SelectionProps<One>>
}

/** The ordered entries of a programme: everything that items and lines have in common (T3, D7, SD8, CP7). */
export function useOrderedList<One extends Entry, Change>(options: Options<One, Change>) {
  const { kind, programmeKey, saved, canEdit, also, nameOf, movedWords, deleteWords, takesFocus } = options
  const { selecting, mayEditPlaylists, Bar } = options
  const { t } = useI18n()
  const notice = useNotice()
  const entries = useSeenEntries(kind.name, programmeKey, saved)
  const { mutateAsync } = useEntryCommand(kind, programmeKey)
  const undo = useTakeBack(programmeKey)
  const [deleting, setDeleting] = useState<One>()
  const [scheduling, setScheduling] = useState<One>()
  const clock = useScheduleClock(programmeKey, [...entries.map(({ schedule }) => schedule), ...also])
  const past = entries.filter(({ schedule }) => clock.isOver(schedule))
  const current = entries.filter((entry) => !past.includes(entry))
  const shown = [...current, ...past]
  const section = useRef<HTMLElement>(null)
  const order = shown.map(({ id }): One['id'] => id)
  const selects = canEdit && selecting.list === kind.name
  const selection = useSelection(order, selects, (isOn) => selecting.onSelecting(isOn ? kind.name : undefined))

  /** @returns the programme's revision once it is saved; a failure is logged and shown (X4) */
  const run = async (command: EntryCommand<One['id'], Change>): Promise<number | undefined> => {
    try {
      return await mutateAsync(command)
    } catch (error) {
      console.error(`${kind.name} ${command.type} failed`, error)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
      return undefined
    }
  }

  const move = async (entry: One, direction: Direction) => {
    const to = current.indexOf(entry) + (direction === 'up' ? -1 : 1)
    const neighbour = current[to]
    if (!neighbour) return
    const ids: One['id'][] = entries.map(({ id }) => id)
    const saved = await run(moveOver<One['id']>(ids, entry.id, direction, neighbour.id))
    if (saved) announce(movedWords(entry, to + 1, current.length))
  }

  const drag = useDragOrder<One['id']>(
    current.map(({ id }) => id),
    (id, after, index) => {
      const entry = entries.find((one) => one.id === id)
      void run({ type: 'place', id, after }).then((saved) => {
        if (saved && entry) announce(movedWords(entry, index + 1, current.length))
      })
    },
  )

  /** @param id one of the affected entries */
  const takeBack = async (revision: number, id: One['id']) => {
    if (await undo(revision)) focusWhenDrawn(kind.name, id)
  }

  const remove = async (entry: One) => {
    setDeleting(undefined)
    const at = shown.indexOf(entry)
    const next = shown[at + 1] ?? shown[at - 1]
    // The focused button is removed with its entry, so the next entry or the heading gets the focus.
    focusIn(next ? `[data-${kind.name}="${next.id}"] ${takesFocus}` : 'h2', 0)
    const { done } = deleteWords(entry)
    const revision = await run({ type: 'remove', id: entry.id })
    if (revision === undefined) return
    notice('success', done, { label: t('activity.undo'), run: () => void takeBack(revision, entry.id) })
  }

  /** Delayed, because the dialog first returns the focus to the button that opened it. */
  const focusIn = (selector: string, delayMs: number) => {
    setTimeout(() => section.current?.querySelector<HTMLElement>(selector)?.focus(), delayMs)
  }

  const setWhen = (entry: One, change: WhenChange, revision: number) =>
    mutateAsync({ type: 'update', id: entry.id, change: change as Change, revision })

  const dialogs: ReactNode = canEdit && (
    <>
      {scheduling && (
        <ScheduleDialog
          programmeKey={programmeKey}
          kind={kind.name}
          things={[scheduling]}
          name={nameOf(scheduling)}
          save={(change, revision) => setWhen(scheduling, change, revision)}
          onClose={() => setScheduling(undefined)}
        />
      )}
      {deleting && (
        <RemoveDialog
          programmeKey={programmeKey}
          question={deleteWords(deleting).question}
          subject={nameOf(deleting)}
          confirmLabel={deleteWords(deleting).confirm}
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </>
  )

  const select: ReactNode = canEdit && (entries.length > 1 || selects) && (
    <Button
      variant="subtle"
      size="compact-md"
      className={styles.select ?? ''}
      data-seldom={selects ? undefined : ''}
      onClick={() => (selects ? selection.end() : selection.select([]))}
    >
      {t(selects ? 'select.done' : 'select.start')}
    </Button>
  )

  const bar: ReactNode = selects && entries.length > 0 && (
    <Bar
      programmeKey={programmeKey}
      entries={entries}
      ids={selection.ids}
      mayEditPlaylists={mayEditPlaylists}
      onSelectAll={() => {
        // Folded entries are unfolded before a command is applied to them.
        section.current?.querySelector('details')?.setAttribute('open', '')
        selection.select(order)
      }}
      onSelectNone={() => selection.select([])}
      onUndo={(revision, id) => void takeBack(revision, id)}
      onEnd={() => {
        selection.end()
        section.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      }}
    />
  )

  return {
    /** With all pending commands applied, in order. */
    entries,
    /** Entries that are on, or will be again. */
    current,
    /** Entries that are over for good. */
    past,
    clock,
    section,
    drag,
    run,
    move: (entry: One, direction: Direction) => void move(entry, direction),
    focusIn,
    onDelete: setDeleting,
    onSchedule: setScheduling,
    selection: {
      isOn: selects,
      /** The button beside the heading that starts and ends selection mode. */
      button: select,
      /** Undefined outside of selection mode. */
      of: ({ id }: One): Chosen | undefined =>
        selects
          ? { isChosen: selection.ids.includes(id), onToggle: (isRange) => selection.toggle(id, isRange) }
          : undefined,
      /** Called after a long press on an entry. */
      onHold: ({ id }: One) => {
        if (!selects) selection.select([id])
      },
      bar,
    },
    /** The question before a deletion, and the form for a schedule. */
    dialogs,
  }
}

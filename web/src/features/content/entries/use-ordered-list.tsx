import { Button } from '@mantine/core'
import type { ProgrammeKey, Schedule } from '@placard/contract'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { errorInWords } from '../../../platform/form/problems.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useDragOrder } from '../../../platform/ui/drag-order.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
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

/** Which list of the page is in selection: one at a time. */
export type Selecting = { list: EntryName | undefined; onSelecting: (list: EntryName | undefined) => void }

type Entry = { id: string; revision: number; schedule?: Schedule | undefined }
type Direction = 'up' | 'down'

type Options<One extends Entry, Change> = {
  kind: EntryKind<One['id'], Change>
  programmeKey: ProgrammeKey
  /** As they are saved. */
  saved: One[]
  canEdit: boolean
  /** Schedules of other things that it tells about. */
  also: readonly (Schedule | undefined)[]
  /** Its title or text. */
  nameOf: (entry: One) => string
  /** Said when one stands at another place. */
  movedWords: (entry: One, position: number, total: number) => string
  /** Of one that is to be deleted. */
  deleteWords: (entry: One) => { question: string; confirm: string; done: string }
  /** The part of the next entry that takes the focus when one is deleted. */
  takesFocus: string
  selecting: Selecting
  /** False for whoever is limited to some displays. */
  mayEditPlaylists: boolean
  /** The bar below the list while some are selected. */
  Bar: ComponentType<SelectionProps<One>>
}

/** The entries of a programme in their order: everything that items and lines have in common (T3, D7, SD8, CP7). */
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

  /** @returns the programme's revision if it is saved; a failure is logged and told (X4) */
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

  /** @param id of one that it was about */
  const takeBack = async (revision: number, id: One['id']) => {
    if (await undo(revision)) focusWhenDrawn(kind.name, id)
  }

  const remove = async (entry: One) => {
    setDeleting(undefined)
    const at = shown.indexOf(entry)
    const next = shown[at + 1] ?? shown[at - 1]
    // The button that had the focus goes with its entry; the next one, or the heading, takes it.
    focusIn(next ? `[data-${kind.name}="${next.id}"] ${takesFocus}` : 'h2', 0)
    const { done } = deleteWords(entry)
    const revision = await run({ type: 'remove', id: entry.id })
    if (revision === undefined) return
    notice('success', done, { label: t('activity.undo'), run: () => void takeBack(revision, entry.id) })
  }

  /** Never at once: first the dialog gives the focus back to the button that opened it. */
  const focusIn = (selector: string, delayMs: number) => {
    setTimeout(() => section.current?.querySelector<HTMLElement>(selector)?.focus(), delayMs)
  }

  const setSchedule = (entry: One, schedule: Schedule | null, revision: number) =>
    mutateAsync({ type: 'update', id: entry.id, change: { schedule } as Change, revision })

  const dialogs: ReactNode = canEdit && (
    <>
      {scheduling && (
        <ScheduleDialog
          programmeKey={programmeKey}
          kind={kind.name}
          things={[scheduling]}
          name={nameOf(scheduling)}
          save={(schedule, revision) => setSchedule(scheduling, schedule, revision)}
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
        // A folded entry is seen before anything is done to it.
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
    /** With the commands that are under way done, in order. */
    entries,
    /** Those that are on, or will be again. */
    current,
    /** Those that are over for good. */
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
      /** The button beside the heading that begins and ends it. */
      button: select,
      /** Undefined while nobody selects. */
      of: ({ id }: One): Chosen | undefined =>
        selects
          ? { isChosen: selection.ids.includes(id), onToggle: (isRange) => selection.toggle(id, isRange) }
          : undefined,
      /** A finger was held on one. */
      onHold: ({ id }: One) => {
        if (!selects) selection.select([id])
      },
      bar,
    },
    /** The question before one is deleted, and the form of its schedule. */
    dialogs,
  }
}

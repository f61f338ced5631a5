import { ActionIcon } from '@mantine/core'
import type { DisplayKey, Line } from '@placard/contract'
import { type HTMLAttributes, type PointerEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { useUndoChange } from '../../api/undo.ts'
import { announce } from '../../ui/announcer.tsx'
import { useDragOrder } from '../../ui/drag-order.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusWhenDrawn } from '../../ui/focus-when-drawn.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ArrowDownIcon, ArrowUpIcon, GripIcon, TextIcon, TrashIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useNotice } from '../../ui/notices.ts'
import { moveOver } from '../schedule/move-over.ts'
import { Past } from '../schedule/past.tsx'
import { AlwaysButton, ScheduleChip, useAbsence } from '../schedule/schedule-chip.tsx'
import { findAlone, type ScheduleClock, useScheduleClock } from '../schedule/use-schedule-clock.ts'
import type { LineCommand } from './line-commands.ts'
import styles from './line-list.module.css'
import { useLineCommand, useSeenLines } from './use-lines.ts'

const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))
const ScheduleDialog = lazyDialog(() => import('../schedule/schedule-dialog.tsx'))
const EditLine = lazyDialog(() => import('./edit-line.tsx'), { quiet: true })

/** By then a move is drawn, and a button at its new place is no longer disabled. */
const REDRAWN_MS = 50

type Props = {
  display: DisplayKey
  lines: Line[]
  /** False for whoever only looks. */
  canEdit: boolean
  /** The button that adds the first one. */
  emptyAction: ReactNode
}

/** D4, D7, T3. */
export function LineList({ display, lines: saved, canEdit, emptyAction }: Props) {
  const { t, number } = useI18n()
  const notice = useNotice()
  const lines = useSeenLines(display, saved)
  const { mutateAsync } = useLineCommand(display)
  const undoChange = useUndoChange(display)
  const [deleting, setDeleting] = useState<Line>()
  const [editing, setEditing] = useState<Line>()
  const [scheduling, setScheduling] = useState<Line>()
  const clock = useScheduleClock(
    display,
    lines.map(({ schedule }) => schedule),
  )
  const past = lines.filter(({ schedule }) => clock.isOver(schedule))
  const alone = findAlone(lines, clock)
  const ticker = lines.filter((line) => !past.includes(line))
  const section = useRef<HTMLElement>(null)

  /** @returns the display's revision if it is saved; a failure is logged and told (X4) */
  const run = async (command: LineCommand): Promise<number | undefined> => {
    try {
      return await mutateAsync(command)
    } catch (error) {
      console.error(`line ${command.type} failed`, error)
      notice('error', t('status.not-saved', { reason: t(`error.${codeOf(error)}`) }))
      return undefined
    }
  }

  const move = async (line: Line, direction: 'up' | 'down') => {
    const to = ticker.indexOf(line) + (direction === 'up' ? -1 : 1)
    const neighbour = ticker[to]
    if (!neighbour) return
    keepFocusOn(line, direction, to)
    const ids = lines.map(({ id }) => id)
    const saved = await run(moveOver(ids, line.id, direction, neighbour.id))
    if (saved) announce(t('lines.moved', { position: to + 1, total: ticker.length }))
  }

  const drag = useDragOrder(
    ticker.map(({ id }) => id),
    (id, after, index) => {
      void run({ type: 'place', id, after }).then((saved) => {
        if (saved) announce(t('lines.moved', { position: index + 1, total: ticker.length }))
      })
    },
  )

  const bringBack = async (revision: number, line: Line) => {
    try {
      await undoChange(revision)
      notice('success', t('activity.undone'))
      focusWhenDrawn('line', line.id)
    } catch (error) {
      console.error('undoing a removal failed', error)
      notice('error', t('activity.not-undone', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  const remove = async (line: Line) => {
    setDeleting(undefined)
    const shown = [...ticker, ...past]
    const at = shown.indexOf(line)
    const next = shown[at + 1] ?? shown[at - 1]
    focusIn(next ? `[data-line="${next.id}"] [data-action="delete"]` : 'h2', 0)
    const revision = await run({ type: 'remove', id: line.id })
    if (revision === undefined) return
    notice('success', t('lines.deleted'), { label: t('activity.undo'), run: () => void bringBack(revision, line) })
  }

  /** A button that has just become disabled, at the end of the list, would drop the focus: the other arrow takes it. */
  const keepFocusOn = (line: Line, direction: 'up' | 'down', to: number) => {
    const atEnd = direction === 'up' ? to === 0 : to === ticker.length - 1
    const action = atEnd ? (direction === 'up' ? 'down' : 'up') : direction
    focusIn(`[data-line="${line.id}"] [data-action="${action}"]`, REDRAWN_MS)
  }

  /** Never at once: first the dialog gives the focus back to the button that opened it. */
  const focusIn = (selector: string, delayMs: number) => {
    setTimeout(() => section.current?.querySelector<HTMLElement>(selector)?.focus(), delayMs)
  }

  const row = (line: Line, place: Place | undefined) => (
    <LineRow
      key={line.id}
      line={line}
      canEdit={canEdit}
      clock={clock}
      alone={alone?.text}
      place={place}
      onDelete={() => setDeleting(line)}
      onEdit={() => setEditing(line)}
      onSchedule={() => setScheduling(line)}
      edit={
        editing?.id === line.id && (
          <EditLine
            display={display}
            line={editing}
            onClose={() => {
              setEditing(undefined)
              focusIn(`[data-line="${line.id}"] [data-action="edit"]`, REDRAWN_MS)
            }}
          />
        )
      }
    />
  )

  return (
    <section ref={section} className={styles.panel} aria-labelledby="lines-heading">
      <div className={styles.heading}>
        <h2 id="lines-heading" tabIndex={-1}>
          {t('lines.heading')}
        </h2>
        {lines.length > 0 && <span className={styles.count}>{number(lines.length)}</span>}
      </div>
      {lines.length === 0 && !editing ? (
        <EmptyState
          icon={<TextIcon size={24} />}
          title={t('lines.empty')}
          lead={t(canEdit ? 'lines.empty-lead' : 'lines.empty-lead-look')}
          action={emptyAction}
        />
      ) : (
        <>
          <ol ref={drag.list as RefObject<HTMLOListElement | null>} className={styles.list}>
            {withEdited(ticker, past, editing).map((line, index) =>
              row(line, {
                position: index + 1,
                total: ticker.length,
                entry: drag.entry(line.id),
                handle: drag.handle(line.id),
                onMove: (direction) => void move(line, direction),
              }),
            )}
          </ol>
          <Past count={past.length}>
            <ul className={styles.list}>{past.map((line) => row(line, undefined))}</ul>
          </Past>
        </>
      )}
      {scheduling && canEdit && (
        <ScheduleDialog
          display={display}
          kind="line"
          things={[scheduling]}
          name={scheduling.text}
          save={(schedule, revision) =>
            mutateAsync({ type: 'update', id: scheduling.id, change: { schedule }, revision })
          }
          onClose={() => setScheduling(undefined)}
        />
      )}
      {deleting && canEdit && (
        <ConfirmDialog
          question={t('lines.delete-question')}
          subject={deleting.text}
          confirmLabel={t('action.delete')}
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </section>
  )
}

type Place = {
  position: number
  total: number
  entry: HTMLAttributes<HTMLLIElement>
  /** The handle of the row. */
  handle: { onPointerDown: (event: PointerEvent) => void }
  onMove: (direction: 'up' | 'down') => void
}

type RowProps = {
  line: Line
  canEdit: boolean
  clock: ScheduleClock
  /** The one for which everything else waits now. */
  alone: string | undefined
  /** Its place in the ticker; undefined for what is over and has none. */
  place: Place | undefined
  onDelete: () => void
  onEdit: () => void
  onSchedule: () => void
  /** The form that stands in the place of the text while it is edited. */
  edit: ReactNode
}

/** A line that somebody else deletes meanwhile stays as long as it is edited: what was typed is not lost. */
function withEdited(ticker: Line[], past: Line[], editing: Line | undefined): Line[] {
  return !editing || [...ticker, ...past].some(({ id }) => id === editing.id) ? ticker : [...ticker, editing]
}

function LineRow({ line, canEdit, clock, alone, place, onDelete, onEdit, onSchedule, edit }: RowProps) {
  const { t, number } = useI18n()
  const textId = useId()
  const absence = useAbsence(line.schedule, clock, alone)
  const about = { 'aria-describedby': textId }
  return (
    <li
      className={styles.line}
      data-line={line.id}
      data-off={absence !== undefined || undefined}
      data-past={place === undefined || undefined}
      {...place?.entry}
    >
      {place && (
        <span className={styles.place}>
          <span
            className={styles.grip}
            data-grip
            {...(canEdit && place.total > 1 ? { ...place.handle, title: t('items.drag') } : { hidden: true })}
          >
            <GripIcon size={18} />
          </span>
          <span className={styles.position}>{number(place.position)}</span>
        </span>
      )}
      {edit || (
        <span className={styles.spot}>
          <span id={textId} className={styles.text} dir="auto">
            {line.text}
          </span>
          {canEdit && (
            // Over the text and not around it: a text may hold the word of any button.
            <button
              type="button"
              className={styles.edit}
              aria-label={t('lines.rewrite')}
              {...about}
              title={t('lines.edit')}
              data-action="edit"
              onClick={onEdit}
            />
          )}
        </span>
      )}
      {canEdit && !edit && (
        <span className={styles.buttons}>
          {!line.schedule && <AlwaysButton {...about} onClick={onSchedule} />}
          {place && <MoveButtons position={place.position} total={place.total} onMove={place.onMove} {...about} />}
          <ActionIcon aria-label={t('action.delete')} {...about} data-action="delete" onClick={onDelete}>
            <TrashIcon size={18} />
          </ActionIcon>
        </span>
      )}
      {(line.schedule || absence !== undefined) && !edit && (
        <span className={styles.schedule}>
          {absence !== undefined && <span className={styles.absence}>{absence}</span>}
          {line.schedule && (
            <ScheduleChip schedule={line.schedule} clock={clock} canEdit={canEdit} {...about} onClick={onSchedule} />
          )}
        </span>
      )}
    </li>
  )
}

type MoveProps = Pick<Place, 'position' | 'total' | 'onMove'> & { 'aria-describedby': string }

function MoveButtons({ position, total, onMove, ...about }: MoveProps) {
  const { t } = useI18n()
  return (
    <>
      <ActionIcon
        aria-label={t('lines.move-up')}
        {...about}
        data-action="up"
        disabled={position === 1}
        onClick={() => onMove('up')}
      >
        <ArrowUpIcon size={18} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('lines.move-down')}
        {...about}
        data-action="down"
        disabled={position === total}
        onClick={() => onMove('down')}
      >
        <ArrowDownIcon size={18} />
      </ActionIcon>
    </>
  )
}

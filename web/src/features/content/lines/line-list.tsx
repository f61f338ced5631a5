import { ActionIcon } from '@mantine/core'
import type { Line, ProgrammeKey } from '@placard/contract'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ArrowDownIcon, ArrowUpIcon, GripIcon, TextIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { useLongPress } from '../../../platform/ui/long-press.ts'
import { ConditionChip } from '../conditions/in-words.ts'
import { Choice, type Chosen } from '../entries/choice.tsx'
import { ListHeading } from '../entries/list-heading.tsx'
import type { ListProps } from '../entries/list-props.ts'
import { textOf } from '../entries/text-of.ts'
import { useOrderedList } from '../entries/use-ordered-list.tsx'
import { AlwaysButton } from '../schedules/always-button.tsx'
import { ScheduleChip } from '../schedules/in-words.ts'
import { Past } from '../schedules/past.tsx'
import type { ScheduleClock } from '../schedules/use-schedule-clock.ts'
import { idsOnNow, schedulesIn, whatPlays } from '../schedules/what-plays.ts'
import { hasCountdown } from '../values/countdown.ts'
import { MissingValues } from '../values/late-missing-values.ts'
import { State } from '../why/in-words.ts'
import styles from './line-list.module.css'
import { LINES } from './use-lines.ts'

const CountdownOver = lazyDialog(() => import('../values/countdown-over.tsx'), { quiet: 'for good', ahead: false })
const IncludedLines = lazyDialog(() => import('./included-lines.tsx'), { quiet: true, ahead: false })
/** Few users ever select lines. */
const SelectionBar = lazyDialog(() => import('./selection-bar.tsx'), { quiet: true, ahead: false })
const EditLine = lazyDialog(() => import('./edit-line.tsx'), { quiet: true })

/** After this time a move is rendered, and a button at the new place is no longer disabled. */
const REDRAWN_MS = 50

/** Approximate height of a row. */
const ROW_PX = 68

type Props = ListProps & {
  /** Opens the form for a notice with the text as it is typed at the moment. */
  onMakeNotice: (line: Line, text: string) => void
}

/** D4, D7, T3. Selected lines are changed together. */
export function LineList(props: Props) {
  const { programmeKey, programme, canEdit, mayEditPlaylists, selecting, emptyAction, onMakeNotice } = props
  const { lines: saved, items, playlists } = programme
  const { t } = useI18n()
  const [editing, setEditing] = useState<Line>()
  const list = useOrderedList({
    kind: LINES,
    programmeKey,
    saved,
    canEdit,
    also: schedulesIn({ items: items.filter(({ type }) => type === 'playlist'), lines: [], playlists }),
    nameOf: textOf,
    movedWords: (_, position, total) => t('lines.moved', { position, total }),
    deleteWords: () => ({
      question: t('lines.delete-question'),
      confirm: t('action.delete'),
      done: t('lines.deleted'),
    }),
    takesFocus: '[data-action="delete"]',
    selecting,
    mayEditPlaylists,
    Bar: SelectionBar,
  })
  const { entries: lines, current: ticker, past, clock, section, drag, focusIn, selection } = list
  const playing = whatPlays({ items, lines, playlists, values: programme.values }).lines
  const on = idsOnNow(playing, clock)
  const included = playing.filter(({ by }) => by !== undefined)

  const move = (line: Line, direction: 'up' | 'down') => {
    const to = ticker.indexOf(line) + (direction === 'up' ? -1 : 1)
    if (ticker[to]) keepFocusOn(line, direction, to)
    list.move(line, direction)
  }

  /** At the end of the list the pressed button becomes disabled and would lose the focus, so the other arrow gets it. */
  const keepFocusOn = (line: Line, direction: 'up' | 'down', to: number) => {
    const atEnd = direction === 'up' ? to === 0 : to === ticker.length - 1
    const action = atEnd ? (direction === 'up' ? 'down' : 'up') : direction
    focusIn(`[data-line="${line.id}"] [data-action="${action}"]`, REDRAWN_MS)
  }

  const about = ({ id }: Line) => ({
    className: styles.line,
    'data-line': id,
    'data-off': !on.has(id) || undefined,
  })
  const drawn = {
    className: styles.list,
    usualPx: ROW_PX,
    words: textOf,
    kept: editing?.id,
  }
  const row = (line: Line, place: Place | undefined) => (
    <LineRow
      programmeKey={programmeKey}
      line={line}
      canEdit={canEdit}
      clock={clock}
      place={place}
      choice={selection.of(line)}
      onHold={() => selection.onHold(line)}
      onDelete={() => list.onDelete(line)}
      onEdit={() => setEditing(line)}
      onSchedule={() => list.onSchedule(line)}
      edit={
        editing?.id === line.id && (
          <EditLine
            programmeKey={programmeKey}
            line={editing}
            onMakeNotice={(text) => {
              setEditing(undefined)
              onMakeNotice(editing, text)
            }}
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
    <section
      ref={section}
      className={styles.panel}
      aria-labelledby="lines-heading"
      data-selects={selection.isOn || undefined}
    >
      <ListHeading id="lines-heading" title={t('lines.heading')} count={lines.length}>
        {selection.button}
      </ListHeading>
      {lines.length === 0 && included.length === 0 && !editing ? (
        <EmptyState
          icon={<TextIcon size={24} />}
          title={t('lines.empty')}
          lead={t(canEdit ? 'lines.empty-lead' : 'lines.empty-lead-look')}
          action={emptyAction}
        />
      ) : (
        <>
          <LongList
            as="ol"
            list={drag.list}
            of={withEdited(ticker, past, editing)}
            entry={(line) => ({ ...about(line), ...drag.entry(line.id) })}
            {...drawn}
          >
            {(line, index) =>
              row(line, {
                position: index + 1,
                total: ticker.length,
                handle: drag.handle(line.id),
                onMove: (direction) => move(line, direction),
              })
            }
          </LongList>
          <Past count={past.length}>
            <LongList of={past} entry={(line) => ({ ...about(line), 'data-past': true })} {...drawn}>
              {(line) => row(line, undefined)}
            </LongList>
          </Past>
          {selection.bar}
          {included.length > 0 && <IncludedLines programmeKey={programmeKey} playing={included} on={on} />}
        </>
      )}
      {list.dialogs}
    </section>
  )
}

type Place = {
  position: number
  total: number
  /** Props of the row's drag handle. */
  handle: { onPointerDown: (event: PointerEvent) => void }
  onMove: (direction: 'up' | 'down') => void
}

type RowProps = {
  programmeKey: ProgrammeKey
  line: Line
  canEdit: boolean
  clock: ScheduleClock
  /** The position in the ticker; undefined for a line that is over. */
  place: Place | undefined
  /** In selection mode: the selection state of this line. Its buttons are disabled then. */
  choice: Chosen | undefined
  /** Called after a long press on the text. */
  onHold: () => void
  onDelete: () => void
  onEdit: () => void
  onSchedule: () => void
  /** The form that replaces the text while it is edited. */
  edit: ReactNode
}

/** A line that another user deletes stays in the list while it is edited, so that the typed text is not lost. */
function withEdited(ticker: Line[], past: Line[], editing: Line | undefined): Line[] {
  return !editing || [...ticker, ...past].some(({ id }) => id === editing.id) ? ticker : [...ticker, editing]
}

function LineRow(props: RowProps) {
  const { programmeKey, line, canEdit, clock, place, choice, onHold, onDelete, onEdit, onSchedule, edit } = props
  const { t, number } = useI18n()
  const longPress = useLongPress(onHold)
  const rests = choice !== undefined
  const textId = useId()
  const about = { 'aria-describedby': textId }
  return (
    <>
      {choice && !edit && <Choice {...choice} labelledBy={textId} />}
      {place && (
        <span className={styles.place}>
          <span
            className={styles.grip}
            data-grip
            {...(canEdit && !rests && place.total > 1 ? { ...place.handle, title: t('items.drag') } : { hidden: true })}
          >
            <GripIcon size={18} />
          </span>
          <span className={styles.position}>{number(place.position)}</span>
        </span>
      )}
      {edit || (
        <span className={styles.spot} {...(canEdit ? longPress : {})}>
          <span id={textId} className={styles.text} dir="auto">
            {textOf(line)}
          </span>
          {canEdit && !rests && (
            // Placed over the text instead of around it, because the text may contain the name of any button.
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
        <span className={styles.buttons} inert={rests}>
          {!line.schedule && <AlwaysButton {...about} onClick={onSchedule} />}
          {place && <MoveButtons position={place.position} total={place.total} onMove={place.onMove} {...about} />}
          <ActionIcon aria-label={t('action.delete')} {...about} data-action="delete" onClick={onDelete}>
            <TrashIcon size={18} />
          </ActionIcon>
        </span>
      )}
      {!edit && (
        <span className={styles.state}>
          <State
            programmeKey={programmeKey}
            kind="line"
            id={line.id}
            describedBy={textId}
            mends={canEdit ? { schedule: onSchedule } : undefined}
          />
          {line.shown && <MissingValues programmeKey={programmeKey} shown={line.shown} />}
          {canEdit && hasCountdown(line.text) && <CountdownOver text={line.text} zoneOffsets={clock.offsets} />}
          {line.schedule && (
            <ScheduleChip
              schedule={line.schedule}
              clock={clock}
              canEdit={canEdit && !rests}
              {...about}
              onClick={onSchedule}
            />
          )}
          {line.condition && (
            <ConditionChip
              programmeKey={programmeKey}
              condition={line.condition}
              canEdit={canEdit && !rests}
              {...about}
              onClick={onSchedule}
            />
          )}
        </span>
      )}
    </>
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

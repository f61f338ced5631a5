import { Button, Skeleton } from '@mantine/core'
import type { DisplayKey, Item, ItemId } from '@placard/contract'
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { useUndoChange } from '../../api/undo.ts'
import { announce } from '../../ui/announcer.tsx'
import { useDragOrder } from '../../ui/drag-order.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusWhenDrawn } from '../../ui/focus-when-drawn.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { PictureIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useNotice } from '../../ui/notices.ts'
import { moveOver } from '../schedule/move-over.ts'
import { Past } from '../schedule/past.tsx'
import { findAlone, useScheduleClock } from '../schedule/use-schedule-clock.ts'
import { ConfirmDialog, ScheduleDialog } from './dialogs.ts'
import type { DrawReplace } from './edit-item.tsx'
import { ItemCard } from './item-card.tsx'
import type { ItemCommand } from './item-commands.ts'
import styles from './item-list.module.css'
import { useItemCommand, useSeenItems } from './use-items.ts'
import { useSelection } from './use-selection.ts'

const EditItem = lazyDialog(() => import('./edit-item.tsx'))
const SelectionBar = lazyDialog(() => import('./selection-bar.tsx'), { quiet: true })

type Props = {
  display: DisplayKey
  items: Item[]
  /** False for whoever only looks. */
  canEdit: boolean
  /** The button that adds the first one. */
  emptyAction: ReactNode
  /** Takes a new picture for an item. */
  replace: DrawReplace
}

/** D5 to D7, T1, T2. One item is edited at a time, and several that are selected are changed at once. */
export function ItemList({ display, items: saved, canEdit, emptyAction, replace }: Props) {
  const { t, number } = useI18n()
  const notice = useNotice()
  const items = useSeenItems(display, saved)
  const { mutateAsync } = useItemCommand(display)
  const undoChange = useUndoChange(display)
  const [editing, setEditing] = useState<Item>()
  const [deleting, setDeleting] = useState<Item>()
  const [scheduling, setScheduling] = useState<Item>()
  const clock = useScheduleClock(
    display,
    items.map(({ schedule }) => schedule),
  )
  const past = items.filter(({ schedule }) => clock.isOver(schedule))
  const alone = findAlone(
    items.filter(({ visible, playable }) => visible && playable),
    clock,
  )
  const loop = items.filter((item) => !past.includes(item))
  const shown = [...loop, ...past]
  const selection = useSelection(shown.map(({ id }) => id))
  const selects = canEdit && selection.isOn
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  /** @returns the display's revision if it is saved; a failure is logged and told (X4) */
  const run = async (command: ItemCommand): Promise<number | undefined> => {
    try {
      return await mutateAsync(command)
    } catch (error) {
      console.error(`item ${command.type} failed`, error)
      notice('error', t('status.not-saved', { reason: t(`error.${codeOf(error)}`) }))
      return undefined
    }
  }

  const show = async (item: Item, visible: boolean) => {
    const saved = await run({ type: 'show', id: item.id, visible })
    if (saved) announce(t(visible ? 'items.now-shown' : 'items.now-hidden', { title: item.title }))
  }

  const move = async (item: Item, direction: 'up' | 'down') => {
    const to = loop.indexOf(item) + (direction === 'up' ? -1 : 1)
    const neighbour = loop[to]
    if (!neighbour) return
    const ids = items.map(({ id }) => id)
    const saved = await run(moveOver(ids, item.id, direction, neighbour.id))
    if (saved) announce(t('items.moved', { title: item.title, position: to + 1, total: loop.length }))
  }

  const drag = useDragOrder(
    loop.map(({ id }) => id),
    (id, after, index) => {
      const title = items.find((item) => item.id === id)?.title ?? ''
      void run({ type: 'place', id, after }).then((saved) => {
        if (saved) announce(t('items.moved', { title, position: index + 1, total: loop.length }))
      })
    },
  )

  /** @param id of one that it was about */
  const takeBack = async (revision: number, id: ItemId) => {
    try {
      await undoChange(revision)
      notice('success', t('activity.undone'))
      focusWhenDrawn('item', id)
    } catch (error) {
      console.error('undoing a command failed', error)
      notice('error', t('activity.not-undone', { reason: t(`error.${codeOf(error)}`) }))
    }
  }

  const remove = async (item: Item) => {
    setDeleting(undefined)
    focusNeighbour(item)
    const revision = await run({ type: 'remove', id: item.id })
    if (revision === undefined) return
    notice('success', t('items.deleted'), { label: t('activity.undo'), run: () => void takeBack(revision, item.id) })
  }

  /** The button that had the focus goes with its card; the next card, or the heading, takes it. */
  const focusNeighbour = (item: Item) => {
    const at = shown.indexOf(item)
    const next = shown[at + 1] ?? shown[at - 1]
    const target = next ? section.current?.querySelector<HTMLElement>(`[data-item="${next.id}"] h3`) : heading.current
    // After the dialog has given the focus back to the button that opened it.
    setTimeout(() => target?.focus(), 0)
  }

  const card = (item: Item, place: ComponentProps<typeof ItemCard>['place']) => (
    <ItemCard
      item={item}
      canEdit={canEdit}
      clock={clock}
      alone={alone?.title}
      place={place}
      choice={
        selects
          ? {
              isChosen: selection.ids.includes(item.id),
              onToggle: (isRange) => selection.toggle(item.id, isRange),
            }
          : undefined
      }
      onHold={() => !selects && selection.select([item.id])}
      onShow={(visible) => void show(item, visible)}
      onEdit={() => setEditing(item)}
      onSchedule={() => setScheduling(item)}
      onDelete={() => setDeleting(item)}
    />
  )

  return (
    <section ref={section} aria-labelledby="items-heading" className={styles.list} data-selects={selects || undefined}>
      <div className={styles.heading}>
        <h2 ref={heading} id="items-heading" tabIndex={-1}>
          {t('items.heading')}
        </h2>
        {items.length > 0 && <span className={styles.count}>{number(items.length)}</span>}
        {canEdit && (items.length > 1 || selects) && (
          <Button
            variant="subtle"
            size="compact-md"
            className={styles.select ?? ''}
            onClick={() => (selects ? selection.end() : selection.select([]))}
          >
            {t(selects ? 'select.done' : 'select.start')}
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState
          framed
          icon={<PictureIcon size={24} />}
          title={t('items.empty')}
          lead={t(canEdit ? 'items.empty-lead' : 'items.empty-lead-look')}
          action={emptyAction}
        />
      ) : (
        <>
          <ul ref={drag.list as RefObject<HTMLUListElement | null>} className={styles.grid}>
            {loop.map((item, index) => (
              <li key={item.id} className={styles.place} {...drag.entry(item.id)}>
                {card(item, {
                  first: index === 0,
                  last: index === loop.length - 1,
                  handle: drag.handle(item.id),
                  onMove: (direction) => void move(item, direction),
                })}
              </li>
            ))}
          </ul>
          <Past count={past.length}>
            <ul className={styles.grid}>
              {past.map((item) => (
                <li key={item.id}>{card(item, undefined)}</li>
              ))}
            </ul>
          </Past>
          {selects && (
            <SelectionBar
              display={display}
              items={items}
              ids={selection.ids}
              onSelectAll={() => {
                // What is folded away is seen before anything is done to it.
                section.current?.querySelector('details')?.setAttribute('open', '')
                selection.select(shown.map(({ id }) => id))
              }}
              onSelectNone={() => selection.select([])}
              onUndo={(revision, id) => void takeBack(revision, id)}
              onEnd={() => {
                selection.end()
                heading.current?.focus({ preventScroll: true })
              }}
            />
          )}
        </>
      )}
      {editing && (
        <EditItem
          display={display}
          item={editing}
          saved={saved.find((item) => item.id === editing.id)}
          replace={replace}
          onClose={() => setEditing(undefined)}
        />
      )}
      {scheduling && canEdit && (
        <ScheduleDialog
          display={display}
          kind="item"
          things={[scheduling]}
          name={scheduling.title}
          save={(schedule, revision) =>
            mutateAsync({ type: 'update', id: scheduling.id, change: { schedule }, revision })
          }
          onClose={() => setScheduling(undefined)}
        />
      )}
      {deleting && canEdit && (
        <ConfirmDialog
          question={t('items.delete-question')}
          subject={deleting.title}
          confirmLabel={t('action.delete')}
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </section>
  )
}

export function ItemListSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} className={styles.skeleton ?? ''} radius="lg" />
      ))}
    </div>
  )
}

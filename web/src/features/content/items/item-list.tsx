import { Skeleton } from '@mantine/core'
import type { Item } from '@placard/contract'
import { playlistOf } from '@placard/playback'
import { type ComponentProps, useState } from 'react'
import { announce } from '../../../platform/ui/announcer.tsx'
import cards from '../../../platform/ui/card.module.css'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PictureIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LongList } from '../../../platform/ui/long-list.tsx'
import { ListHeading } from '../entries/list-heading.tsx'
import type { ListProps } from '../entries/list-props.ts'
import { useOrderedList } from '../entries/use-ordered-list.tsx'
import { Past } from '../schedules/past.tsx'
import { idsOnNow, schedulesIn, whatPlays } from '../schedules/what-plays.ts'
import type { DrawReplace } from './edit-item.tsx'
import { ItemCard } from './item-card.tsx'
import { ITEM_KINDS } from './item-kinds.ts'
import styles from './item-list.module.css'
import { ITEMS } from './use-items.ts'

const EditItem = lazyDialog(() => import('./edit-item.tsx'))
/** Few users ever select items. */
const SelectionBar = lazyDialog(() => import('./selection-bar.tsx'), { quiet: true, ahead: false })

/** Approximate height of a card. */
const CARD_PX = 360

type Props = ListProps & {
  /** Uploads a new picture for an item. */
  replace: DrawReplace
  /** Opens the form for notices. The caller provides it because it also handles lines. */
  onEditNotice: (item: Item) => void
}

/** D5 to D7, T1, T2. One item is edited at a time. Selected items are changed together. */
export function ItemList(props: Props) {
  const { programmeKey, programme, canEdit, mayEditPlaylists, selecting, emptyAction, replace, onEditNotice } = props
  const { items: saved, playlists } = programme
  const { t } = useI18n()
  const [editing, setEditing] = useState<Item>()
  const list = useOrderedList({
    kind: ITEMS,
    programmeKey,
    saved,
    canEdit,
    also: schedulesIn({ items: [], lines: [], playlists }),
    nameOf: ({ title }) => title,
    movedWords: ({ title }, position, total) => t('items.moved', { title, position, total }),
    deleteWords: ({ type }) =>
      type === 'playlist'
        ? {
            question: t('playlists.take-off-question'),
            confirm: t('playlists.take-off'),
            done: t('playlists.taken-off'),
          }
        : { question: t('items.delete-question'), confirm: t('action.delete'), done: t('items.deleted') },
    takesFocus: 'h3',
    selecting,
    mayEditPlaylists,
    Bar: SelectionBar,
  })
  const { entries: items, current: loop, past, clock, section, drag, selection } = list
  const playing = whatPlays({ items, lines: [], playlists, values: programme.values })
  // The lines of a feed are shown even if the loop contains nothing of it.
  const on = new Set([...idsOnNow(playing.items, clock), ...idsOnNow(playing.lines, clock)])

  const show = async (item: Item, visible: boolean) => {
    const saved = await list.run({ type: 'update', id: item.id, change: { visible }, revision: '*' })
    if (saved) announce(t(visible ? 'items.now-shown' : 'items.now-hidden', { title: item.title }))
  }

  const card = (item: Item, place: ComponentProps<typeof ItemCard>['place']) => (
    <ItemCard
      programmeKey={programmeKey}
      item={item}
      canEdit={canEdit}
      clock={clock}
      isOn={on.has(item.id)}
      playlist={playlistOf(item, playlists)}
      place={place}
      choice={selection.of(item)}
      onHold={() => selection.onHold(item)}
      onShow={(visible) => void show(item, visible)}
      onEdit={() => (ITEM_KINDS[item.type].madeBy === 'notice-form' ? onEditNotice(item) : setEditing(item))}
      onSchedule={() => list.onSchedule(item)}
      onDelete={() => list.onDelete(item)}
    />
  )

  return (
    <section
      ref={section}
      aria-labelledby="items-heading"
      className={styles.list}
      data-selects={selection.isOn || undefined}
    >
      <ListHeading id="items-heading" title={t('items.heading')} count={items.length}>
        {selection.button}
      </ListHeading>
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
          <LongList
            list={drag.list}
            className={cards.grid}
            of={loop}
            usualPx={CARD_PX}
            words={({ title }) => title}
            entry={({ id }) => ({ className: styles.place, ...drag.entry(id) })}
          >
            {(item, index) =>
              card(item, {
                first: index === 0,
                last: index === loop.length - 1,
                handle: drag.handle(item.id),
                onMove: (direction) => list.move(item, direction),
              })
            }
          </LongList>
          <Past count={past.length}>
            <LongList className={cards.grid} of={past} usualPx={CARD_PX} words={({ title }) => title}>
              {(item) => card(item, undefined)}
            </LongList>
          </Past>
          {selection.bar}
        </>
      )}
      {editing && (
        <EditItem
          programmeKey={programmeKey}
          item={editing}
          saved={saved.find((item) => item.id === editing.id)}
          replace={replace}
          onClose={() => setEditing(undefined)}
        />
      )}
      {list.dialogs}
    </section>
  )
}

export function ItemListSkeleton() {
  return (
    <div className={cards.grid} aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} className={styles.skeleton ?? ''} radius="lg" />
      ))}
    </div>
  )
}

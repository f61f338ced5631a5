import { ActionIcon, Button } from '@mantine/core'
import {
  DEFAULT_PLAYER_DURATION_SECONDS,
  type IncludedPlaylist,
  type Item,
  type ProgrammeKey,
  secondsOf,
} from '@placard/contract'
import { type PointerEvent, useId } from 'react'
import card from '../../../platform/ui/card.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import {
  ArrowBackIcon,
  ArrowOnIcon,
  EyeIcon,
  EyeOffIcon,
  FeedIcon,
  GripIcon,
  PencilIcon,
  StackIcon,
  TrashIcon,
} from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useLongPress } from '../../../platform/ui/long-press.ts'
import { ConditionChip } from '../conditions/in-words.ts'
import { Choice, type Chosen } from '../entries/choice.tsx'
import { AlwaysButton } from '../schedules/always-button.tsx'
import { ScheduleChip } from '../schedules/in-words.ts'
import type { ScheduleClock } from '../schedules/use-schedule-clock.ts'
import { hasCountdown } from '../values/countdown.ts'
import { MissingValues } from '../values/late-missing-values.ts'
import { State } from '../why/in-words.ts'
import { FilmNote } from '../why/late-film-note.ts'
import styles from './item-card.module.css'
import { ItemPicture } from './item-picture.tsx'

const CountdownOver = lazyDialog(() => import('../values/countdown-over.tsx'), { patient: true })
const Inclusion = lazyDialog(() => import('./inclusion.tsx'), { quiet: true, ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  item: Item
  /** False for users who may only view. */
  canEdit: boolean
  clock: ScheduleClock
  /** The item is in the loop now; for an inclusion, one of its items. */
  isOn: boolean
  /** The included playlist; undefined for every other item. */
  playlist: IncludedPlaylist | undefined
  /** The position in the loop; undefined for an item that is over. */
  place: Place | undefined
  /** In selection mode: the selection state of this card. Its buttons are disabled then. */
  choice: Chosen | undefined
  /** Called after a long press on the picture. */
  onHold: () => void
  onShow: (visible: boolean) => void
  onEdit: () => void
  onSchedule: () => void
  onDelete: () => void
}

type Place = {
  first: boolean
  last: boolean
  /** Props of the card's drag handle. */
  handle: { onPointerDown: (event: PointerEvent) => void }
  onMove: (direction: 'up' | 'down') => void
}

/** D5. The buttons have the specified names; the item's title is their description. */
export function ItemCard(props: Props) {
  const { programmeKey, item, canEdit, clock, isOn, playlist, place, choice } = props
  const { onHold, onShow, onEdit, onSchedule, onDelete } = props
  const { t } = useI18n()
  const longPress = useLongPress(onHold)
  const rests = choice !== undefined
  const titleId = useId()
  const isInclusion = item.type === 'playlist'
  /** The card shows the entries that the item contains. */
  const isStack = isInclusion || item.type === 'deck' || item.type === 'feed'
  const seconds = Math.ceil(secondsOf(item) ?? 0)
  const about = { 'aria-describedby': titleId }
  return (
    <article
      className={`${card.card} ${styles.card}`}
      aria-labelledby={titleId}
      data-off={!isOn || undefined}
      data-item={item.id}
      data-inclusion={isInclusion || undefined}
    >
      {choice && <Choice {...choice} labelledBy={titleId} />}
      <div className={styles.media} {...(canEdit ? longPress : {})}>
        {isStack ? (
          <div className={styles.stack}>
            <Inclusion part="picture" item={item} playlist={playlist} describedBy={titleId} />
          </div>
        ) : (
          <ItemPicture item={item} />
        )}
        {isStack && (
          <span className={styles.kind}>
            {item.type === 'feed' ? <FeedIcon size={14} /> : <StackIcon size={14} />}
            {t(`items.type.${item.type}`)}
          </span>
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.heading}>
          <div className={styles.words}>
            <h3 id={titleId} className={styles.title} dir="auto" tabIndex={-1}>
              {item.title}
            </h3>
            {isStack ? (
              <p className={styles.facts}>
                <Inclusion part="facts" item={item} playlist={playlist} describedBy={titleId} canEdit={canEdit} />
              </p>
            ) : (
              <p className={styles.facts}>
                <span>{t(`items.type.${item.type}`)}</span>
                <span aria-hidden="true">·</span>
                <span>
                  {seconds
                    ? t('items.seconds', { seconds })
                    : t('items.default-duration', { seconds: DEFAULT_PLAYER_DURATION_SECONDS })}
                </span>
              </p>
            )}
          </div>
          {canEdit && (
            <div className={styles.moves} inert={rests}>
              {!item.schedule && <AlwaysButton {...about} onClick={onSchedule} />}
            </div>
          )}
        </div>
        {item.schedule && (
          <ScheduleChip
            schedule={item.schedule}
            clock={clock}
            canEdit={canEdit && !rests}
            {...about}
            onClick={onSchedule}
          />
        )}
        {item.condition && (
          <ConditionChip
            programmeKey={programmeKey}
            condition={item.condition}
            canEdit={canEdit && !rests}
            {...about}
            onClick={onSchedule}
          />
        )}
        <p className={styles.state}>
          <State
            programmeKey={programmeKey}
            kind="item"
            id={item.id}
            describedBy={titleId}
            mends={canEdit ? { show: () => onShow(true), schedule: onSchedule, edit: onEdit } : undefined}
          />
          {canEdit && place && (
            <MoveButtons first={place.first} last={place.last} inert={rests} onMove={place.onMove} {...about} />
          )}
          {canEdit && place && !rests && !(place.first && place.last) && (
            <span className={styles.grip} title={t('items.drag')} data-grip {...place.handle}>
              <GripIcon size={18} />
            </span>
          )}
        </p>
        {item.type === 'feed' && (
          <Inclusion part="trouble" item={item} playlist={undefined} describedBy={titleId} canEdit={canEdit} />
        )}
        {(item.film || item.sound || playlist) && (
          <FilmNote
            programmeKey={programmeKey}
            film={item.film}
            sounds={item.sound === true}
            brought={playlist?.items}
          />
        )}
        {item.shown && <MissingValues programmeKey={programmeKey} shown={item.shown} />}
        {canEdit && item.notice && hasCountdown(JSON.stringify(item.notice)) && (
          <CountdownOver text={JSON.stringify(item.notice)} zoneOffsets={clock.offsets} />
        )}
        {canEdit && (
          <div className={styles.actions} inert={rests}>
            <Button
              {...about}
              variant="default"
              size="sm"
              leftSection={item.visible ? <EyeOffIcon size={16} /> : <EyeIcon size={16} />}
              onClick={() => onShow(!item.visible)}
            >
              {item.visible ? t('action.hide') : t('action.show')}
            </Button>
            {!isInclusion && (
              <Button {...about} variant="default" size="sm" leftSection={<PencilIcon size={16} />} onClick={onEdit}>
                {t('action.edit')}
              </Button>
            )}
            <Button
              {...about}
              variant="default"
              size="sm"
              className={styles.delete ?? ''}
              leftSection={<TrashIcon size={16} />}
              onClick={onDelete}
            >
              {t(isInclusion ? 'playlists.take-off' : 'action.delete')}
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

type MoveProps = Omit<Place, 'handle'> & { inert: boolean; 'aria-describedby': string }

function MoveButtons({ first, last, inert, onMove, ...about }: MoveProps) {
  const { t } = useI18n()
  return (
    <span className={styles.arrows} inert={inert} data-seldom>
      <ActionIcon aria-label={t('items.move-earlier')} {...about} disabled={first} onClick={() => onMove('up')}>
        <ArrowBackIcon />
      </ActionIcon>
      <ActionIcon aria-label={t('items.move-later')} {...about} disabled={last} onClick={() => onMove('down')}>
        <ArrowOnIcon />
      </ActionIcon>
    </span>
  )
}

import { Button, Skeleton } from '@mantine/core'
import type { Condition, DisplayKey, Item } from '@placard/contract'
import { isFilm } from '@placard/playback'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import toggle from '../../../platform/ui/toggle.module.css'
import { ConditionChip, ConditionDialog } from '../conditions/in-words.ts'
import { ScheduleDialog } from '../entries/dialogs.ts'
import { useItemCommand } from '../items/use-items.ts'
import { ScheduleLine } from '../schedules/schedule-line.tsx'
import { nearMoment } from '../schedules/sentence.ts'
import { type ScheduleClock, useReader } from '../schedules/use-schedule-clock.ts'
import { AddToZone } from './add-to-zone.tsx'
import { dropHere } from './drop-on-zones.ts'
import styles from './zone-card.module.css'
import { ZonePicture } from './zone-picture.tsx'
import { type ZoneView, zoneNow } from './zone-view.ts'

/** The items of a zone that are listed; the others are counted. */
const LISTED = 4

type Props = {
  displayKey: DisplayKey
  zone: ZoneView
  /** The display has this zone alone. */
  isOnly: boolean
  clock: ScheduleClock
  canEdit: boolean
  isOver: boolean
  problem: string | undefined
  onAdd: () => void
  onChoose: () => void
  onStays: (stays: boolean) => void
  /** @throws ApiError */
  onCondition: (condition: Condition | null) => Promise<unknown>
}

/** A zone in words: its programme, when each item is on, its condition, and its room while nothing is on. */
export function ZoneCard(props: Props) {
  const { displayKey, zone, isOnly, clock, canEdit, isOver, problem, onAdd, onChoose, onStays, onCondition } = props
  const { t, number } = useI18n()
  const headingId = useId()
  const { index, name, path, key, content, filmsPlayIn } = zone
  const isMain = index === 0
  const items = content?.items ?? []
  return (
    <section className={styles.card} aria-labelledby={headingId} data-over={isOver || undefined} {...dropHere(index)}>
      <header className={styles.head}>
        {!isOnly && <span className={styles.number}>{number(index + 1)}</span>}
        <div className={styles.heading}>
          <h2 id={headingId} className={styles.name}>
            {path ? (
              <Link to={path} dir="auto">
                {name}
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </h2>
          <p className={styles.facts}>
            {t(isMain ? 'layout.main' : 'layout.playlist')}
            {content && <> · {t('playlists.containers', { count: items.length })}</>}
          </p>
        </div>
        {canEdit && key && <AddToZone look="button" name={name} describedBy={headingId} onAdd={onAdd} />}
      </header>
      {problem && <ErrorBox message={problem} />}
      {!content && <Skeleton height="2.5rem" radius="md" />}
      {items.length > 0 && key && (
        <ul className={styles.items}>
          {items.slice(0, LISTED).map((item) => (
            <ZoneItem
              key={item.id}
              displayKey={displayKey}
              programmeKey={key}
              item={item}
              clock={clock}
              canEdit={canEdit}
            />
          ))}
        </ul>
      )}
      {items.length > LISTED && path && (
        <Link to={path} className={styles.others}>
          {t('layout.more-items', { count: items.length - LISTED })}
        </Link>
      )}
      {!isMain && <ZoneCondition {...{ displayKey, zone, canEdit, headingId, onCondition }} />}
      {!isMain && <Room zone={zone} clock={clock} canEdit={canEdit} onStays={onStays} />}
      {filmsPlayIn !== undefined && items.some(isFilm) && (
        <p className={styles.note}>{t('layout.films-elsewhere', { number: number(filmsPlayIn) })}</p>
      )}
      {!isMain && content && content.lines.length > 0 && <p className={styles.note}>{t('layout.texts-rest')}</p>}
      {!isMain && canEdit && (
        <Button variant="subtle" color="gray" size="compact-sm" className={styles.choose ?? ''} onClick={onChoose}>
          {t('layout.choose')}
        </Button>
      )}
    </section>
  )
}

type ItemProps = {
  displayKey: DisplayKey
  programmeKey: NonNullable<ZoneView['key']>
  item: Item
  clock: ScheduleClock
  canEdit: boolean
}

function ZoneItem({ displayKey, programmeKey, item, clock, canEdit }: ItemProps) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useItemCommand(programmeKey)
  const button = { 'aria-describedby': titleId, onClick: () => setOpen(true) }
  const { title, schedule, condition } = item
  return (
    <li className={styles.item} data-item={item.id} data-off={!item.visible || undefined}>
      <span className={styles.thumb}>
        <ZonePicture item={item} small />
      </span>
      <span className={styles.words}>
        <span id={titleId} className={styles.title} dir="auto" tabIndex={-1}>
          {title}
        </span>
        <ScheduleLine schedule={schedule} clock={clock} canEdit={canEdit} {...button} />
        {condition && <ConditionChip programmeKey={displayKey} condition={condition} canEdit={canEdit} {...button} />}
      </span>
      {isOpen && (
        <ScheduleDialog
          programmeKey={programmeKey}
          kind="item"
          things={[item]}
          name={title}
          save={(change, revision) => mutateAsync({ type: 'update', id: item.id, change, revision })}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

type ConditionProps = Pick<Props, 'displayKey' | 'zone' | 'canEdit' | 'onCondition'> & { headingId: string }

/** [DT6] The condition of a zone in words; without one, a button that makes one. */
function ZoneCondition({ displayKey, zone, canEdit, headingId, onCondition }: ConditionProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const { condition, name } = zone
  const open = { 'aria-describedby': headingId, onClick: () => setOpen(true) }
  return (
    <>
      {condition && <ConditionChip programmeKey={displayKey} condition={condition} canEdit={canEdit} {...open} />}
      {!condition && canEdit && (
        <Button variant="subtle" color="gray" size="compact-sm" className={styles.choose ?? ''} {...open}>
          {t('layout.condition')}
        </Button>
      )}
      {isOpen && (
        <ConditionDialog
          programmeKey={displayKey}
          name={name}
          condition={condition}
          save={onCondition}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type RoomProps = Pick<Props, 'zone' | 'clock' | 'canEdit' | 'onStays'>

/** [LY3] The choice for the times at which nothing is on, and what that means now. */
function Room({ zone, clock, canEdit, onStays }: RoomProps) {
  const { t } = useI18n()
  const reader = useReader()
  const groupId = useId()
  const now = zoneNow(zone, clock)
  const { stays } = zone
  const words =
    now.is === 'empty'
      ? t(stays ? 'layout.empty-stays' : 'layout.empty-gives')
      : now.is === 'off'
        ? t(stays ? 'layout.off-stays' : 'layout.off-gives', {
            moment:
              now.until === Number.POSITIVE_INFINITY
                ? t('layout.never')
                : nearMoment(clock.local(now.until), clock.localNow, reader),
          })
        : now.is === 'unmet'
          ? t(stays ? 'layout.unmet-stays' : 'layout.unmet-gives')
          : undefined
  return (
    <div className={styles.room}>
      {words && <p className={styles.note}>{words}</p>}
      {canEdit && (
        <>
          <p id={groupId} className={styles.question}>
            {t('layout.when-nothing')}
          </p>
          <fieldset className={styles.ways} aria-labelledby={groupId}>
            {[false, true].map((value) => (
              <button
                key={String(value)}
                type="button"
                className={`${toggle.toggle} ${styles.way}`}
                aria-pressed={stays === value}
                onClick={() => stays !== value && onStays(value)}
              >
                {t(value ? 'layout.stays' : 'layout.gives')}
              </button>
            ))}
          </fieldset>
        </>
      )}
    </div>
  )
}

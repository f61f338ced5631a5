import { ActionIcon } from '@mantine/core'
import { type Item, type ItemId, itemIdOfEntry, type Screen, type Screens } from '@placard/contract'
import { type ReactNode, useId } from 'react'
import { deviceName } from '../../../platform/api/screens/device-name.ts'
import {
  type Health,
  healthOf,
  heardAtOf,
  onScreenOf,
  type Trouble,
  troublesOf,
} from '../../../platform/api/screens/health.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PencilIcon, PlayIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { ago, duration, moment } from '../../../platform/ui/moments.ts'
import { awayWords } from './away-words.ts'
import { ScreenLine } from './screen-line.tsx'
import styles from './screen-row.module.css'

const JUST_NOW_MS = 20_000

type Props = {
  screen: Screen
  display: Screens
  /** Its own name, or one that distinguishes it from the others. */
  name: string
  items: Item[]
  canEdit: boolean
  onRename: () => void
  onRemove: () => void
  onDetails: () => void
  /** For a paired screen, all of its actions, in place of the two buttons. */
  menu?: ReactNode
}

/** One screen in words: its state, since when, its content, and advice for any problem. */
export function ScreenRow({ screen, display, name, items, canEdit, onRename, onRemove, onDetails, menu }: Props) {
  const { t, language } = useI18n()
  const nameId = useId()
  const health = healthOf(screen, display)
  const { state } = screen
  const sinceSeenMs = Math.max(0, display.at - heardAtOf(screen))
  const isThere = health.status !== 'unseen' && !(health.status === 'asleep' && !health.isHeard)
  const advice = useAdvice(screen, health, display.at, items)
  const meta = [
    deviceName(screen.userAgent),
    isThere && state.offline === 'ready' ? t('screens.offline-ready') : '',
    isThere && state.offline === 'unavailable' ? t('screens.offline-unavailable') : '',
  ]

  return (
    <ScreenLine
      id={screen.id}
      status={health.status}
      name={name}
      nameId={nameId}
      level={3}
      meta={
        <>
          {/* Width first, in every language. */}
          <span dir="ltr">{`${state.viewport.width} × ${state.viewport.height}`}</span>
          {meta
            .filter((part) => part !== '')
            .map((part) => (
              <span key={part}>{part}</span>
            ))}
        </>
      }
      state={useHealthWords(health, display.at)}
      now={
        <>
          {isThere && health.status !== 'dark' && <NowOn screen={screen} items={items} />}
          {isThere && (
            <span>
              {sinceSeenMs < JUST_NOW_MS
                ? t('screens.seen-now')
                : t('screens.seen', { ago: ago(sinceSeenMs, language) })}
            </span>
          )}
        </>
      }
      buttons={
        canEdit &&
        (menu ?? (
          <>
            <ActionIcon aria-label={t('screens.rename')} aria-describedby={nameId} onClick={onRename}>
              <PencilIcon size={18} />
            </ActionIcon>
            <ActionIcon aria-label={t('screens.remove')} aria-describedby={nameId} onClick={onRemove}>
              <TrashIcon size={18} />
            </ActionIcon>
          </>
        ))
      }
      advice={advice}
      onDetails={onDetails}
    />
  )
}

function NowOn({ screen, items }: { screen: Screen; items: Item[] }) {
  const { t, number } = useI18n()
  const titleOf = (itemId: ItemId | null | undefined) => items.find(({ id }) => id === itemId)?.title
  const isolated = (title: string) => `\u2068${title}\u2069`
  const title = titleOf(onScreenOf(screen))
  // [LY10] The other zones, by their numbers. Those that are closed are left out.
  const zones = (screen.state.zones ?? []).flatMap(({ itemId }, index) => {
    const on = titleOf(itemId && itemIdOfEntry(itemId))
    return on === undefined ? [] : [{ nth: index + 2, on }]
  })
  if (title === undefined && zones.length === 0) {
    return screen.state.doing === 'empty' ? <span>{t('screens.empty-loop')}</span> : null
  }
  return (
    <>
      {title !== undefined && (
        <span className={styles.on}>
          <PlayIcon size={14} /> <span>{t('screens.playing', { title: isolated(title) })}</span>
        </span>
      )}
      {zones.map(({ nth, on }) => (
        <span key={nth} className={styles.on}>
          <PlayIcon size={14} /> <span>{t('screens.zone-playing', { number: number(nth), title: isolated(on) })}</span>
        </span>
      ))}
    </>
  )
}

function useHealthWords(health: Health, now: number): string {
  const { t, language } = useI18n()
  switch (health.status) {
    case 'well':
    case 'starting':
    case 'troubled':
      return t(`screens.state.${health.status}`)
    case 'updating':
      return t('screens.state.updating', { duration: duration(health.byMs, language) })
    case 'behind':
      return health.byMs === undefined
        ? t('screens.state.old')
        : t('screens.state.behind', { duration: duration(health.byMs, language) })
    case 'unseen':
    case 'asleep':
    case 'dark':
      return awayWords(health, now, { t, language })
  }
}

/** The problem, and the remedy. */
function useAdvice(screen: Screen, health: Health, now: number, items: Item[]): string[] {
  const { t, language } = useI18n()
  const say = (trouble: Trouble): string => {
    switch (trouble.kind) {
      case 'item': {
        const title = items.find(({ id }) => id === trouble.itemId)?.title ?? t('screens.some-item')
        return t(`screens.advice.${trouble.fault}`, { title: `\u2068${title}\u2069` })
      }
      case 'nothing-shows':
      case 'full':
        return t(`screens.advice.${trouble.kind}`)
      case 'helped-itself':
        return t('screens.advice.helped-itself', { time: moment(trouble.at, now, language) })
    }
  }
  switch (health.status) {
    case 'unseen':
      return [t(health.closed ? 'screens.advice.closed' : 'screens.advice.silent')]
    case 'dark':
      return [t('screens.advice.dark')]
    case 'behind':
      return [t('screens.advice.behind')]
    case 'troubled':
      return troublesOf(screen, now).map(say)
    default:
      return []
  }
}

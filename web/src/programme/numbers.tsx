import { Skeleton } from '@mantine/core'
import type { Programme, ProgrammeKey } from '@placard/contract'
import type { ReactNode } from 'react'
import { useScheduleClock } from '../features/content/schedules/use-schedule-clock.ts'
import { onNow, schedulesIn, whatPlays } from '../features/content/schedules/what-plays.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { PictureIcon, TextIcon } from '../platform/ui/icons.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import styles from './numbers.module.css'

const LoopLine = lazyDialog(() => import('../features/content/loop-health/loop-line.tsx'), { patient: true })

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined while it is loading. */
  holding: Programme | undefined
  onLoopHealth: () => void
}

/** D2. Entries outside of their schedule do not count as streaming; entries of included playlists do. */
export function Numbers({ programmeKey, holding, onLoopHealth }: Props) {
  const { t } = useI18n()
  const clock = useScheduleClock(programmeKey, holding ? schedulesIn(holding) : [])
  const playing = holding && whatPlays(holding)
  const streaming = playing && onNow(playing.items, clock)
  const fromPlaylists = playing?.lines.filter(({ by }) => by !== undefined).length ?? 0
  const hidden = holding?.items.filter(({ visible }) => !visible).length ?? 0
  return (
    <dl className={styles.tiles}>
      <Tile
        icon={<PictureIcon />}
        label={t('dashboard.images')}
        value={streaming?.length}
        note={hidden > 0 ? t('dashboard.hidden', { count: hidden }) : undefined}
      >
        <span>{holding && <LoopLine programme={holding} onOpen={onLoopHealth} />}</span>
      </Tile>
      <Tile icon={<TextIcon />} label={t('dashboard.texts')} value={playing?.lines.length}>
        {fromPlaylists > 0 && t('dashboard.from-playlists', { count: fromPlaylists })}
      </Tile>
    </dl>
  )
}

type TileProps = {
  icon: ReactNode
  label: string
  value: number | undefined
  note?: string | undefined
  children?: ReactNode
}

function Tile({ icon, label, value, note, children }: TileProps) {
  const { number } = useI18n()
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        {label}
        <span className={styles.icon}>{icon}</span>
      </dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton width="2ch" height="1.15em" /> : number(value)}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
      {children && <dd className={styles.more}>{children}</dd>}
    </div>
  )
}

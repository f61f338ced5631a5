import { Skeleton } from '@mantine/core'
import type { DisplayKey, Programme } from '@placard/contract'
import { onAt } from '@placard/playback'
import type { ReactNode } from 'react'
import { useScheduleClock } from '../../features/schedule/use-schedule-clock.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { PictureIcon, TextIcon } from '../../ui/icons.tsx'
import styles from './numbers.module.css'

type Props = {
  display: DisplayKey
  /** Undefined while it is on its way. */
  programme: Pick<Programme, 'items' | 'lines'> | undefined
}

/** D2. What waits for its time does not stream. */
export function Numbers({ display, programme }: Props) {
  const { t } = useI18n()
  const clock = useScheduleClock(display, programme?.items.map(({ schedule }) => schedule) ?? [])
  const playing = programme?.items.filter(({ visible, playable }) => visible && playable)
  const streaming = playing && onAt(playing, clock.offsets, clock.now)
  const hidden = programme?.items.filter(({ visible }) => !visible).length ?? 0
  return (
    <dl className={styles.tiles}>
      <Tile
        icon={<PictureIcon />}
        label={t('dashboard.images')}
        value={streaming?.length}
        note={hidden > 0 ? t('dashboard.hidden', { count: hidden }) : undefined}
      />
      <Tile icon={<TextIcon />} label={t('dashboard.texts')} value={programme?.lines.length} />
    </dl>
  )
}

type TileProps = { icon: ReactNode; label: string; value: number | undefined; note?: string | undefined }

function Tile({ icon, label, value, note }: TileProps) {
  const { number } = useI18n()
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        {label}
        <span className={styles.icon}>{icon}</span>
      </dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton width="2ch" height="2rem" /> : number(value)}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}

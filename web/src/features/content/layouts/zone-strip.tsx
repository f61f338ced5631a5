import type { DisplayKey, Programme } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { nearMoment } from '../schedules/sentence.ts'
import { type ScheduleClock, useReader, useScheduleClock } from '../schedules/use-schedule-clock.ts'
import { onNow } from '../schedules/what-plays.ts'
import { wantedOf } from './wanted.ts'
import { ZonePicture } from './zone-picture.tsx'
import styles from './zone-strip.module.css'
import { type ZoneView, zoneNow, zonesOf } from './zone-view.ts'

type Props = { displayKey: DisplayKey; programme: Programme }

/** [LY10] The zones of a display in a row, each with what is on in it now. Every zone beside the main one leads to its programme. */
export function ZoneStrip({ displayKey, programme }: Props) {
  const zones = zonesOf(displayKey, programme, wantedOf(programme.layout), [])
  const clock = useScheduleClock(
    displayKey,
    zones.flatMap(({ playing }) => playing.flatMap(({ schedules }) => schedules)),
  )
  return (
    <ol className={styles.zones}>
      {zones.map((zone) => (
        <Zone key={zone.index} zone={zone} clock={clock} />
      ))}
    </ol>
  )
}

function Zone({ zone, clock }: { zone: ZoneView; clock: ScheduleClock }) {
  const { t, number } = useI18n()
  const { index, name, path } = zone
  const now = zoneNow(zone, clock)
  const inside = (
    <>
      <span className={styles.picture}>{now.is === 'on' && <ZonePicture item={now.item} small />}</span>
      <span className={styles.words}>
        <span className={styles.heading}>
          <span className={styles.number}>{number(index + 1)}</span>
          <bdi className={styles.name}>{index === 0 ? t('layout.main') : name}</bdi>
        </span>
        <NowInZone zone={zone} clock={clock} />
      </span>
    </>
  )
  return (
    <li className={styles.zone}>
      {index > 0 && path ? (
        <Link className={styles.open} to={path}>
          {inside}
        </Link>
      ) : (
        <span className={styles.open}>{inside}</span>
      )}
    </li>
  )
}

function NowInZone({ zone, clock }: { zone: ZoneView; clock: ScheduleClock }) {
  const { t } = useI18n()
  const reader = useReader()
  const now = zoneNow(zone, clock)
  switch (now.is) {
    case 'loading':
      return null
    case 'on': {
      const others = onNow(zone.playing, clock).length - 1
      return (
        <span className={styles.now}>
          <bdi>{now.item.title}</bdi>
          {others > 0 && ` · ${t('layout.more-items', { count: others })}`}
        </span>
      )
    }
    case 'empty':
      return <span className={styles.now}>{t('layout.empty')}</span>
    case 'unmet':
      return <span className={styles.now}>{t('layout.unmet')}</span>
    case 'off':
      return (
        <span className={styles.now}>
          {now.until === Number.POSITIVE_INFINITY
            ? t('layout.off')
            : t('layout.off-until', { moment: nearMoment(clock.local(now.until), clock.localNow, reader) })}
        </span>
      )
  }
}

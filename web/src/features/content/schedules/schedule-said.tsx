import { isPlaylistId, type Programme, type ProgrammeKey, programmeIdOf, type Schedule } from '@placard/contract'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { isOpenEnded, newHoles } from './new-holes.ts'
import styles from './schedule-said.module.css'
import { nearMoment, type Reader, scheduleInWords, stateInWords } from './sentence.ts'
import { useDisplaysOf } from './use-displays-of.ts'
import { clockAt, useReader, useScheduleClock } from './use-schedule-clock.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** The entries that would get the schedule. */
  ids: readonly string[]
  /** The schedule as it would be saved. Undefined while it is invalid; null: always. */
  schedule: Schedule | null | undefined
  /** It also has a condition. */
  isAsked: boolean
}

/** Describes the schedule that would be saved, its current state, and its consequences. */
export function ScheduleSaid({ programmeKey, ids, schedule, isAsked }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const displays = useDisplaysOf(useProgramme(programmeKey).data)
  const clock = useScheduleClock(programmeKey, [schedule ?? undefined])
  if (schedule === undefined) {
    return (
      <div className={styles.said} role="status">
        <p className={styles.state}>{t('schedule.unfinished')}</p>
      </div>
    )
  }
  const kept = schedule ?? undefined
  const state = clock.stateOf(kept)
  const warnings = clock.isOver(kept)
    ? [t('schedule.warn.over')]
    : displays.flatMap((display) => {
        const warning = holesInWords(display, ids, kept, clock.now, reader)
        if (warning === undefined) return []
        // For an entry of a playlist, the warning names the display.
        const isElsewhere = isPlaylistId(programmeIdOf(programmeKey))
        return [isElsewhere ? t('schedule.warn.on-display', { name: display.name, warning }) : warning]
      })
  return (
    <div className={styles.said} role="status">
      <span className={styles.icon}>
        <ClockIcon size={22} />
      </span>
      <p className={styles.words}>{scheduleInWords(kept, clock.today, reader)}</p>
      <p className={styles.state} data-on={state.isOn || undefined}>
        {isAsked && state.isOn ? t('schedule.if-met') : stateInWords(state, clock.localNow, reader)}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <WarningIcon size={18} />
          <span>{warning}</span>
        </p>
      ))}
    </div>
  )
}

/** The most holes that are named for each display; the others are counted. */
const NAMED_AT_MOST = 3

/** A warning before saving (SD8), in the display's time. Undefined if there is no new hole. */
function holesInWords(
  display: Programme,
  ids: readonly string[],
  schedule: Schedule | undefined,
  now: number,
  reader: Reader,
): string | undefined {
  const { t } = reader
  const { local, localNow } = clockAt(display.zoneOffsets, now)
  const momentOf = (at: number) => nearMoment(local(at), localNow, reader)
  const holes = newHoles(display, ids, schedule, now)
  if (holes.length === 0) return undefined
  const said = holes.slice(0, NAMED_AT_MOST).map((hole) => {
    const isOpen = isOpenEnded(hole, now)
    const [from, until] = [momentOf(hole.begin), momentOf(hole.end)]
    if (hole.begin <= now) return isOpen ? t('schedule.warn.nothing') : t('schedule.warn.hole-now', { until })
    return isOpen ? t('schedule.warn.hole-on', { from }) : t('schedule.warn.hole', { from, until })
  })
  const more = holes.length - said.length
  return [...said, ...(more === 0 ? [] : [t('schedule.warn.more', { count: more })])].join(' ')
}

import { type Item, isPlaylistId, type Programme, type ProgrammeKey, type Schedule } from '@placard/contract'
import { useProgramme } from '../../api/use-programme.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { ClockIcon, WarningIcon } from '../../ui/icons.tsx'
import { emptyTimes, type Span } from './empty-times.ts'
import { DAY_MS } from './local-date.ts'
import styles from './schedule-said.module.css'
import { nearMoment, type Reader, scheduleInWords, stateInWords } from './sentence.ts'
import { type ScheduleClock, useReader, useScheduleClock } from './use-schedule-clock.ts'
import { whatPlays } from './what-plays.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** Those that it would be of. */
  ids: readonly string[]
  /** As it would be saved. Undefined while it cannot be; null: always. */
  schedule: Schedule | null | undefined
}

/** Says back what would be saved, how it stands now, and what would come of it. */
export function ScheduleSaid({ programmeKey, ids, schedule }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const programme = useProgramme(programmeKey).data
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
  const warnings = programme ? warningsOf(kept, programme, ids, clock, reader) : []
  return (
    <div className={styles.said} role="status">
      <span className={styles.icon}>
        <ClockIcon size={22} />
      </span>
      <p className={styles.words}>{scheduleInWords(kept, clock.today, reader)}</p>
      <p className={styles.state} data-on={state.isOn || undefined}>
        {stateInWords(state, clock.localNow, reader)}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <WarningIcon size={18} />
          {warning}
        </p>
      ))}
    </div>
  )
}

/** It warns of holes so far ahead. */
const AHEAD_MS = 7 * DAY_MS

/** Warnings for people before they save it (SD8). */
function warningsOf(
  schedule: Schedule | undefined,
  programme: Programme,
  ids: readonly string[],
  clock: ScheduleClock,
  reader: Reader,
): string[] {
  if (clock.isOver(schedule)) return [reader.t('schedule.warn.over')]
  return holesInWords(newHoles(schedule, programme, ids, clock), clock, reader)
}

/**
 * The times at which nothing would play, unless there are as many of them without the change. A line makes none, and a playlist
 * stands among other things on its displays.
 */
function newHoles(
  schedule: Schedule | undefined,
  programme: Programme,
  ids: readonly string[],
  { offsets, now }: ScheduleClock,
): Span[] {
  if (isPlaylistId(programme.id)) return []
  const schedulesOf = (items: Programme['items']) =>
    whatPlays({ ...programme, items }).items.map(({ schedules }) => schedules)
  const week = { from: now, until: now + AHEAD_MS }
  const lengthOf = (spans: Span[]) => spans.reduce((sum, { from, until }) => sum + until - from, 0)
  const changed = programme.items.map((item) => (ids.includes(item.id) ? withSchedule(item, schedule) : item))
  const before = emptyTimes(schedulesOf(programme.items), offsets, week)
  const after = emptyTimes(schedulesOf(changed), offsets, week)
  return lengthOf(after) > lengthOf(before) ? after : []
}

function withSchedule({ schedule: _, ...item }: Item, schedule: Schedule | undefined): Item {
  return schedule ? { ...item, schedule } : item
}

function holesInWords([first, ...more]: Span[], clock: ScheduleClock, reader: Reader): string[] {
  if (!first) return []
  const { t } = reader
  const { now, local, localNow } = clock
  const momentOf = (at: number) => nearMoment(local(at), localNow, reader)
  const isOpen = first.until >= now + AHEAD_MS
  const [from, until] = [momentOf(first.from), momentOf(first.until)]
  const said =
    first.from <= now
      ? isOpen
        ? t('schedule.warn.nothing')
        : t('schedule.warn.hole-now', { until })
      : isOpen
        ? t('schedule.warn.hole-on', { from })
        : t('schedule.warn.hole', { from, until })
  return [more.length === 0 ? said : `${said} ${t('schedule.warn.more', { count: more.length })}`]
}

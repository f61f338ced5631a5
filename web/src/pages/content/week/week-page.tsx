import { ActionIcon, Button } from '@mantine/core'
import {
  isPlaylistId,
  PAGES,
  type Programme,
  type ProgrammeKey,
  playlistPath,
  programmeIdOf,
  type Session,
} from '@placard/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSeenItems } from '../../../features/content/items/use-items.ts'
import { useSeenLines } from '../../../features/content/lines/use-lines.ts'
import { dayInWords, scheduleInWords, timeOf } from '../../../features/content/schedules/sentence.ts'
import { clockAt, useReader } from '../../../features/content/schedules/use-schedule-clock.ts'
import { useLiveProgramme } from '../../../platform/api/use-programme.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ArrowBackIcon, ArrowOnIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { isEditor } from '../../../shell/is-editor.ts'
import page from '../../../shell/page-title.module.css'
import { Chart } from './chart.tsx'
import { DayList } from './day-list.tsx'
import { clockChangesIn, datesOfWeek, daysOf, firstWeekday } from './days.ts'
import { EditSchedule } from './edit-schedule.tsx'
import { CalendarIcon, PrintIcon } from './icons.tsx'
import { Depends, Name } from './name.tsx'
import { type Held, type Row, rowsOf } from './rows.ts'
import { useDate, useNarrow, useNow, useTimeKeys } from './use-week.ts'
import styles from './week.module.css'
import { changeInWords, spanInWords, type Teller, weekInWords } from './words.ts'

const MINUTE_MS = 60_000
/** The most holes that are named; the others are counted. All of them are drawn. */
const NAMED_AT_MOST = 3

type Props = { session: Session; programmeKey: ProgrammeKey; programme: Programme }

/** The entries that are on in each of seven days, in the display's time: as bars, or as a list for each day. */
export function WeekPage({ session, programmeKey, programme: saved }: Props) {
  useLiveProgramme(programmeKey)
  const { t } = useI18n()
  const reader = useReader()
  const now = useNow()
  const isNarrow = useNarrow()
  const [query, setQuery] = useSearchParams()
  const [editing, setEditing] = useState<Held>()
  const items = useSeenItems(programmeKey, saved.items)
  const lines = useSeenLines(programmeKey, saved.lines)
  const { name, zoneOffsets, timeZone } = saved
  const id = programmeIdOf(programmeKey)
  const isPlaylist = isPlaylistId(id)
  usePageTitle(t('week.of', { name }))

  const clock = clockAt(zoneOffsets, now)
  const teller: Teller = { reader, clock }
  const isList = query.get('as') === 'list'
  const isDay = isNarrow && !isList
  const { date, ...ways } = useDate(clock.today, isDay ? 1 : 7)
  const dates = datesOfWeek(date, firstWeekday(reader.locale))
  const days = daysOf(dates, zoneOffsets)
  const span = { begin: days[0]?.begin ?? 0, end: days[6]?.end ?? 0 }
  const week = useMemo(
    () => rowsOf({ ...saved, items, lines }, { begin: span.begin, end: span.end }),
    [saved, items, lines, span.begin, span.end],
  )

  const said = (go: () => void, to: string) => () => {
    go()
    announce(to)
  }
  const steps = {
    earlier: said(ways.earlier, t(isDay ? 'week.day-before' : 'week.before')),
    later: said(ways.later, t(isDay ? 'week.day-after' : 'week.after')),
    today: said(ways.today, t('week.now')),
  }
  useTimeKeys(steps)

  const showAs = (list: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (list) next.set('as', 'list')
        else next.delete('as')
        return next
      },
      { replace: true },
    )

  const home = isPlaylist ? playlistPath(id) : `${PAGES.dashboard}?display=${id}`
  /** [TM1] The path of the programme's page, with the preview at a given time. */
  const lookPath = (at: number) => `${home}&at=${at}`
  const canEdit = isEditor(session.role)
  const edit = ({ held }: Row) => {
    const isOwn = held !== undefined && programmeIdOf(held.programmeKey) === id && !isPlaylist
    return held && canEdit && (isOwn || !session.limited) ? () => setEditing(held) : undefined
  }
  const ahead = week.holes.filter(({ end }) => end > now)
  const named = ahead.slice(0, NAMED_AT_MOST)
  const rows = [week.items, week.lines, week.absent, ...week.zones.map((zone) => zone.items)]
  const isEmpty = rows.every(({ length }) => length === 0)

  return (
    <div className={styles.page}>
      <header>
        <Link to={home} className={styles.back}>
          <ArrowBackIcon size={18} />
          <bdi>{name}</bdi>
        </Link>
        <h1 className={page.title}>{t('week.of', { name })}</h1>
        <p className={styles.lead}>
          {isPlaylist
            ? t('schedule.clock-playlist')
            : t('schedule.clock', {
                name,
                zone: timeZone.replaceAll('_', ' '),
                time: timeOf(clock.local(now - (now % MINUTE_MS)), reader),
              })}
        </p>
        <div className={styles.tools}>
          <span className={styles.steps}>
            <Step
              label={t(isDay ? 'week.day-before' : 'week.before')}
              disabled={!ways.hasEarlier}
              onPress={steps.earlier}
            >
              <ArrowBackIcon />
            </Step>
            <Button variant="default" size="sm" onClick={steps.today}>
              {t('week.now')}
            </Button>
            <Step label={t(isDay ? 'week.day-after' : 'week.after')} disabled={!ways.hasLater} onPress={steps.later}>
              <ArrowOnIcon />
            </Step>
          </span>
          <p className={styles.which} role="status">
            {isDay ? dayInWords(date, clock.today, reader, true) : weekInWords(dates, reader)}
          </p>
          <span className={styles.ways}>
            <Button
              variant={isList ? 'default' : 'light'}
              size="compact-md"
              aria-pressed={!isList}
              onClick={() => showAs(false)}
            >
              {t('week.as-bars')}
            </Button>
            <Button
              variant={isList ? 'light' : 'default'}
              size="compact-md"
              aria-pressed={isList}
              onClick={() => showAs(true)}
            >
              {t('week.as-list')}
            </Button>
            <ActionIcon
              className={styles.print ?? ''}
              size="lg"
              aria-label={t('week.print')}
              title={t('week.print')}
              onClick={() => print()}
            >
              <PrintIcon />
            </ActionIcon>
          </span>
        </div>
      </header>
      {clockChangesIn(zoneOffsets, span).map((change) => (
        <p key={change.at} className={styles.told}>
          {changeInWords(change, teller)}
        </p>
      ))}
      {span.end <= now && <p className={styles.told}>{t('week.past')}</p>}
      {!isEmpty && named.length > 0 && (
        <ul className={styles.holes} aria-label={t('week.holes')}>
          {named.map((hole) => (
            <li key={hole.begin}>
              <WarningIcon size={18} />
              {hole.begin <= span.begin && hole.end >= span.end
                ? t('week.hole-all')
                : t('week.hole', { span: spanInWords(hole, teller) })}
            </li>
          ))}
          {ahead.length > named.length && <li>{t('week.holes-more', { count: ahead.length - named.length })}</li>}
        </ul>
      )}
      {isEmpty ? (
        <EmptyState framed icon={<CalendarIcon size={24} />} title={t('week.empty')} lead={t('week.empty-lead')} />
      ) : isList ? (
        <DayList days={days} week={week} teller={teller} now={now} edit={edit} lookPath={lookPath} />
      ) : (
        <Chart
          days={days}
          chosen={dates.indexOf(date)}
          week={week}
          teller={teller}
          now={now}
          offsets={zoneOffsets}
          edit={edit}
          lookPath={lookPath}
          onSwipe={isDay ? steps : undefined}
        />
      )}
      {week.absent.length > 0 && (
        <details className={styles.absent}>
          <summary>{t('week.absent', { count: week.absent.length })}</summary>
          <ul>
            {week.absent.map((row) => (
              <li key={row.id}>
                <Name row={row} onEdit={edit(row)} />
                <span className={styles.when}>{scheduleInWords(row.schedule, clock.today, reader)}</span>
                <Depends row={row} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {week.hidden > 0 && <p className={styles.told}>{t('week.hidden', { count: week.hidden })}</p>}
      {editing && <EditSchedule held={editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}

type StepProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode }

function Step({ label, disabled, onPress, children }: StepProps) {
  return (
    <ActionIcon size="lg" aria-label={label} title={label} disabled={disabled} onClick={onPress}>
      {children}
    </ActionIcon>
  )
}

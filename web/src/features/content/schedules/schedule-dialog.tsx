import { Button } from '@mantine/core'
import { isPlaylistId, type Programme, type ProgrammeKey, Schedule } from '@placard/contract'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { useUndoChange } from '../../../platform/api/undo.ts'
import { useProgramme } from '../../../platform/api/use-programme.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { focusWhenDrawn } from '../../../platform/ui/focus-when-drawn.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { bodyOf, draftOf } from './draft.ts'
import { DAY_MS } from './local-date.ts'
import { ScheduleChoice } from './schedule-choice.tsx'
import styles from './schedule-dialog.module.css'
import { SHOWN } from './schedule-fields.tsx'
import { ScheduleSaid } from './schedule-said.tsx'
import { type Reader, scheduleInWords, timeOf } from './sentence.ts'
import { clockAt, useReader, useScheduleClock } from './use-schedule-clock.ts'

/** After this time the card shows its new words and the dialog has returned the focus. */
const REDRAWN_MS = 50

/** The part of an item or a line that is used here. */
const Scheduled = z.object({ revision: z.int(), schedule: Schedule.optional() })
type Scheduled = z.infer<typeof Scheduled>

const Body = z.object({ schedule: Schedule.nullable() })

type Props = {
  programmeKey: ProgrammeKey
  /** The card or row that gets the focus afterwards; omitted: the element that opened the dialog. */
  kind?: 'item' | 'line'
  /** As they were when the dialog opened: one entry, or several that get the same schedule. */
  things: readonly (Scheduled & { id: string })[]
  /** The title or text of the entry, or of the entries. */
  name: string
  /** @returns the programme's revision @throws ApiError */
  save: (schedule: Schedule | null, revision: number) => Promise<number>
  onClose: () => void
}

/** SD1, SD8: the schedule of an item or a line, or of several. */
export default function ScheduleDialog({ programmeKey, kind, things, name, save, onClose }: Props) {
  const { t } = useI18n()
  const ids = things.map(({ id }) => id)
  const title = ids.length === 1 ? t('schedule.title') : t('schedule.title-several', { count: ids.length })
  const reader = useReader()
  const notice = useNotice()
  const undoChange = useUndoChange(programmeKey)
  const programme = useProgramme(programmeKey).data
  /** The state that the schedule is compared with: as it was opened, or as another user has left it meanwhile. */
  const [base, setBase] = useState<Scheduled>(() => commonOf(things))
  const [isMixed] = useState(() => things.some(({ schedule }) => !isSame(schedule, base.schedule)))
  const [theirs, setTheirs] = useState<Scheduled>()
  const clock = useScheduleClock(programmeKey, [base.schedule])
  const { today } = clock

  const form = useForm({
    schema: Body,
    start: () => draftOf(base.schedule, today),
    bodyOf,
    shows: SHOWN,
    save: async ({ schedule }) => {
      if (!isMixed && isSame(schedule, base.schedule)) return onClose()
      const revision = await send(schedule, base)
      if (revision === undefined) return
      onClose()
      notice('success', t('schedule.saved'), { label: t('activity.undo'), run: () => void takeBack(revision) })
      const [id] = ids
      if (kind === undefined || id === undefined) return
      setTimeout(() => focusWhenDrawn(kind, id, '[data-action="schedule"]'), REDRAWN_MS)
    },
    words: ({ code }) => (code === 'item-not-found' || code === 'line-not-found' ? t('schedule.gone') : undefined),
    logAs: 'saving a schedule failed',
  })

  /** @returns undefined if another user has changed the schedule meanwhile; their other changes do not matter */
  const send = async (schedule: Schedule | null, held: Scheduled): Promise<number | undefined> => {
    try {
      return await save(schedule, held.revision)
    } catch (error) {
      const current = error instanceof ApiError ? Scheduled.safeParse(error.current) : undefined
      if (codeOf(error) !== 'changed-meanwhile' || !current?.success) throw error
      if (isSame(current.data.schedule, held.schedule)) return send(schedule, current.data)
      setTheirs(current.data)
      return undefined
    }
  }

  const takeBack = async (revision: number) => {
    try {
      await undoChange(revision)
      notice('success', t('activity.undone'))
    } catch (error) {
      console.error('undoing a schedule failed', error)
      notice('error', t('activity.not-undone', { reason: errorInWords(error, t) }))
    }
  }

  /** T4: either way the next save is compared with their version, so nothing is overwritten unseen. */
  const settle = (taken: Scheduled, takesTheirs: boolean) => {
    setBase(taken)
    if (takesTheirs) form.change(draftOf(taken.schedule, today))
    setTheirs(undefined)
  }

  const judged = Body.safeParse(bodyOf(form.values))
  const schedule = judged.success ? judged.data.schedule : undefined

  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={t('action.save')}
      ready={theirs === undefined}
      size="large"
      onClose={onClose}
    >
      <p className={styles.name} dir="auto">
        {name}
      </p>
      {isMixed && <p className={styles.mixed}>{t('schedule.mixed')}</p>}
      {theirs && (
        <div className={styles.conflict} role="alert">
          <p>{t('schedule.conflict')}</p>
          <p className={styles.theirs}>{scheduleInWords(theirs.schedule, today, reader)}</p>
          <div className={styles.row}>
            <Button size="compact-md" variant="default" onClick={() => settle(theirs, true)}>
              {t('conflict.take-theirs')}
            </Button>
            <Button size="compact-md" onClick={() => settle(theirs, false)}>
              {t('conflict.keep-mine')}
            </Button>
          </div>
        </div>
      )}
      <ScheduleChoice form={form} legend={title} today={today} autoFocus />
      <ScheduleSaid programmeKey={programmeKey} ids={ids} schedule={schedule} />
      <AlsoChanged programmeKey={programmeKey} />
      {programme && <ClockThere programme={programme} reader={reader} />}
    </FormDialog>
  )
}

/** SD1: shown to users in another time zone. */
function ClockThere({ programme, reader }: { programme: Programme; reader: Reader }) {
  if (isPlaylistId(programme.id)) return <p className={styles.clock}>{reader.t('schedule.clock-playlist')}</p>
  return <ClockOfDisplay programme={programme} reader={reader} />
}

function ClockOfDisplay({ programme, reader }: { programme: Programme; reader: Reader }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TOLD_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const { local } = clockAt(programme.zoneOffsets, now)
  const isSameClock = [now, now + HALF_A_YEAR_MS].every(
    (at) => local(at) - at === -new Date(at).getTimezoneOffset() * MINUTE_MS,
  )
  if (isSameClock) return null
  const { name, timeZone } = programme
  return (
    <p className={styles.clock}>
      {reader.t('schedule.clock', {
        name,
        zone: timeZone.replaceAll('_', ' '),
        time: timeOf(local(now - (now % MINUTE_MS)), reader),
      })}
    </p>
  )
}

const MINUTE_MS = 60_000
const TOLD_EVERY_MS = 10_000
const HALF_A_YEAR_MS = 182 * DAY_MS

/** The schedule that all have in common; none if they differ. The revision only matters for a single entry. */
function commonOf(things: readonly Scheduled[]): Scheduled {
  const [first, ...others] = things
  if (first && others.every(({ schedule }) => isSame(schedule, first.schedule))) return first
  return { revision: first?.revision ?? 0 }
}

function isSame(one: Schedule | null | undefined, other: Schedule | null | undefined): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))
}

const partsOf = (schedule: Schedule | null | undefined) =>
  (Object.keys(Schedule.shape) as (keyof Schedule)[]).map((part) => schedule?.[part])

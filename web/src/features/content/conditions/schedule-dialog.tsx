import { Button } from '@mantine/core'
import { Condition, isPlaylistId, type Programme, type ProgrammeKey, Schedule } from '@placard/contract'
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
import { bodyOf, type Draft, draftOf } from '../schedules/draft.ts'
import { DAY_MS } from '../schedules/local-date.ts'
import { ScheduleChoice } from '../schedules/schedule-choice.tsx'
import styles from '../schedules/schedule-dialog.module.css'
import { SHOWN } from '../schedules/schedule-fields.tsx'
import { ScheduleSaid } from '../schedules/schedule-said.tsx'
import { type Reader, scheduleInWords, timeOf } from '../schedules/sentence.ts'
import { clockAt, useReader, useScheduleClock } from '../schedules/use-schedule-clock.ts'
import { type ConditionDraft, conditionOf, isSameCondition, shownAt } from './draft.ts'
import { ConditionFields, ConditionSaid } from './in-words.ts'

/** After this time the card shows its new words and the dialog has returned the focus. */
const REDRAWN_MS = 50

/** The part of an item or a line that is used here. */
const Scheduled = z.object({ revision: z.int(), schedule: Schedule.optional(), condition: Condition.optional() })
type Scheduled = z.infer<typeof Scheduled>

const Body = z.object({ schedule: Schedule.nullable(), condition: Condition.nullable() })

/** The parts that are to be changed. Absent: the part stays. */
export type WhenChange = { schedule?: Schedule | null; condition?: Condition | null }

type WhenDraft = Draft & { condition: ConditionDraft }
const whenBodyOf = (draft: WhenDraft) => ({ ...bodyOf(draft), condition: conditionOf(draft.condition) })

type Props = {
  programmeKey: ProgrammeKey
  /** The card or row that gets the focus afterwards; omitted: the element that opened the dialog. */
  kind?: 'item' | 'line'
  /** As they were when the dialog opened: one entry, or several that get the same schedule and condition. */
  things: readonly (Scheduled & { id: string })[]
  /** The title or text of the entry, or of the entries. */
  name: string
  /** @returns the programme's revision @throws ApiError */
  save: (change: WhenChange, revision: number) => Promise<number>
  onClose: () => void
}

/** SD1, SD8, DT6: the schedule and the condition of an item or a line, or of several. */
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
  const [isMixed] = useState(() => things.some((thing) => !isSameWhen(thing, base)))
  const [theirs, setTheirs] = useState<Scheduled>()
  const clock = useScheduleClock(programmeKey, [base.schedule])
  const { today } = clock

  const form = useForm({
    schema: Body,
    start: (): WhenDraft => ({ ...draftOf(base.schedule, today), condition: base.condition ?? null }),
    bodyOf: whenBodyOf,
    shows: [...SHOWN, ...shownAt('condition')],
    save: async (wanted) => {
      const change = isMixed ? wanted : changeFrom(base, wanted)
      if (Object.keys(change).length === 0) return onClose()
      const revision = await send(change, base)
      if (revision === undefined) return
      onClose()
      notice('success', t('schedule.saved'), { label: t('activity.undo'), run: () => void takeBack(revision) })
      const [id] = ids
      if (kind === undefined || id === undefined) return
      setTimeout(() => focusWhenDrawn(kind, id, '[data-action="schedule"]'), REDRAWN_MS)
    },
    words: ({ code, field }) => {
      if (code === 'item-not-found' || code === 'line-not-found') return t('schedule.gone')
      return code === 'invalid-field' && field?.endsWith('.value') ? t('schedule.choose-value') : undefined
    },
    logAs: 'saving a schedule failed',
  })

  /** @returns undefined if another user has changed the schedule meanwhile; their other changes do not matter */
  const send = async (change: WhenChange, held: Scheduled): Promise<number | undefined> => {
    try {
      return await save(change, held.revision)
    } catch (error) {
      const current = error instanceof ApiError ? Scheduled.safeParse(error.current) : undefined
      if (codeOf(error) !== 'changed-meanwhile' || !current?.success) throw error
      if (isSameWhen(current.data, held)) return send(change, current.data)
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
    if (takesTheirs) form.change({ ...draftOf(taken.schedule, today), condition: taken.condition ?? null })
    setTheirs(undefined)
  }

  const judged = z.object({ schedule: Body.shape.schedule }).safeParse(bodyOf(form.values))
  const schedule = judged.success ? judged.data.schedule : undefined

  return (
    <FormDialog form={form} title={title} ready={theirs === undefined} size="large" onClose={onClose}>
      <p className={styles.name} dir="auto">
        {name}
      </p>
      {isMixed && <p className={styles.mixed}>{t('schedule.mixed')}</p>}
      {theirs && (
        <div className={styles.conflict} role="alert">
          <p>{t('schedule.conflict')}</p>
          <p className={styles.theirs}>{scheduleInWords(theirs.schedule, today, reader)}</p>
          {theirs.condition && (
            <p className={styles.theirs}>
              <ConditionSaid programmeKey={programmeKey} condition={theirs.condition} as="only" />
            </p>
          )}
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
      <ConditionFields
        programmeKey={programmeKey}
        draft={form.values.condition}
        at="condition"
        errorAt={form.errorAt}
        onChange={(condition) => form.change({ condition })}
      />
      <ScheduleSaid
        programmeKey={programmeKey}
        ids={ids}
        schedule={schedule}
        isAsked={form.values.condition !== null}
      />
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

/** The schedule and the condition that all have in common; none if they differ. The revision only matters for a single entry. */
function commonOf(things: readonly Scheduled[]): Scheduled {
  const [first, ...others] = things
  if (first && others.every((one) => isSameWhen(one, first))) return first
  return { revision: first?.revision ?? 0 }
}

type Parts = Pick<Scheduled, 'schedule' | 'condition'>

const isSameWhen = (one: Parts, other: Parts) =>
  isSame(one.schedule, other.schedule) && isSameCondition(one.condition, other.condition)

/** The parts that differ. A condition whose value was removed is not sent again as long as nobody changes it. */
const changeFrom = (base: Parts, { schedule, condition }: z.infer<typeof Body>): WhenChange => ({
  ...(isSame(schedule, base.schedule) ? {} : { schedule }),
  ...(isSameCondition(condition, base.condition) ? {} : { condition }),
})

function isSame(one: Schedule | null | undefined, other: Schedule | null | undefined): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))
}

const partsOf = (schedule: Schedule | null | undefined) =>
  (Object.keys(Schedule.shape) as (keyof Schedule)[]).map((part) => schedule?.[part])

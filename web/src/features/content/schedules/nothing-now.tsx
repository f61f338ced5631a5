import { type Item, isPlaylistId, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { jointStateAt } from '@placard/playback'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'
import { nearMoment } from './sentence.ts'
import { useReader, useScheduleClock } from './use-schedule-clock.ts'
import { onNow, type Playing } from './what-plays.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** The items of the programme that play at some time. */
  playing: Playing<Item>[]
}

/** [SD8] Shown while the screens of a display show the quiet card: the next item and its time. */
export default function NothingNow({ programmeKey, playing }: Props) {
  const { t } = useI18n()
  const reader = useReader()
  const clock = useScheduleClock(
    programmeKey,
    playing.flatMap(({ schedules }) => schedules),
  )
  // A playlist has no clock of its own.
  if (isPlaylistId(programmeIdOf(programmeKey)) || playing.length === 0 || onNow(playing, clock).length > 0) return null
  const coming = playing.map(({ thing, schedules }) => ({
    title: thing.title,
    at: jointStateAt(schedules, clock.offsets, clock.now).until,
  }))
  const next = coming.reduce((one, other) => (other.at < one.at ? other : one))
  if (next.at === Number.POSITIVE_INFINITY) {
    const isAsked = playing.some(({ schedules }) => schedules.some((when) => when?.condition))
    return <Note text={t(isAsked ? 'schedule.nothing-met' : 'schedule.nothing-more')} />
  }
  const moment = nearMoment(clock.local(next.at), clock.localNow, reader)
  return <Note text={t('schedule.nothing-now', { title: next.title, moment })} />
}

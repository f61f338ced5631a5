import type { Schedule } from '@placard/contract'
import { absenceInWords } from './sentence.ts'
import { type ScheduleClock, useReader } from './use-schedule-clock.ts'

type Props = {
  schedule: Schedule | undefined
  clock: ScheduleClock
  /** The name of the one for which everything else waits now. */
  alone: string | undefined
}

/** Why something that is absent (`isAbsent`) is not on, in two or three words. */
export default function Absence({ schedule, clock, alone = '' }: Props) {
  const reader = useReader()
  return absenceInWords(clock.stateOf(schedule), clock.localNow, reader) ?? reader.t('schedule.waits', { title: alone })
}

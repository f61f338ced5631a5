import { isDeepStrictEqual } from 'node:util'
import { programmeIdOf, type Schedule } from '@placard/contract'
import { localTimeOf, loopStartAfter } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import type { HeldProgramme, Touch } from '../commands/service.ts'
import { answererFor, flatten, NO_CONTENTS, type WholeContents } from './contents.ts'
import { playlistsInZones } from './layout-state.ts'
import { placeOf } from './place.ts'
import { playableOf } from './settle.ts'
import type { Sources } from './sources.ts'

/**
 * The effect of new sources on a programme whose contents stay. The loop restarts if it plays something else (PB5).
 *
 * @param whole the contents, and the sources before
 * @returns undefined if a screen shows the same as before. Entries that are over were already removed by their schedules
 */
export function touchOf(
  context: Context,
  held: HeldProgramme,
  { contents, sources }: WholeContents,
  after: Sources,
): Touch | undefined {
  const now = context.now()
  const place = placeOf(held, sources, now)
  const { zoneOffsets } = place
  const own = contents.get(programmeIdOf(held)) ?? NO_CONTENTS
  const local = new Date(localTimeOf(zoneOffsets, now)).toISOString()
  const isToCome = ({ schedule }: { schedule?: Schedule | null | undefined }) =>
    schedule?.until === undefined || schedule.until > local
  const zones = playlistsInZones(own.layouts).flatMap((id) => contents.get(id) ?? [])
  // Lines of a zone's playlist do not run.
  const shownBy = (some: Sources) =>
    [own, ...zones.map(({ items }) => ({ items, lines: [] }))].map((one) => {
      const { items, lines } = flatten(one, (id) => contents.get(id), some, place, answererFor(some, now))
      return [items.map(({ item }) => item).filter(isToCome), lines.map(({ line }) => line).filter(isToCome)]
    })
  if (isDeepStrictEqual(shownBy(sources), shownBy(after))) return undefined
  const plays = (some: Sources) => ({
    ...playableOf(own, (id) => contents.get(id), some, place, now),
    zoneOffsets,
  })
  const { loopStartedAt } = held
  return {
    key: held,
    activity: undefined,
    loopStartedAt: loopStartAfter({ ...plays(sources), loopStartedAt }, plays(after), now),
  }
}

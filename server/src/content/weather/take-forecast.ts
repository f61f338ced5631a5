import { type OrganisationId, programmeIdOf } from '@placard/contract'
import { loopStartAfter } from '@placard/playback'
import type { Context } from '../../platform/context.ts'
import { type HeldProgramme, runCommand, serverSender, type Touch } from '../commands/service.ts'
import {
  type Contents,
  includedIn,
  NO_CONTENTS,
  placeOf,
  playableOf,
  playlistsInZones,
  readWeatherOfDisplays,
  readWhole,
  type WholeContents,
} from '../programmes/service.ts'
import * as store from './store.ts'

/**
 * Stores a new forecast of a town. In the same transaction, the displays in the town that show the weather get their next revision.
 * So do those that had no forecast, because the pages of their editors wait for one.
 *
 * @param change the columns of the town
 */
export async function takeForecast(
  context: Context,
  { town_id: townId }: store.StoredWeather,
  change: Parameters<typeof store.updateWeather>[2],
): Promise<void> {
  const { queries } = context.database
  const [first] = await store.listDisplaysIn(queries, townId)
  if (!first) return store.updateWeather(queries, townId, change)
  await runCommand(
    context,
    serverSender('weather', first.organisationId),
    (inside) => store.listDisplaysIn(inside, townId),
    async (inside, held) => {
      const all: { held: HeldProgramme; whole: WholeContents }[] = []
      for (const [organisationId, some] of Map.groupBy(held, (one) => one.organisationId)) {
        const whole = await readAll(inside, organisationId, some)
        all.push(...some.map((one) => ({ held: one, whole })))
      }
      await store.updateWeather(inside, townId, change)
      const touched: Touch[] = []
      for (const [organisationId, some] of Map.groupBy(all, (one) => one.held.organisationId)) {
        const weather = await readWeatherOfDisplays(inside, organisationId)
        for (const { held: one, whole } of some) touched.push(...touchOf(context, one, whole, weather))
      }
      return { answer: {}, touched }
    },
  )
}

/** The contents of displays with the weather before the change, also if nothing shows it. */
async function readAll(
  queries: Parameters<typeof readWhole>[0],
  organisationId: OrganisationId,
  held: readonly HeldProgramme[],
): Promise<WholeContents> {
  const whole = await readWhole(queries, organisationId, held.map(programmeIdOf))
  return { ...whole, sources: { ...whole.sources, weather: await readWeatherOfDisplays(queries, organisationId) } }
}

function touchOf(
  context: Context,
  held: HeldProgramme,
  { contents, sources }: WholeContents,
  weather: WholeContents['sources']['weather'],
): Touch[] {
  const own = contents.get(programmeIdOf(held)) ?? NO_CONTENTS
  const now = context.now()
  const after = { ...sources, weather }
  const [placeBefore, placeAfter] = [placeOf(held, sources, now), placeOf(held, after, now)]
  const isNew = placeBefore.forecast === undefined && placeAfter.forecast !== undefined
  if (!isNew && !showsWeather(own, contents)) return []
  const plays = (place: typeof placeAfter) => ({
    ...playableOf(own, (id) => contents.get(id), after, place, now),
    zoneOffsets: place.zoneOffsets,
  })
  const { loopStartedAt } = held
  return [
    {
      key: held,
      activity: undefined,
      loopStartedAt: loopStartAfter({ ...plays(placeBefore), loopStartedAt }, plays(placeAfter), now),
    },
  ]
}

/** True if something of a display shows the weather. */
function showsWeather(own: Contents, contents: WholeContents['contents']): boolean {
  const others = [...includedIn(own.items), ...playlistsInZones(own.layouts)].flatMap((id) => contents.get(id) ?? [])
  return (
    own.cornerPieces.some(({ kind }) => kind === 'weather') ||
    [own, ...others].some(({ items }) => items.some(({ type }) => type === 'weather'))
  )
}

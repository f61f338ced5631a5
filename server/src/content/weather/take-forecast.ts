import { type OrganisationId, programmeIdOf } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type HeldProgramme, runCommand, serverSender, type Touch } from '../commands/service.ts'
import {
  nextFigureAt,
  readCopy,
  readWeatherOfDisplays,
  readWhole,
  usesWeatherValues,
  type WholeContents,
  weatherTouchOf,
} from '../programmes/service.ts'
import * as store from './store.ts'

/**
 * Stores a new forecast of a town. In the same transaction, the displays in the town that show the weather get their next revision,
 * and those on which it changes words or answers. So do those that had no forecast, because the pages of their editors wait for one.
 *
 * @param change the columns of the town
 */
export async function takeForecast(
  context: Context,
  town: store.StoredWeather,
  change: Parameters<typeof store.updateWeather>[2] & Pick<store.StoredWeather, 'copy'>,
): Promise<void> {
  const at = context.now()
  const renewed = { renewed_at: at, renew_at: nextFigureAt(readCopy(change.copy), at) }
  await changeWeather(context, town, { isNew: true }, async (queries) => {
    await store.updateWeather(queries, town.town_id, { ...change, ...renewed })
    return true
  })
}

/** Gives displays the words and answers of the present hour, by the forecast that is there. */
export async function renewWeather(context: Context, town: store.StoredWeather): Promise<void> {
  const at = context.now()
  const renewed = { renewed_at: at, renew_at: nextFigureAt(readCopy(town.copy), at) }
  await changeWeather(context, town, { isNew: false }, (queries) => store.renewTown(queries, town, renewed))
}

/** @param work stores the change; false: another node has done it */
async function changeWeather(
  context: Context,
  { town_id: townId }: store.StoredWeather,
  { isNew }: { isNew: boolean },
  work: (queries: Queries) => Promise<boolean>,
): Promise<void> {
  const { queries } = context.database
  // Most organisations have neither words nor answers that change from hour to hour.
  const list = async (inside: Queries) => {
    const keys = await store.listDisplaysIn(inside, townId)
    if (isNew) return keys
    const ids = new Set(keys.map(({ organisationId }) => organisationId))
    const using = new Set<OrganisationId>()
    for (const id of ids) if (await usesWeatherValues(inside, id)) using.add(id)
    return keys.filter(({ organisationId }) => using.has(organisationId))
  }
  const [first] = await list(queries)
  if (!first) {
    await work(queries)
    return
  }
  await runCommand(context, serverSender('weather', first.organisationId), list, async (inside, held) => {
    const before = (await store.findRenewed(inside, townId)) ?? context.now()
    const all: { held: HeldProgramme[]; whole: WholeContents; weather: WholeContents['sources']['weather'] }[] = []
    for (const [organisationId, some] of Map.groupBy(held, (one) => one.organisationId)) {
      const whole = await readWhole(inside, organisationId, some.map(programmeIdOf))
      all.push({ held: some, whole, weather: await readWeatherOfDisplays(inside, organisationId) })
    }
    if (!(await work(inside))) return { answer: {}, touched: [] }
    const touched: Touch[] = []
    for (const { held: some, whole, weather } of all) {
      const [one] = some
      if (!one) continue
      const after = isNew ? await readWeatherOfDisplays(inside, one.organisationId) : weather
      for (const display of some) {
        const now = { weather: after, at: context.now() }
        const touch = weatherTouchOf(display, whole, { weather, at: before }, now, { isNew })
        if (touch) touched.push(touch)
      }
    }
    return { answer: {}, touched }
  })
}

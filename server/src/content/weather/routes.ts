import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { keyOf, setTown } from '../displays/service.ts'
import type { WeatherReader } from './service.ts'

export function weatherRoutes(api: Api, context: Context, weather: WeatherReader): void {
  api.handle('findTowns', async ({ query }) => ({
    towns: await weather.towns.find(query.name),
    source: weather.source,
  }))
  api.handle('setTown', async ({ caller, commandKey, request, params, body: { townId, units } }) => {
    const found = townId ? await weather.towns.get(townId) : undefined
    if (townId && !found) throw new AppError('town-not-found', { field: 'townId' })
    const town = townId === null ? null : found
    const display = await setTown(context, { caller, commandKey, request }, keyOf(params), {
      town,
      weatherUnits: units,
    })
    weather.wake()
    return display
  })
}

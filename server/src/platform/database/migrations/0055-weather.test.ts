import { NO_PICTURE, TownId } from '@placard/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../../operations/seed/service.ts'
import { describeDialects } from '../../../testing/dialects.ts'
import { sharedTestServer } from '../../../testing/shared-server.ts'
import { weather } from './0055-weather.ts'

describeDialects('migration 0055', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('[DT5] goes back and comes again: every display and item is still there, without town and look', async () => {
    const { queries } = server.app.context.database
    const read = async (table: 'item' | 'programme') =>
      (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(queries)).rows
    // Vienna.
    const body = { townId: TownId.parse('2761369'), units: { temperature: 'celsius' as const } }
    expect((await admin.call('setTown', { params: SAMPLE_DISPLAY, body })).status).toBe(200)
    const item = { title: 'Weather', type: 'weather' as const, url: NO_PICTURE, weather: { look: 'now' as const } }
    expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body: item })).status).toBe(201)

    const [items, programmes] = [await read('item'), await read('programme')]
    expect(items.filter((row) => row.weather !== null)).toHaveLength(1)
    expect(programmes.filter((row) => row.town !== null && row.weather_units !== null)).toHaveLength(1)
    const { up, down } = weather(dialect)
    await down?.(queries)
    expect(await read('item')).toEqual(items.map(({ weather: _, ...rest }) => rest))
    expect(await read('programme')).toEqual(programmes.map(({ town: _, weather_units: __, ...rest }) => rest))
    await up(queries)
    expect(await read('item')).toEqual(items.map((row) => ({ ...row, weather: null })))
    expect(await read('programme')).toEqual(programmes.map((row) => ({ ...row, town: null, weather_units: null })))
    const { items: shown } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect(shown.some(({ type }) => type === 'weather')).toBe(false)
  })
})

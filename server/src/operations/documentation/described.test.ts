import { type ColumnId, NO_PICTURE, RowId, type TownId, type Value, wordsOfValue } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { startWeatherServer, type WeatherServer } from '../../testing/weather-server.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { ValueInText, ValueNow } from './described.ts'
import { answerComponents } from './schemas.ts'

const { organisationId } = SAMPLE_DISPLAY
const SOUP = RowId.parse('soup')
const Texts = z.array(ValueInText)
const Values = z.array(ValueNow)

let weather: WeatherServer
let server: TestServer
let admin: Client

beforeAll(async () => {
  weather = await startWeatherServer()
  const source = 'met-norway' as const
  const config = { weather: { source, url: weather.url, isOwn: true, userAgent: 'Placard/1.0.0 (a@school.example)' } }
  server = await startTestServer({ config })
  admin = await server.signIn()
})
afterAll(async () => {
  await server.close()
  await weather.close()
})

async function readWeather(): Promise<void> {
  server.app.weather.wake()
  for (let look = 0; look < 3; look += 1) {
    await server.app.weather.tick()
    await server.app.weather.settled()
  }
}

it('[DT4] [DT6] real answers about values fit the schemas that the document has for them', async () => {
  const columns = [
    { name: 'Dish', type: 'words' as const },
    { name: 'Price', type: 'money' as const, currency: 'EUR' },
    { name: 'Sold out', type: 'yes-no' as const },
  ]
  const rows = [{ id: SOUP, cells: { Dish: 'Soup', Price: '4.50' } }]
  const made = await admin.call('createTable', {
    params: { organisationId },
    body: { name: 'Menu', language: 'en', columns, rows },
  })
  const { table } = made.body
  const cell = (name: string): Value => {
    const columnId = table.columns.find((column) => column.name === name)?.id as ColumnId
    return { of: 'cell', tableId: table.id, rowId: SOUP, columnId }
  }
  weather.weather = { issuedAt: Date.now(), temperatures: Array.from({ length: 144 }, () => 20), sky: [['cloudy', 3]] }
  const { towns } = (await (await admin.visit(`/api/organisations/${organisationId}/towns?name=Vienna`)).json()) as {
    towns: { id: TownId }[]
  }
  const [town] = towns
  if (!town) throw new Error('there is no town')
  await admin.call('setTown', { params: SAMPLE_DISPLAY, body: { townId: town.id } })
  await readWeather()

  const temperature: Value = { of: 'weather', figure: 'temperature' }
  const text = `Soup ${wordsOfValue(cell('Price'))}, outside ${wordsOfValue(temperature)}`
  const condition = {
    all: [
      { value: cell('Sold out'), operator: '=' as const, constant: false },
      { value: temperature, operator: '>' as const, constant: -40 },
    ],
    otherwise: 'off' as const,
  }
  expect((await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text, condition } })).status).toBe(201)
  const notice = { look: 'paper' as const, heading: text, body: '', byline: '' }
  const body = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, notice }
  expect((await admin.call('createItem', { params: SAMPLE_DISPLAY, body })).status).toBe(201)

  const programme = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
  const line = programme.lines.find(({ shown }) => shown !== undefined)?.shown
  const item = programme.items.find(({ shown }) => shown !== undefined)?.shown
  for (const values of [line?.values, item?.values]) {
    expect(Texts.parse(values)).toEqual(values)
    expect(values).toMatchObject([
      { name: 'Menu: Soup: Price', text: expect.stringContaining('4.50') },
      { name: expect.any(String), text: expect.stringMatching(/^\d+°$/) },
    ])
  }
  expect(Values.parse(programme.values)).toEqual(programme.values)
  expect(programme.values).toMatchObject([
    { of: { of: 'cell' }, names: ['Menu', 'Soup', 'Sold out'], column: { type: 'yes-no' } },
    { of: temperature, value: 20, unit: expect.any(String), until: expect.any(Number) },
  ])

  // A removed row takes the names and the texts away, and the answer still fits.
  const params = { organisationId, tableId: table.id, rowId: SOUP }
  expect((await admin.call('removeRow', { params, headers: { 'if-match': '*' } })).status).toBeLessThan(300)
  const after = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
  const gone = after.lines.find(({ shown }) => shown !== undefined)?.shown
  expect(Texts.parse(gone?.values)).toEqual(gone?.values)
  expect(gone?.values[0]).toEqual({ value: cell('Price') })
  expect(Values.parse(after.values)).toEqual(after.values)
})

it('[DT4] [DT6] the document describes the values of texts, of notices and of conditions', () => {
  const components = answerComponents() as Record<string, { properties: Record<string, unknown> }>
  const ofText = {
    type: 'array',
    items: { required: ['value'], properties: { name: { type: 'string' }, text: { type: 'string' } } },
  }
  for (const name of ['Line', 'Item'])
    expect(components[name]?.properties.shown).toMatchObject({ properties: { values: ofText } })
  expect(components.Programme?.properties.values).toMatchObject({
    type: 'array',
    items: { required: ['of', 'names', 'column', 'language', 'value'], properties: { until: { type: 'integer' } } },
  })
})

import {
  type Comparison,
  type Condition,
  type DisplayKey,
  type Forecast,
  itemIdOfEntry,
  type Manifest,
  NO_PICTURE,
  type PlaylistKey,
  type ProgrammeKey,
  RowId,
  type TownId,
  type Value,
  WEATHER_FRESH_MS,
  type WeatherFigure,
  wordsOfValue,
} from '@placard/contract'
import { planAt } from '@placard/playback'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import {
  HOUR_MS,
  MINUTE_MS,
  MONDAY,
  readWeather,
  startWeatherServer,
  type WeatherServer,
  weatherConfig,
} from '../../testing/weather-server.ts'
import { createWeather } from './service.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const CLOUDY = ['cloudy', 3] as const
const RAIN = ['rain', 61] as const

describeDialects('weather in texts and conditions', (dialect) => {
  let weather: WeatherServer
  let server: TestServer
  let admin: Client
  let now = MONDAY
  let day = 0
  const { makeDisplay, makePlaylist } = programmeMaker(() => admin)

  beforeAll(async () => {
    weather = await startWeatherServer()
    server = await startTestServer({ dialect, now: () => now, config: weatherConfig(weather.url) })
  })
  afterAll(async () => {
    await server.close()
    await weather.close()
  })
  beforeEach(async () => {
    // Past every wait after a failure.
    day += 4
    now = MONDAY + day * 24 * HOUR_MS
    admin = await server.signIn()
    weather.fault = undefined
    sets([20])
    const { queries } = server.app.context.database
    await queries.updateTable('programme').set({ town: null }).execute()
    await read()
    weather.asked.length = 0
  })

  /** A forecast that is issued now. The last temperature stays. */
  function sets(temperatures: number[], sky: readonly (readonly [string, number])[] = [CLOUDY]): void {
    const all = Array.from({ length: 144 }, (_, hour) => temperatures[hour] ?? (temperatures.at(-1) as number))
    weather.weather = { issuedAt: now, temperatures: all, sky }
  }
  const read = () => readWeather(server)
  /** @param ms the forecast of then is issued, with the present temperatures from its first hour on */
  async function later(ms: number, temperatures?: number[], sky?: readonly (readonly [string, number])[]) {
    now += ms
    if (temperatures) sets(temperatures, sky)
    await read()
  }
  async function moveTo(key: DisplayKey, name: string): Promise<void> {
    const answer = await admin.visit(`/api/organisations/${organisationId}/towns?name=${encodeURIComponent(name)}`)
    const { towns } = (await answer.json()) as { towns: { id: TownId }[] }
    expect(towns).not.toEqual([])
    const body = { townId: towns[0]?.id as TownId }
    expect((await admin.call('setTown', { params: key, body })).status).toBe(200)
    await read()
  }
  async function displayIn(name: string, settings: object = {}): Promise<DisplayKey> {
    const key = await makeDisplay({ timeZone: 'UTC', ...settings })
    await moveTo(key, name)
    return key
  }

  const figure = (of: WeatherFigure): Value => ({ of: 'weather', figure: of })
  const words = (of: WeatherFigure) => wordsOfValue(figure(of))
  const compare = (of: WeatherFigure, operator: Comparison['operator'], constant?: number | boolean | string) => ({
    value: figure(of),
    operator,
    ...(constant === undefined ? {} : { constant }),
  })
  const only = (...all: Comparison[]): Condition => ({ all, otherwise: 'off' })
  const cold = only(compare('temperature', '<', 10))
  const addNotice = async (key: ProgrammeKey, texts: object, condition?: Condition) => {
    const notice = { look: 'paper' as const, heading: '', body: '', byline: '', ...texts }
    const body = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, notice }
    const given = condition ? { ...body, condition } : body
    const answer = await admin.call('createItem', { params: key as DisplayKey, body: given })
    expect(answer.status).toBe(201)
    return answer.body.item
  }
  const addLine = async (key: ProgrammeKey, text: string, condition?: Condition) => {
    const body = condition ? { text, condition } : { text }
    const answer = await admin.call('createLine', { params: key as DisplayKey, body })
    expect(answer.status).toBe(201)
    return answer.body.line
  }
  const manifest = async (key: ProgrammeKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key as DisplayKey })).body
  const programme = async (key: DisplayKey) => (await admin.call('getProgramme', { params: key })).body
  const linesAt = (sent: Manifest, at = now) => planAt(sent, at).lines.map(({ text }) => text)
  const headingsAt = (sent: Manifest, at = now) => planAt(sent, at).items.map(({ notice }) => notice?.heading)

  describe('words', () => {
    it('[DT4] [DT5] are in the language and the units of each display', async () => {
      const one = await displayIn('Vienna', { language: 'de' })
      const two = await displayIn('Vienna', { language: 'en-US' })
      const { playlistId } = await makePlaylist([one.displayId, two.displayId])
      const text = `${words('temperature')} · ${words('weather')} · ${words('high')}/${words('low')} · ${words('wind')}`
      await addLine({ organisationId, playlistId } as PlaylistKey, text)
      await later(40 * MINUTE_MS, [20, 24, 12], [RAIN])
      expect(linesAt(await manifest(one))).toEqual(['20° · Regen · 24°/12° · 18 km/h'])
      expect(linesAt(await manifest(two))).toEqual(['68° · Rain · 75°/54° · 11 mph'])
    })

    it('[DT4] a text takes them away after six hours, on screens by themselves, and for the API with the reason', async () => {
      const key = await displayIn('Graz')
      await addLine(key, `Outside ${words('temperature')}`)
      await addLine(key, 'Welcome')
      const item = await addNotice(key, { heading: 'Today', body: `It is ${words('temperature')}.\n\nCome in.` })
      const sent = await manifest(key)
      const until = weather.weather.issuedAt + WEATHER_FRESH_MS
      expect([linesAt(sent, until - 1), linesAt(sent, until)]).toEqual([['Outside 20°', 'Welcome'], ['Welcome']])
      expect(sent.zoneOffsets).toBeDefined()
      const bodies = (at: number) => planAt(sent, at).items.map(({ notice }) => notice?.body)
      expect([bodies(until - 1), bodies(until)]).toEqual([['It is 20°.\n\nCome in.'], ['Come in.']])
      expect(planAt(sent, until).items.map(({ id }) => itemIdOfEntry(id))).toEqual([item.id])

      weather.fault = (response) => void response.writeHead(500).end()
      now = until + MINUTE_MS
      await read()
      const after = await manifest(key)
      expect(after.revision).toBeGreaterThan(sent.revision)
      expect(linesAt(after)).toEqual(['Welcome'])
      expect(after.items.map(({ notice }) => notice?.body)).toEqual(['Come in.'])
      const { lines, items, weather: here } = await programme(key)
      expect(here).toEqual({ problem: 'failed' })
      expect(lines[0]?.shown).toMatchObject({
        isOff: true,
        values: [{ value: figure('temperature'), name: 'Temperature' }],
      })
      expect(lines[0]?.shown?.text).toBe('Outside {Temperature}')
      expect(items[0]?.shown?.values).toEqual([{ value: figure('temperature'), name: 'Temperature' }])
    })

    it('[DT4] a display without a town has none, and takes those of its town as soon as it has one', async () => {
      const key = await makeDisplay({ timeZone: 'UTC' })
      const line = await addLine(key, `Outside ${words('temperature')}`)
      expect(line.shown).toMatchObject({ isOff: true })
      expect(linesAt(await manifest(key))).toEqual([])
      await moveTo(key, 'Linz')
      expect(linesAt(await manifest(key))).toEqual(['Outside 20°'])
    })

    it('[DT4] a text with only yes or no, and braces that are typed otherwise, stay as they are', async () => {
      const key = await displayIn('Wels')
      await addLine(key, '{weather raining} {temperature} {weather}')
      expect(linesAt(await manifest(key))).toEqual(['{weather raining} {temperature} {weather}'])
    })

    it('[DT5] another hour of the same forecast changes the displays whose words it changes, and no others', async () => {
      const [shows, same, none] = [await displayIn('Steyr'), await displayIn('Steyr'), await displayIn('Steyr')]
      await later(40 * MINUTE_MS, [9, 15, 15])
      weather.headers = { expires: new Date(now + 5 * HOUR_MS).toUTCString() }
      await later(40 * MINUTE_MS, [9, 15, 15])
      weather.headers = {}
      await addLine(shows, `Outside ${words('temperature')}`)
      await addLine(same, `At most ${words('high')}`)
      await addLine(none, 'Welcome')
      const asked = weather.asked.length
      const before = await Promise.all([shows, same, none].map(manifest))
      const other = createWeather(server.app.context)
      now += HOUR_MS
      for (const reader of [server.app.weather, other]) reader.wake()
      await Promise.all([server.app.weather.tick(), other.tick()])
      await Promise.all([server.app.weather.settled(), other.settled()])
      await read()
      await other.close()
      expect(weather.asked).toHaveLength(asked)
      const after = await Promise.all([shows, same, none].map(manifest))
      expect(after.map(({ revision }, at) => revision - (before[at]?.revision ?? 0))).toEqual([1, 0, 0])
      expect(linesAt(after[0] as Manifest)).toEqual(['Outside 15°'])
    })

    it('[DT4] the log names them', async () => {
      const key = await displayIn('Leoben')
      await addLine(key, `Outside ${words('temperature')}`)
      const { entries } = (await admin.call('listActivity', { params: key })).body
      expect(entries[0]?.subject?.title).toBe('Outside {temperature}')
    })

    it('[DT4] a take-over of a notice keeps the weather of its moment', async () => {
      const key = await displayIn('Bregenz', { language: 'en' })
      const item = await addNotice(key, { heading: `It is ${words('temperature')}` })
      const content = { kind: 'item' as const, displayId: key.displayId, itemId: item.id }
      const made = await admin.call('startTakeOver', {
        params: { organisationId },
        body: { content, displays: [key.displayId], minutes: 5, drill: false },
      } as never)
      expect(made.status).toBe(201)
      const { takeOvers } = await manifest(key)
      expect(JSON.stringify(takeOvers)).toContain('It is 20°')
    })
  })

  describe('conditions', () => {
    it('[DT6] are answered anew when a forecast comes, only where the answer changes, and the loop begins anew', async () => {
      const [asks, other] = [await displayIn('Salzburg'), await displayIn('Salzburg')]
      await addNotice(asks, { heading: 'Welcome' })
      await addNotice(asks, { heading: 'Hot soup' }, cold)
      await addNotice(other, { heading: 'Warm' }, only(compare('temperature', '>=', 10)))
      await addNotice(other, { heading: 'Below zero' }, only(compare('temperature', '<', -5)))
      const before = [await manifest(asks), await manifest(other)]
      expect(before.map((one) => headingsAt(one))).toEqual([['Welcome'], ['Warm']])
      // 9.6 degrees are shown as 10°, so they are not below 10.
      await later(40 * MINUTE_MS, [9.6])
      expect((await manifest(asks)).revision).toBe(before[0]?.revision)
      await later(40 * MINUTE_MS, [9.4])
      const after = await manifest(asks)
      expect(headingsAt(after)).toEqual(['Welcome', 'Hot soup'])
      expect(after.revision).toBe((before[0]?.revision ?? 0) + 1)
      expect(after.loopStartedAt).toBe(now)
      expect(headingsAt(await manifest(other))).toEqual([])
      await later(40 * MINUTE_MS, [-9])
      expect((await manifest(asks)).revision).toBe(after.revision)
      expect(headingsAt(await manifest(other))).toEqual(['Below zero'])
    })

    it('[DT6] an answer counts until the forecast is too old, and the default from then on, and it is renewed before', async () => {
      const key = await displayIn('Amstetten')
      sets([5])
      await later(40 * MINUTE_MS, [5])
      await addNotice(key, { heading: 'Hot soup' }, cold)
      await addLine(key, 'Not for ever', { ...only(compare('temperature', '>=', 10)), otherwise: 'on' })
      const sent = await manifest(key)
      const until = weather.weather.issuedAt + WEATHER_FRESH_MS
      expect(sent.items[0]?.condition).toEqual({ on: true, until, otherwise: false })
      expect(sent.lines[0]?.condition).toEqual({ on: false, until, otherwise: true })
      expect([until - 1, until].map((at) => [headingsAt(sent, at), linesAt(sent, at)])).toEqual([
        [['Hot soup'], []],
        [[], ['Not for ever']],
      ])
      // The weather stays: each two hours at most one manifest, so that no screen comes near the end.
      const revisions = new Set<number>()
      for (let passed = 0; passed < 12; passed += 1) {
        await later(40 * MINUTE_MS, [5])
        const { items, revision } = await manifest(key)
        revisions.add(revision)
        expect((items[0]?.condition?.until ?? 0) - now).toBeGreaterThan(3 * HOUR_MS)
      }
      expect(revisions.size).toBeLessThanOrEqual(5)
      expect(revisions.size).toBeGreaterThanOrEqual(4)
      weather.fault = (response) => void response.writeHead(500).end()
      const last = (await manifest(key)).items[0]?.condition?.until ?? 0
      now = last + MINUTE_MS
      await read()
      expect((await manifest(key)).items[0]?.condition).toEqual({ on: false })
      expect((await programme(key)).values).toMatchObject([{ value: null, names: [] }])
    })

    it('[DT6] rain, snow and sun are yes or no, and are joined with a table', async () => {
      const key = await displayIn('Villach')
      const { body: table } = await admin.call('createTable', {
        params: { organisationId },
        body: {
          name: 'Terrace',
          language: 'en',
          columns: [{ name: 'Open', type: 'yes-no' }],
          rows: [{ id: RowId.parse('terrace'), cells: { Open: true } }],
        },
      })
      const params = { organisationId, tableId: table.table.id, rowId: RowId.parse('terrace') }
      const columnId = table.table.columns[0]?.id as never
      const open: Comparison = { value: { of: 'cell', ...params, columnId } as never, operator: '=', constant: true }
      delete (open.value as { organisationId?: unknown }).organisationId
      await addNotice(key, { heading: 'Umbrellas' }, only(compare('raining', '=', true), open))
      expect(headingsAt(await manifest(key))).toEqual([])
      await later(40 * MINUTE_MS, [15], [RAIN])
      const on = await manifest(key)
      expect(headingsAt(on)).toEqual(['Umbrellas'])
      await admin.call('updateRow', { params, body: { cells: { Open: false } }, headers: ANY })
      const closed = await manifest(key)
      expect(headingsAt(closed)).toEqual([])
      now += 1_000
      await admin.call('updateRow', { params, body: { cells: { Open: true } }, headers: ANY })
      const again = await manifest(key)
      expect(headingsAt(again)).toEqual(['Umbrellas'])
      expect(again.loopStartedAt).toBe(now)
    })

    it('[DT6] zones, corners and included playlists have them too', async () => {
      const key = await displayIn('Klagenfurt')
      const [zone, included] = [await makePlaylist(), await makePlaylist([key.displayId])]
      await addNotice(zone, { heading: 'In the zone' })
      await addNotice(included, { heading: 'Included' }, cold)
      const zones = [{ playlistId: zone.playlistId, stays: false, condition: cold }]
      const layout = { arrangement: 'side-bar' as const, dividers: [75], side: 'end' as const, pinned: false, zones }
      expect((await admin.call('setLayout', { params: key, body: { layout }, headers: ANY })).status).toBe(200)
      const piece = { kind: 'words' as const, size: 8, text: 'Cold', condition: cold }
      const params = { ...key, corner: 'top-left' as const }
      expect((await admin.call('setCornerPiece', { params, body: { piece }, headers: ANY })).status).toBe(200)
      const told = async () => {
        const { layout: shown, cornerPieces, items, revision } = await manifest(key)
        const answers = [shown?.zones[0]?.condition?.on, cornerPieces?.[0]?.condition?.on, items[0]?.condition?.on]
        return { answers, revision }
      }
      const before = await told()
      expect(before.answers).toEqual([false, false, false])
      await later(40 * MINUTE_MS, [3])
      expect(await told()).toEqual({ answers: [true, true, true], revision: before.revision + 1 })
    })

    it('[DT4] [DT6] what a condition compares is no value of the text, so nothing of that is said to be missing', async () => {
      const key = await displayIn('Dornbirn')
      const asked = only(compare('raining', '=', false))
      const item = await addNotice(key, { heading: 'Terrace' }, asked)
      const line = await addLine(key, 'The terrace is open', asked)
      expect([item.shown, line.shown]).toEqual([undefined, undefined])
      const { items, lines } = await programme(key)
      expect([...items, ...lines].map(({ shown }) => shown)).toEqual([undefined, undefined])
    })

    it('[DT6] the constant is in degrees Celsius, and the dashboard has the unit in which people see it', async () => {
      const key = await displayIn('Dornbirn', { language: 'en-US' })
      await addNotice(key, { heading: 'Cold' }, cold)
      const { values } = await programme(key)
      expect(values).toMatchObject([
        { of: figure('temperature'), value: 20, unit: 'fahrenheit', column: { type: 'number' } },
      ])
    })

    it.each<[string, unknown, string, string]>([
      ['the word for the weather', compare('weather', '=', 'Rain'), 'operator-not-fitting', 'all.0.operator'],
      ['rain with "below"', compare('raining', '<', 5), 'operator-not-fitting', 'all.0.operator'],
      ['a temperature that is no number', compare('temperature', '<', 'ten'), 'number-not-valid', 'all.0.constant'],
      ['no constant', compare('temperature', '<'), 'constant-missing', 'all.0.constant'],
    ])('[DT6] %s is refused at its field', async (_, comparison, code, field) => {
      const key = await makeDisplay()
      const body = { text: 'Cold', condition: { all: [comparison], otherwise: 'off' } as Condition }
      const { status, body: answer } = await admin.call('createLine', { params: key, body })
      expect([status, answer]).toMatchObject([422, { error: { code, field: `condition.${field}` } }])
    })

    it('[F107] a source that answers an hour ago and then nothing leaves every screen with a default in time', async () => {
      const key = await displayIn('Feldkirch')
      await later(40 * MINUTE_MS, [5])
      await addNotice(key, { heading: 'Hot soup' }, cold)
      await addLine(key, `Outside ${words('temperature')}`)
      const sent = await manifest(key)
      const forecast = (await programme(key)).weather as { forecast: Forecast }
      for (const fault of [500, 403, 'null'] as const) {
        weather.fault = (response) =>
          fault === 'null'
            ? void response.writeHead(200, { 'content-type': 'application/json' }).end('null')
            : void response.writeHead(fault).end()
        now += HOUR_MS
        await read()
        expect([headingsAt(await manifest(key)), linesAt(await manifest(key))]).toEqual([['Hot soup'], ['Outside 5°']])
      }
      const { until } = forecast.forecast
      expect([headingsAt(sent, until), linesAt(sent, until)]).toEqual([[], []])
      now = until
      await read()
      const old = await manifest(key)
      expect([headingsAt(old), linesAt(old)]).toEqual([[], []])
    })

    it('[F108] a node that was off while hours passed gives its displays the present hour when it is back', async () => {
      const key = await displayIn('Kufstein')
      weather.headers = { expires: new Date(now + 6 * HOUR_MS).toUTCString() }
      await later(40 * MINUTE_MS, [5, 5, 5, 15])
      weather.headers = {}
      await addNotice(key, { heading: 'Hot soup' }, cold)
      await addLine(key, `Outside ${words('temperature')}`)
      const sent = await manifest(key)
      expect([headingsAt(sent), linesAt(sent)]).toEqual([['Hot soup'], ['Outside 5°']])
      now += 3 * HOUR_MS
      const back = createWeather(server.app.context)
      await back.tick()
      await back.settled()
      await back.close()
      const after = await manifest(key)
      expect(after.revision).toBe(sent.revision + 1)
      expect([headingsAt(after), linesAt(after)]).toEqual([[], ['Outside 15°']])
    })
  })
})

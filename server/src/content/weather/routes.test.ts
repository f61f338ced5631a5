import type { ServerResponse } from 'node:http'
import {
  type DisplayKey,
  type Forecast,
  type FoundTowns,
  NO_PICTURE,
  OrganisationId,
  type PlaylistId,
  type TownId,
  WEATHER_FRESH_MS,
} from '@placard/contract'
import { planAt } from '@placard/playback'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import {
  HOUR_MS,
  MINUTE_MS,
  MONDAY,
  readWeather,
  startWeatherServer,
  USER_AGENT,
  type WeatherServer,
  weatherConfig,
} from '../../testing/weather-server.ts'
import { createWeather } from './service.ts'

const { organisationId } = SAMPLE_DISPLAY

describeDialects('weather', (dialect) => {
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
    weather.headers = {}
    weather.weather = { issuedAt: now, temperatures: Array.from({ length: 144 }, (_, hour) => 20 - (hour % 24)) }
    const { queries } = server.app.context.database
    await queries.updateTable('programme').set({ town: null }).execute()
    await read()
    weather.asked.length = 0
  })

  const read = () => readWeather(server)
  async function find(name: string): Promise<FoundTowns> {
    const answer = await admin.visit(`/api/organisations/${organisationId}/towns?name=${encodeURIComponent(name)}`)
    return (await answer.json()) as FoundTowns
  }
  async function townCalled(name: string): Promise<TownId> {
    const { towns } = await find(name)
    return towns[0]?.id as TownId
  }
  const setTown = (key: DisplayKey, body: object) => admin.call('setTown', { params: key, body })
  async function displayIn(name: string, settings: object = { timeZone: 'UTC' }): Promise<DisplayKey> {
    const key = await makeDisplay(settings)
    expect((await setTown(key, { townId: await townCalled(name) })).status).toBe(200)
    return key
  }
  const show = async (
    params: DisplayKey | { organisationId: typeof organisationId; playlistId: PlaylistId },
    look = 'now',
  ) =>
    (
      await admin.call('createItem', {
        params,
        body: { title: 'Weather', type: 'weather', url: NO_PICTURE, duration: 10, weather: { look: look as 'now' } },
      })
    ).body.item
  const manifest = async (key: DisplayKey) => (await admin.call('getManifest', { params: key })).body
  const programme = async (key: DisplayKey) => (await admin.call('getProgramme', { params: key })).body
  const isOn = async (key: DisplayKey) => planAt(await manifest(key), now).status === 'playing'

  describe('towns', () => {
    it.each([
      ['Wien', 'Vienna', 'AT'],
      ['munchen', 'Munich', 'DE'],
      ['LODZ', 'Łódź', 'PL'],
      ['saint etienne', 'Saint-Étienne', 'FR'],
      ['القاهرة', 'Cairo', 'EG'],
      ['వరంగల్', 'Warangal', 'IN'],
      ['東京', 'Tokyo', 'JP'],
    ])('[DT5] %s is found as %s', async (typed, name, country) => {
      expect((await find(typed)).towns[0]).toMatchObject({ name, country })
    })

    it('[DT5] towns of one name differ in region and country, the largest first', async () => {
      const { towns } = await find('Hyderabad')
      expect(towns.slice(0, 2)).toMatchObject([
        { name: 'Hyderabad', region: 'Telangana', country: 'IN' },
        { name: 'Hyderabad', region: 'Sindh', country: 'PK' },
      ])
      const { towns: springfields } = await find('springfield')
      expect(new Set(springfields.map(({ region }) => region)).size).toBeGreaterThan(3)
    })

    it.each(['', '   ', '|', '%', 'qqqqqq', '\u200f'])('[DT5] %j finds no town', async (typed) => {
      expect((await find(typed)).towns).toEqual([])
    })

    it('[DT5] coordinates have four decimals at most', async () => {
      const [town] = (await find('Warangal')).towns
      for (const degrees of [town?.latitude, town?.longitude]) expect(String(degrees)).toMatch(/^-?\d+(\.\d{1,4})?$/)
    })

    it('[DT5] a town that is not in the list is refused at its field', async () => {
      const key = await makeDisplay()
      const { status, body } = await setTown(key, { townId: '4000000000' })
      expect([status, body]).toMatchObject([404, { error: { code: 'town-not-found', field: 'townId' } }])
      expect((await programme(key)).town).toBeNull()
    })
  })

  describe('reading', () => {
    it('[DT5] displays of a town share one request, also those of other organisations', async () => {
      const [one, two] = [await displayIn('Vienna'), await displayIn('Wien')]
      const theirs = { organisationId: OrganisationId.parse(`other-${now}`), displayId: two.displayId }
      await makePlace(server, theirs)
      const { client: owner } = await enterAs(server, `owner-${now}`, { role: 'owner', home: theirs })
      const body = { townId: await townCalled('Wien') }
      expect((await owner.call('setTown', { params: theirs, body })).status).toBe(200)
      await read()
      expect(weather.asked).toHaveLength(1)
      for (const key of [one, two]) expect((await programme(key)).weather).toHaveProperty('forecast.town', 'Vienna')
      expect((await owner.call('getProgramme', { params: theirs })).body.weather).toHaveProperty(
        'forecast.town',
        'Vienna',
      )
    })

    it('[DT5] a request has coordinates and a contact, and nothing about displays or people', async () => {
      await displayIn('Vienna')
      await read()
      const [{ path, query, headers } = { path: '', query: new URLSearchParams(), headers: {} }] = weather.asked
      expect(path).toBe('/weatherapi/locationforecast/2.0/compact')
      expect([...query]).toEqual([
        ['lat', '48.2085'],
        ['lon', '16.3721'],
      ])
      expect(headers['user-agent']).toBe(USER_AGENT)
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    })

    it('[DT5] the forecast is asked for again only after Expires, with If-Modified-Since', async () => {
      weather.headers = { expires: new Date(now + 2 * HOUR_MS).toUTCString() }
      await displayIn('Graz')
      await read()
      now += 110 * MINUTE_MS
      await read()
      expect(weather.asked).toHaveLength(1)
      now += 40 * MINUTE_MS
      await read()
      expect(weather.asked).toHaveLength(2)
      expect(weather.asked[1]?.headers['if-modified-since']).toBe(new Date(weather.weather.issuedAt).toUTCString())
    })

    it('[DT5] an answer that is unchanged keeps the forecast and its age', async () => {
      const key = await displayIn('Linz')
      await show(key)
      await read()
      const before = await manifest(key)
      now += 45 * MINUTE_MS
      await read()
      expect(weather.asked).toHaveLength(2)
      const { revision, items } = await manifest(key)
      expect(revision).toBe(before.revision)
      expect(items[0]?.weather?.forecast.until).toBe(before.items[0]?.weather?.forecast.until)
    })

    it('[DT5] a new forecast reaches displays that show it, and no others', async () => {
      const [shows, other] = [await displayIn('Salzburg'), await displayIn('Salzburg')]
      const { playlistId } = await makePlaylist([shows.displayId])
      await show({ organisationId, playlistId })
      await read()
      const before = [await manifest(shows), await manifest(other)]
      now += HOUR_MS
      weather.weather = { ...weather.weather, issuedAt: now, temperatures: weather.weather.temperatures.map(() => 33) }
      await read()
      const after = [await manifest(shows), await manifest(other)]
      expect(after.map(({ revision }, at) => revision - (before[at]?.revision ?? 0))).toEqual([1, 0])
      expect(after[0]?.items[0]?.weather?.forecast.hours[0]?.temperature).toBe(33)
      expect(after[0]?.loopStartedAt).toBe(before[0]?.loopStartedAt)
    })

    it('[DT5] a display without weather has the manifest that it had', async () => {
      const key = await makeDisplay()
      const before = JSON.stringify({ ...(await manifest(key)), revision: 0 })
      await setTown(key, { townId: await townCalled('Vienna') })
      await read()
      expect(JSON.stringify({ ...(await manifest(key)), revision: 0 })).toBe(before)
    })

    it('[DT5] two nodes read each town once', async () => {
      await displayIn('Innsbruck')
      await displayIn('Bregenz')
      const other = createWeather(server.app.context)
      for (const reader of [server.app.weather, other]) reader.wake()
      await Promise.all([server.app.weather.tick(), other.tick()])
      await Promise.all([server.app.weather.settled(), other.settled()])
      await read()
      expect(weather.asked).toHaveLength(2)
      await other.close()
    })

    it('[DT5] a town in which no display is any more is not read again', async () => {
      const key = await displayIn('Villach')
      await read()
      await setTown(key, { townId: null })
      now += 2 * HOUR_MS
      await read()
      expect(weather.asked).toHaveLength(1)
      expect((await programme(key)).weather).toEqual({ problem: 'no-town' })
    })
  })

  describe('what is shown', () => {
    it('[DT5] today has its highest and lowest temperature by the clock of the display, and four days follow', async () => {
      const key = await displayIn('Tokyo', { timeZone: 'Asia/Tokyo' })
      weather.weather = { issuedAt: now, temperatures: Array.from({ length: 144 }, (_, hour) => Math.min(hour, 60)) }
      await show(key, 'days')
      await read()
      const { days, hours, units } = (await manifest(key)).items[0]?.weather?.forecast ?? {
        days: [],
        hours: [],
        units: {},
      }
      const tomorrow = new Date(now + 9 * HOUR_MS + 24 * HOUR_MS).toISOString().slice(0, 10)
      expect(days[0]).toMatchObject({ date: new Date(now + 9 * HOUR_MS).toISOString().slice(0, 10), low: 0, high: 5 })
      expect(days[1]).toMatchObject({ date: tomorrow, low: 6, high: 29 })
      expect(days.length).toBeGreaterThanOrEqual(5)
      expect(hours[0]).toMatchObject({ at: now, temperature: 0, condition: 'partly-cloudy', wind: 5, rain: 0.4 })
      expect(units).toEqual({ temperature: 'celsius', wind: 'm/s' })
    })

    it.each([
      [{ language: 'en-US' }, {}, 'fahrenheit', 'mph'],
      [{ language: 'en-GB' }, {}, 'celsius', 'mph'],
      [{ language: 'de' }, {}, 'celsius', 'km/h'],
      [{ language: 'en-US' }, { temperature: 'celsius', wind: 'm/s' }, 'celsius', 'm/s'],
    ] as const)('[DT5] %j with the choice %j is in %s and %s', async (settings, units, temperature, wind) => {
      const key = await makeDisplay(settings)
      await setTown(key, { townId: await townCalled('Vienna'), units })
      await read()
      expect((await programme(key)).weather).toHaveProperty('forecast.units', { temperature, wind })
    })

    it('[DT5] six hours after it was issued the weather is off, without a word from the server, and comes back', async () => {
      const key = await displayIn('Wels')
      await show(key)
      await admin.call('setCornerPiece', {
        params: { ...key, corner: 'top-left' },
        body: { piece: { kind: 'weather', size: 12 } },
        headers: { 'if-match': '"0"' },
      })
      await read()
      const sent = await manifest(key)
      expect(sent.cornerPieces).toMatchObject([{ kind: 'weather', forecast: { town: 'Wels', days: [] } }])
      const until = weather.weather.issuedAt + WEATHER_FRESH_MS
      const at = (instant: number) => {
        const plan = planAt(sent, instant)
        return [plan.status, plan.corners?.length]
      }
      expect([at(until - 1), at(until)]).toEqual([
        ['playing', 1],
        ['empty', 0],
      ])
      weather.fault = (response) => void response.writeHead(500).end()
      now = until + MINUTE_MS
      await read()
      expect((await manifest(key)).items).toEqual([])
      expect((await programme(key)).weather).toEqual({ problem: 'failed' })
      weather.fault = undefined
      now += 13 * HOUR_MS
      weather.weather = { ...weather.weather, issuedAt: now }
      await read()
      expect(await isOn(key)).toBe(true)
    })

    it('[DT5] a schedule of the item counts beside the age of the forecast', async () => {
      const key = await displayIn('Steyr')
      const item = await show(key)
      const soon = new Date(now + HOUR_MS).toISOString().slice(0, 16)
      const change = {
        params: { ...key, itemId: item.id },
        body: { schedule: { until: soon } },
        headers: { 'if-match': '*' },
      }
      expect((await admin.call('updateItem', change)).status).toBe(200)
      await read()
      expect((await manifest(key)).items[0]?.schedule?.until).toBe(soon)
    })

    it('[DT5] an item keeps its settings in the log, and an undo brings it back', async () => {
      const key = await displayIn('Leoben')
      const item = await show(key, 'today')
      const params = { ...key, itemId: item.id }
      const body = { weather: { look: 'days' as const } }
      expect(
        (await admin.call('updateItem', { params, body, headers: { 'if-match': '*' } })).body.item.weather,
      ).toEqual({ look: 'days' })
      const { entries } = (await admin.call('listActivity', { params: key })).body
      expect(entries[0]).toMatchObject({ fields: ['weather'] })
      await admin.call('removeItem', { params, headers: { 'if-match': '*' } })
      const removed = (await admin.call('listActivity', { params: key })).body.entries[0]
      const undone = await admin.call('undoActivity', { params: { ...key, entryId: removed?.id as never } })
      expect(undone.status).toBe(200)
      expect((await programme(key)).items).toMatchObject([{ type: 'weather', weather: { look: 'days' } }])
    })

    it.each([
      ['without a look', { weather: undefined }, 'weather'],
      ['with another look', { weather: { look: 'cube' } }, 'weather.look'],
      ['with an address', { url: 'https://example.org/' }, 'url'],
      ['with settings of a board', { board: { tableId: '_t-0123456789abcdefghij', look: 'menu' } }, 'board'],
    ])('[DT5] weather %s is refused', async (_, change, field) => {
      const key = await makeDisplay()
      const body = { title: 'Weather', type: 'weather', url: NO_PICTURE, weather: { look: 'now' }, ...change }
      const { status, body: answer } = await admin.call('createItem', { params: key, body: body as never })
      expect([status, answer]).toMatchObject([422, { error: { field } }])
    })
  })

  describe('faults', () => {
    it.each<[string, WeatherServer['fault'], string]>([
      ['403', (response) => void response.writeHead(403).end(), 'refused'],
      ['429', (response) => void response.writeHead(429).end(), 'too-often'],
      ['500', (response) => void response.writeHead(500).end(), 'status'],
      [
        'a redirect',
        (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
        'too-many-redirects',
      ],
      [
        'a page instead',
        (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi'),
        'not-a-forecast',
      ],
      [
        'nonsense',
        (response) => void response.writeHead(200).end('{"properties":{"timeseries":[7,{"time":"x"}]}}'),
        'not-a-forecast',
      ],
      ['no JSON', (response) => void response.writeHead(200).end('sunny'), 'not-a-forecast'],
      ['a deep list', (response) => void response.writeHead(200).end('['.repeat(500_000)), 'not-a-forecast'],
      [
        'an answer that is too large',
        (response) => void response.writeHead(200).end(`"${'x'.repeat(2 ** 21)}"`),
        'too-large',
      ],
      [
        'an answer that is cut',
        (response) => {
          response.writeHead(200, { 'content-length': '1000' }).write('{"properties"')
          setTimeout(() => response.destroy(), 20)
        },
        'unreachable',
      ],
      ['304 to a first request', (response) => void response.writeHead(304).end(), 'status'],
    ])(
      '[DT9] after %s the last forecast stays, and the source is left alone for a while',
      async (what, fault, problem) => {
        const isFirst = what.includes('first')
        const key = await displayIn('Eisenstadt')
        await show(key)
        if (!isFirst) await read()
        now += HOUR_MS
        weather.fault = fault
        await read()
        const { queries } = server.app.context.database
        const row = await queries.selectFrom('weather').selectAll().executeTakeFirstOrThrow()
        expect(row).toMatchObject({ problem, failures: 1 })
        expect(await isOn(key)).toBe(!isFirst)
        const asked = weather.asked.length
        now += 4 * MINUTE_MS
        await read()
        expect(weather.asked).toHaveLength(asked)
        weather.fault = undefined
        now += 2 * HOUR_MS
        weather.weather = { ...weather.weather, issuedAt: now }
        await read()
        expect(await queries.selectFrom('weather').selectAll().executeTakeFirstOrThrow()).toMatchObject({
          problem: null,
          failures: 0,
        })
        expect(await isOn(key)).toBe(true)
      },
    )

    it('[DT9] a refusal is followed by longer and longer waits, and Retry-After is obeyed', async () => {
      await displayIn('Dornbirn')
      weather.fault = (response) => void response.writeHead(429, { 'retry-after': '7200' }).end()
      await read()
      now += 119 * MINUTE_MS
      await read()
      expect(weather.asked).toHaveLength(1)
      now += 30 * MINUTE_MS
      await read()
      expect(weather.asked).toHaveLength(2)
    })

    it('[DT9] a source that hangs holds up nobody', async () => {
      const key = await displayIn('Kufstein')
      const held: ServerResponse[] = []
      weather.fault = (response) => void held.push(response)
      server.app.weather.wake()
      await server.app.weather.tick()
      expect((await manifest(key)).items).toEqual([])
      expect((await find('Wien')).towns).not.toEqual([])
      await expect.poll(() => held).toHaveLength(1)
      held[0]?.destroy()
      await server.app.weather.settled()
      const { queries } = server.app.context.database
      expect(await queries.selectFrom('weather').select('problem').execute()).toEqual([{ problem: 'unreachable' }])
    })

    it('[DT9] hours that the source does not know are left out', async () => {
      const key = await displayIn('Klosterneuburg')
      await show(key)
      const temperatures = Array.from({ length: 144 }, (_, hour) => (hour === 1 ? null : 10))
      weather.weather = { issuedAt: now, temperatures }
      await read()
      const hours = (await manifest(key)).items[0]?.weather?.forecast.hours.map(({ at }) => (at - now) / HOUR_MS)
      expect(hours?.slice(0, 3)).toEqual([0, 2, 3])
    })

    it('[DT9] a source that answers the same for ever is too old after six hours', async () => {
      const key = await displayIn('Baden bei Wien')
      await show(key)
      await read()
      const same = { ...weather.weather }
      for (let hour = 0; hour < 7; hour += 1) {
        now += HOUR_MS
        weather.weather = { ...same, temperatures: same.temperatures.map((temperature) => temperature) }
        await read()
      }
      expect(weather.asked.length).toBeGreaterThan(6)
      expect(await isOn(key)).toBe(false)
    })
  })
})

describe('without a source, or with another', () => {
  it('[DT5] without a source nothing is read, and the page says so', async () => {
    await using server = await startTestServer()
    const admin = await server.signIn()
    const params = SAMPLE_DISPLAY
    const answer = await admin.visit(`/api/organisations/${organisationId}/towns?name=Wien`)
    const found = (await answer.json()) as FoundTowns
    expect(found.source).toBeNull()
    await admin.call('setTown', { params, body: { townId: found.towns[0]?.id as TownId } })
    await server.app.weather.tick()
    expect((await admin.call('getProgramme', { params })).body.weather).toEqual({ problem: 'no-source' })
    expect(await server.app.context.database.queries.selectFrom('weather').selectAll().execute()).toEqual([])
  })

  it('[DT5] Open-Meteo is asked by its own address, and its answer is read the same', async () => {
    const weather = await startWeatherServer()
    await using server = await startTestServer({ config: weatherConfig(weather.url, 'open-meteo') })
    const admin = await server.signIn()
    const answer = await admin.visit(`/api/organisations/${organisationId}/towns?name=Wien`)
    const found = (await answer.json()) as FoundTowns
    await admin.call('setTown', { params: SAMPLE_DISPLAY, body: { townId: found.towns[0]?.id as TownId } })
    await server.app.weather.tick()
    await server.app.weather.settled()
    const here = async () => (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body.weather
    await expect.poll(here).toHaveProperty('forecast')
    const { forecast } = (await here()) as { forecast: Forecast }
    expect(forecast.credit).toBe('Open-Meteo.com · CC BY 4.0')
    const present = { temperature: 20, condition: 'partly-cloudy', wind: 5, rain: 0.4, rainChance: 35 }
    expect(forecast.hours[0]).toMatchObject(present)
    const [asked] = weather.asked
    expect(asked?.path).toBe('/v1/forecast')
    expect([asked?.query.get('latitude'), asked?.query.get('longitude')]).toEqual(['48.2085', '16.3721'])
    await weather.close()
  })
})

import {
  Bye,
  readManifest as contractReads,
  Heartbeat,
  LIVE_EVENTS,
  Manifest,
  ManifestItem,
  ManifestLine,
  NOTICE_LOOKS,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../page/read/parse-json.ts'
import { readBye, readHeartbeat, readManifest } from './read-manifest.ts'

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1.5, 2 ** 53, Number.MAX_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY),
)
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    'a',
    '15',
    true,
    [],
    {},
    '__proto__',
    'constructor',
    'ECE',
    'a'.repeat(65),
  ),
  number,
)
const id = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,63}$/) },
  { weight: 1, arbitrary: odd },
)
const text = fc.oneof({ weight: 5, arbitrary: fc.string({ unit: 'binary' }) }, { weight: 1, arbitrary: odd })
const count = fc.oneof({ weight: 5, arbitrary: fc.integer() }, { weight: 1, arbitrary: odd })
const type = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ManifestItem.shape.type.options, 'pdf', 'Image', 'playlist') },
  { weight: 1, arbitrary: odd },
)
const share = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -0.2, max: 1.2 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -0) },
  { weight: 1, arbitrary: odd },
)
const fit = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('contain', 'cover', 'fill') },
  { weight: 1, arbitrary: odd },
)
const focus = fc.oneof(
  { weight: 5, arbitrary: fc.record({ x: share, y: share, more: odd }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: odd },
)
const time = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('08:00', '23:59', '08:00:00', '08:00:30', '24:00', '8:00') },
  { weight: 1, arbitrary: odd },
)
const date = fc.constantFrom('2026-12-24', '2026-02-30', '2026-12-24T00:00', '1999-01-01')
const moment = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('2026-12-24T08:00', '2026-12-24T08:00:00', '2026-12-24T25:00', '2026-12-24'),
  },
  { weight: 1, arbitrary: odd },
)
const some = (one: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: odd })) },
    { weight: 1, arbitrary: odd },
  )
const schedule = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        from: moment,
        until: moment,
        days: some(fc.integer({ min: 0, max: 8 })),
        hours: some(fc.record({ from: time, until: time, more: odd }, { requiredKeys: [] })),
        not: some(date),
        alone: fc.oneof(fc.boolean(), odd),
        more: odd,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
)
const condition = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      { on: fc.oneof(fc.boolean(), odd), until: count, otherwise: fc.oneof(fc.boolean(), odd), more: odd },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
)
/** Of an inclusion: its schedule and the answer to its condition in one. */
const when = fc
  .tuple(schedule, condition)
  .map(([times, answer]) => (Object(times) === times ? { ...(times as object), condition: answer } : times))
const offsets = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.tuple(fc.integer(), fc.integer({ min: -1_500, max: 1_500 }))) },
  { weight: 1, arbitrary: some(fc.array(count)) },
)
const inclusion = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -2, max: 5 }) }, { weight: 1, arbitrary: odd })
const notice = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        look: fc.oneof(fc.constantFrom(...NOTICE_LOOKS, 'hologram'), odd),
        heading: fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom('Closed', '{time}', '') },
          { weight: 1, arbitrary: text },
        ),
        body: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('- a\n- **b**', '') }, { weight: 1, arbitrary: text }),
        byline: text,
        link: fc.oneof(fc.constantFrom('https://example.org/a', 'HTTP://a', 'javascript:alert(1)', ' https://a'), text),
        more: odd,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
)
const brand = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        colour: fc.oneof(fc.constantFrom('#1a5fb4', '#1A5FB4', 'red', '#1a5fb4;}'), odd),
        logo: fc.oneof(
          {
            weight: 5,
            arbitrary: fc.record(
              { url: text, sha256: text, sizeBytes: count, more: odd },
              { requiredKeys: ['url', 'sha256'] },
            ),
          },
          { weight: 1, arbitrary: odd },
        ),
        more: odd,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
)
const webPage = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        zoom: fc.oneof(fc.integer({ min: 0, max: 500 }), odd),
        scroll: fc.oneof(fc.integer({ min: -10, max: 30_000 }), odd),
        reloadMinutes: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.double(), odd),
        more: odd,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
)
const sparse = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const item = fc.record(
  {
    id,
    type,
    url: text,
    duration: sparse(fc.oneof(number, odd)),
    fit: sparse(fit),
    sound: sparse(fc.oneof(fc.boolean(), odd)),
    focus: sparse(focus),
    notice: sparse(notice),
    webPage: sparse(webPage),
    schedule: sparse(schedule),
    condition: sparse(condition),
    inclusion: sparse(inclusion),
    sha256: sparse(text),
    sizeBytes: sparse(count),
    more: odd,
  },
  { requiredKeys: ['id', 'type', 'url'] },
)
const line = fc.record(
  { id, text, schedule: sparse(schedule), condition: sparse(condition), inclusion: sparse(inclusion), more: odd },
  { requiredKeys: ['id', 'text'] },
)
const list = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(fc.oneof({ weight: 5, arbitrary: entry }, { weight: 1, arbitrary: odd }), { maxLength: 6 }),
    },
    { weight: 1, arbitrary: odd },
  )
const takeOver = fc.record(
  {
    id,
    items: list(item),
    line: sparse(text),
    startsAt: sparse(fc.oneof({ weight: 5, arbitrary: count }, { weight: 1, arbitrary: odd })),
    endsAt: sparse(fc.oneof({ weight: 5, arbitrary: count }, { weight: 1, arbitrary: odd })),
    drill: sparse(fc.oneof(fc.boolean(), odd)),
    more: odd,
  },
  { requiredKeys: ['id', 'items'] },
)
const side = (portrait: object) =>
  fc.record(
    {
      landscape: fc.constant({ x: 75, y: 0, width: 25, height: 100 }),
      portrait: fc.oneof({ weight: 5, arbitrary: fc.constant(portrait) }, { weight: 1, arbitrary: odd }),
      playlistId: fc.oneof({ weight: 5, arbitrary: fc.constant(`_${'p'.repeat(20)}`) }, { weight: 1, arbitrary: odd }),
      name: text,
      stays: sparse(fc.oneof(fc.boolean(), odd)),
      condition: sparse(condition),
      loopStartedAt: count,
      items: list(item),
      more: odd,
    },
    { requiredKeys: ['landscape', 'portrait', 'playlistId', 'name', 'loopStartedAt', 'items'] },
  )
const layout = fc.record({
  main: fc.constant({
    landscape: { x: 0, y: 0, width: 75, height: 100 },
    portrait: { x: 0, y: 0, width: 100, height: 75 },
  }),
  zones: fc.array(side({ x: 0, y: 75, width: 100, height: 25 }), { minLength: 1, maxLength: 1 }),
})
const insert = fc
  .tuple(takeOver, side({ x: 0, y: 75, width: 100, height: 25 }))
  .map(([over, { landscape, portrait }]) => ({
    ...over,
    landscape,
    portrait,
  }))
const cornerPiece = fc.record(
  {
    corner: fc.oneof(fc.constantFrom('top-left', 'bottom-right'), odd),
    kind: fc.oneof(fc.constantFrom('logo', 'clock', 'words', 'qr'), odd),
    size: fc.oneof(fc.integer(), odd),
    text,
    schedule,
    condition,
  },
  { requiredKeys: [] },
)
const font = fc.record(
  {
    url: fc.oneof(
      fc.constantFrom('/fonts/noto-sans-jp-118-0a1b2c3d.woff2', '/media/a.jpg', 'https://a.example/b'),
      text,
    ),
    sha256: fc.oneof(fc.constant('0a'.repeat(32)), text),
    sizeBytes: count,
    range: fc.oneof(fc.constant('U+3041-307f'), odd),
    more: odd,
  },
  { requiredKeys: ['url', 'sha256', 'sizeBytes'] },
)
const mediaUrl = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('https://cdn.example.org/media', 'http://[fd00::9]') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('javascript:alert(1)', '//cdn.example.org', ' https://a.example', 'HTTPS://a'),
  },
  { weight: 1, arbitrary: text },
)
const document = fc.record(
  {
    organisationId: id,
    displayId: fc.oneof(id, fc.stringMatching(/^_[a-z0-9]{19,21}$/)),
    name: text,
    timeZone: sparse(
      fc.oneof(fc.constantFrom('Asia/Kolkata', 'UTC'), text, fc.string({ minLength: 60, maxLength: 70 })),
    ),
    language: sparse(fc.oneof(fc.constantFrom('de', 'ar-EG'), text, fc.string({ minLength: 30, maxLength: 40 }))),
    revision: count,
    loopStartedAt: count,
    mediaUrl: sparse(mediaUrl),
    brand: sparse(brand),
    takeOvers: sparse(list(takeOver)),
    inserts: sparse(list(insert)),
    layout: sparse(fc.oneof(layout, odd)),
    cornerPieces: sparse(list(cornerPiece)),
    fonts: sparse(list(font)),
    openingHours: sparse(schedule),
    zoneOffsets: sparse(offsets),
    inclusions: sparse(some(when)),
    fillsWithoutLines: sparse(fc.oneof(fc.boolean(), odd)),
    items: list(item),
    lines: list(line),
    more: odd,
  },
  { requiredKeys: ['organisationId', 'displayId', 'name', 'revision', 'loopStartedAt', 'items', 'lines'] },
)

describe('readManifest', () => {
  it('[LV4] reads every document as the contract reads it, well formed or not', () => {
    let whole = 0
    let notices = 0
    let brands = 0
    let takeOvers = 0
    let inserts = 0
    let layouts = 0
    let corners = 0
    let conditions = 0
    let fonts = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 6, arbitrary: document }, { weight: 1, arbitrary: fc.anything() }), (value) => {
        const expected = contractReads(value)
        if (expected) whole += 1
        if (expected?.items.some((one) => one.type === 'notice')) notices += 1
        if (expected?.brand) brands += 1
        if (expected?.takeOvers) takeOvers += 1
        if (expected?.inserts) inserts += 1
        if (expected?.layout) layouts += 1
        if (expected?.cornerPieces?.some((piece) => piece.schedule)) corners += 1
        if (expected?.fonts?.length) fonts += 1
        if (expected?.items.some((one) => one.condition?.until !== undefined)) conditions += 1
        // toEqual: an absent field and an undefined one are the same for every reader of a manifest.
        expect(readManifest(value)).toEqual(expected)
      }),
      { numRuns: 5_000 },
    )
    expect(whole).toBeGreaterThan(200)
    expect(notices).toBeGreaterThan(20)
    expect(brands).toBeGreaterThan(20)
    expect(takeOvers).toBeGreaterThan(20)
    expect(inserts).toBeGreaterThan(20)
    expect(layouts).toBeGreaterThan(20)
    expect(corners).toBeGreaterThan(20)
    expect(conditions).toBeGreaterThan(20)
    expect(fonts).toBeGreaterThan(20)
  })

  it('[LV4] knows every field that the contract names', () => {
    const full = {
      organisationId: 'vnr',
      displayId: 'ece',
      name: 'Department of ECE',
      timeZone: 'Asia/Kolkata',
      language: 'en-IN',
      openingHours: { days: [1], hours: [{ from: '07:00', until: '18:00' }] },
      zoneOffsets: [[0, 330]],
      inclusions: [{ days: [1, 2, 3, 4, 5], condition: { on: false } }],
      revision: 1,
      loopStartedAt: 2,
      mediaUrl: 'https://cdn.example.org/media',
      fillsWithoutLines: true,
      pairedOnly: true,
      readCode: { at: '/r/bcdfgh', way: 'corner' },
      brand: { colour: '#1a5fb4', logo: { url: '/media/b.jpg', sha256: 'cd', sizeBytes: 4 } },
      takeOvers: [
        {
          id: 't',
          items: [{ id: 'o', type: 'image', url: '/media/o.jpg' }],
          line: 'Leave',
          startsAt: 3,
          endsAt: 4,
          drill: true,
        },
      ],
      inserts: [
        {
          id: 'i',
          items: [{ id: 'insert-i', type: 'image', url: '/media/i.jpg' }],
          startsAt: 3,
          endsAt: 4,
          landscape: { x: 68, y: 4, width: 30, height: 33 },
          portrait: { x: 62, y: 2, width: 35, height: 25 },
        },
      ],
      layout: {
        main: { landscape: { x: 0, y: 0, width: 75, height: 100 }, portrait: { x: 0, y: 0, width: 100, height: 75 } },
        zones: [
          {
            landscape: { x: 75, y: 0, width: 25, height: 100 },
            portrait: { x: 0, y: 75, width: 100, height: 25 },
            playlistId: `_${'p'.repeat(20)}`,
            name: 'Menu',
            stays: true,
            condition: { on: true },
            loopStartedAt: 5,
            items: [{ id: 'z', type: 'image', url: '/media/z.jpg' }],
          },
        ],
      },
      cornerPieces: [
        {
          corner: 'top-left',
          kind: 'words',
          size: 10,
          text: 'Room 12',
          schedule: { days: [1] },
          condition: { on: false },
        },
      ],
      fonts: [{ url: '/fonts/noto-sans-jp-118-0a1b2c3d.woff2', sha256: 'ab', sizeBytes: 3, range: 'U+3041-307f' }],
      items: [
        {
          id: 'a',
          type: 'notice',
          url: '/media/a.jpg',
          duration: 5,
          fit: 'cover',
          sound: true,
          focus: { x: 0.2, y: 1 },
          notice: { look: 'poster', heading: 'Closed', body: '', byline: '', link: 'https://example.org/' },
          webPage: { zoom: 150, scroll: 300, reloadMinutes: 30 },
          weather: { look: 'now', forecast: { hours: [], days: [], until: 1, units: {} } },
          contents: {
            look: 'menu',
            title: 'Canteen',
            language: 'en',
            columns: [{ name: 'Dish', type: 'words', part: 'name' }],
            rows: [['Soup']],
            pictures: [{ url: '/media/p.jpg', sha256: 'cd', sizeBytes: 4 }],
          },
          schedule: { until: '2026-12-24T00:00', days: [1, 2], hours: [{ from: '08:00', until: '12:00' }] },
          condition: { on: true, until: 7, otherwise: false },
          inclusion: 0,
          sha256: 'ab',
          sizeBytes: 3,
        },
      ],
      lines: [
        {
          id: 'b',
          text: 'Welcome',
          schedule: { not: ['2026-12-24'], alone: true },
          condition: { on: false },
          inclusion: 0,
        },
      ],
    }
    expect(readManifest(full)).toEqual(full)
    expect(Object.keys(full).sort()).toEqual(Object.keys(Manifest.shape).sort())
    expect(Object.keys(full.items[0] ?? {}).sort()).toEqual(Object.keys(ManifestItem.shape).sort())
    expect(Object.keys(full.lines[0] ?? {}).sort()).toEqual(Object.keys(ManifestLine.shape).sort())
  })

  it.each([
    ['a fit that this player does not know', { fit: 'fill' }],
    ['a focus beside the picture', { focus: { x: 2, y: 0 } }],
    ['half a focus', { focus: { x: 0.5 } }],
    ['a zoom that nobody can read', { webPage: { zoom: 5_000, scroll: -1, reloadMinutes: 'often' } }],
    ['a view that is none', { webPage: 'large' }],
    ['a schedule of a later version', { schedule: { weeks: 'even' } }],
    ['a schedule that is none', { schedule: 'weekdays' }],
    ['a condition that it does not know', { condition: { all: [{ operator: '<' }] } }],
    ['an answer that is none', { condition: { on: 'yes' } }],
    ['a place of an inclusion that is none', { inclusion: 'first' }],
  ])('[LV4] plays an item with %s, and leaves only that out', (_, odd) => {
    const item = { id: 'a', type: 'image', url: '/media/a.jpg' }
    const manifest = { organisationId: 'vnr', displayId: 'ece', name: '', revision: 1, loopStartedAt: 0, lines: [] }
    const read = readManifest({ ...manifest, items: [{ ...item, ...odd }] })
    expect(read?.items).toEqual([item])
  })

  it('[CP3] keeps an inclusion that cannot be read as one that is always on, in its place, and an entry whose own is not there', () => {
    const items = [0, 7, -1, '0'].map((inclusion, index) => ({
      id: `i${index}`,
      type: 'image',
      url: '/media/a.jpg',
      inclusion,
    }))
    const manifest = { organisationId: 'vnr', displayId: 'ece', name: '', revision: 1, loopStartedAt: 0, lines: [] }
    const read = (inclusions?: unknown) => readManifest({ ...manifest, items, inclusions })
    const over = { until: '2001-01-01T00:00' }
    expect(read([{ weeks: 'even' }, null, over])?.inclusions).toEqual([{}, {}, over])
    for (const inclusions of [undefined, 'weekdays', [over]]) {
      expect(read(inclusions)?.items.map(({ inclusion }) => inclusion)).toEqual([0, 7, undefined, undefined])
    }
    expect(read('weekdays')?.inclusions).toBeUndefined()
  })

  it('[CT10] leaves out a notice without words, and draws one with as many as can be read', () => {
    const manifest = { organisationId: 'vnr', displayId: 'ece', name: '', revision: 1, loopStartedAt: 0, lines: [] }
    const words = [
      undefined,
      null,
      'Closed',
      {},
      { heading: '', body: '' },
      { body: 'Closed' },
      { look: 'new', heading: 'x' },
    ]
    const items = words.map((notice, index) => ({ id: `n${index}`, type: 'notice', url: 'about:blank', notice }))
    const read = readManifest({ ...manifest, items })
    expect(read?.items.map(({ id, notice }) => [id, notice])).toEqual([
      ['n5', { look: 'paper', heading: '', body: 'Closed', byline: '' }],
      ['n6', { look: 'paper', heading: 'x', body: '', byline: '' }],
    ])
    expect(read).toEqual(contractReads({ ...manifest, items }))
  })

  it('P5 leaves out an item of a type that it does not know, and keeps the rest', () => {
    const items = ['image', 'pdf', '__proto__', 'video'].map((kind, index) => ({
      id: `i${index}`,
      type: kind,
      url: '/media/a.jpg',
    }))
    const manifest = readManifest({
      organisationId: 'vnr',
      displayId: 'ece',
      name: '',
      revision: 1,
      loopStartedAt: 0,
      items,
      lines: [],
    })
    expect(manifest?.items.map((one) => one.id)).toEqual(['i0', 'i3'])
  })
})

describe('the other events', () => {
  it('[LV2] a heartbeat is read as the contract reads it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.record({ at: count }), fc.anything()), (value) => {
        expect(readHeartbeat(value)).toEqual(Heartbeat.safeParse(value).data)
      }),
    )
  })

  it('[LV6] a good-bye is read as the contract reads it, and one that cannot be read means: at once', () => {
    const bye = Bye.parse({ reason: 'stopping', retryAfterMs: 1_234 })
    expect(readBye(bye)).toEqual({ retryAfterMs: 1_234 })
    for (const value of [undefined, null, {}, { retryAfterMs: '5' }, { retryAfterMs: Number.POSITIVE_INFINITY }]) {
      expect(readBye(value)).toEqual({ retryAfterMs: 0 })
    }
  })

  it('[LV7] the names of the events are those of the contract', () => {
    expect(LIVE_EVENTS).toMatchObject({ manifest: 'manifest', heartbeat: 'heartbeat', bye: 'bye' })
  })

  it("[F4] a captive portal's page is no JSON, and nothing is read from it", () => {
    expect(parseJson('<html>Welcome to our hotel</html>')).toBeUndefined()
    expect(parseJson('')).toBeUndefined()
    expect(parseJson(undefined)).toBeUndefined()
    expect(readManifest(parseJson('"text"'))).toBeUndefined()
  })
})

import { DatabaseSync } from 'node:sqlite'
import { CreateTable } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { isFileCell } from '../plan.ts'
import { type Asset, isAssetList, readAssets } from './anthias.ts'
import { DatabaseProblem, readTable } from './sqlite.ts'
import { clockAt } from './values.ts'
import { noticeOf, wordsOf } from './words.ts'
import { readLayout } from './xibo.ts'

type Bytes = Uint8Array<ArrayBuffer>

function databaseOf(fill: (database: DatabaseSync) => void): Bytes {
  const database = new DatabaseSync(':memory:')
  fill(database)
  const folder = process.env.TMPDIR ?? '/tmp'
  const path = `${folder}/made-${process.pid}-${Math.random()}.db`
  database.exec(`vacuum into '${path}'`)
  database.close()
  const fs = process.getBuiltinModule('node:fs')
  const bytes = new Uint8Array(fs.readFileSync(path)) as Bytes
  fs.rmSync(path)
  return bytes
}

const SHAPE = `create table assets (asset_id text not null primary key, name text, uri text, md5 text, start_date datetime,
  end_date datetime, duration bigint, mimetype text, is_enabled bool not null, nocache integer default 0, play_order integer)`

describe('[B161] databases of others', () => {
  it.each([512, 1_024, 4_096, 65_536])('reads what SQLite wrote, on pages of %d bytes', (pageBytes) => {
    const long = 'ü'.repeat(9_000)
    const bytes = databaseOf((database) => {
      database.exec(
        `pragma page_size = ${pageBytes}; vacuum; ${SHAPE}; create table other (a); create index i on assets (name)`,
      )
      const put = database.prepare('insert into assets values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      for (let index = 0; index < 1_500; index += 1) {
        put.run(
          `id${index}`,
          index === 700 ? long : `Name ${index}`,
          '/x',
          null,
          '',
          '',
          index * 12_345,
          'image',
          index % 2,
          -index,
          index,
        )
      }
    })
    const rows = readTable(bytes, 'assets')
    expect(rows).toHaveLength(1_500)
    expect(rows?.find(({ asset_id }) => asset_id === 'id700')).toMatchObject({
      name: long,
      duration: 8_641_500,
      nocache: -700,
    })
    expect(rows?.at(1)).toMatchObject({ md5: null, is_enabled: 1 })
    expect(readTable(bytes, 'nothing')).toBeUndefined()
  })

  it('reads UTF-16, real numbers, numbers that name rows, quoted columns, and columns that came later', () => {
    const bytes = databaseOf((database) => {
      database.exec(`pragma encoding = 'UTF-16le'; create table assets ("asset_id" integer primary key, [a b] real, \`c\` text check (c <> ','), unique (c));
        insert into assets values (7, 1.5, 'Größe'); alter table assets add column later text`)
    })
    expect(readTable(bytes, 'assets')).toEqual([{ asset_id: 7, 'a b': 1.5, c: 'Größe', later: null }])
  })

  it('made-up or damaged files are refused, and never loop for ever', () => {
    const bytes = databaseOf((database) => {
      database.exec(SHAPE)
      const put = database.prepare('insert into assets (asset_id, name, is_enabled) values (?, ?, 1)')
      for (let index = 0; index < 300; index += 1) put.run(`id${index}`, 'x'.repeat(index * 20))
    })
    for (let round = 0; round < 400; round += 1) {
      const broken = bytes.slice(0, round % 3 ? bytes.length : Math.floor(Math.random() * bytes.length))
      for (let hit = 0; hit < 6; hit += 1) broken[Math.floor(Math.random() * broken.length)] = Math.random() * 256
      try {
        readTable(broken as Bytes, 'assets')
      } catch (error) {
        expect(error instanceof DatabaseProblem || error instanceof RangeError).toBe(true)
      }
    }
    expect(() => readTable(new Uint8Array(600), 'assets')).toThrow(DatabaseProblem)
  })
})

const NOW = Date.UTC(2026, 10, 23, 9)
const asset = (more: Partial<Asset>): Asset => ({
  asset_id: 'abc',
  name: 'Welcome.jpg',
  uri: '/data/screenly_assets/abc',
  mimetype: 'image',
  duration: '12',
  is_enabled: 1,
  play_order: 0,
  start_date: '2026-01-01 00:00:00',
  end_date: null,
  ...more,
})
const around = { find: (name: string) => (name === 'abc' ? 'x/abc' : undefined), now: NOW, timeZone: 'Europe/Berlin' }
const one = (more: Partial<Asset>) => {
  const { entries, left } = readAssets([asset(more)], around)
  return entries[0] ?? left[0]?.reason
}

describe('[MV1] Anthias', () => {
  const cases: [string, Partial<Asset>, unknown][] = [
    ['a picture', {}, { what: 'file', path: 'x/abc', title: 'Welcome', seconds: 12 }],
    [
      'one that is off',
      { is_enabled: 0 },
      { what: 'file', path: 'x/abc', title: 'Welcome', seconds: 12, isHidden: true },
    ],
    ['a film lasts as long as it is', { mimetype: 'video' }, { what: 'file', path: 'x/abc', title: 'Welcome' }],
    [
      'dates, by the clock at the display',
      { start_date: '2026-12-01T08:00:00Z', end_date: '2026-07-01 10:00:00.123' },
      {
        what: 'file',
        path: 'x/abc',
        title: 'Welcome',
        seconds: 12,
        schedule: { until: '2026-07-01T12:00' },
        differs: 'over',
      },
    ],
    [
      'days and hours',
      { play_days: '[5,1]', play_time_from: '22:00:00', play_time_to: '06:30:00' },
      {
        what: 'file',
        path: 'x/abc',
        title: 'Welcome',
        seconds: 12,
        schedule: { days: [1, 5], hours: [{ from: '22:00', until: '06:30' }] },
      },
    ],
    [
      'all days are none',
      { play_days: '[1,2,3,4,5,6,7]' },
      { what: 'file', path: 'x/abc', title: 'Welcome', seconds: 12 },
    ],
    [
      'a moment that cannot be read is told',
      { start_date: 'soon' },
      { what: 'file', path: 'x/abc', title: 'Welcome', seconds: 12, differs: 'time-unread' },
    ],
    [
      'a web page',
      { mimetype: 'webpage', uri: 'https://example.org/menu', name: 'Menu' },
      { what: 'address', type: 'webpage', url: 'https://example.org/menu', title: 'Menu', seconds: 12 },
    ],
    [
      'YouTube, as a web page and as a film of its own',
      { mimetype: 'webpage', uri: 'https://youtu.be/dQw4w9WgXcQ', name: 'Song' },
      {
        what: 'address',
        type: 'youtube',
        url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        title: 'Song',
        seconds: 12,
      },
    ],
    [
      'a picture of another server',
      { uri: 'https://example.org/a.jpg' },
      {
        what: 'address',
        type: 'image',
        url: 'https://example.org/a.jpg',
        title: 'Welcome',
        seconds: 12,
        differs: 'elsewhere',
      },
    ],
    ['a camera', { mimetype: 'streaming', uri: 'rtsp://10.0.0.2/live' }, 'moving.why.live-stream'],
    ['a script', { mimetype: 'webpage', uri: 'javascript:alert(1)' }, 'moving.why.address'],
    ['a script with slashes', { mimetype: 'webpage', uri: 'javascript://x' }, 'moving.why.live-stream'],
    ['a password in an address', { mimetype: 'webpage', uri: 'https://me:secret@example.org/' }, 'moving.why.address'],
    ['a file that is not there', { uri: '/data/screenly_assets/else', asset_id: 'else' }, 'moving.why.missing'],
    ['one that was being prepared', { uri: '/data/x', is_processing: true }, 'moving.why.unfinished'],
  ]
  it.each(cases)('%s', (_, more, expected) => {
    expect(one(more)).toEqual(expected)
  })

  it('plays in its order, and knows its list', () => {
    const list = [
      asset({ name: 'b', play_order: 2 }),
      asset({ name: 'a', play_order: '1' }),
      asset({ name: 'c', play_order: 2 }),
    ]
    expect(isAssetList(list)).toBe(true)
    expect(isAssetList([{ name: 'x' }])).toBe(false)
    expect(isAssetList([])).toBe(false)
    expect(readAssets(list, around).entries.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  })

  it('tells a moment by the clock of a place, in winter and in summer', () => {
    expect(clockAt(Date.UTC(2026, 0, 1, 23, 30), 'Europe/Berlin')).toBe('2026-01-02T00:30')
    expect(clockAt(Date.UTC(2026, 6, 1, 12, 0, 5), 'Asia/Kolkata')).toBe('2026-07-01T17:30:05')
    expect(clockAt(Number.NaN, 'UTC')).toBeUndefined()
    expect(one({ end_date: '2090-01-01 00:00:00' })).not.toHaveProperty('schedule')
    expect(clockAt(Date.UTC(2500, 0), 'UTC')).toBeUndefined()
  })
})

const widget = (type: string, more: object = {}, options: Record<string, string> = {}) => ({
  type,
  duration: 20,
  useDuration: 1,
  widgetOptions: Object.entries(options).map(([option, value]) => ({ type: 'attrib', option, value })),
  mediaIds: [],
  ...more,
})
const layoutOf = (...regions: unknown[][]) => ({
  layout: 'Hall',
  layoutDefinitions: {
    regions: regions.map((widgets, index) => ({ name: `Region ${index + 1}`, regionPlaylist: { widgets } })),
  },
})
const mapping = [
  { mediaid: 5, file: '5.jpg', name: 'Sun.jpg', type: 'image' },
  { mediaid: 6, file: '6.mp4', name: 'Film', type: 'video' },
  { mediaid: 9, file: '9.ttf', name: 'Letters', type: 'font', font: 1 },
]
type More = { playlists?: unknown; nested?: unknown; dataSets?: unknown; xlf?: string }
const xibo = (layout: unknown, { playlists, nested, dataSets, xlf }: More = {}) =>
  readLayout(
    { layout, mapping, playlists, nested, dataSets, xlf },
    {
      path: 'hall.zip',
      find: (file) => (file.endsWith('.ttf') ? undefined : `library/${file}`),
      now: NOW,
      timeZone: 'UTC',
    },
  )

describe('[MV1] Xibo', () => {
  it('makes each region a playlist, in its order, with seconds, dates and sound', () => {
    const { playlists, left, remarks } = xibo(
      layoutOf(
        [
          widget('video', { mediaIds: [6], displayOrder: 2, useDuration: 0 }, { mute: '0' }),
          widget('image', { mediaIds: [5], displayOrder: 1, fromDt: 0, toDt: 1_798_761_600 }),
        ],
        [widget('webpage', {}, { uri: 'https%3A%2F%2Fexample.org%2Fa%3Fb%3D1', name: 'Menu' })],
        [widget('clock')],
      ),
    )
    expect(playlists.map(({ name }) => name)).toEqual(['Hall – Region 1', 'Hall – Region 2'])
    expect(playlists[0]?.entries).toEqual([
      { what: 'file', path: 'library/5.jpg', title: 'Sun', seconds: 20, schedule: { until: '2027-01-01T00:00' } },
      { what: 'file', path: 'library/6.mp4', title: 'Film', hasSound: true },
    ])
    expect(playlists[1]?.entries).toEqual([
      { what: 'address', type: 'webpage', url: 'https://example.org/a?b=1', title: 'Menu', seconds: 20 },
    ])
    expect(left).toEqual([{ path: 'Hall › clock', reason: 'moving.why.widget' }])
    expect(remarks).toEqual([{ what: 'regions', name: 'Hall', count: 2 }])
  })

  const placed = (
    width: number,
    height: number,
    ...boxes: [left: number, top: number, across: number, down: number][]
  ) => {
    const { layout, layoutDefinitions } = layoutOf(...boxes.map(() => [widget('image', { mediaIds: [5] })]))
    const regions = layoutDefinitions.regions.map((region, index) => {
      const [left, top, across, down] = boxes[index] ?? []
      return { ...region, left: String(left), top, width: across, height: down }
    })
    return { layout, layoutDefinitions: { width, height, regions } }
  }
  const arranged = (...of: Parameters<typeof placed>) => xibo(placed(...of)).layouts

  it('[LY12] finds the arrangement whose zones are nearest to the regions', () => {
    expect(arranged(1920, 1080, [1440, 0, 480, 1080], [0, 0, 1440, 1080])).toEqual([
      {
        path: 'hall.zip',
        name: 'Hall',
        // The largest region is the main zone.
        playlists: ['hall.zip › 2', 'hall.zip › 1'],
        shape: { arrangement: 'side-bar', dividers: [75], side: 'end', pinned: true },
        isNear: true,
      },
    ])
    const shapeOf = (...of: Parameters<typeof placed>) => arranged(...of)[0]?.shape
    expect(shapeOf(1920, 1080, [500, 0, 1420, 1080], [0, 0, 500, 1080])).toMatchObject({
      arrangement: 'side-bar',
      dividers: [75],
      side: 'start',
    })
    expect(shapeOf(1920, 1080, [0, 0, 960, 1080], [960, 0, 960, 1080])).toMatchObject({ arrangement: 'halves' })
    expect(shapeOf(1920, 1080, [0, 0, 1920, 200], [0, 200, 1920, 880])).toMatchObject({
      arrangement: 'strip',
      dividers: [80],
      side: 'start',
    })
    expect(shapeOf(1080, 1920, [0, 0, 1080, 1440], [0, 1440, 1080, 480])).toMatchObject({ arrangement: 'strip' })
    expect(arranged(1920, 1080, [0, 0, 1280, 1080], [1280, 0, 640, 540], [1280, 540, 640, 540])).toMatchObject([
      { shape: { arrangement: 'main-and-two', dividers: [65, 50], side: 'end' }, isNear: true },
    ])
    expect(
      arranged(1920, 1080, [0, 0, 960, 540], [960, 0, 960, 540], [0, 540, 960, 540], [960, 540, 960, 540]),
    ).toMatchObject([{ shape: { arrangement: 'four', dividers: [50, 50] }, isNear: true }])
  })

  it('[LY12] says that the nearest arrangement is not the same, and finds none for one, five or regions without sizes', () => {
    // Three columns.
    expect(arranged(1920, 1080, [0, 0, 640, 1080], [640, 0, 640, 1080], [1280, 0, 640, 1080])).toMatchObject([
      { shape: { arrangement: 'main-and-two' }, isNear: false },
    ])
    // A region that lies over another.
    expect(arranged(1920, 1080, [0, 0, 1920, 1080], [1700, 900, 200, 150])).toMatchObject([{ isNear: false }])
    expect(arranged(1920, 1080, [0, 0, 1920, 1080])).toEqual([])
    const fifths = Array.from({ length: 5 }, (_, nth): [number, number, number, number] => [nth * 384, 0, 384, 1080])
    expect(arranged(1920, 1080, ...fifths)).toEqual([])
    const five = xibo(placed(1920, 1080, ...fifths))
    expect(five.remarks).toEqual([{ what: 'regions', name: 'Hall', count: 5 }])
    expect(arranged(0, 1080, [0, 0, 960, 1080], [960, 0, 960, 1080])).toEqual([])
    const xlf = `<layout width="1920" height="1080"><region width="1344" height="1080" top="0" left="0"><media id="5" type="image"/></region>
      <region width="576" height="1080" top="0" left="1344"><media id="5" type="image"/></region></layout>`
    expect(xibo({ layout: 'Old' }, { xlf }).layouts).toMatchObject([
      { name: 'Old', shape: { arrangement: 'side-bar', dividers: [70] }, isNear: true },
    ])
  })

  it('puts what a playlist holds in the place of its widget, and never goes round', () => {
    const inner = {
      playlistId: 3,
      widgets: [widget('image', { mediaIds: [5] }), widget('subplaylist', {}, { subPlaylistIds: '[3]' })],
    }
    const { playlists, left } = xibo(layoutOf([widget('subplaylist', {}, { subPlaylists: '[{"playlistId":3}]' })]), {
      playlists: { 3: inner },
    })
    expect(playlists[0]?.entries.length).toBeGreaterThan(0)
    expect(playlists[0]?.entries.length).toBeLessThan(10)
    expect(left.every(({ reason }) => reason === 'moving.why.widget')).toBe(true)
  })

  it('finds a playlist that lies in another one', () => {
    const inside = (id: number) => [widget('subplaylist', {}, { subPlaylists: `[{"playlistId":${id}}]` })]
    const { playlists, left } = xibo(layoutOf(inside(3)), {
      playlists: { 3: { playlistId: 3, widgets: inside(4) } },
      nested: { 4: { playlistId: 4, widgets: [widget('image', { mediaIds: [5] })] } },
    })
    expect(playlists).toMatchObject([{ entries: [{ path: 'library/5.jpg' }] }])
    expect(left).toEqual([])
  })

  it('says that the time of a widget is over', () => {
    const { playlists } = xibo(layoutOf([widget('image', { mediaIds: [5], toDt: 1_600_000_000 })]))
    expect(playlists[0]?.entries).toMatchObject([{ schedule: { until: '2020-09-13T12:26:40' }, differs: 'over' }])
  })

  it('reads words as a notice, and nothing of their HTML', () => {
    const text = '<h1>Soup &amp; bread</h1><script>alert(1)</script><ul><li>one</li><li>two</li></ul>'
    const { playlists } = xibo(layoutOf([widget('text', {}, { text })]))
    expect(playlists[0]?.entries[0]).toMatchObject({
      what: 'notice',
      title: 'Soup & bread',
      notice: { heading: 'Soup & bread', body: '- one\n- two' },
      differs: 'words-alone',
    })
    expect(wordsOf('<img src=x onerror=alert(1)>&#x41;<b>b')).toBe('Ab')
    expect(noticeOf('x'.repeat(2_000))).toBe('too-many-words')
    expect(noticeOf(' ')).toBe('no-words')
  })

  it('reads an older export, which has its layout as XLF alone', () => {
    const xlf = `<?xml version="1.0"?><layout width="1920" height="1080"><region id="1"><media id="5" type="image" duration="15" useDuration="1"><options><uri>5.jpg</uri></options><raw/></media>
      <media id="" type="text" duration="9"><options/><raw><text><![CDATA[<p>Hello &lt;you&gt;</p>]]></text></raw></media></region></layout>`
    const { playlists } = xibo({ layout: 'Old' }, { xlf })
    expect(playlists).toMatchObject([
      {
        name: 'Old',
        entries: [
          { path: 'library/5.jpg', seconds: 15 },
          { what: 'notice', notice: { heading: 'Hello <you>' } },
        ],
      },
    ])
  })

  const column = (id: number, heading: string, dataTypeId: number, more: object = {}) => ({
    dataSetColumnId: id,
    heading,
    dataTypeId,
    dataSetColumnTypeId: 1,
    columnOrder: id,
    ...more,
  })
  const menu = (more: object = {}) => ({
    dataSetId: 4,
    dataSet: 'Menu',
    isRemote: 0,
    columns: [
      column(12, 'Price', 2),
      column(11, 'Dish', 1),
      column(13, 'From', 3),
      column(14, 'Picture', 5),
      column(15, 'Note', 6),
      column(16, 'With tax', 2, { dataSetColumnTypeId: 2, formula: 'Price * 1.2' }),
    ],
    data: [
      { id: 1, Dish: 'Soup', Price: '4.50', From: '2026-12-24 00:00:00', Picture: 5, Note: '<p>with <b>bread</b></p>' },
      { id: 2, Dish: 'Pie', Price: 6, From: '0000-00-00 00:00:00', Picture: 0, Note: null },
    ],
    ...more,
  })
  const withDataSets = (...dataSets: unknown[]) => xibo(layoutOf(), { dataSets })
  const [FIRST, SECOND] = ['x00000', 'x00001']

  it('[DT7] a data set becomes a table with typed columns, its rows in order, and pictures of the export', () => {
    const { tables, left } = withDataSets(menu())
    expect(tables).toEqual([
      {
        path: 'hall.zip › Menu',
        name: 'Menu',
        columns: [
          { id: 'x00000', name: 'Dish', type: 'words' },
          { id: 'x00001', name: 'Price', type: 'number' },
          { id: 'x00002', name: 'From', type: 'date' },
          { id: 'x00003', name: 'Picture', type: 'picture' },
          { id: 'x00004', name: 'Note', type: 'words' },
        ],
        rows: [
          {
            x00000: 'Soup',
            x00001: 4.5,
            x00002: '2026-12-24',
            x00003: { file: 'library/5.jpg' },
            x00004: 'with bread',
          },
          { x00000: 'Pie', x00001: 6 },
        ],
      },
    ])
    expect(left).toEqual([{ path: 'Menu › With tax', reason: 'moving.why.formula', isEntry: true }])
  })

  it('[DT7] a column with another value than its type becomes words, and one of moments becomes two', () => {
    const columns = [column(1, 'Places', 2), column(2, 'Begins', 3), column(3, 'Ends', 3)]
    const data = [
      { Places: '12', Begins: '2026-12-24 18:30:00', Ends: '2026-02-31 10:00:00' },
      { Places: 'many', Begins: '2026-12-25T00:00', Ends: '' },
    ]
    const [table] = withDataSets(menu({ columns, data })).tables
    expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['Places', 'words'],
      ['Begins', 'date'],
      ['Begins (time)', 'time'],
      ['Ends', 'words'],
    ])
    expect(table?.rows).toEqual([
      { x00000: '12', x00001: '2026-12-24', x00002: '18:30', x00003: '2026-02-31 10:00:00' },
      { x00000: 'many', x00001: '2026-12-25', x00002: '00:00' },
    ])
  })

  it('[DT7] a widget of a data set becomes a board of its table, with the columns of the widget', () => {
    const option = { dataSetId: '4', columns: '[12,11,99]', name: 'Menu of the day' }
    const { playlists, left } = xibo(
      layoutOf([
        widget('datasetview', {}, option),
        widget('dataset', {}, { dataSetId: '4' }),
        widget('datasetticker', {}, { dataSetId: '5' }),
        widget('ticker', {}, { uri: 'https%3A%2F%2Fexample.org%2Frss' }),
        widget('chart', {}, { dataSetId: '4' }),
      ]),
      { dataSets: [menu()] },
    )
    const board = { what: 'board', table: 'hall.zip › Menu', seconds: 20, differs: 'plain-board' }
    expect(playlists[0]?.entries).toEqual([
      { ...board, title: 'Menu of the day', columns: [SECOND, FIRST] },
      { ...board, title: 'Menu', columns: [] },
    ])
    expect(left.map(({ reason }) => reason)).toEqual([
      'moving.why.formula',
      'moving.why.data-set-missing',
      'moving.why.widget',
      'moving.why.widget',
    ])
  })

  it('[DT7] says what a table lacks: its rows, its address, a picture', () => {
    const differs = (more: object) => withDataSets(menu(more)).tables[0]?.differs
    expect(differs({ data: undefined })).toBe('without-rows')
    expect(differs({ isRemote: '1' })).toBe('followed')
    expect(differs({ data: [{ Dish: 'Soup', Picture: 77 }] })).toBe('pictures-stayed')
    expect(differs({})).toBeUndefined()
  })

  it('[B219] a data set that is too large for a table is left out as a whole, with its boards, and says why', () => {
    const rows = (count: number, dish = 'Soup') => Array.from({ length: count }, () => ({ Dish: dish }))
    const columns = Array.from({ length: 31 }, (_, nth) => column(nth, `Column ${nth}`, 1))
    const cases: [object, string][] = [
      [{ data: rows(2_001) }, 'error.too-many-rows'],
      [{ columns }, 'error.too-many-columns'],
      [{ data: rows(1, 'x'.repeat(2_001)) }, 'error.too-long'],
      [{ data: rows(600, 'x'.repeat(2_000)) }, 'error.table-too-large'],
    ]
    for (const [more, reason] of cases) {
      const { tables, left, playlists } = xibo(layoutOf([widget('dataset', {}, { dataSetId: '4' })]), {
        dataSets: [menu(more)],
      })
      expect([tables, playlists]).toEqual([[], []])
      expect(left).toEqual([
        { path: 'Menu', reason, isEntry: true },
        { path: 'Hall › dataset', reason: 'moving.why.table-stayed' },
      ])
    }
    expect(withDataSets(menu({ data: rows(2_000) })).tables[0]?.rows).toHaveLength(2_000)
  })

  it('[B219] the address and the passwords of a data set are not read', () => {
    const secret = 'canary-of-a-data-set'
    const { tables, left } = withDataSets(
      menu({
        isRemote: 1,
        uri: `https://example.org/?key=${secret}`,
        username: secret,
        password: secret,
        customHeaders: `Authorization: ${secret}`,
        postData: secret,
      }),
    )
    expect(tables).toHaveLength(1)
    expect(JSON.stringify([tables, left])).not.toContain(secret)
  })

  it('[B219] nothing of a data set is taken for granted: names, types and ids that are missing, odd or the same', () => {
    const odd = [
      null,
      7,
      { dataSet: '', columns: 'x', data: 'y' },
      menu({ columns: [column(1, '', 1), column(2, '__proto__', 1), column(3, 'constructor', 1), null] }),
      menu({ columns: [column(1, 'Dish', 1), column(2, 'dish', 99), column(3, 'DISH', 1)] }),
      menu({ data: [null, 3, { Dish: { deep: true }, Price: [] }, { Dish: true, Price: 'NaN' }] }),
      menu({ dataSet: 'x'.repeat(5_000), columns: [column(1, '\u0000\ud800'.repeat(100), 1)] }),
    ]
    const { tables } = withDataSets(...odd)
    expect(tables).toHaveLength(odd.length)
    expect(new Set(tables.map(({ path }) => path)).size).toBe(odd.length)
    for (const { path, name, columns, rows } of tables) {
      expect(path.length).toBeLessThanOrEqual(500)
      const cells = rows.map((row) => ({
        cells: Object.fromEntries(Object.entries(row).filter(([, cell]) => !isFileCell(cell))),
      }))
      expect(CreateTable.safeParse({ name, columns, rows: cells }).success).toBe(true)
      expect(new Set(columns.map((one) => one.name.toLowerCase())).size).toBe(columns.length)
      for (const one of columns) expect(one.name.isWellFormed()).toBe(true)
    }
    expect(tables[4]?.columns.map(({ name }) => name)).toEqual(['Dish', 'dish (2)', 'DISH (3)'])
    // An object is no text, and its other value is words.
    expect(tables[5]?.rows.map((row) => Object.values(row))).toEqual([[], [], [], ['true', 'NaN']])
    for (const dataSets of [3, 'x', {}, null]) expect(xibo(layoutOf(), { dataSets }).tables).toEqual([])
    // Ten thousand of one name do not take long.
    const many = Array.from({ length: 10_000 }, () => ({ dataSet: 'Same' }))
    expect(withDataSets(...many).tables.at(-1)?.path).toBe('hall.zip › Same (10000)')
  })

  it.each([
    null,
    7,
    'x',
    [],
    { layoutDefinitions: 3 },
    { layoutDefinitions: { regions: [null, 3, { regionPlaylist: [] }] } },
  ])('[B162] takes nothing for granted: %j', (layout) => {
    expect(xibo(layout)).toMatchObject({ playlists: [], left: [] })
    expect(xibo(layout, { xlf: '<layout><region><media' }).playlists).toEqual([])
  })
})

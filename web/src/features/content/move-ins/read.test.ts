import { describe, expect, it } from 'vitest'
import { tarOf, zipOf } from './archives/arbitrary.ts'
import { type Brought, readBrought } from './read.ts'
import { csvOf, textOf } from './report-file.ts'

const around = { now: Date.UTC(2026, 10, 23), timeZone: 'UTC', signal: new AbortController().signal }
const file = (path: string, body = 'x') => ({ path, file: new File([body], path.split('/').at(-1) ?? path) })
const read = (brought: Brought) => readBrought(brought, around)
const planOf = async (...paths: string[]) =>
  (await read({ name: 'Reception', files: paths.map((path) => file(path)) })).plan

describe('[MV1] the content that is found in an import', () => {
  it('sorts by kind, makes playlists of folders in the order of people, and says what stays', async () => {
    const plan = await planOf(
      'Reception/Lobby/10.jpg',
      'Reception/Lobby/2.PNG',
      'Reception/Lobby/Thumbs.db',
      'Reception/film.mp4',
      'Reception/Menu/menu.pdf',
      'Reception/Menu/menu.docx',
      'Reception/pack.rar',
      'Reception/notes.csv',
    )
    expect(plan.kind).toBe('files')
    expect(plan.files.map(({ sort }) => sort).sort()).toEqual(['document', 'film', 'picture', 'picture'])
    expect(plan.folders.map(({ name, entries }) => [name, ...entries.map(({ title }) => title)])).toEqual([
      ['Reception', 'Film'],
      ['Lobby', '2', '10'],
      ['Menu', 'Menu'],
    ])
    expect(Object.fromEntries(plan.left.map(({ path, reason }) => [path, reason]))).toEqual({
      'Reception/Menu/menu.docx': 'file.word',
      'Reception/pack.rar': 'moving.why.not-readable',
      'Reception/notes.csv': 'moving.why.not-shown',
    })
    expect(plan.skipped).toBe(1)
  })

  it('a folder of more than 500 goes on in the next playlist', async () => {
    const plan = await planOf(...Array.from({ length: 1_001 }, (_, index) => `All/${index}.jpg`))
    expect(plan.folders.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['All (1)', 500],
      ['All (2)', 500],
      ['All (3)', 1],
    ])
    expect(new Set(plan.folders.map(({ path }) => path)).size).toBe(3)
  })

  it('archives beside other files are read, one in another is not, and each file is found by its way', async () => {
    const inner = new Uint8Array(await (await zipOf([{ name: 'deep.jpg' }])).arrayBuffer())
    const zip = await zipOf([
      { name: 'a.jpg', body: 'in the zip' },
      { name: 'inner.zip', body: inner },
    ])
    const tar = await tarOf([{ name: 'a.jpg', body: 'in the tar' }], { gzip: true })
    const brought = {
      name: 'All',
      files: [
        file('All/a.jpg', 'beside'),
        { path: 'All/one.zip', file: zip },
        { path: 'All/two.tar.gz', file: tar },
        file('All/three.zip', 'no zip'),
      ],
    }
    const { plan, take } = await read(brought)
    expect(plan.left).toEqual([
      { path: 'All/three.zip', reason: expect.stringMatching(/^moving\.why\..*archive$/) },
      { path: 'All/one.zip/inner.zip', reason: 'moving.why.nested' },
    ])
    const found: Record<string, string> = {}
    for await (const taken of take(new Set(plan.files.map(({ path }) => path)), around.signal)) {
      found[taken.path] = 'file' in taken ? await taken.file.text() : taken.why
    }
    expect(found).toEqual({
      'All/a.jpg': 'beside',
      'All/one.zip/a.jpg': 'in the zip',
      'All/two.tar.gz/a.jpg': 'in the tar',
    })
  })

  it('an export of Xibo that was unpacked is one all the same, also beside others', async () => {
    const widget = { type: 'image', mediaIds: [5], widgetOptions: [] }
    const clock = { type: 'clock', widgetOptions: [] }
    const layout = {
      layout: 'Hall',
      layoutDefinitions: { regions: [{ regionPlaylist: { widgets: [widget, clock, clock] } }] },
    }
    const { plan } = await read({
      name: 'Exports',
      files: [
        file('Exports/hall/layout.json', JSON.stringify(layout)),
        file('Exports/hall/mapping.json', JSON.stringify([{ file: '5.jpg', mediaid: 5, name: 'Sun' }])),
        file('Exports/hall/library/5.jpg'),
        file('Exports/hall/library/thumbs/campaign_thumb.png'),
      ],
    })
    expect(plan).toMatchObject({ kind: 'xibo', folders: [] })
    expect(plan.files.map(({ path, name }) => [path, name])).toEqual([['Exports/hall/library/5.jpg', 'Sun']])
    expect(plan.playlists).toMatchObject([{ name: 'Hall', entries: [{ path: 'Exports/hall/library/5.jpg' }] }])
    // Two of one name are two.
    expect(plan.left.map(({ path }) => path)).toEqual(['Hall › clock', 'Hall › clock (2)'])
  })

  it('[DT7] a data set that two exports contain is one table, and boards of both draw it; one that cannot be read is told', async () => {
    const board = { type: 'dataset', widgetOptions: [{ option: 'dataSetId', value: '4' }] }
    const layout = { layout: 'Hall', layoutDefinitions: { regions: [{ regionPlaylist: { widgets: [board] } }] } }
    const columns = [{ dataSetColumnId: 1, heading: 'Dish', dataTypeId: 1, dataSetColumnTypeId: 1 }]
    const dataSet = (dish: string) =>
      JSON.stringify([{ dataSetId: 4, dataSet: 'Menu', columns, data: [{ Dish: dish }] }])
    const exportOf = (folder: string, dataSets: string) => [
      file(`Exports/${folder}/layout.json`, JSON.stringify(layout)),
      file(`Exports/${folder}/mapping.json`, '[]'),
      file(`Exports/${folder}/dataSet.json`, dataSets),
    ]
    const { plan } = await read({
      name: 'Exports',
      files: [
        ...exportOf('a', dataSet('Soup')),
        ...exportOf('b', dataSet('Soup')),
        ...exportOf('c', dataSet('Pie')),
        ...exportOf('d', '[{'),
      ],
    })
    expect(plan.tables.map(({ path, rows }) => [path, rows])).toEqual([
      ['Exports/a › Menu', [{ x00000: 'Soup' }]],
      ['Exports/c › Menu', [{ x00000: 'Pie' }]],
    ])
    const drawn = plan.playlists.flatMap(({ entries }) => entries.map((one) => one.what === 'board' && one.table))
    expect(drawn).toEqual(['Exports/a › Menu', 'Exports/a › Menu', 'Exports/c › Menu'])
    expect(plan.left.map(({ path, reason }) => [path, reason])).toEqual([
      ['Exports/d/dataSet.json', 'moving.why.data-sets-unread'],
      ['Hall › dataset', 'moving.why.data-set-missing'],
    ])
  })

  it('the list of Anthias’ interface does with the files beside it', async () => {
    const list = [
      {
        asset_id: 'a',
        name: 'Sun',
        uri: '/data/anthias_assets/a.jpg',
        mimetype: 'image',
        is_enabled: true,
        duration: 5,
      },
      { asset_id: 'b', name: 'Gone', uri: '/data/anthias_assets/b.jpg', mimetype: 'image', is_enabled: true },
    ]
    const { plan } = await read({ name: 'x', files: [file('x/assets.json', JSON.stringify(list)), file('x/a.jpg')] })
    expect(plan).toMatchObject({
      kind: 'anthias',
      files: [{ path: 'x/a.jpg', name: 'Sun' }],
      playlists: [{ name: 'Anthias', entries: [{ title: 'Sun', seconds: 5 }] }],
      left: [{ path: 'Anthias › Gone', reason: 'moving.why.missing', isEntry: true }],
    })
  })

  it('texts become notices and shortcuts web pages, in their place among the files', async () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from([...'Grüße'], (one) => one.charCodeAt(0)).buffer),
    ])
    const { plan } = await read({
      name: 'Reception',
      files: [
        file('Reception/1 hours.txt', 'Opening hours\r\n\r\nMo to Fr\t8 to 16\r\n'),
        file('Reception/2.jpg'),
        { path: 'Reception/3 hello.txt', file: new File([utf16], '3.txt') },
        { path: 'Reception/4 cafe.txt', file: new File([new Uint8Array([0x43, 0x61, 0x66, 0xe9])], '4.txt') },
        file('Reception/5 menu.url', '[InternetShortcut]\r\nURL=https://example.org/menu?a=1\r\n'),
        file(
          'Reception/6 news.webloc',
          '<plist><dict><key>URL</key><string>https://example.org/?a&amp;b</string></dict></plist>',
        ),
        file('Reception/7 bad.url', '[InternetShortcut]\nURL=javascript:alert(1)'),
        file('Reception/8 long.txt', 'x'.repeat(5_000)),
        file('Reception/9 huge.txt', 'x'.repeat(70_000)),
        file('Reception/10 blank.txt', ' \n'),
      ],
    })
    expect(plan.folders).toMatchObject([
      {
        name: 'Reception',
        entries: [
          { what: 'notice', title: '1 hours', notice: { heading: 'Opening hours', body: 'Mo to Fr 8 to 16' } },
          { what: 'file', title: '2' },
          { what: 'notice', notice: { heading: 'Grüße' } },
          { what: 'notice', notice: { heading: 'Café' } },
          { what: 'address', type: 'webpage', url: 'https://example.org/menu?a=1', title: '5 menu' },
          { what: 'address', url: 'https://example.org/?a&b' },
        ],
      },
    ])
    expect(plan.left.map(({ path, reason }) => [path, reason])).toEqual([
      ['Reception/7 bad.url', 'moving.why.address'],
      ['Reception/8 long.txt', 'moving.why.too-many-words'],
      ['Reception/9 huge.txt', 'moving.why.too-many-words'],
      ['Reception/10 blank.txt', 'moving.why.no-words'],
    ])
  })

  it('a backup of Anthias from newer versions: its own data is skipped, a damaged database is reported', async () => {
    const list = JSON.stringify([{ asset_id: 'a', name: 'Sun', uri: '/data/anthias_assets/a.jpg', mimetype: 'image' }])
    const manifest = { name: 'anthias-backup.json', body: '{"format":1}' }
    const picture = { name: 'anthias_assets/a.jpg', body: 'x' }
    const settings = { name: '.anthias/anthias.conf', body: '[main]' }
    const whole = await tarOf([manifest, settings, { name: '.anthias/assets.json', body: list }, picture], {
      gzip: true,
    })
    const { plan } = await read({ name: 'b.tar.gz', files: [{ path: 'b.tar.gz', file: whole }] })
    expect(plan).toMatchObject({ kind: 'anthias', left: [], files: [{ name: 'Sun' }] })

    const damaged = { name: '.anthias/anthias.db', body: `SQLite format 3\u0000${'x'.repeat(2_000)}` }
    const broken = await tarOf([manifest, damaged, picture])
    const second = (await read({ name: 'b.tar', files: [{ path: 'b.tar', file: broken }] })).plan
    expect(second.left).toContainEqual({ path: 'b.tar/.anthias/anthias.db', reason: 'moving.why.damaged-database' })
    expect(second.files).toHaveLength(1)
  })

  it('[B157] a tar with many documents is not gone through for each of them', async () => {
    const documents = Array.from({ length: 40 }, (_, index) => ({
      name: `${index}.json`,
      body: index % 2 ? '{}' : '[]',
    }))
    const tar = await tarOf([...documents, { name: 'a.jpg' }])
    const opened = tar.stream.bind(tar)
    let passes = 0
    tar.stream = () => {
      passes += 1
      return opened()
    }
    const { plan } = await read({ name: 'a.tar', files: [{ path: 'a.tar', file: tar }] })
    expect(plan.left).toHaveLength(40)
    expect(passes).toBeLessThanOrEqual(2)
  })

  it('tells how much of an archive it has looked into, and stops when somebody says so', async () => {
    const tar = await tarOf([{ name: 'a.jpg', body: 'x'.repeat(900_000) }])
    // As browsers read a large file: piece by piece.
    const pieces = [0, 1, 2].map((index) => tar.slice(index * 400_000, (index + 1) * 400_000))
    const bytes = await Promise.all(pieces.map(async (piece) => new Uint8Array(await piece.arrayBuffer())))
    tar.stream = () =>
      new ReadableStream({
        start(controller) {
          for (const one of bytes) controller.enqueue(one)
          controller.close()
        },
      })
    const files = [{ path: 'a.tar', file: tar }]
    const shares: number[] = []
    await readBrought({ name: 'a.tar', files }, { ...around, onRead: (share) => shares.push(share) })
    expect(shares.length).toBeGreaterThan(2)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect(shares.at(-1)).toBe(1)
    const stopped = new AbortController()
    const reading = readBrought(
      { name: 'a.tar', files },
      { ...around, signal: stopped.signal, onRead: () => stopped.abort() },
    )
    await expect(reading).rejects.toHaveProperty('name', 'AbortError')
  })

  it('more things than a report has rows are refused before anything comes', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => file(`All/${index}/a.jpg`))
    await expect(read({ name: 'All', files: many })).rejects.toHaveProperty('reason', 'too-many')
  })

  it.each([
    ['nothing', []],
    ['a zip that is none', [file('a.zip', 'no zip')]],
    ['an empty archive', [{ path: 'a.zip', file: new File([], 'a.zip') }]],
  ])('%s is refused in words', async (_, files) => {
    await expect(read({ name: 'x', files })).rejects.toHaveProperty('reason')
  })
})

it('[MV1] a table opens in every spreadsheet, and nothing in it counts', () => {
  const row = { thing: 'File', outcome: 'Added', why: 'a "word", and', todo: '' }
  expect(csvOf(['What', 'Kind'], [{ ...row, path: '=cmd()' }])).toBe(
    '\uFEFFWhat,Kind\r\n\'=cmd(),File,Added,"a ""word"", and",\r\n',
  )
  expect(textOf('Report', [{ ...row, path: 'a.jpg' }])).toBe('Report\n\nAdded: a.jpg\n    a "word", and\n')
})

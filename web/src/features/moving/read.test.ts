import { describe, expect, it } from 'vitest'
import { tarOf, zipOf } from './archives/arbitrary.ts'
import { type Brought, readBrought } from './read.ts'
import { csvOf, textOf } from './report-file.ts'

const around = { now: Date.UTC(2026, 10, 23), timeZone: 'UTC', signal: new AbortController().signal }
const file = (path: string, body = 'x') => ({ path, file: new File([body], path.split('/').at(-1) ?? path) })
const read = (brought: Brought) => readBrought(brought, around)
const planOf = async (...paths: string[]) =>
  (await read({ name: 'Reception', files: paths.map((path) => file(path)) })).plan

describe('[MV1] what is found in what somebody brought', () => {
  it('sorts by kind, makes playlists of folders in the order of people, and says what stays', async () => {
    const plan = await planOf(
      'Reception/Lobby/10.jpg',
      'Reception/Lobby/2.PNG',
      'Reception/Lobby/Thumbs.db',
      'Reception/film.mp4',
      'Reception/Menu/menu.pdf',
      'Reception/Menu/menu.docx',
      'Reception/pack.rar',
      'Reception/notes.txt',
    )
    expect(plan.kind).toBe('files')
    expect(plan.files.map(({ sort }) => sort).sort()).toEqual(['document', 'film', 'picture', 'picture'])
    expect(plan.folders.map(({ name, entries }) => [name, ...entries.map(({ title }) => title)])).toEqual([
      ['Reception', 'Film'],
      ['Lobby', '2', '10'],
      ['Menu', 'Menu'],
    ])
    expect(Object.fromEntries(plan.left.map(({ path, reason }) => [path, reason]))).toEqual({
      'Reception/Menu/menu.docx': 'file.document',
      'Reception/pack.rar': 'moving.why.not-readable',
      'Reception/notes.txt': 'moving.why.not-shown',
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

  it.each([
    ['nothing', []],
    ['a zip that is none', [file('a.zip', 'no zip')]],
    ['an empty archive', [{ path: 'a.zip', file: new File([], 'a.zip') }]],
  ])('%s is refused in words', async (_, files) => {
    await expect(read({ name: 'x', files })).rejects.toHaveProperty('reason')
  })
})

it('[MV1] a table opens in every spreadsheet, and nothing in it counts', () => {
  const row = { thing: 'File', outcome: 'Came', why: 'a "word", and', todo: '' }
  expect(csvOf(['What', 'Kind'], [{ ...row, path: '=cmd()' }])).toBe(
    '\uFEFFWhat,Kind\r\n\'=cmd(),File,Came,"a ""word"", and",\r\n',
  )
  expect(textOf('Report', [{ ...row, path: 'a.jpg' }])).toBe('Report\n\nCame: a.jpg\n    a "word", and\n')
})

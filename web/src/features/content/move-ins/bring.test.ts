import {
  ColumnId,
  DisplayId,
  MediaId,
  type MoveInEntry,
  MoveInId,
  OrganisationId,
  PlaylistId,
  TableId,
  type ToldMoveInEntry,
} from '@placard/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { bringIn, type Choice } from './bring.ts'
import type { Plan, PlannedEntry, PlannedTable } from './plan.ts'

const organisationId = OrganisationId.parse('vnr')
const id = MoveInId.parse('going')
const older = PlaylistId.parse(`_${'a'.repeat(20)}`)
const idOf = (nth: number) => (nth === 1 ? older : PlaylistId.parse(`_${'a'.repeat(19)}${nth}`))
const page = (title: string): PlannedEntry => ({ what: 'address', type: 'webpage', url: 'https://example.org/', title })
const empty: Plan = {
  kind: 'files',
  isMixed: false,
  name: 'Reception',
  files: [],
  tables: [],
  playlists: [],
  layouts: [],
  folders: [],
  left: [],
  remarks: [],
  skipped: 0,
}

const about = { organisationId, id: older, name: 'x', revision: 1, items: 1, lines: 0, pictures: [], displays: [] }
/** As `getLibraryFile` answers for any picture. */
const stored = {
  url: '/media/sun.jpg',
  thumbnailUrl: null,
  kind: 'picture',
  width: 1,
  height: 1,
  pages: null,
  sizeBytes: 1,
  name: 'Sun',
  uploadedAt: 1,
  uploadedBy: null,
  labels: [],
  alternativeText: '',
  uses: 0,
  goesAt: null,
  places: [],
  elsewhere: 0,
}
const included = { playlist: about, revision: 1, inclusions: [] }

const tableId = TableId.parse(`_t-${'a'.repeat(20)}`)
const refusal = (code: string, status = 403) =>
  Response.json({ error: { code, message: 'no' }, requestId: 'r' }, { status })

type Serving = { before?: MoveInEntry[]; refuses?: string; refusesTables?: string }

/** A server that keeps the report, and refuses playlists and tables by these codes. */
function serve({ before = [], refuses, refusesTables }: Serving = {}) {
  const told: ToldMoveInEntry[] = []
  const tables: Record<string, unknown>[] = []
  const items: Record<string, unknown>[] = []
  const made: string[] = []
  const set: [path: string, body: unknown][] = []
  const move = { id, kind: 'files', name: 'Reception', by: 'x', beganAt: 1, endedAt: null, came: 0, there: 0, not: 0 }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    if (path.endsWith('/entries')) {
      told.push(...body.entries)
      return new Response(null, { status: 204 })
    }
    if (path.endsWith('/layout') || path.endsWith('/inclusions')) {
      set.push([path, body])
      return Response.json(path.endsWith('/layout') ? { layout: null, revision: 2 } : included)
    }
    if (path.endsWith('/tables')) {
      if (refusesTables) return refusal(refusesTables, 409)
      tables.push(body)
      return Response.json({ tableId, wasThere: false })
    }
    if (path.includes('/library/files/')) return Response.json({ ...stored, id: path.split('/').at(-1) })
    if (!path.endsWith('/playlists')) return Response.json(init.method === 'GET' ? { ...move, entries: before } : move)
    if (refuses) return refusal(refuses)
    made.push(body.name)
    items.push(...body.items)
    return Response.json({ playlistId: idOf(made.length), wasThere: false })
  })
  return { told, made, set, tables, items }
}

function bring(plan: Plan, choice: Partial<Choice>, wanted: string[] = []) {
  return bringIn({
    organisationId,
    id,
    read: {
      plan,
      async *take(paths) {
        wanted.push(...paths)
        for (const path of paths) yield { path, why: 'damaged' as const }
      },
    },
    choice: {
      playlists: new Map(),
      known: new Map(),
      makesTables: true,
      knownTables: new Map(),
      folders: 'playlists',
      displays: [],
      layouts: new Map(),
      ...choice,
    },
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}

afterEach(() => vi.unstubAllGlobals())

it('[MV1] each thing has a row: two of one name are two, and what somebody leaves out is told', async () => {
  const { told, made } = serve()
  const playlists = [
    { path: 'a', name: 'Hall', entries: [page('Menu'), page('Menu')] },
    { path: 'b', name: 'Yard', entries: [page('Map')] },
    { path: 'c', name: 'Old', entries: [page('News')] },
  ]
  const left = [{ path: 'Hall › Menu', reason: 'moving.why.address' as const, isEntry: true as const }]
  const known = new Map([['c', older]])
  await bring({ ...empty, playlists, left }, { playlists: new Map([['a', 'Hall']]), known })
  expect(made).toEqual(['Hall'])
  expect(told).toEqual([
    { thing: 'entry', path: 'Hall › Menu', outcome: 'not', reason: 'moving.why.address' },
    { thing: 'playlist', path: 'b', outcome: 'not', reason: 'moving.why.left-out' },
    { thing: 'entry', path: 'Yard › Map', outcome: 'not', reason: 'moving.why.entry-left-out' },
    { thing: 'playlist', path: 'c', outcome: 'there' },
    { thing: 'entry', path: 'Hall › Menu (2)', outcome: 'came' },
    { thing: 'entry', path: 'Hall › Menu (3)', outcome: 'came' },
  ])
})

it('[F97] a file of another size than the one that came under its name is taken again', async () => {
  const came = (path: string, size: number) =>
    ({ thing: 'file', path, outcome: 'came', mediaId: MediaId.parse('m'), size }) as const
  serve({ before: [came('a.jpg', 5), came('b.jpg', 5)] })
  const file = (path: string) => ({ path, size: 5, sort: 'picture' as const, name: path })
  const wanted: string[] = []
  await bring({ ...empty, files: [file('a.jpg'), { ...file('b.jpg'), size: 6 }] }, {}, wanted)
  expect(wanted).toEqual(['b.jpg'])
})

it.each([
  ['not-allowed', true],
  ['too-many-playlists', false],
])('[F97] %s: it ends everything is %s', async (refuses, endsAll) => {
  const { told } = serve({ refuses })
  const playlists = [{ path: 'a', name: 'Hall', entries: [page('Menu')] }]
  const ended = await bring({ ...empty, playlists }, { playlists: new Map([['a', 'Hall']]) }).then(
    () => 'done',
    (error: unknown) => error,
  )
  if (endsAll) expect(ended).toHaveProperty('code', refuses)
  const row = { thing: 'playlist', path: 'a', outcome: 'not', reason: `error.${refuses}` }
  expect(told).toEqual(endsAll ? [] : [row])
})

it('[LY12] a layout that a display gets has its main playlist in the loop and the others in zones, and the report says it', async () => {
  const shape = { arrangement: 'side-bar' as const, dividers: [70], side: 'end' as const, pinned: true }
  const plan: Plan = {
    ...empty,
    playlists: ['news', 'menu', 'alone'].map((path) => ({ path, name: path, entries: [page(path)] })),
    layouts: [{ path: 'hall', name: 'Hall', playlists: ['news', 'menu'], shape, isNear: false }],
  }
  const hall = DisplayId.parse('hall')
  const playlists = new Map(['news', 'menu', 'alone'].map((path) => [path, path]))
  const layouts = new Map([['hall', hall]])
  const all = serve()
  await bring(plan, { playlists, layouts, displays: [DisplayId.parse('foyer')] })
  expect(all.set.map(([path, body]) => [path.split('/').slice(-2).join('/'), body])).toEqual([
    // One that is in no layout goes where all others go.
    [expect.stringMatching(/inclusions$/), { displays: ['foyer'] }],
    [expect.stringMatching(/inclusions$/), { displays: ['hall'] }],
    ['hall/layout', { layout: { ...shape, zones: [{ playlistId: idOf(2), stays: false }] } }],
  ])
  expect(all.told).toContainEqual({
    thing: 'entry',
    path: 'Hall › hall',
    outcome: 'came',
    reason: 'moving.why.nearest-arrangement',
  })

  // Without one of its playlists there is no layout.
  const without = serve()
  await bring(plan, { playlists: new Map([['news', 'news']]), layouts })
  expect(without.set).toEqual([])
  expect(without.told).toContainEqual({
    thing: 'entry',
    path: 'Hall › hall',
    outcome: 'not',
    reason: 'moving.why.layout-without-playlist',
  })
})

const dish = ColumnId.parse('x00000')
const photo = ColumnId.parse('x00001')
const menu: PlannedTable = {
  path: 'hall.zip › Menu',
  name: 'Menu',
  columns: [
    { id: dish, name: 'Dish', type: 'words' },
    { id: photo, name: 'Picture', type: 'picture' },
  ],
  rows: [
    { [dish]: 'Soup', [photo]: { file: 'sun.jpg' } },
    { [dish]: 'Pie', [photo]: { file: 'moon.jpg' } },
  ],
}
const board: PlannedEntry = { what: 'board', title: 'Menu', table: menu.path, columns: [dish], differs: 'plain-board' }
const withMenu: Plan = {
  ...empty,
  tables: [menu],
  playlists: [{ path: 'a', name: 'Hall', entries: [board, page('Map')] }],
}
const hall = { playlists: new Map([['a', 'Hall']]) }

it('[DT7] a table comes with the pictures that came, and boards point at it', async () => {
  const came = { thing: 'file', path: 'sun.jpg', outcome: 'came', mediaId: MediaId.parse('sun'), size: 5 } as const
  const { told, tables, items } = serve({ before: [came] })
  const files = [{ path: 'sun.jpg', size: 5, sort: 'picture' as const, name: 'Sun' }]
  await bring({ ...withMenu, files }, hall)
  expect(tables).toEqual([
    {
      path: menu.path,
      name: 'Menu',
      columns: menu.columns,
      rows: [{ cells: { [dish]: 'Soup', [photo]: 'sun' } }, { cells: { [dish]: 'Pie' } }],
      reason: 'moving.why.pictures-stayed',
    },
  ])
  expect(items[0]).toMatchObject({ type: 'board', board: { tableId, look: 'plain', columns: [dish] } })
  expect(told).toEqual([
    { thing: 'entry', path: 'Hall › Menu', outcome: 'came', reason: 'moving.why.plain-board' },
    { thing: 'entry', path: 'Hall › Map', outcome: 'came' },
  ])
})

it('[DT7] a board whose table did not come is told, and its playlist comes without it', async () => {
  const { told, made, items } = serve({ refusesTables: 'too-many-tables' })
  await bring(withMenu, hall)
  expect(made).toEqual(['Hall'])
  expect(items.map(({ type }) => type)).toEqual(['webpage'])
  expect(told).toEqual([
    { thing: 'table', path: menu.path, outcome: 'not', reason: 'error.too-many-tables' },
    { thing: 'entry', path: 'Hall › Menu', outcome: 'not', reason: 'moving.why.table-stayed' },
    { thing: 'entry', path: 'Hall › Map', outcome: 'came' },
  ])

  const limited = serve()
  await bring(
    { ...withMenu, playlists: [{ path: 'a', name: 'Hall', entries: [board] }] },
    { ...hall, makesTables: false },
  )
  expect([limited.tables, limited.made]).toEqual([[], []])
  expect(limited.told).toEqual([
    { thing: 'table', path: menu.path, outcome: 'not', reason: 'error.not-allowed' },
    { thing: 'entry', path: 'Hall › Menu', outcome: 'not', reason: 'moving.why.table-stayed' },
    { thing: 'playlist', path: 'a', outcome: 'not', reason: 'moving.why.table-stayed' },
  ])
})

it('[DT7] a table from an earlier import is not made again, and boards draw it with its columns of now', async () => {
  const { told, tables, items } = serve()
  await bring(withMenu, { ...hall, knownTables: new Map([[menu.path, tableId]]) })
  expect(tables).toEqual([])
  expect(told).toContainEqual({ thing: 'table', path: menu.path, outcome: 'there' })
  expect(items[0]).toMatchObject({ type: 'board', board: { tableId, look: 'plain' } })
  expect(items[0]?.board).not.toHaveProperty('columns')
  // Continued, the report already says that it came.
  const going = serve({ before: [{ thing: 'table', path: menu.path, outcome: 'came', tableId }] })
  await bring(withMenu, { ...hall, knownTables: new Map([[menu.path, tableId]]) })
  expect(going.told.filter(({ thing }) => thing === 'table')).toEqual([])
})

import {
  MediaId,
  type MoveInEntry,
  MoveInId,
  OrganisationId,
  PlaylistId,
  type ToldMoveInEntry,
} from '@placard/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { bringIn, type Choice } from './bring.ts'
import type { Plan, PlannedEntry } from './plan.ts'

const organisationId = OrganisationId.parse('vnr')
const id = MoveInId.parse('going')
const older = PlaylistId.parse(`_${'a'.repeat(20)}`)
const page = (title: string): PlannedEntry => ({ what: 'address', type: 'webpage', url: 'https://example.org/', title })
const empty: Plan = {
  kind: 'files',
  isMixed: false,
  name: 'Reception',
  files: [],
  playlists: [],
  folders: [],
  left: [],
  remarks: [],
  skipped: 0,
}

/** A server that keeps the report, and refuses playlists by this code. */
function serve({ before = [], refuses }: { before?: MoveInEntry[]; refuses?: string } = {}) {
  const told: ToldMoveInEntry[] = []
  const made: string[] = []
  const move = { id, kind: 'files', name: 'Reception', by: 'x', beganAt: 1, endedAt: null, came: 0, there: 0, not: 0 }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    if (path.endsWith('/entries')) {
      told.push(...body.entries)
      return new Response(null, { status: 204 })
    }
    if (!path.endsWith('/playlists')) return Response.json(init.method === 'GET' ? { ...move, entries: before } : move)
    if (refuses) return Response.json({ error: { code: refuses, message: 'no' }, requestId: 'r' }, { status: 403 })
    made.push(body.name)
    return Response.json({ playlistId: older, wasThere: false })
  })
  return { told, made }
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
    choice: { playlists: new Map(), known: new Map(), folders: 'playlists', displays: [], ...choice },
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

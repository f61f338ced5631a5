import {
  DisplayId,
  type DisplayKey,
  type ItemId,
  type PlaylistKey,
  type ProgrammeKey,
  playlistPath,
  type UndoTogether,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillDisplay } from '../../testing/fill-display.ts'
import { enterAs } from '../../testing/people.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }

describeDialects('[CP7] one undo for a command on several programmes', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  let made = 0

  async function makeDisplay(): Promise<DisplayKey> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`undo-${made}`) }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: key.displayId } })
    return key
  }
  async function makePlaylist(): Promise<PlaylistKey> {
    made += 1
    const body = { name: `Playlist ${made}` }
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body })).body
    return { organisationId, playlistId: playlist.id }
  }
  const add = async (key: ProgrammeKey, title: string): Promise<ItemId> => {
    const body = { title, type: 'image' as const, url: `https://example.org/${title}.jpg` }
    return (await admin.call('createItem', { params: key, body })).body.item.id
  }
  const programme = async (key: ProgrammeKey) => (await admin.call('getProgramme', { params: key })).body
  const titles = async (key: ProgrammeKey) => (await programme(key)).items.map(({ title }) => title)
  const undo = (changes: UndoTogether['changes'], client = admin, headers = {}) =>
    client.call('undoTogether', { params: { organisationId }, body: { changes }, headers })

  /** Two things of a display, copied to two others, and to a playlist that the second of these includes. */
  async function copied() {
    const [from, one, other] = [await makeDisplay(), await makeDisplay(), await makeDisplay()]
    const playlist = await makePlaylist()
    const url = playlistPath(playlist.playlistId)
    await admin.call('createItem', { params: other, body: { title: 'x', type: 'playlist', url } })
    const ids = [await add(from, 'A'), await add(from, 'B')]
    const displays = [one.displayId, other.displayId]
    const answer = await admin.call('changeItems', {
      params: from,
      body: { do: 'copy', ids, displays, playlists: [playlist.playlistId] },
    })
    return { one, other, playlist, copies: answer.body.copies ?? [] }
  }

  it('takes the copies away again everywhere, as one change of each', async () => {
    const { one, other, playlist, copies } = await copied()
    expect(copies.map(({ programmeId }) => programmeId)).toEqual([one.displayId, other.displayId, playlist.playlistId])
    expect(await titles(one)).toEqual(['A', 'B'])
    const before = (await programme(other)).revision
    const headers = { 'idempotency-key': 'undo-the-copies-1' }
    const { status, body } = await undo(copies, admin, headers)
    expect(status).toBe(200)
    expect(body.changes).toEqual(copies.map(({ programmeId, revision }) => ({ programmeId, revision: revision + 1 })))
    expect([await titles(one), await titles(playlist)]).toEqual([[], []])
    expect((await programme(other)).items).toHaveLength(1)
    // Its playlist has changed in the same command: one revision for both.
    expect((await programme(other)).revision).toBe(before + 1)
    const { entries } = (await admin.call('listActivity', { params: one })).body
    expect(entries[0]).toMatchObject({ kind: 'undone', undoes: { kind: 'items-copied' } })
    expect((await undo(copies, admin, headers)).body).toEqual(body)
    expect(await undo(copies)).toMatchObject({ status: 404, body: { error: { code: 'item-not-found' } } })
  })

  it('takes a playlist off the displays that it was put on together', async () => {
    const [one, other] = [await makeDisplay(), await makeDisplay()]
    const playlist = await makePlaylist()
    await add(playlist, 'Shared')
    const displays = [one.displayId, other.displayId]
    const { body } = await admin.call('includePlaylist', { params: playlist, body: { displays } })
    expect(body.inclusions.map(({ programmeId }) => programmeId)).toEqual(displays)
    expect((await undo(body.inclusions)).status).toBe(200)
    expect([await titles(one), await titles(other), await titles(playlist)]).toEqual([[], [], ['Shared']])
    // A display that included it already is not changed, and is not in the list.
    await admin.call('includePlaylist', { params: playlist, body: { displays: [one.displayId] } })
    const again = (await admin.call('includePlaylist', { params: playlist, body: { displays } })).body
    expect(again.inclusions.map(({ programmeId }) => programmeId)).toEqual([other.displayId])
  })

  it('all or nothing: a copy that somebody has edited since keeps all of them, and the field says where', async () => {
    const { one, other, playlist, copies } = await copied()
    const [item] = (await programme(other)).items.filter(({ type }) => type === 'image')
    if (!item) throw new Error('nothing was copied')
    await admin.call('updateItem', { params: { ...other, itemId: item.id }, body: { title: 'Mine' }, headers: ANY })
    const refused = await undo(copies)
    expect(refused).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', field: 'changes.1.programmeId' } },
    })
    expect([await titles(one), await titles(playlist)]).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ])
  })

  it('restored entries need room everywhere, and the answer names the place without room', async () => {
    const [one, other] = [await makeDisplay(), await makeDisplay()]
    const changes: UndoTogether['changes'] = []
    for (const key of [one, other]) {
      const itemId = await add(key, 'Gone')
      const { revision } = (await admin.call('removeItem', { params: { ...key, itemId }, headers: ANY })).body
      changes.push({ programmeId: key.displayId, revision })
    }
    await fillDisplay(server, other, { items: 500 })
    expect(await undo(changes)).toMatchObject({
      status: 409,
      body: { error: { code: 'display-too-full', display: other.displayId } },
    })
    expect(await titles(one)).toEqual([])
  })

  it('only of what is theirs, once each, and only what is written down', async () => {
    const { one, playlist, copies } = await copied()
    const limited = (await enterAs(server, `limited-${made}`, { role: 'editor', displays: [one.displayId] })).client
    expect(await undo(copies, limited)).toMatchObject({
      status: 404,
      body: { error: { code: 'display-not-found', field: 'changes.1.programmeId' } },
    })
    const ofPlaylist = copies.filter(({ programmeId }) => programmeId === playlist.playlistId)
    expect((await undo(ofPlaylist, limited)).body).toMatchObject({ error: { code: 'playlist-not-found' } })
    expect((await undo(copies.slice(0, 1), limited)).status).toBe(200)
    const again = [copies[1], copies[1]].flatMap((copy) => copy ?? [])
    expect(await undo(again)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-field', field: 'changes.1.programmeId' } },
    })
    const never = [{ programmeId: one.displayId, revision: 999 }]
    expect(await undo(never)).toMatchObject({ status: 404, body: { error: { code: 'activity-not-found' } } })
    expect((await undo([])).status).toBe(422)
    const viewer = (await enterAs(server, `viewer-${made}`, { role: 'viewer' })).client
    expect((await undo(copies, viewer)).status).toBe(403)
    expect(await titles(playlist)).toEqual(['A', 'B'])
  })
})

import {
  DisplayId,
  type DisplayKey,
  type ItemId,
  type Manifest,
  type PlaylistKey,
  type Programme,
  pathOf,
  playlistPath,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import type { Answer, Client } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { openStream } from '../../testing/stream.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const CLIENTS = 8
const MOST_ROUNDS = 5
const COMMANDS = 25

describeDialects('[CP4] many people at one playlist', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  it('no command waits for another in a circle, and every stream ends with what is there', async () => {
    const params = { organisationId }
    const displays: DisplayKey[] = []
    // In the order in which programmes are locked, there is one on either side of every playlist.
    for (const id of ['0-first', 'aula', 'zoo'].map((name) => DisplayId.parse(name))) {
      await admin.call('createDisplay', { params, body: { id, name: id } })
      displays.push({ organisationId, displayId: id })
    }
    const playlists: PlaylistKey[] = []
    for (const name of ['Menu', 'Rules']) {
      const { playlist } = (await admin.call('createPlaylist', { params, body: { name } })).body
      playlists.push({ organisationId, playlistId: playlist.id })
    }
    const streams = await Promise.all(displays.map((key) => openStream(server.url + pathOf('streamManifest', key))))
    const newest: (Manifest | undefined)[] = displays.map(() => undefined)
    const heard = streams.map(async (stream, at) => {
      for (;;) {
        const { data } = await stream.next('manifest')
        const manifest = data as Manifest
        expect(manifest.revision).toBeGreaterThan(newest[at]?.revision ?? 0)
        newest[at] = manifest
        if (manifest.items.some(({ url }) => url.endsWith('/the-last.jpg'))) return
      }
    })

    const statuses = new Map<string, number>()
    async function work(client: Client, by: number): Promise<void> {
      for (let count = 0; count < COMMANDS; count += 1) {
        const dice = by * 7 + count * 5
        const display = displays[dice % displays.length] as DisplayKey
        const playlist = playlists[dice % 2] as PlaylistKey
        const [name, answer] = await command(client, (by + count) % 9, display, playlist, dice)
        expect([name, answer.status < 500]).toEqual([name, true])
        const key = `${name} ${answer.status < 300 ? 'done' : 'refused'}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      }
    }
    async function command(
      client: Client,
      which: number,
      display: DisplayKey,
      playlist: PlaylistKey,
      dice: number,
    ): Promise<[string, Answer<unknown>]> {
      const image = { title: 'x', type: 'image' as const, url: `https://example.org/${dice}.jpg` }
      const inclusion = { title: 'x', type: 'playlist' as const, url: playlistPath(playlist.playlistId) }
      const ids = displays.map(({ displayId }) => displayId)
      switch (which) {
        case 0:
          return ['put', await client.call('includePlaylist', { params: playlist, body: { displays: ids } })]
        case 1:
          return ['include', await client.call('createItem', { params: display, body: inclusion })]
        case 2:
          return ['edit', await client.call('createItem', { params: playlist, body: image })]
        case 3:
          return ['add', await client.call('createItem', { params: display, body: image })]
        case 4:
          return ['remove', await client.call('removePlaylist', { params: playlist, headers: ANY })]
        case 5:
          return ['bring back', await client.call('bringBackPlaylist', { params: playlist })]
        case 6: {
          const { entries = [] } = (await client.call('listActivity', { params: display })).body ?? {}
          const entry = entries.find(({ undo }) => undo !== null)
          if (!entry) return ['undo', { status: 404, body: undefined, headers: new Headers() }]
          return ['undo', await client.call('undoActivity', { params: { ...display, entryId: entry.id } })]
        }
        case 7: {
          const { items = [] } = ((await client.call('getProgramme', { params: display })).body ??
            {}) as Partial<Programme>
          const chosen = items.slice(0, 2).map(({ id }) => id)
          const copied: ItemId[] = chosen.length > 0 ? chosen : ['gone' as ItemId]
          const { playlistId } = playlist
          const body = { do: 'copy' as const, ids: copied, displays: ids.slice(dice % 3), playlists: [playlistId] }
          return ['copy', await client.call('changeItems', { params: display, body })]
        }
        default: {
          const { items = [] } = ((await client.call('getProgramme', { params: display })).body ??
            {}) as Partial<Programme>
          const params = { ...display, itemId: items[dice % items.length]?.id ?? ('gone' as ItemId) }
          return ['take away', await client.call('removeItem', { params, headers: ANY })]
        }
      }
    }

    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => server.signIn()))
    const neverDone = () =>
      ['put', 'edit', 'add', 'remove', 'bring back', 'undo', 'copy', 'take away'].filter(
        (name) => !statuses.has(`${name} done`),
      )
    // The order of calls is random, so in one round every try of a kind may fail.
    for (let round = 0; round < MOST_ROUNDS && neverDone().length > 0; round += 1) await Promise.all(clients.map(work))
    expect(neverDone()).toEqual([])
    for (const params of displays) {
      const body = { title: 'x', type: 'image' as const, url: 'https://example.org/the-last.jpg' }
      expect((await admin.call('createItem', { params, body })).status).toBe(201)
    }
    await Promise.all(heard)
    for (const [at, params] of displays.entries()) {
      expect(newest[at]).toEqual((await admin.call('getManifest', { params })).body)
      const inclusions = (await admin.call('getProgramme', { params })).body.items.filter(
        ({ type }) => type === 'playlist',
      )
      expect(new Set(inclusions.map(({ url }) => url)).size).toBe(inclusions.length)
    }
    for (const stream of streams) stream.close()
  })
})

import { createHash } from 'node:crypto'
import {
  type DisplayId,
  type DisplayKey,
  type Library,
  type LibraryPage,
  type MediaId,
  type ProgrammeKey,
  pathOf,
  type RouteName,
} from '@placard/contract'
import { beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { type Answer, type Client, createClient } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { uniquePicture } from '../../testing/unique-picture.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const at = (id: MediaId) => `/media/${id}.jpg`
const NOT_THERE = { status: 404, body: { error: { code: 'media-not-found' } } }
const ELSEWHERE = { status: 409, body: { error: { code: 'file-used-elsewhere' } } }

describeDialects('files and somebody who is limited to some displays', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })
  const { makeDisplay, makePlaylist } = programmeMaker(() => admin)
  let made = 0
  /** Limited to `mine`. The display `hidden` is for paired screens only. */
  let limited: Client
  let mine: DisplayKey
  let hidden: DisplayKey

  beforeEach(async () => {
    mine = await makeDisplay()
    hidden = await makeDisplay()
    expect((await admin.call('updateDisplay', { params: hidden, body: { pairedOnly: true } })).status).toBe(200)
    limited = await enter('editor', [mine.displayId])
  })

  async function enter(role: 'viewer' | 'editor', displays: DisplayId[], mayTakeOver = false): Promise<Client> {
    made += 1
    const { email, client } = await enterAs(server, `limited-${made}`, { role, displays })
    const { queries } = server.app.context.database
    if (mayTakeOver) await queries.updateTable('profile').set({ may_take_over: 1 }).where('email', '=', email).execute()
    return client
  }
  const picture = () => {
    made += 1
    return uniquePicture(made)
  }
  async function upload(bytes?: Uint8Array, client = admin): Promise<MediaId> {
    const body = bytes ?? (await picture())
    const answer = await client.call('uploadMedia', { params, body, headers: { 'content-type': 'image/jpeg' } })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  async function added(name: string, client = admin): Promise<MediaId> {
    const body = { mediaId: await upload(undefined, client), name }
    return (await client.call('addLibraryFile', { params, body })).body.file.id
  }
  const show = (key: ProgrammeKey, id: MediaId, client = admin) =>
    client.call('createItem', { params: key, body: { title: 'Shown', type: 'image', url: at(id) } })
  async function ask<Body>(name: RouteName, query: Record<string, string> = {}, client = limited): Promise<Body> {
    const address = `${pathOf(name, params as never)}?${new URLSearchParams(query)}`
    const response = await fetch(server.url + address, { headers: { cookie: client.cookie() } })
    expect(response.status).toBe(200)
    return (await response.json()) as Body
  }
  const listed = async (query: Record<string, string> = {}, client = limited) =>
    (await ask<LibraryPage>('listLibraryFiles', query, client)).files.map(({ id }) => id)
  const get = (mediaId: MediaId, client = limited) => client.call('getLibraryFile', { params: { ...params, mediaId } })
  const describe = (mediaId: MediaId, body: object, client = limited) =>
    client.call('updateLibraryFile', { params: { ...params, mediaId }, body })
  const label = (ids: MediaId[], add: string[], client = limited) =>
    client.call('labelLibraryFiles', { params, body: { ids, add, remove: [] } })
  const put = (ids: MediaId[], displays: DisplayId[], client = limited) =>
    client.call('putLibraryFiles', { params, body: { ids, displays, playlists: [] } })
  const fetchedByStrangers = async (id: MediaId) => (await fetch(server.url + at(id))).status

  it('[S33] a file that only other displays show is not there: not in the list, by name, by its words or by its bytes', async () => {
    const bytes = await picture()
    const id = await upload(bytes)
    await admin.call('addLibraryFile', { params, body: { mediaId: id, name: 'Zebra plan' } })
    await describe(id, { alternativeText: 'Where the zebras are', labels: ['Zebras'] }, admin)
    await show(hidden, id)
    const sha256 = createHash('sha256').update(bytes).digest('hex')

    expect(await listed()).not.toContain(id)
    for (const words of ['Zebra plan', 'zebras']) expect(await listed({ words })).toEqual([])
    expect(await listed({ label: 'Zebras' })).toEqual([])
    expect(await get(id)).toMatchObject(NOT_THERE)
    expect(await ask('findKnownFile', { sha256 })).toEqual({ file: null })
    const { labels, files } = await ask<Library>('getLibrary')
    expect(labels).not.toContain('Zebras')
    expect(files).toBe((await listed()).length)
    expect((await ask<Library>('getLibrary', {}, admin)).files).toBeGreaterThan(files)
    // The same bytes sent again make another file, and nothing reveals the first.
    const again = await upload(bytes, limited)
    const kept = await limited.call('addLibraryFile', { params, body: { mediaId: again, name: 'Mine' } })
    expect(kept).toMatchObject({ status: 200, body: { wasThere: false, file: { id: again, name: 'Mine' } } })
    expect(await listed({ words: 'zebra' }, admin)).toEqual([id])
    expect(await listed({ words: 'zebra' }, await enter('viewer', [mine.displayId]))).toEqual([])
    expect(await listed({ words: 'zebra' }, await enter('viewer', [hidden.displayId]))).toEqual([id])
  })

  it('[S33] such a file gets nowhere by whoever knows its id, so the public cannot fetch it', async () => {
    const [id, own] = [await added('Zebra'), await added('Own', limited)]
    await show(hidden, id)
    expect(await fetchedByStrangers(id)).toBe(403)
    const { body: shown } = await show(mine, own, limited)
    const item = { ...mine, itemId: shown.item.id }
    const notice = { look: 'paper' as const, heading: 'Hello', body: '', byline: '' }
    const over = await enter('editor', [mine.displayId], true)
    const fresh = await upload()
    const pages = [{ mediaId: fresh, text: '' }]
    const answers: Answer<unknown>[] = [
      await put([own, id], [mine.displayId]),
      await show(mine, id, limited),
      await limited.call('createItem', { params: mine, body: { title: 'x', type: 'notice', url: at(id), notice } }),
      await limited.call('updateItem', { params: item, body: { url: at(id) }, headers: { 'if-match': '*' } }),
      await limited.call('replaceLibraryFile', { params: { ...params, mediaId: own }, body: { by: id } }),
      await limited.call('replaceLibraryFile', { params: { ...params, mediaId: id }, body: { by: own } }),
      await limited.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: true } }),
      await limited.call('addLibraryFile', { params, body: { mediaId: id, name: 'Mine' } }),
      await describe(id, { name: 'Mine' }),
      await label([id], ['Mine']),
      await limited.call('createDeck', { params, body: { name: 'Deck', pages } }),
      await over.call('startTakeOver', {
        params,
        body: {
          content: { kind: 'file', url: at(id), title: 'x' },
          displays: [mine.displayId],
          drill: true,
          minutes: 5,
        },
      }),
    ]
    for (const [index, answer] of answers.entries()) expect({ index, ...answer }).toMatchObject({ index, ...NOT_THERE })
    const back = await limited.call('bringBackLibraryFiles', { params, body: { ids: [id] } })
    expect(back).toMatchObject({ body: { error: { code: 'file-gone' } } })
    expect(await fetchedByStrangers(id)).toBe(403)
    expect((await get(id, admin)).body).toMatchObject({ name: 'Zebra', labels: [], uses: 1 })
    // A person who may see both displays can still move it.
    expect((await put([id], [mine.displayId], admin)).status).toBe(200)
    expect(await listed()).toContain(id)
  })

  it('[S30] the words on a file that others show as well are theirs too: it is seen and put on, and not changed', async () => {
    const playlist = await makePlaylist([mine.displayId])
    const [both, inPlaylist, prepared, own] = [
      await added('Both'),
      await added('In a playlist'),
      await added('Prepared'),
      await added('Own'),
    ]
    await show(mine, both)
    await show(hidden, both)
    await show(playlist, inPlaylist)
    await show(mine, own)
    const content = { kind: 'file' as const, url: at(prepared), title: 'Prepared' }
    expect((await admin.call('prepareTakeOver', { params, body: { name: 'Fire', content } })).status).toBe(201)

    for (const id of [both, inPlaylist, prepared]) {
      expect(await listed()).toContain(id)
      for (const body of [{ alternativeText: 'Mine' }, { name: 'Mine' }, { labels: ['Mine'] }, { kept: true }]) {
        expect(await describe(id, body)).toMatchObject(ELSEWHERE)
      }
      expect(await label([own, id], ['Mine'])).toMatchObject({
        body: { error: { ...ELSEWHERE.body.error, field: 'ids.1' } },
      })
      expect((await get(id, admin)).body).toMatchObject({ alternativeText: '', labels: [] })
      expect((await put([id], [mine.displayId])).status).toBe(200)
    }
    expect((await get(own, admin)).body.labels).toEqual([])
    expect((await describe(own, { alternativeText: 'Ours' })).body).toMatchObject({ alternativeText: 'Ours' })
    expect((await label([own], ['Ours'])).status).toBe(204)
  })

  it('[S30] a file that nothing shows is everybody’s after it was added to the library, and its sender’s before', async () => {
    const [kept, fresh, own] = [await added('For all'), await upload(), await upload(undefined, limited)]
    expect(await listed()).toEqual(expect.arrayContaining([kept, own]))
    expect(await listed()).not.toContain(fresh)
    expect(await show(mine, fresh, limited)).toMatchObject(NOT_THERE)
    expect((await show(mine, own, limited)).status).toBe(201)
    expect((await describe(kept, { name: 'For everybody' })).status).toBe(200)
    // Removing a file from a display of others does not make it visible to everybody again.
    const left = await upload()
    const { body } = await show(hidden, left)
    await admin.call('removeItem', { params: { ...hidden, itemId: body.item.id }, headers: { 'if-match': '*' } })
    expect(await listed({}, admin)).toContain(left)
    expect(await get(left)).toMatchObject(NOT_THERE)
  })

  it('[S30] the person who removed a file can restore it with its places; no other limited member can', async () => {
    const id = await upload()
    await show(mine, id)
    const removed = await limited.call('removeLibraryFiles', { params, body: { ids: [id], everywhere: true } })
    expect(removed.status).toBe(200)
    const other = await enter('editor', [mine.displayId])
    const ids = { params, body: { ids: [id] } }
    expect((await other.call('bringBackLibraryFiles', ids)).status).toBe(410)
    expect((await limited.call('bringBackLibraryFiles', ids)).status).toBe(204)
    const { changes } = removed.body
    expect((await limited.call('undoTogether', { params, body: { changes } })).status).toBe(200)
    expect((await admin.call('getProgramme', { params: mine })).body.items).toMatchObject([{ url: at(id) }])
  })

  it('[S30] a picture that somebody proposed goes on by whoever may decide about that display', async () => {
    const body = { name: 'Year 10', kinds: ['image' as const], days: 30 }
    const { token } = (await limited.call('createProposalLink', { params: mine, body })).body
    const phone = createClient(server.url)
    await phone.call('readProposalLink', { params: {}, body: { token } })
    const headers = { 'content-type': 'image/jpeg', 'proposal-link': token }
    const sent = await phone.call('sendProposalPicture', { params: {}, body: await picture(), headers })
    const content = { kind: 'image' as const, title: 'Cake sale', url: sent.body.url }
    const proposal = { token, name: 'Mia', content, lastDay: null, email: null }
    expect((await phone.call('sendProposal', { params: {}, body: proposal })).status).toBe(201)
    const [one] = (await limited.call('getProposals', { params })).body.waiting
    if (!one) throw new Error('nothing waits')
    const decided = { params: { ...params, proposalId: one.id }, body: { digest: one.digest, change: {} } }
    expect((await limited.call('approveProposal', decided)).status).toBe(200)
    expect((await admin.call('getProgramme', { params: mine })).body.items).toMatchObject([{ title: 'Cake sale' }])
  })
})

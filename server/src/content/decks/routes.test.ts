import { randomUUID } from 'node:crypto'
import {
  type CreateItem,
  type Deck,
  DisplayId,
  type DisplayKey,
  type Item,
  type ItemId,
  type LibraryPage,
  MAX_DECK_PAGES,
  MAX_DECK_PAGES_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  MAX_PAGE_TEXT_CHARACTERS,
  MAX_SCHEDULE_BYTES_PER_LIST,
  MediaId,
  OrganisationId,
  type ProgrammeKey,
  pageIdOf,
  pathOf,
  readManifest,
  UNREFERENCED_MEDIA_KEPT_MS,
} from '@placard/contract'
import { playableOf } from '@placard/playback'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }

describeDialects('decks', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  const { makeDisplay, makePlaylist } = programmeMaker(() => admin)
  let aheadMs = 0
  let made = 0

  async function upload(client = admin, owner = organisationId): Promise<MediaId> {
    made += 1
    const background = { r: made % 256, g: Math.floor(made / 256), b: 160 }
    const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    const { status, body } = await client.call('uploadMedia', {
      params: { organisationId: owner },
      body: bytes,
      headers,
    })
    expect(status).toBe(201)
    return body.id
  }
  async function uploads(count: number): Promise<MediaId[]> {
    const ids: MediaId[] = []
    for (let index = 0; index < count; index += 1) ids.push(await upload())
    return ids
  }
  /** Inserts only rows of pictures, for tests that do not need their bytes: all refer to one existing file. */
  async function rows(count: number): Promise<MediaId[]> {
    const { queries } = server.app.context.database
    const row = await queries
      .selectFrom('media_file')
      .selectAll()
      .where('id', '=', await upload())
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: count }, () => MediaId.parse(randomUUID()))
    for (let from = 0; from < count; from += 100) {
      const some = ids.slice(from, from + 100)
      await queries
        .insertInto('media_file')
        .values(some.map((id) => ({ ...row, id })))
        .execute()
    }
    return [MediaId.parse(row.id), ...ids].slice(0, count)
  }
  const create = (ids: readonly MediaId[], more: object = {}, client = admin, headers = {}) =>
    client.call('createDeck', {
      params,
      body: { name: 'Menu.pdf', pages: ids.map((mediaId, index) => ({ mediaId, text: `Page ${index + 1}` })), ...more },
      headers,
    })
  async function deckOf(ids: readonly MediaId[], more: object = {}): Promise<Deck> {
    const { status, body } = await create(ids, more)
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const deck = async (pages: number) => deckOf(await uploads(pages))
  const largeDeck = async (pages: number) => deckOf(await rows(pages))
  const pathsOf = ({ pages }: Deck) => pages.map(({ url }) => url)

  const add = (key: ProgrammeKey, { url }: Pick<Deck, 'url'>, more: Partial<CreateItem> = {}) =>
    admin.call('createItem', { params: key, body: { title: 'Menu', type: 'deck', url, ...more } })
  async function show(key: ProgrammeKey, one: Deck, more: Partial<CreateItem> = {}): Promise<Item> {
    const { status, body } = await add(key, one, more)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.item
  }
  const update = (key: ProgrammeKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', { params: { ...key, itemId }, body, headers: { 'if-match': '*' } })
  const programme = async (key: ProgrammeKey) => (await admin.call('getProgramme', { params: key })).body
  const manifest = async (key: ProgrammeKey) => (await admin.call('getManifest', { params: key })).body
  const plays = async (key: ProgrammeKey) => (await manifest(key)).items.map(({ url }) => url)
  async function undoLast(key: ProgrammeKey): Promise<number> {
    const { body } = await admin.call('listActivity', { params: key as DisplayKey })
    const entryId = body.entries[0]?.id
    if (!entryId) throw new Error('nothing to undo')
    return (await admin.call('undoActivity', { params: { ...key, entryId } as never })).status
  }
  async function library(query: Record<string, string> = {}): Promise<LibraryPage> {
    const address = `${pathOf('listLibraryFiles', params)}?${new URLSearchParams(query)}`
    const response = await fetch(server.url + address, { headers: { cookie: admin.cookie() } })
    return (await response.json()) as LibraryPage
  }

  it('[CT8] uploaded pictures become one file with pages, which is served with the first of them in small', async () => {
    const ids = await uploads(3)
    const made = await deckOf(ids, { sha256: 'a'.repeat(64) })
    expect(made).toMatchObject({ url: `/media/${made.id}.deck`, width: 30, height: 40 })
    expect(pathsOf(made)).toEqual(ids.map((id) => `/media/${id}.jpg`))
    const stored = await fetch(server.url + made.url)
    expect(stored.headers.get('content-type')).toContain('application/vnd.placard.deck+json')
    expect(await stored.json()).toEqual({ pages: pathsOf(made) })
    const small = await fetch(`${server.url}/media/${made.id}/thumbnail.webp`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const first = await fetch(`${server.url}/media/${ids[0]}/thumbnail.webp`)
    expect(Buffer.from(await small.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()))
  })

  it('[CT8] a command that arrives twice makes one deck', async () => {
    const ids = await uploads(2)
    const headers = { 'idempotency-key': randomUUID() }
    const [one, other] = [await create(ids, {}, admin, headers), await create(ids, {}, admin, headers)]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(other.body).toEqual(one.body)
    expect((await create(ids)).body).toMatchObject({ error: { code: 'page-used-already', field: 'pages.0.mediaId' } })
  })

  it('[CT8] pages are pictures that nobody uses, each once, of this organisation', async () => {
    const [one, shown, kept] = (await uploads(3)) as [MediaId, MediaId, MediaId]
    const key = await makeDisplay()
    await admin.call('createItem', {
      params: key,
      body: { title: 'A picture', type: 'image', url: `/media/${shown}.jpg` },
    })
    await admin.call('addLibraryFile', { params, body: { mediaId: kept, name: '' } })
    const refused = async (ids: MediaId[]) => {
      const { status, body } = await create(ids)
      expect(status).toBeGreaterThanOrEqual(400)
      const { code, field } = (body as unknown as { error: { code: string; field: string } }).error
      return [code, field]
    }
    expect(await refused([one, shown])).toEqual(['page-used-already', 'pages.1.mediaId'])
    expect(await refused([kept])).toEqual(['page-used-already', 'pages.0.mediaId'])
    expect(await refused([one, one])).toEqual(['page-used-already', 'pages.1.mediaId'])
    expect(await refused([one, MediaId.parse('nowhere')])).toEqual(['media-not-found', 'pages.1.mediaId'])
    const film = server.app.context.database.queries
      .selectFrom('media_file')
      .select('id')
      .where('content_type', '=', 'video/mp4')
    const { id } = await film.limit(1).executeTakeFirstOrThrow()
    expect(await refused([MediaId.parse(id)])).toEqual(['media-not-found', 'pages.0.mediaId'])

    // The pages of a refused command are unchanged.
    const home = { organisationId: OrganisationId.parse(`other-${made}`), displayId: DisplayId.parse('hall') }
    await makePlace(server, home)
    const { client } = await enterAs(server, `owner-${made}`, { role: 'owner', home })
    const theirs = await upload(client, home.organisationId)
    expect(await refused([one, theirs])).toEqual(['media-not-found', 'pages.1.mediaId'])
    await deckOf([one])
  })

  it('[CT8] has 1 to 200 pages, and of each so many words', async () => {
    const code = async (ids: readonly MediaId[], more: object = {}) =>
      ((await create(ids, more)).body as unknown as { error?: { code: string } }).error?.code
    expect(await code([])).toBe('deck-without-pages')
    const all = await rows(MAX_DECK_PAGES + 1)
    expect(await code(all)).toBe('too-many-pages')
    const long = 'ب'.repeat(MAX_PAGE_TEXT_CHARACTERS)
    const most = all.slice(0, MAX_DECK_PAGES)
    expect(await code(most, { pages: most.map((mediaId) => ({ mediaId, text: `${long}x` })) })).toBe('too-long')
    expect(await code(most, { pages: most.map((mediaId) => ({ mediaId, text: '\u0000' })) })).toBe(
      'text-not-well-formed',
    )
    // The longest text, with three bytes for each character.
    const wide = '界'.repeat(MAX_PAGE_TEXT_CHARACTERS)
    const made = await deckOf(most, { pages: most.map((mediaId) => ({ mediaId, text: wide })) })
    expect(made.pages).toHaveLength(MAX_DECK_PAGES)
  })

  it('[CT8] in the manifest its pages are entries like any other, in its place, by its schedule; a player of before reads them', async () => {
    const [key, one] = [await makeDisplay(), await deck(4)]
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7] }
    const link = { title: 'A film', type: 'video' as const, url: 'https://example.org/a.mp4' }
    await admin.call('createItem', { params: key, body: link })
    const settings = { without: [2], seconds: [{ page: 4, seconds: 40 }] }
    const item = await show(key, one, { duration: 9, deck: settings, schedule })
    expect(item).toMatchObject({ type: 'deck', url: one.url, deck: settings, pages: one.pages, playable: true })
    await admin.call('createItem', { params: key, body: link })

    const told = await manifest(key)
    const pages = told.items.slice(1, -1)
    const file = await server.app.context.database.queries
      .selectFrom('media_file')
      .selectAll()
      .where('deck_id', '=', one.id)
      .orderBy('page')
      .execute()
    expect(pages).toEqual(
      [1, 3, 4].map((page) => ({
        id: pageIdOf(item.id, page),
        type: 'image',
        url: one.pages[page - 1]?.url,
        duration: page === 4 ? 40 : 9,
        schedule: expect.objectContaining({ days: [1, 2, 3, 4, 5, 6, 7] }),
        sha256: file[page - 1]?.sha256,
        sizeBytes: file[page - 1]?.size_bytes,
      })),
    )
    expect(readManifest(JSON.parse(JSON.stringify(told)))?.items).toHaveLength(5)
    // The dashboard calculates the same result.
    const { items } = playableOf(await programme(key))
    expect(items.map(({ id, url, duration }) => ({ id, url, duration }))).toEqual(
      told.items.map(({ id, url, duration }) => ({ id, url, duration })),
    )
  })

  it('[CT8] in a playlist its pages are on every display that includes it', async () => {
    const key = await makeDisplay()
    const playlist = await makePlaylist([key.displayId])
    const one = await deck(2)
    const item = await show(playlist, one)
    expect(await plays(key)).toEqual(pathsOf(one))
    const { revision } = await manifest(key)
    await update(playlist, item.id, { deck: { without: [1], seconds: [] } })
    expect(await plays(key)).toEqual(pathsOf(one).slice(1))
    expect((await manifest(key)).revision).toBe(revision + 1)
    const { playlists } = await programme(key)
    expect(playlists[0]?.items[0]?.pages).toEqual(one.pages)
    const { body } = await admin.call('listPlaylists', { params })
    expect(body.find(({ id }) => id === playlist.playlistId)?.pictures).toEqual([one.url])
  })

  it('[CT8] pages are left out of a deck alone, and one stays', async () => {
    const [key, one] = [await makeDisplay(), await deck(2)]
    const none = { without: [1, 2], seconds: [] }
    const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string; field: string } }).error
    expect(codeOf(await add(key, one, { deck: none }))).toMatchObject({ code: 'deck-without-pages', field: 'deck' })
    const item = await show(key, one, { deck: { without: [2, 200], seconds: [] } })
    expect(codeOf(await update(key, item.id, { deck: none }))).toMatchObject({ code: 'deck-without-pages' })
    expect(await plays(key)).toEqual(pathsOf(one).slice(0, 1))
    // All pages again: no selection is stored.
    const { body } = await update(key, item.id, { deck: { without: [], seconds: [] } })
    expect([body.item.deck, body.item.pages]).toEqual([undefined, one.pages])
    // A picture cannot select pages; a deck stays a deck, and nothing becomes one.
    const other = { title: 'A film', type: 'video' as const, url: 'https://example.org/a.mp4' }
    const film = (await admin.call('createItem', { params: key, body: other })).body.item
    expect(codeOf(await update(key, film.id, { deck: { without: [1], seconds: [] } }))).toMatchObject({
      code: 'invalid-field',
      field: 'deck',
    })
    expect(codeOf(await update(key, film.id, { type: 'deck', url: one.url }))).toMatchObject({
      code: 'url-not-playable',
    })
    expect(codeOf(await update(key, item.id, { type: 'video', url: other.url }))).toMatchObject({
      code: 'url-not-playable',
    })
    expect(codeOf(await update(key, item.id, { url: 'https://example.org/a.pdf' }))).toMatchObject({
      code: 'url-not-playable',
    })
    for (const [type, url] of [
      ['image', one.url],
      ['deck', one.pages[0]?.url],
      ['deck', 'https://example.org/a.pdf'],
    ]) {
      expect((await add(key, { url: url ?? '' }, { type: type as 'deck' })).status).toBe(422)
    }
  })

  it('[CT8] a page is of its deck alone: no item, logo or library has it by itself', async () => {
    const [key, one] = [await makeDisplay(), await deck(2)]
    await show(key, one)
    const url = one.pages[0]?.url ?? ''
    const mediaId = MediaId.parse(url.slice(7, -4))
    const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code
    expect(codeOf(await add(key, { url }, { type: 'image' }))).toBe('media-not-found')
    expect(codeOf(await add(key, { url: server.url + url }, { type: 'image' }))).toBe('media-not-found')
    expect(codeOf(await admin.call('updateBrand', { params, body: { logoUrl: url } }))).toBe('media-not-found')
    expect(codeOf(await admin.call('getLibraryFile', { params: { ...params, mediaId } }))).toBe('media-not-found')
    expect(codeOf(await admin.call('addLibraryFile', { params, body: { mediaId, name: '' } }))).toBe('media-not-found')
    expect(
      codeOf(
        await admin.call('putLibraryFiles', {
          params,
          body: { ids: [mediaId], displays: [key.displayId], playlists: [] },
        }),
      ),
    ).toBe('media-not-found')
    expect(await plays(key)).toEqual(pathsOf(one))
  })

  it('[CP5] a deck counts as the pages that it shows, wherever they come to play, and a refusal names the display', async () => {
    const codeOf = ({ body }: { body: unknown }) =>
      (body as { error?: { code: string; display?: string; field?: string } }).error
    const key = await makeDisplay()
    const large = await Promise.all([largeDeck(200), largeDeck(200), largeDeck(101)])
    for (const one of large.slice(0, 2)) await show(key, one)
    // 501 pages are one too many, until one is left out.
    expect(codeOf(await add(key, large[2] as Deck))).toMatchObject({ code: 'too-many-items' })
    const last = await show(key, large[2] as Deck, { deck: { without: [1], seconds: [] } })
    expect((await manifest(key)).items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
    expect(codeOf(await update(key, last.id, { deck: null }))).toMatchObject({ code: 'too-many-items' })
    expect(codeOf(await add(key, { url: 'https://example.org/a.mp4' }, { type: 'video' }))).toMatchObject({
      code: 'too-many-items',
    })

    // Through a playlist: the error names the display without room.
    const playlist = await makePlaylist()
    await show(playlist, await deck(1))
    const { name } = await programme(key)
    const included = await admin.call('includePlaylist', { params: playlist, body: { displays: [key.displayId] } })
    expect(codeOf(included)).toMatchObject({ code: 'display-too-full', display: name })
    await update(key, last.id, { deck: { without: [1, 2], seconds: [] } })
    await admin.call('includePlaylist', { params: playlist, body: { displays: [key.displayId] } })
    const [held] = (await programme(playlist)).items
    const bigger = await deck(2)
    expect(codeOf(await update(playlist, held?.id as ItemId, { url: bigger.url }))).toMatchObject({
      code: 'display-too-full',
      display: name,
    })
    const put = { ids: [bigger.id], displays: [key.displayId], playlists: [] }
    expect(codeOf(await admin.call('putLibraryFiles', { params, body: put }))).toMatchObject({ code: 'too-many-items' })
    expect((await manifest(key)).items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
  })

  it('[CP5] the schedule of a deck counts for each page, and pages that are left out are bounded as well', async () => {
    const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code
    const key = await makeDisplay()
    const one = await largeDeck(200)
    const not = Array.from(
      { length: 30 },
      (_, index) =>
        `2026-${`${(index % 12) + 1}`.padStart(2, '0')}-${index + 1 > 28 ? 28 : `${index + 1}`.padStart(2, '0')}`,
    )
    const schedule = { days: [1, 2, 3], not: [...new Set(not)] }
    expect(JSON.stringify(schedule).length * 200).toBeGreaterThan(MAX_SCHEDULE_BYTES_PER_LIST)
    expect(codeOf(await add(key, one, { schedule }))).toBe('schedules-too-long')
    const without = Array.from({ length: 199 }, (_, index) => index + 1)
    for (let at = 0; at < MAX_DECK_PAGES_PER_DISPLAY / 200; at += 1) {
      await show(key, one, { schedule, deck: { without, seconds: [] } })
    }
    expect((await manifest(key)).items).toHaveLength(10)
    expect(codeOf(await add(key, await deck(1)))).toBe('too-many-deck-pages')
  })

  it('[CT8] is undone, gone back to, looked back on, moved and copied like any item', async () => {
    const [key, target, one] = [await makeDisplay(), await makeDisplay(), await deck(3)]
    const item = await show(key, one)
    const { revision } = await programme(key)
    const at = Date.now() + aheadMs
    await update(key, item.id, { deck: { without: [1], seconds: [] }, duration: 7 })
    const entry = (await admin.call('listActivity', { params: key })).body.entries[0]
    expect(entry).toMatchObject({ kind: 'item-changed', fields: ['duration', 'deck'] })
    expect(await undoLast(key)).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(one))
    await admin.call('removeItem', { params: { ...key, itemId: item.id } })
    expect(await plays(key)).toEqual([])
    expect(await undoLast(key)).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(one))
    await update(key, item.id, { deck: { without: [2], seconds: [] } })
    await admin.call('restoreProgramme', { params: key, body: { revision } })
    expect(await plays(key)).toEqual(pathsOf(one))
    const past = await fetch(`${server.url}${pathOf('getPastManifest', key)}?at=${at}`, {
      headers: { cookie: admin.cookie() },
    })
    const looked = (await past.json()) as { manifest: { items: { url: string; sha256: string }[] } }
    expect(looked.manifest.items.map(({ url }) => url)).toEqual(pathsOf(one))
    expect(looked.manifest.items.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true)

    const copy = { do: 'copy' as const, ids: [item.id], displays: [target.displayId] }
    expect((await admin.call('changeItems', { params: key, body: copy })).status).toBe(200)
    const [copied] = (await programme(target)).items
    expect(copied).toMatchObject({ url: one.url, pages: one.pages })
    expect(copied?.id).not.toBe(item.id)
    expect((await manifest(target)).items.map(({ id }) => id)).toEqual(
      [1, 2, 3].map((page) => pageIdOf(copied?.id as ItemId, page)),
    )
  })

  it('[CT9] a newer version takes its place: same item, same schedule, same places, and undo', async () => {
    const [key, before, after] = [await makeDisplay(), await deck(3), await deck(3)]
    const schedule = { days: [1, 2, 3, 4, 5, 6, 7] }
    const item = await show(key, before, { schedule, deck: { without: [2], seconds: [] } })
    const { loopStartedAt } = await manifest(key)
    const { body } = await update(key, item.id, { url: after.url })
    expect(body.item).toMatchObject({
      id: item.id,
      position: item.position,
      schedule: item.schedule,
      pages: after.pages,
    })
    expect(await plays(key)).toEqual(pathsOf(after).filter((_, index) => index !== 1))
    expect((await manifest(key)).loopStartedAt).toBeGreaterThan(loopStartedAt)
    expect(await undoLast(key)).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(before).filter((_, index) => index !== 1))
    // A shorter document that would leave no pages is refused.
    const last = await update(key, item.id, { deck: { without: [1, 2], seconds: [] } })
    expect(last.status).toBe(200)
    const short = await deck(2)
    expect((await update(key, item.id, { url: short.url })).body).toMatchObject({
      error: { code: 'deck-without-pages' },
    })
    expect((await update(key, item.id, { url: short.url, deck: null })).status).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(short))
  })

  it('[CT9] by the library it is replaced wherever it is shown; what was chosen of its pages stays where it has as many', async () => {
    const [key, playlist] = [await makeDisplay(), await makePlaylist()]
    const [one, alike, longer] = [await deck(2), await deck(2), await deck(3)]
    const settings = { without: [1], seconds: [{ page: 2, seconds: 33 }] }
    await show(key, one, { deck: settings })
    await show(playlist, one, { deck: settings })
    const replace = (mediaId: MediaId, by: MediaId) =>
      admin.call('replaceLibraryFile', { params: { ...params, mediaId }, body: { by } })
    const { body } = await replace(one.id, alike.id)
    expect(body.changes).toHaveLength(2)
    for (const held of [key, playlist]) {
      expect((await programme(held)).items[0]).toMatchObject({ url: alike.url, deck: settings, pages: alike.pages })
    }
    expect((await replace(alike.id, longer.id)).status).toBe(200)
    expect((await programme(key)).items[0]?.deck).toBeUndefined()
    expect(await plays(key)).toEqual(pathsOf(longer))
    expect(
      (await admin.call('undoTogether', { params, body: { changes: (await replace(longer.id, one.id)).body.changes } }))
        .status,
    ).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(longer))
    const [picture] = await uploads(1)
    expect((await replace(longer.id, picture as MediaId)).body).toMatchObject({ error: { code: 'file-of-other-kind' } })
  })

  it('[LB1] the library has the deck and not its pages: by its kind, its words, its size; put, labelled and removed there', async () => {
    const ids = await uploads(2)
    const number = made
    const one = await deckOf(ids, {
      name: `Lunch ${number}`,
      pages: ids.map((mediaId, index) => ({ mediaId, text: index === 1 ? `Gemüsesuppe ${number}` : '' })),
      sha256: `${number}`.padStart(64, '0'),
    })
    const { files } = await library()
    const [listed] = files
    const bytes = await server.app.context.database.queries
      .selectFrom('media_file')
      .select('size_bytes')
      .where((media) => media.or([media('id', '=', one.id), media('deck_id', '=', one.id)]))
      .execute()
    expect(listed).toMatchObject({
      id: one.id,
      kind: 'deck',
      pages: 2,
      name: `Lunch ${number}`,
      url: one.url,
      thumbnailUrl: `/media/${one.id}/thumbnail.webp`,
      sizeBytes: bytes.reduce((sum, { size_bytes: size }) => sum + size, 0),
    })
    expect(files.some(({ id }) => ids.includes(id))).toBe(false)
    expect((await library({ kind: 'deck' })).files.every(({ kind }) => kind === 'deck')).toBe(true)
    expect((await library({ kind: 'picture' })).files.every(({ kind }) => kind === 'picture')).toBe(true)
    expect((await library({ words: `gemüsesuppe ${number}` })).files.map(({ id }) => id)).toEqual([one.id])
    const address = `${pathOf('findKnownFile', params)}?sha256=${`${number}`.padStart(64, '0')}`
    const known = await fetch(server.url + address, { headers: { cookie: admin.cookie() } })
    expect(await known.json()).toMatchObject({ file: { id: one.id, kind: 'deck' } })

    const key = await makeDisplay()
    const put = { ids: [one.id], displays: [key.displayId], playlists: [] }
    expect((await admin.call('putLibraryFiles', { params, body: put })).status).toBe(200)
    const [item] = (await programme(key)).items
    expect(item).toMatchObject({ type: 'deck', title: `Lunch ${number}`, pages: one.pages })
    expect(item?.duration).toBeUndefined()
    const { places } = (await admin.call('getLibraryFile', { params: { ...params, mediaId: one.id } })).body
    expect(places).toMatchObject([{ kind: 'display', programmeId: key.displayId, itemId: item?.id }])
    const removal = { ids: [one.id], everywhere: true }
    expect((await admin.call('removeLibraryFiles', { params, body: removal })).status).toBe(200)
    expect(await plays(key)).toEqual([])
    expect(await undoLast(key)).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(one))
    for (const path of [one.url, ...pathsOf(one)]) expect((await fetch(server.url + path)).status).toBe(200)
  })

  it('[PB1] the pages of a deck are one list for the server and the dashboard, whatever is left out', async () => {
    const [key, one] = [await makeDisplay(), await deck(5)]
    const playlist = await makePlaylist([key.displayId])
    await show(playlist, one)
    const item = await show(key, one, { duration: 8 })
    for (const without of [[], [1], [5], [2, 3], [1, 2, 3, 4]]) {
      await update(key, item.id, { deck: { without, seconds: [{ page: 5, seconds: 60 }] } })
      const told = (await manifest(key)).items.map(({ id, url, duration }) => ({ id, url, duration }))
      const drawn = playableOf(await programme(key)).items.map(({ id, url, duration }) => ({ id, url, duration }))
      expect(drawn).toEqual(told)
      expect(told).toHaveLength(5 + 5 - without.length)
    }
  })

  it('[CT8] pages stay as long as their deck is shown or remembered, and go with it, files and all', async () => {
    const { context, media } = server.app
    const { queries } = context.database
    const namesIn = async () => {
      const names: string[] = []
      for await (const name of context.files.listOlderThan(Date.now() + 1e9)) names.push(name)
      return names
    }
    const used = async () => (await admin.call('getStorage', { params })).body.usedBytes
    const [key, one] = [await makeDisplay(), await deck(2)]
    const item = await show(key, one)
    const isThere = async () => {
      const names = await namesIn()
      const ids = [one.id, ...pathsOf(one).map((path) => path.slice(7, -4))]
      const files = ids.map((id) => names.filter((name) => name.startsWith(id)).length)
      const { length } = await queries.selectFrom('media_file').select('id').where('id', 'in', ids).execute()
      return [length, ...files]
    }
    expect(await isThere()).toEqual([3, 2, 2, 2])
    aheadMs += 2 * UNREFERENCED_MEDIA_KEPT_MS
    await signInAgain()
    await media.sweep()
    expect(await isThere()).toEqual([3, 2, 2, 2])

    await admin.call('removeItem', { params: { ...key, itemId: item.id } })
    await media.sweep()
    aheadMs += UNREFERENCED_MEDIA_KEPT_MS - 60_000
    await media.sweep()
    expect(await isThere()).toEqual([3, 2, 2, 2])
    await signInAgain()
    expect(await undoLast(key)).toBe(200)
    expect(await plays(key)).toEqual(pathsOf(one))

    await admin.call('removeItem', { params: { ...key, itemId: item.id } })
    const before = await used()
    for (let sweeps = 0; sweeps < 40; sweeps += 1) {
      aheadMs += UNREFERENCED_MEDIA_KEPT_MS / 4
      await media.sweep()
    }
    expect(await isThere()).toEqual([0, 0, 0, 0])
    await signInAgain()
    expect(await used()).toBeLessThan(before)
    expect((await fetch(server.url + (one.pages[0]?.url ?? ''))).status).toBe(404)
  })
})

import { randomUUID } from 'node:crypto'
import {
  type ActivityId,
  DisplayId,
  type DisplayKey,
  type ErrorEnvelope,
  type ItemId,
  MAX_ADDRESS_BYTES_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MAX_MANIFEST_BYTES,
  MAX_NOTICE_BYTES_PER_DISPLAY,
  MAX_SCHEDULE_BYTES_PER_LIST,
  NO_PICTURE,
  type Notice,
  type PastManifest,
  type ProgrammeKey,
  pathOf,
  playlistPath,
  type RouteBodyInput,
} from '@placard/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { renewClocks } from '../../content/programmes/clocks.ts'
import { ITEMS, listItems } from '../../content/programmes/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../dialects.ts'
import { itemMaker } from '../item-maker.ts'
import { sharedTestServer } from '../shared-server.ts'

const { organisationId } = SAMPLE_DISPLAY
const ANY = { 'if-match': '*' }
const WORDS: Notice = { look: 'paper', heading: 'Closed today', body: 'Back on **Monday**', byline: 'The office' }
const NOTICE = { title: 'Closed today', type: 'notice' as const, url: NO_PICTURE, notice: WORDS }
const PICTURE = { title: 'A picture', type: 'image' as const, url: 'https://example.org/a.jpg' }

describeDialects('notices', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect, now: () => now })
  let now = Date.now()
  let made = 0

  async function makeDisplay(name = 'Door'): Promise<DisplayKey> {
    made += 1
    const key = { organisationId, displayId: DisplayId.parse(`door-${made}`) }
    const body = { id: key.displayId, name, timeZone: 'Asia/Kolkata' }
    expect((await admin.call('createDisplay', { params: { organisationId }, body })).status).toBe(201)
    return key
  }
  async function makePlaylist(name: string): Promise<ProgrammeKey & { playlistId: string }> {
    const { body } = await admin.call('createPlaylist', { params: { organisationId }, body: { name } })
    return { organisationId, playlistId: body.playlist.id }
  }
  const { create, add } = itemMaker(admin, NOTICE)
  const update = (key: ProgrammeKey, itemId: ItemId, body: object) =>
    admin.call('updateItem', { params: { ...key, itemId }, body: body as RouteBodyInput<'updateItem'>, headers: ANY })
  const programme = async (key: ProgrammeKey) => (await admin.call('getProgramme', { params: key })).body
  const manifest = async (key: ProgrammeKey) => (await admin.call('getManifest', { params: key })).body
  async function uploadPicture(): Promise<string> {
    const body = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    return (await admin.call('uploadMedia', { params: { organisationId }, body, headers })).body.url
  }
  async function undoNewest(key: ProgrammeKey) {
    const { body } = await admin.call('listActivity', { params: key })
    const entryId = body.entries.find(({ undo }) => undo)?.id as ActivityId
    return admin.call('undoActivity', { params: { ...key, entryId } })
  }
  const setByHand = (itemId: ItemId, row: { notice?: string | null; type?: string }) =>
    server.app.context.database.queries.updateTable('item').set(row).where('id', '=', itemId).execute()
  const storedNotice = async (itemId: ItemId) =>
    (
      await server.app.context.database.queries
        .selectFrom('item')
        .select('notice')
        .where('id', '=', itemId)
        .executeTakeFirstOrThrow()
    ).notice

  it('[CT10] a notice is kept, answered and in the manifest, tidied as text is', async () => {
    const key = await makeDisplay()
    const notice = {
      look: 'poster',
      heading: '  Closed\u202E today ',
      body: 'One \r\n\n\n\n- two',
      link: 'https://example.org/menu',
    }
    const item = await add(key, { ...NOTICE, notice })
    const tidy = { look: 'poster', heading: 'Closed today', body: 'One\n\n- two', byline: '', link: notice.link }
    expect(item).toMatchObject({ type: 'notice', url: NO_PICTURE, playable: true, notice: tidy })
    expect((await programme(key)).items).toEqual([item])
    const { items } = await manifest(key)
    expect(items).toEqual([{ id: item.id, type: 'notice', url: NO_PICTURE, notice: tidy }])
  })

  it('[CT10] other words leave the loop as it is, and the undo brings back those of before', async () => {
    const key = await makeDisplay()
    const item = await add(key)
    const before = await manifest(key)
    const notice = { ...WORDS, body: 'Back on Tuesday' }
    expect((await update(key, item.id, { notice })).body.item).toEqual({ ...item, notice, revision: 2 })
    expect(await manifest(key)).toMatchObject({ revision: before.revision + 1, loopStartedAt: before.loopStartedAt })
    const { entries } = (await admin.call('listActivity', { params: key })).body
    expect(entries[0]).toMatchObject({ kind: 'item-changed', fields: ['notice'] })
    expect((await undoNewest(key)).status).toBe(200)
    expect((await programme(key)).items).toEqual([{ ...item, revision: 3 }])
    expect((await manifest(key)).items[0]?.notice).toEqual(WORDS)
  })

  it.each([
    ['without words', { ...NOTICE, notice: undefined }, 'notice-empty', 'notice'],
    [
      'with empty words',
      { ...NOTICE, notice: { look: 'paper', heading: ' \u200b', body: '\n' } },
      'notice-empty',
      'notice.heading',
    ],
    ['of a look that there is not', { ...NOTICE, notice: { ...WORDS, look: 'neon' } }, 'invalid-field', 'notice.look'],
    [
      'with a long heading',
      { ...NOTICE, notice: { ...WORDS, heading: 'x'.repeat(121) } },
      'too-long',
      'notice.heading',
    ],
    ['with NUL', { ...NOTICE, notice: { ...WORDS, body: 'a\u0000' } }, 'text-not-well-formed', 'notice.body'],
    [
      'with half a character',
      { ...NOTICE, notice: { ...WORDS, byline: '\ud800' } },
      'text-not-well-formed',
      'notice.byline',
    ],
    [
      'with a script for a link',
      { ...NOTICE, notice: { ...WORDS, link: 'javascript:alert(1)' } },
      'link-not-valid',
      'notice.link',
    ],
    ['with a field of its own', { ...NOTICE, notice: { ...WORDS, html: '<b>' } }, 'unknown-field', 'notice.html'],
    ['with a picture elsewhere', { ...NOTICE, url: 'https://example.org/a.jpg' }, 'url-not-playable', 'url'],
    ['with a film', { ...NOTICE, url: '/media/0f4d.mp4' }, 'url-not-playable', 'url'],
    ['that is a picture', { ...PICTURE, notice: WORDS }, 'invalid-field', 'notice'],
  ])('[CT10] a new notice %s is refused, and nothing is changed', async (_how, body, code, field) => {
    const before = await programme(SAMPLE_DISPLAY)
    expect(await create(SAMPLE_DISPLAY, body)).toMatchObject({ status: 422, body: { error: { code, field } } })
    expect(await programme(SAMPLE_DISPLAY)).toEqual(before)
  })

  it('[CT10] one thing becomes another only with all that it takes, and otherwise stays', async () => {
    const key = await makeDisplay()
    const url = await uploadPicture()
    const notice = await add(key)
    const picture = await add(key, { ...PICTURE, url })
    const elsewhere = await add(key, PICTURE)
    const before = await programme(key)
    const refusals: [ItemId, object, string, string][] = [
      [notice.id, { notice: null }, 'notice-empty', 'notice'],
      [notice.id, { type: 'image' }, 'invalid-field', 'notice'],
      [notice.id, { type: 'image', notice: null }, 'url-not-playable', 'url'],
      [notice.id, { url: PICTURE.url }, 'url-not-playable', 'url'],
      [notice.id, { type: 'playlist', notice: null }, 'url-not-playable', 'url'],
      [picture.id, { notice: WORDS }, 'invalid-field', 'notice'],
      [picture.id, { type: 'notice' }, 'notice-empty', 'notice'],
      [elsewhere.id, { type: 'notice', notice: WORDS }, 'url-not-playable', 'url'],
    ]
    for (const [id, change, code, field] of refusals) {
      expect(await update(key, id, change)).toMatchObject({ status: 422, body: { error: { code, field } } })
      expect(await programme(key)).toEqual(before)
    }
    expect((await update(key, notice.id, { type: 'image', notice: null, url })).body.item).toEqual({
      ...{ ...notice, notice: undefined },
      type: 'image',
      url,
      revision: 2,
    })
    expect((await update(key, picture.id, { type: 'notice', notice: WORDS })).body.item).toEqual({
      ...picture,
      type: 'notice',
      notice: WORDS,
      revision: 2,
    })
    const { items } = await manifest(key)
    expect(items[0]).not.toHaveProperty('notice')
    // Every screen stores its picture.
    expect(items[1]).toMatchObject({ type: 'notice', url, notice: WORDS, sha256: expect.any(String) })
    expect((await undoNewest(key)).status).toBe(200)
    expect((await programme(key)).items[1]).toEqual({ ...picture, revision: 3 })
  })

  it.each([
    ['no JSON', '{"look":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no words', '{"look":"paper","heading":"","body":""}'],
    ['words beyond their bounds', JSON.stringify({ ...WORDS, heading: 'x'.repeat(5_000) })],
    ['letters that no database takes', '{"look":"paper","heading":"a\\u0000"}'],
    ['nothing', null],
  ])('[CT10] a row with %s for its words breaks no read, stays as it is and can go', async (_what, stored) => {
    const key = await makeDisplay()
    const first = await add(key, PICTURE)
    const item = await add(key)
    await setByHand(item.id, { notice: stored })
    const { notice: _, ...without } = item
    expect((await programme(key)).items).toEqual([first, { ...without, playable: false }])
    expect((await manifest(key)).items.map(({ id }) => id)).toEqual([first.id])

    expect((await update(key, item.id, { visible: false })).status).toBe(200)
    expect((await update(key, item.id, { visible: true, title: 'Unread' })).status).toBe(200)
    const move = { params: { ...key, itemId: item.id }, body: { after: null } }
    expect((await admin.call('moveItem', move)).status).toBe(200)
    expect(await storedNotice(item.id)).toBe(stored)
    expect((await undoNewest(key)).status).toBe(200)
    expect(await storedNotice(item.id)).toBe(stored)

    expect(await update(key, item.id, { type: 'notice', notice: null })).toMatchObject({ status: 422 })
    const copy = { do: 'copy' as const, ids: [item.id], displays: [key.displayId] }
    expect(await admin.call('changeItems', { params: key, body: copy })).toMatchObject({
      status: 422,
      body: { error: { code: 'notice-empty' } },
    })
    expect((await programme(key)).items).toHaveLength(2)
    const remove = await admin.call('removeItem', { params: { ...key, itemId: item.id }, headers: ANY })
    expect(remove.status).toBe(200)
    // Undo could not restore its words.
    expect(await undoNewest(key)).toMatchObject({ status: 410, body: { error: { code: 'too-old-to-undo' } } })
    expect((await programme(key)).items.map(({ id }) => id)).toEqual([first.id])
  })

  it('[CT10] a row with words that cannot be read gets new ones like any other', async () => {
    const key = await makeDisplay()
    const item = await add(key)
    await setByHand(item.id, { notice: '{' })
    expect((await update(key, item.id, { notice: WORDS })).body.item).toEqual({ ...item, revision: 2 })
    expect((await manifest(key)).items).toHaveLength(1)
  })

  it('[CT10] a newer version’s words are read for what this one knows of them; another kind has none', async () => {
    const key = await makeDisplay()
    const item = await add(key)
    await setByHand(item.id, { notice: JSON.stringify({ ...WORDS, look: 'hologram', tilt: 3 }) })
    expect((await programme(key)).items).toEqual([item])
    await setByHand(item.id, { type: 'image' })
    expect((await programme(key)).items[0]).not.toHaveProperty('notice')
  })

  it('[CT10] going back leaves out what has no words any more, and brings back the rest', async () => {
    const key = await makeDisplay()
    const picture = await add(key, PICTURE)
    const [unread, fine] = [await add(key), await add(key, { ...NOTICE, title: 'Fine' })]
    await setByHand(unread.id, { notice: '{' })
    const { revision } = await programme(key)
    const ids = [picture.id, unread.id, fine.id]
    await admin.call('changeItems', { params: key, body: { do: 'remove', ids } })
    const back = await admin.call('restoreProgramme', { params: key, body: { revision } })
    expect(back.body.missing).toEqual([{ type: 'item', id: unread.id, title: unread.title }])
    const { items } = await programme(key)
    expect(items.map(({ id }) => id)).toEqual([picture.id, fine.id])
    expect(items[1]?.notice).toEqual(WORDS)
  })

  it('[CT10] going back to a notice whose picture is gone gives no words to what is no notice now', async () => {
    const key = await makeDisplay()
    const url = await uploadPicture()
    const item = await add(key, { ...NOTICE, url })
    const { revision } = await programme(key)
    await update(key, item.id, { type: 'image', notice: null, url: PICTURE.url, title: 'Now a picture' })
    const { queries } = server.app.context.database
    await queries.deleteFrom('media_file').where('id', '=', url.slice('/media/'.length, -4)).execute()
    const back = await admin.call('restoreProgramme', { params: key, body: { revision } })
    expect(back.body.missing).toHaveLength(1)
    const [after] = (await programme(key)).items
    expect(after).toMatchObject({ type: 'image', url: PICTURE.url, title: NOTICE.title, playable: true })
    expect(after).not.toHaveProperty('notice')
  })

  it('[CT10] the words of a display’s notices have a bound in bytes, its playlists’ included', async () => {
    const key = await makeDisplay('Lobby')
    const other = await makeDisplay('Hall')
    const playlist = await makePlaylist('News')
    const words = { ...WORDS, body: '字'.repeat(900) }
    const bytes = Buffer.byteLength(JSON.stringify(words))
    const fits = Math.floor(MAX_NOTICE_BYTES_PER_DISPLAY / bytes)
    const half = Math.floor(fits / 2)
    for (let index = 0; index < half; index += 1) await add(playlist, { ...NOTICE, notice: words })
    await admin.call('includePlaylist', { params: playlist as never, body: { displays: [key.displayId] } })
    // Hidden notices count too, because they may be shown.
    for (let index = half; index < fits; index += 1)
      await add(key, { ...NOTICE, notice: words, visible: index % 2 > 0 })
    const refused = { status: 409, body: { error: { code: 'notices-too-long', field: 'notice' } } }
    expect(await create(key, { ...NOTICE, notice: words })).toMatchObject(refused)
    // A display that includes the playlist is named.
    const full = { status: 409, body: { error: { code: 'display-too-full', display: 'Lobby' } } }
    expect(await create(playlist, { ...NOTICE, notice: words })).toMatchObject(full)
    const [own] = (await programme(key)).items.filter(({ type }) => type === 'notice')
    const small = await add(other, { ...NOTICE, notice: { ...words, body: '字'.repeat(300) } })
    for (let index = 0; index < fits; index += 1) {
      const copy = { do: 'copy' as const, ids: [small.id], displays: [key.displayId] }
      const answer = await admin.call('changeItems', { params: other, body: copy })
      if (answer.status === 200) continue
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'notices-too-long', field: 'displays.0' } } })
      break
    }
    const longer = { ...words, heading: '字'.repeat(120), body: '字'.repeat(1_000), byline: '字'.repeat(120) }
    expect(await update(key, own?.id as ItemId, { notice: longer })).toMatchObject(refused)
    expect((await update(key, own?.id as ItemId, { notice: WORDS })).status).toBe(200)
  })

  it('[CT10] the manifest of the longest notices is within its bound', async () => {
    const key = await makeDisplay()
    await add(key)
    const rest = Math.floor(MAX_NOTICE_BYTES_PER_DISPLAY / MAX_ITEMS_PER_DISPLAY)
    const empty = { look: 'paper' as const, heading: '', body: '', byline: '' }
    const body = 'x'.repeat(rest - Buffer.byteLength(JSON.stringify(empty)))
    await server.app.context.database.transaction(async (queries) => {
      const [one] = await listItems(queries, key)
      if (!one) throw new Error('there is one')
      const more = Array.from({ length: MAX_ITEMS_PER_DISPLAY - 1 }, (_, index) => ({
        ...one,
        id: randomUUID() as ItemId,
        durationSeconds: 86_400,
        notice: { ...empty, body },
        position: `b${index.toString().padStart(4, '1')}x`,
      }))
      await ITEMS.create(queries, key, more)
    })
    for (let index = 0; index < MAX_LINES_PER_DISPLAY; index += 1) {
      await admin.call('createLine', { params: key, body: { text: '字'.repeat(500) } })
    }
    const response = await fetch(server.url + pathOf('getManifest', key))
    const bytes = (await response.arrayBuffer()).byteLength
    expect(bytes).toBeGreaterThan(MAX_NOTICE_BYTES_PER_DISPLAY)
    // Together with the most that addresses and schedules may take.
    expect(bytes + MAX_ADDRESS_BYTES_PER_DISPLAY + 2 * MAX_SCHEDULE_BYTES_PER_LIST).toBeLessThanOrEqual(
      MAX_MANIFEST_BYTES,
    )
  })

  it('[CT13] a manifest has the clock of its display where its words tell the time, and its language', async () => {
    const key = await makeDisplay()
    await add(key)
    const line = (text: string) => admin.call('createLine', { params: key, body: { text } })
    await line('{Time} and {days until tomorrow} are no live words')
    const plain = await manifest(key)
    expect(plain).not.toHaveProperty('zoneOffsets')
    expect(plain).not.toHaveProperty('language')
    const { body } = await line('It is {time}')
    expect((await manifest(key)).zoneOffsets?.[0]?.[1]).toBe(330)
    await admin.call('removeLine', { params: { ...key, lineId: body.line.id }, headers: ANY })
    for (const field of ['heading', 'body', 'byline'] as const) {
      const item = await add(key, { ...NOTICE, notice: { ...WORDS, [field]: '{days until 2026-12-18}' } })
      expect(await manifest(key)).toHaveProperty('zoneOffsets')
      await update(key, item.id, { visible: false })
      expect(await manifest(key)).not.toHaveProperty('zoneOffsets')
    }
    expect((await admin.call('updateDisplay', { params: key, body: { language: 'de' } })).body.language).toBe('de')
    expect((await manifest(key)).language).toBe('de')
    expect((await programme(key)).language).toBe('de')
    const wrong = await admin.call('updateDisplay', { params: key, body: { language: 'no language' } })
    expect(wrong).toMatchObject({ status: 422, body: { error: { code: 'invalid-language', field: 'language' } } })
    await admin.call('updateDisplay', { params: key, body: { language: null } })
    expect(await manifest(key)).not.toHaveProperty('language')
  })

  it('[CT13] screens whose words tell the time hear of new rules for the clocks', async () => {
    const { context } = server.app
    const [plain, withTime, withDays] = [await makeDisplay(), await makeDisplay(), await makeDisplay()]
    await add(plain)
    await admin.call('createLine', { params: withTime, body: { text: 'It is {time}' } })
    await add(withDays, { ...NOTICE, notice: { ...WORDS, byline: '{days until 2030-01-01}' } })
    await renewClocks(context, 'rules of before')
    const revisions = () => Promise.all([plain, withTime, withDays].map(async (key) => (await manifest(key)).revision))
    const [one = 0, two = 0, three = 0] = await revisions()
    await renewClocks(context, 'rules of 2031')
    expect(await revisions()).toEqual([one, two + 1, three + 1])
  })

  it('[CT10] the manifest of a playlist has its notices, and so has that of a display that includes it', async () => {
    const key = await makeDisplay()
    const playlist = await makePlaylist('Week')
    const item = await add(playlist, { ...NOTICE, notice: { ...WORDS, heading: 'It is {weekday}' } })
    await create(key, { title: 'x', type: 'playlist', url: playlistPath(playlist.playlistId as never) })
    for (const one of [playlist, key]) {
      const { items, zoneOffsets } = await manifest(one)
      expect(items).toMatchObject([{ id: item.id, notice: { heading: 'It is {weekday}' } }])
      expect(zoneOffsets).toBeDefined()
    }
  })

  it('[CT10] looking back shows the words of that time', async () => {
    const key = await makeDisplay()
    now += 60_000
    const item = await add(key, { ...NOTICE, notice: { ...WORDS, heading: 'At {time}' } })
    const at = now
    now += 60_000
    await update(key, item.id, { notice: WORDS })
    now += 60_000
    const pastAt = async (instant: number) => {
      const answer = await admin.visit(`${pathOf('getPastManifest', key)}?at=${instant}`)
      return (await answer.json()) as PastManifest & ErrorEnvelope
    }
    const then = await pastAt(at + 1_000)
    expect(then.manifest.items).toMatchObject([{ id: item.id, notice: { heading: 'At {time}' } }])
    expect(then.manifest.zoneOffsets).toBeDefined()
    expect((await pastAt(now)).manifest.items).toMatchObject([{ notice: WORDS }])
    expect((await pastAt(now)).manifest).not.toHaveProperty('zoneOffsets')
  })
})

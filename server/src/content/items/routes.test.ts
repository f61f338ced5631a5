import {
  DisplayId,
  type ItemChanged,
  ItemId,
  MAX_ADDRESS_BYTES_PER_DISPLAY,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MAX_MANIFEST_BYTES,
  type ManifestItem,
  OrganisationId,
  pathOf,
  type RouteBodyInput,
  type Schedule,
} from '@placard/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillDisplay } from '../../testing/fill-display.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'
import { storeMediaFile } from '../media/service.ts'
import { BARE_ITEM, ITEMS } from '../programmes/service.ts'

const LINK = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' } as const

/** About 120 bytes: with 500 of these, the schedules of a display are almost at the limit. */
const LONG_SCHEDULE: Schedule = {
  from: '2026-12-01T08:00',
  until: '2030-12-24T00:00',
  days: [1, 2, 3, 4, 5],
  hours: [{ from: '08:00', until: '14:00' }],
}

describeDialects('items', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  const create = (body: unknown, headers: Record<string, string> = {}) =>
    admin.call('createItem', { params: SAMPLE_DISPLAY, body: body as RouteBodyInput<'createItem'>, headers })
  const update = (id: ItemId, body: unknown, ifMatch = '*') =>
    admin.call('updateItem', {
      params: { ...SAMPLE_DISPLAY, itemId: id },
      body: body as RouteBodyInput<'updateItem'>,
      headers: { 'if-match': ifMatch },
    })
  const programme = async () => (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
  const manifest = async () => (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body
  const made = async (body: object = LINK): Promise<ItemChanged> => {
    const answer = await create(body)
    expect(answer.status).toBe(201)
    return answer.body
  }

  it('E1 a new item has its fields, a generated key, the date of the server and the last position', async () => {
    const before = Date.now()
    const { item, revision } = await made({ ...LINK, duration: 30 })
    expect(item).toMatchObject({ ...LINK, duration: 30, visible: true, revision: 1, playable: true })
    expect(item.uploadDate).toBeGreaterThanOrEqual(before)
    const { items, revision: shown } = await programme()
    expect(items.at(-1)).toEqual(item)
    expect(shown).toBe(revision)
  })

  it('K2 an item is visible unless it is said otherwise; P6 only visible ones are in the manifest', async () => {
    const { item } = await made()
    expect((await manifest()).items.map(({ id }) => id)).toContain(item.id)
    const hidden = await made({ ...LINK, visible: false })
    expect((await manifest()).items.map(({ id }) => id)).not.toContain(hidden.item.id)
  })

  it('T1 hiding and showing count as one change each and restart the loop', async () => {
    const { item } = await made()
    const shown = await manifest()
    const answer = await update(item.id, { visible: false })
    expect(answer.status).toBe(200)
    expect(answer.body.item).toMatchObject({ visible: false, revision: 2 })
    const hidden = await manifest()
    expect(hidden.revision).toBe(shown.revision + 1)
    expect(hidden.loopStartedAt).toBeGreaterThan(shown.loopStartedAt)
  })

  it('P9 a new title leaves the loop alone, and so does any change of a hidden item', async () => {
    const { item } = await made()
    const before = await manifest()
    await update(item.id, { title: 'Another name' })
    expect(await manifest()).toMatchObject({ revision: before.revision + 1, loopStartedAt: before.loopStartedAt })
    await update(item.id, { visible: false })
    const hidden = await manifest()
    await update(item.id, { duration: 90, url: 'https://example.org/other.mp4' })
    expect(await manifest()).toMatchObject({ revision: hidden.revision + 1, loopStartedAt: hidden.loopStartedAt })
  })

  it('T2 saving writes what was given and leaves the rest', async () => {
    const { item } = await made({ ...LINK, duration: 45 })
    const answer = await update(item.id, { title: 'New', type: 'image', url: 'https://example.org/p.jpg' }, '"1"')
    expect(answer.body.item).toEqual({
      ...item,
      title: 'New',
      type: 'image',
      url: 'https://example.org/p.jpg',
      revision: 2,
    })
  })

  it('[ST4] how an item takes its place is said, kept and taken back, and restarts no loop', async () => {
    const { item } = await made()
    expect(item).not.toHaveProperty('fit')
    const played = async () => (await manifest()).items.find(({ id }) => id === item.id)
    const before = await manifest()
    expect(await played()).not.toHaveProperty('fit')

    const cut = { fit: 'cover', focus: { x: 0.25, y: 1 } } as const
    expect((await update(item.id, cut)).body.item).toEqual({ ...item, ...cut, revision: 2 })
    expect((await programme()).items.at(-1)).toMatchObject(cut)
    expect(await played()).toMatchObject(cut)
    expect(await manifest()).toMatchObject({ loopStartedAt: before.loopStartedAt, revision: before.revision + 1 })

    expect((await update(item.id, { title: 'Renamed' })).body.item).toMatchObject(cut)
    expect((await update(item.id, { fit: 'contain' })).body.item).toMatchObject({ ...cut, fit: 'contain' })
    expect(await played()).not.toHaveProperty('fit')
    expect(await played()).not.toHaveProperty('focus')
    expect((await made({ ...LINK, ...cut })).item).toMatchObject(cut)
  })

  it('[HS2] null takes away what an item may be without, and the undo brings it back', async () => {
    const { item } = await made({ ...LINK })
    const set = { duration: 30, fit: 'cover', focus: { x: 0, y: 1 } } as const
    expect((await update(item.id, set)).body.item).toEqual({ ...item, ...set, revision: 2 })
    expect((await update(item.id, { duration: null, fit: null, focus: null })).body.item).toEqual({
      ...item,
      revision: 3,
    })
    expect((await programme()).items.at(-1)).toEqual({ ...item, revision: 3 })
    const { items } = await manifest()
    expect(items.find(({ id }) => id === item.id)).not.toHaveProperty('duration')
    const { body } = await admin.call('listActivity', { params: SAMPLE_DISPLAY })
    const [entry] = body.entries
    expect(entry).toMatchObject({ kind: 'item-changed', fields: ['duration', 'fit'] })
    if (!entry) throw new Error('nothing is written down')
    await admin.call('undoActivity', { params: { ...SAMPLE_DISPLAY, entryId: entry.id } })
    expect((await programme()).items.at(-1)).toEqual({ ...item, ...set, revision: 4 })
  })

  it.each([
    { fit: 'fill' },
    { title: null },
    { visible: null },
    { focus: { x: 1.01, y: 0 } },
    { focus: { x: 0.5 } },
    { focus: { x: '0', y: 0 } },
  ])('[ST4] V2 %j is refused', async (change) => {
    const { item } = await made()
    expect(await update(item.id, change)).toMatchObject({ status: 422 })
    expect((await programme()).items.at(-1)).toEqual(item)
  })

  it('T4 an edit of something changed meanwhile is refused with what is there now, and changes nothing', async () => {
    const { item } = await made()
    await update(item.id, { title: 'By the first' }, '"1"')
    const late = await update(item.id, { title: 'By the second' }, '"1"')
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({
      error: { code: 'changed-meanwhile', current: { title: 'By the first', revision: 2 } },
    })
    expect((await programme()).items.find(({ id }) => id === item.id)).toMatchObject({ title: 'By the first' })
  })

  it('[F43] an edit that does not say what it starts from is refused', async () => {
    const { item } = await made()
    const answer = await admin.call('updateItem', {
      params: { ...SAMPLE_DISPLAY, itemId: item.id },
      body: { title: 'x' },
    })
    expect(answer).toMatchObject({ status: 428, body: { error: { code: 'revision-missing' } } })
  })

  it('[F52] a command that arrives twice makes one item and gives one answer', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = (await programme()).items.length
    const [one, other] = await Promise.all([create(LINK, headers), create(LINK, headers)])
    expect(one.status).toBe(201)
    expect(other.body).toEqual(one.body)
    expect((await programme()).items).toHaveLength(before + 1)
    const third = await create({ ...LINK, title: 'Something else' }, headers)
    expect(third).toMatchObject({ status: 422, body: { error: { code: 'idempotency-mismatch' } } })
  })

  it('[B50] moves go past the neighbour, to a named place, and nowhere at the ends', async () => {
    const order = async () => (await programme()).items.map(({ id }) => id)
    const move = (id: ItemId, to: RouteBodyInput<'moveItem'>) =>
      admin.call('moveItem', { params: { ...SAMPLE_DISPLAY, itemId: id }, body: to })
    const start = await order()
    const [first, second, third] = start as [ItemId, ItemId, ItemId]
    const { revision } = await programme()

    expect((await move(first, { direction: 'up' })).body.revision).toBe(revision)
    expect(await order()).toEqual(start)
    await move(first, { direction: 'down' })
    expect((await order()).slice(0, 3)).toEqual([second, first, third])
    await move(third, { after: null })
    expect((await order()).slice(0, 3)).toEqual([third, second, first])
    const there = (await programme()).items[0]
    expect((await move(third, { after: null })).body.item).toEqual(there)
    const nowhere = await move(third, { after: ItemId.parse('gone') })
    expect(nowhere).toMatchObject({ status: 404, body: { error: { code: 'item-not-found', field: 'after' } } })
    const moved = await move(third, { after: second })
    expect(moved.body.item).toEqual((await programme()).items.find(({ id }) => id === third))
    expect(moved.body.item.revision).toBe((there?.revision ?? 0) + 1)
  })

  it('D7 a deleted item is gone for everybody, and a second deletion says so', async () => {
    const { item } = await made()
    const params = { ...SAMPLE_DISPLAY, itemId: item.id }
    expect((await admin.call('removeItem', { params })).status).toBe(200)
    expect((await manifest()).items.map(({ id }) => id)).not.toContain(item.id)
    expect(await admin.call('removeItem', { params })).toMatchObject({
      status: 404,
      body: { error: { code: 'item-not-found' } },
    })
  })

  it('V1 an edit keeps an address that must not be played, marks it, and no manifest has it', async () => {
    const { item } = await made()
    const answer = await update(item.id, { url: ' \tjava\nscript:alert(1)' })
    expect(answer).toMatchObject({ status: 200, body: { item: { url: ' \tjava\nscript:alert(1)', playable: false } } })
    expect(JSON.stringify(await manifest())).not.toContain('script')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://user@host/', 'no address'])(
    '[B30] a new item cannot begin with %s',
    async (url) => {
      expect(await create({ ...LINK, url })).toMatchObject({
        status: 422,
        body: { error: { code: 'url-not-playable', field: 'url', message: 'Please enter a valid URL.' } },
      })
    },
  )

  it.each([
    [
      'video',
      'https://vimeo.com/76979871/8272103f6e',
      'webpage',
      /^https:\/\/player\.vimeo\.com\/video\/76979871\?h=82/,
    ],
    ['youtube', 'https://www.youtube.com/playlist?list=PLrAXtmErZgOe', 'webpage', /\/embed\/videoseries\?list=PLrAX/],
    ['webpage', 'https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube', /^https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ$/],
    ['video', 'https://www.dropbox.com/s/abc/fair.jpg?dl=0', 'image', /\?raw=1$/],
  ])('[HS29] a program that adds as %s the address %s gets what plays: %s', async (said, url, type, plays) => {
    const { item } = await made({ title: 'Shared', type: said, url })
    expect(item).toMatchObject({ type, url: expect.stringMatching(plays), playable: true })
    const shown = (await manifest()).items.find(({ id }) => id === item.id)
    expect(shown).toMatchObject({ type, url: item.url })
    // An edit converts the address in the same way.
    const before = await made()
    const edited = await update(before.item.id, { url })
    expect(edited).toMatchObject({ status: 200, body: { item: { type, url: item.url } } })
  })

  it('[HS29] a program that adds an address that nothing can play gets the reason, and an edit keeps it (V1)', async () => {
    const url = 'https://drive.google.com/drive/folders/1a2B3c4D5e6F'
    const error = { code: 'address-folder', field: 'url', message: expect.stringContaining('Download the files in it') }
    expect(await create({ ...LINK, url })).toMatchObject({ status: 422, body: { error } })
    const { item } = await made()
    expect(await update(item.id, { url })).toMatchObject({ status: 200, body: { item: { url, type: item.type } } })
  })

  it('[HS29] Twitch is told the name of the installation, which must be one of https', async () => {
    const { config } = server.app.context
    const twitch = { title: 'Chess', type: 'webpage', url: 'https://www.twitch.tv/monstercat' }
    expect(await create(twitch)).toMatchObject({ status: 422, body: { error: { code: 'address-twitch-https' } } })
    config.publicUrl = 'https://signs.example'
    try {
      const answer = await create(twitch, { origin: config.publicUrl })
      const { item } = answer.body
      expect(item.url).toBe(
        'https://player.twitch.tv/?channel=monstercat&parent=signs.example&autoplay=true&muted=true',
      )
      // An address that was converted already is not converted again.
      config.publicUrl = undefined
      expect((await update(item.id, { url: item.url })).body.item.url).toBe(item.url)
    } finally {
      config.publicUrl = undefined
    }
  })

  it.each([
    ['a field of the server', { ...LINK, uploadDate: 1 }, 'unknown-field'],
    ['an organisation', { ...LINK, organisationId: 'other' }, 'unknown-field'],
    ['a role', { ...LINK, role: 'owner' }, 'unknown-field'],
    ['a revision', { ...LINK, revision: 7 }, 'unknown-field'],
    ['a list for a title', { ...LINK, title: ['a'] }, 'invalid-field'],
    ['null for a title', { ...LINK, title: null }, 'invalid-field'],
    ['a number for a title', { ...LINK, title: 123 }, 'invalid-field'],
    ['no title', { ...LINK, title: '' }, 'title-missing'],
    ['a title of blanks', { ...LINK, title: '   ' }, 'title-missing'],
    ['a title of letters that paint nothing', { ...LINK, title: ' \u00a0\u200b' }, 'title-missing'],
    ['a long title', { ...LINK, title: 'x'.repeat(201) }, 'too-long'],
    ['half a character', { ...LINK, title: 'a\ud800' }, 'text-not-well-formed'],
    ['NUL', { ...LINK, title: 'a\u0000' }, 'text-not-well-formed'],
    ['a type in capitals', { ...LINK, type: 'Image' }, 'invalid-field'],
    ['a type that there is not', { ...LINK, type: 'pdf' }, 'invalid-field'],
    ['a prototype for a type', { ...LINK, type: '__proto__' }, 'invalid-field'],
    ['a negative duration', { ...LINK, duration: -1 }, 'invalid-field'],
    ['half a second', { ...LINK, duration: 15.5 }, 'invalid-field'],
    ['text for a duration', { ...LINK, duration: '15' }, 'invalid-field'],
    ['a duration beyond a timer', { ...LINK, duration: 2 ** 31 }, 'invalid-field'],
    ['null for a duration', { ...LINK, duration: null }, 'invalid-field'],
    ['a list for a duration', { ...LINK, duration: [] }, 'invalid-field'],
    ['a long address', { ...LINK, url: `https://example.org/${'x'.repeat(2_048)}` }, 'too-long'],
    ['text for visible', { ...LINK, visible: 'true' }, 'invalid-field'],
  ])('[B22] [B37] [B38] [B39] [B40] [B48] [M9] C5 V2 refuses %s', async (_what, body, code) => {
    const before = await programme()
    expect(await create(body)).toMatchObject({ status: 422, body: { error: { code } } })
    expect(await programme()).toEqual(before)
  })

  it('Z2 another organisation is answered like one that does not exist', async () => {
    const params = (organisationId: string) => ({
      organisationId: OrganisationId.parse(organisationId),
      displayId: DisplayId.parse('ece'),
    })
    const foreign = await admin.call('createItem', { params: params('other'), body: LINK })
    const unknown = await admin.call('createItem', {
      params: { ...params('vnr'), displayId: DisplayId.parse('nope') },
      body: LINK,
    })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await server.anonymous.call('createItem', { params: SAMPLE_DISPLAY, body: LINK })).status).toBe(401)
  })

  it('a whole address of one’s own file is that file, by whatever name the server was reached', async () => {
    const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    const { organisationId } = SAMPLE_DISPLAY
    const file = (
      await admin.call('uploadMedia', {
        params: { organisationId },
        body: bytes,
        headers: { 'content-type': 'image/jpeg' },
      })
    ).body
    const fields = { title: 'Blue', type: 'image' as const }
    for (const host of [server.url, 'https://signs.example.org', 'http://192.168.1.5:3000']) {
      const { item } = await made({ ...fields, url: host + file.url })
      expect(item.url).toBe(file.url)
      const shown = (await manifest()).items.find(({ id }) => id === item.id)
      expect(shown).toMatchObject({ url: file.url, sha256: file.sha256, sizeBytes: file.sizeBytes })
      await admin.call('removeItem', { params: { ...SAMPLE_DISPLAY, itemId: item.id } })
    }
    const edited = await made({ ...fields, url: 'https://example.org/blue.jpg' })
    const changed = await update(edited.item.id, { url: server.url + file.url })
    expect(changed.body).toMatchObject({ item: { url: file.url } })
    // The owner of a file that is not stored here is not known.
    const other = `https://example.org/media/${file.id.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'))}.jpg`
    expect((await made({ ...fields, url: other })).item.url).toBe(other)
  })

  it('C9 a stored file that is named where a CDN has it is the stored file', async () => {
    const stored = (await manifest()).items.find(({ type }) => type === 'image')?.url ?? ''
    expect(stored).toMatch(/^\/media\//)
    const mediaUrl = 'https://cdn.example.org/media'
    const address = stored.replace('/media', mediaUrl)
    const { config } = server.app.context
    config.mediaUrl = mediaUrl
    try {
      const { item } = await made({ title: 'From the CDN', url: address, type: 'image' })
      expect(item.url).toBe(stored)
      expect((await manifest()).items.find(({ id }) => id === item.id)).toMatchObject({
        url: stored,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      const other = await made()
      expect((await update(other.item.id, { url: address, type: 'image' })).body.item.url).toBe(stored)
      expect(await create({ title: 'No film', url: address, type: 'video' })).toMatchObject({
        status: 422,
        body: { error: { code: 'url-not-playable', field: 'url' } },
      })
      const gone = `${mediaUrl}/6f0d9a1c-0000-4000-8000-000000000000.jpg`
      expect(await create({ title: 'Gone', url: gone, type: 'image' })).toMatchObject({
        status: 404,
        body: { error: { code: 'media-not-found', field: 'url' } },
      })
    } finally {
      config.mediaUrl = undefined
    }
    // Without the CDN setting, the address still names that file.
    expect((await made({ title: 'Elsewhere', url: address, type: 'image' })).item.url).toBe(stored)
  })

  it('T2 an item that is given another stored file is that file from then on, and with an address none of ours', async () => {
    const kept = (await manifest()).items.filter(({ url }) => url.startsWith('/media/') && !url.endsWith('.mp4'))
    const [one, other] = kept as [ManifestItem, ManifestItem]
    const { item } = await made({ title: 'First this', type: 'image', url: one.url })
    const played = async () => (await manifest()).items.find(({ id }) => id === item.id)
    expect(await played()).toMatchObject({ url: one.url, sha256: one.sha256 })
    await update(item.id, { url: other.url })
    expect(await played()).toMatchObject({ url: other.url, sha256: other.sha256 })
    expect(other.sha256).not.toBe(one.sha256)
    await update(item.id, { title: 'Renamed' })
    expect(await played()).toMatchObject({ url: other.url, sha256: other.sha256 })
    await update(item.id, { url: 'https://example.org/p.jpg' })
    expect(await played()).not.toHaveProperty('sha256')
  })

  it('[B19] a stored file that is not ours cannot be named', async () => {
    const answer = await create({
      title: 'Theirs',
      type: 'image',
      url: '/media/6f0d9a1c-0000-4000-8000-000000000000.jpg',
    })
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'media-not-found', field: 'url' } } })
  })

  it.each(['image/jpeg', 'video/mp4', 'video/webm'] as const)(
    '[HS9] an item that shows a stored file (%s) has the address that the file is served at',
    async (contentType) => {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2040c0' } })
        .jpeg()
        .toBuffer()
      const shipped = { bytes, contentType, width: 8, height: 8 }
      const { url, id } = await storeMediaFile(server.app.context, SAMPLE_DISPLAY.organisationId, shipped)
      const { item } = await made({ title: contentType, url, type: contentType === 'image/jpeg' ? 'image' : 'video' })
      expect(item.url).toBe(url)
      expect((await programme()).items.find((one) => one.id === item.id)).toEqual(item)
      expect((await manifest()).items.find((one) => one.id === item.id)).toMatchObject({ url, sizeBytes: bytes.length })
      expect((await fetch(server.url + url)).headers.get('content-type')).toBe(contentType)
      const { queries } = server.app.context.database
      const row = queries.selectFrom('item').select(['url', 'media_id']).where('id', '=', item.id)
      expect(await row.executeTakeFirst()).toEqual({ url: null, media_id: id })
    },
  )

  it('[HS9] an address of ours that nothing is served at cannot be named, even with the id of a file', async () => {
    const stored = (await manifest()).items.find(({ url }) => url.endsWith('.jpg'))?.url ?? ''
    const url = stored.replace('.jpg', '.webm')
    expect((await fetch(server.url + url)).status).toBe(404)
    const answer = await create({ title: 'Another ending', type: 'video', url })
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'media-not-found', field: 'url' } } })
  })

  it('[B47] a display takes 500 items and no more', async () => {
    await fillDisplay(server, SAMPLE_DISPLAY, { items: MAX_ITEMS_PER_DISPLAY - 1 })
    await made(LINK)
    expect(await create(LINK)).toMatchObject({ status: 409, body: { error: { code: 'too-many-items' } } })
    expect((await programme()).items).toHaveLength(MAX_ITEMS_PER_DISPLAY)
  })

  it('[S27] the order of a hundred moves to one place is kept, written down, and can be gone back to', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const key = { organisationId, displayId: DisplayId.parse('moves') }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: 'Moves' } })
    for (let index = 0; index < 4; index += 1) await admin.call('createItem', { params: key, body: LINK })
    const list = async () => (await admin.call('getProgramme', { params: key })).body
    let { items, revision } = await list()
    const first = items[0]
    const start = { ids: items.map(({ id }) => id), revision }
    let longest = 0
    for (let turn = 0; turn < 260; turn += 1) {
      const last = items.at(-1)
      if (!first || !last) throw new Error('no items')
      const params = { ...key, itemId: last.id }
      expect((await admin.call('moveItem', { params, body: { after: first.id } })).status).toBe(200)
      const expected = [first.id, last.id, ...items.slice(1, -1).map(({ id }) => id)]
      ;({ items, revision } = await list())
      expect(items.map(({ id }) => id)).toEqual(expected)
      longest = Math.max(longest, ...items.map(({ position }) => position.length))
    }
    expect(longest).toBeGreaterThan(20)
    expect(longest).toBeLessThanOrEqual(40)
    const restored = await admin.call('restoreProgramme', {
      params: key,
      body: { revision: start.revision },
      headers: { 'if-match': `"${revision}"` },
    })
    expect(restored.status).toBe(200)
    expect((await list()).items.map(({ id }) => id)).toEqual(start.ids)
  })

  it('[S28] a display is refused addresses that its manifest has no room for, and the fullest one is within its bound', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const key = { organisationId, displayId: DisplayId.parse('full') }
    await admin.call('createDisplay', { params: { organisationId }, body: { id: key.displayId, name: 'Full' } })
    const add = (url: string, visible = true) =>
      admin.call('createItem', {
        params: key,
        body: { ...LINK, url, visible, duration: 86_400, fit: 'cover', focus: { x: 0.123456789, y: 0.987654321 } },
      })
    // A character of three bytes takes nine when percent-encoded.
    const long = `https://example.org/${'字'.repeat(2_000)}.mp4`
    const bytes = new URL(long).href.length
    const fit = Math.floor(MAX_ADDRESS_BYTES_PER_DISPLAY / bytes)
    let added: ItemChanged | undefined
    for (let index = 0; index < fit; index += 1) {
      const answer = await add(long, index % 2 === 0)
      expect(answer.status).toBe(201)
      added = answer.body
    }
    const refused = await add(long)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'addresses-too-long', field: 'url' } } })
    // Hidden items count, since they may be shown; changes that do not lengthen it are accepted.
    expect((await add(long, false)).status).toBe(409)
    const params = { ...key, itemId: added?.item.id ?? ItemId.parse('none') }
    const edit = (body: object) => admin.call('updateItem', { params, body, headers: { 'if-match': '*' } })
    expect((await edit({ visible: true, title: 'Another' })).status).toBe(200)
    expect((await edit({ url: LINK.url })).status).toBe(200)

    const rows = MAX_ITEMS_PER_DISPLAY - fit
    const rest = Math.floor((MAX_ADDRESS_BYTES_PER_DISPLAY - (fit - 1) * bytes) / rows)
    await server.app.context.database.transaction(async (queries) => {
      for (let index = 0; index < rows; index += 1) {
        const { item } = added ?? (await made())
        await ITEMS.create(queries, key, [
          {
            ...item,
            ...BARE_ITEM,
            schedule: LONG_SCHEDULE,
            id: ItemId.parse(`${index}`.padStart(36, 'f')),
            url: `https://example.org/${'x'.repeat(Math.max(1, rest - 24))}.mp4`,
            durationSeconds: 86_400,
            fit: 'cover',
            focus: { x: 0.123456789, y: 0.987654321 },
            position: `a${index.toString().padStart(4, '1')}x`,
            uploadedAt: 0,
          },
        ])
      }
    })
    for (let index = 0; index < MAX_LINES_PER_DISPLAY; index += 1) {
      expect(
        (await admin.call('createLine', { params: key, body: { text: '字'.repeat(500), schedule: LONG_SCHEDULE } }))
          .status,
      ).toBe(201)
    }
    const response = await fetch(server.url + pathOf('getManifest', key))
    const manifestBytes = (await response.arrayBuffer()).byteLength
    expect(manifestBytes).toBeGreaterThan(550_000)
    expect(manifestBytes).toBeLessThanOrEqual(MAX_MANIFEST_BYTES)
  })
})

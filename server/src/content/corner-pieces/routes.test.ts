import {
  CORNERS,
  type Corner,
  type CornerPiece,
  DisplayId,
  type DisplayKey,
  type Manifest,
  OrganisationId,
  type PastManifest,
  type Programme,
  pathOf,
  type RestorePreview,
  type RouteBodyInput,
  UNREFERENCED_MEDIA_KEPT_MS,
} from '@placard/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { programmeMaker } from '../../testing/programme-maker.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

type Wanted = NonNullable<RouteBodyInput<'setCornerPiece'>['piece']>

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const ANY = { 'if-match': '*' }
const CLOCK: Wanted = { kind: 'clock', size: 12, face: 'digits', date: true }
const WORDS: Wanted = { kind: 'words', size: 10, text: 'Room 12' }
const QR: Wanted = { kind: 'qr', size: 18, link: 'https://example.org/menu' }

describeDialects('corner pieces', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let made = 0
  const { makeDisplay } = programmeMaker(() => admin, { timeZone: 'UTC' })

  async function upload(client = admin, of = organisationId): Promise<string> {
    made += 1
    const background = { r: made, g: 90, b: 200 }
    const body = await sharp({ create: { width: 64, height: 32, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    return (await client.call('uploadMedia', { params: { organisationId: of }, body, headers })).body.url
  }
  const set = (
    display: DisplayKey,
    corner: Corner,
    piece: Wanted | null,
    headers: Record<string, string> = ANY,
    client = admin,
  ) => client.call('setCornerPiece', { params: { ...display, corner }, body: { piece }, headers })
  const move = (display: DisplayKey, corner: Corner, to: Corner, headers = ANY, client = admin) =>
    client.call('moveCornerPiece', { params: { ...display, corner }, body: { to }, headers })
  const manifestOf = async (key: DisplayKey): Promise<Manifest> =>
    (await admin.call('getManifest', { params: key })).body
  const bytesOf = async (key: DisplayKey) => (await admin.visit(pathOf('getManifest', key))).text()
  const programmeOf = async (key: DisplayKey): Promise<Programme> =>
    (await admin.call('getProgramme', { params: key })).body
  const standing = async (key: DisplayKey) => (await programmeOf(key)).cornerPieces.map(({ corner }) => corner)
  const logOf = async (key: DisplayKey) => (await admin.call('listActivity', { params: key })).body.entries

  it('[LY6] a display with empty corners has the manifest that it had, byte for byte', async () => {
    const display = await makeDisplay()
    await admin.call('createLine', { params: display, body: { text: 'Welcome' } })
    const before = await bytesOf(display)
    expect(before).not.toContain('corner')
    expect((await programmeOf(display)).cornerPieces).toEqual([])
    await set(display, 'top-left', CLOCK)
    await set(display, 'top-left', null)
    const { revision } = await manifestOf(display)
    expect(await bytesOf(display)).toBe(before.replace(/"revision":\d+/, `"revision":${revision}`))
  })

  it('[LY6] each of the four corners holds one piece, and screens receive what they draw', async () => {
    const display = await makeDisplay({ timeZone: 'Asia/Kolkata', language: 'hi' })
    const { loopStartedAt, revision } = await manifestOf(display)
    const first = await set(display, 'bottom-right', QR, { 'if-match': '"0"' })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      revision: revision + 1,
      piece: { ...QR, corner: 'bottom-right', revision: revision + 1 },
    })
    await set(display, 'top-left', CLOCK, { 'if-match': '"0"' })
    await set(display, 'top-right', { ...WORDS, schedule: { days: [1, 2] } })
    await set(display, 'bottom-left', { ...WORDS, text: 'On {weekday}' })
    const { cornerPieces, zoneOffsets, ...manifest } = await manifestOf(display)
    expect(cornerPieces).toEqual([
      { ...CLOCK, corner: 'top-left' },
      { ...WORDS, corner: 'top-right', schedule: { days: [1, 2] } },
      { ...WORDS, corner: 'bottom-left', text: 'On {weekday}' },
      { ...QR, corner: 'bottom-right' },
    ])
    // Everything that plays goes on, and clocks follow the display.
    expect(manifest.loopStartedAt).toBe(loopStartedAt)
    expect(zoneOffsets?.[0]?.[1]).toBe(330)
    expect((await programmeOf(display)).cornerPieces.map(({ corner }) => corner)).toEqual([...CORNERS])
  })

  it('[LY6] refuses what does not fit, at its field, and changes nothing', async () => {
    const display = await makeDisplay()
    await set(display, 'top-left', WORDS)
    const home = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(server, home)
    const { client: stranger } = await enterAs(server, 'stranger', { role: 'owner', home })
    const theirs = await upload(stranger, home.organisationId)
    const before = await programmeOf(display)
    const cases: [unknown, { code: string; field?: string }][] = [
      [
        { ...CLOCK, size: 21 },
        { code: 'corner-size-outside', field: 'piece.size' },
      ],
      [
        { ...CLOCK, size: 7 },
        { code: 'corner-size-outside', field: 'piece.size' },
      ],
      [
        { ...WORDS, text: ' ' },
        { code: 'text-missing', field: 'piece.text' },
      ],
      [
        { ...WORDS, text: 'x'.repeat(61) },
        { code: 'too-long', field: 'piece.text' },
      ],
      [
        { ...QR, link: 'example' },
        { code: 'link-not-valid', field: 'piece.link' },
      ],
      [
        { ...CLOCK, kind: 'sea' },
        { code: 'invalid-field', field: 'piece.kind' },
      ],
      [
        { ...CLOCK, corner: 'middle' },
        { code: 'unknown-field', field: 'piece.corner' },
      ],
      [
        { ...CLOCK, schedule: { days: [] } },
        { code: 'schedule-without-days', field: 'piece.schedule.days' },
      ],
      [
        { ...CLOCK, schedule: { from: '2026-12-01T00:00', until: '2026-12-02T00:00', days: [7] } },
        { code: 'schedule-never-on', field: 'piece.schedule' },
      ],
      [
        { kind: 'logo', size: 10, url: theirs },
        { code: 'media-not-found', field: 'piece.url' },
      ],
      [
        { kind: 'logo', size: 10, url: '/media/gone.jpg' },
        { code: 'media-not-found', field: 'piece.url' },
      ],
    ]
    for (const [piece, error] of cases) {
      const answer = await set(display, 'bottom-left', piece as Wanted)
      expect([answer.status >= 400, (answer.body as unknown as { error: object }).error]).toMatchObject([true, error])
    }
    expect(await set(display, 'middle' as Corner, CLOCK)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid-field', field: 'corner' } },
    })
    expect(await move(display, 'bottom-left', 'top-right')).toMatchObject({
      status: 404,
      body: { error: { code: 'corner-piece-not-found' } },
    })
    expect(await programmeOf(display)).toEqual(before)
  })

  it('[LY6] of two people, one in each corner, both are served; in one corner the second is told of the first', async () => {
    const display = await makeDisplay()
    const none = { 'if-match': '"0"' }
    const [one, other] = await Promise.all([set(display, 'top-left', CLOCK, none), set(display, 'top-right', QR, none)])
    expect([one.status, other.status]).toEqual([200, 200])
    const late = await set(display, 'top-left', WORDS, none)
    expect(late).toMatchObject({ status: 412, body: { error: { code: 'changed-meanwhile', current: one.body.piece } } })
    expect(await move(display, 'top-right', 'top-left')).toMatchObject({
      status: 409,
      body: { error: { code: 'corner-taken', field: 'to' } },
    })
    await set(display, 'top-left', null)
    const again = { 'if-match': `"${one.body.piece?.revision}"` }
    expect(await set(display, 'top-left', WORDS, again)).toMatchObject({
      status: 412,
      body: { error: { current: null } },
    })
    expect(await standing(display)).toEqual(['top-right'])
  })

  it('[LY6] a command that arrives twice is carried out once, and one that changes nothing is no change', async () => {
    const display = await makeDisplay()
    const headers = { ...ANY, 'idempotency-key': crypto.randomUUID() }
    const one = await set(display, 'top-left', CLOCK, headers)
    const other = await set(display, 'top-left', CLOCK, headers)
    expect(other.body).toEqual(one.body)
    expect((await set(display, 'top-left', CLOCK)).body).toEqual(one.body)
    expect((await set(display, 'top-right', null)).body).toEqual({ revision: one.body.revision, piece: null })
    expect(await logOf(display)).toHaveLength(2)
  })

  it('[LY6] a piece is moved to an empty corner, and an undo brings it back', async () => {
    const display = await makeDisplay()
    const { body } = await set(display, 'top-left', { ...WORDS, schedule: { days: [1] } })
    const moved = await move(display, 'top-left', 'bottom-right', { 'if-match': `"${body.piece?.revision}"` })
    expect(moved.body.piece).toEqual({
      ...WORDS,
      schedule: { days: [1] },
      corner: 'bottom-right',
      revision: body.revision + 1,
    })
    const [entry] = await logOf(display)
    expect(entry).toMatchObject({
      kind: 'corner-piece-moved',
      subject: { type: 'corner-piece', title: 'bottom-right', formerTitle: 'top-left' },
      count: 1,
      undo: 'put-back',
    })
    await admin.call('undoActivity', { params: { ...display, entryId: entry?.id as never } })
    expect(await standing(display)).toEqual(['top-left'])
  })

  it('[LY6] the log, undo, going back and the time machine know corners', async () => {
    const display = await makeDisplay()
    const start = (await programmeOf(display)).revision
    aheadMs += 60_000
    await set(display, 'top-left', CLOCK)
    await set(display, 'top-left', { ...CLOCK, face: 'hands' } as Wanted)
    await set(display, 'bottom-left', WORDS)
    const then = Date.now() + aheadMs
    const shown = await manifestOf(display)
    aheadMs += 60_000
    await set(display, 'top-left', null)
    const kinds = (await logOf(display)).map(({ kind }) => kind)
    expect(kinds.slice(0, 4)).toEqual([
      'corner-piece-removed',
      'corner-piece-added',
      'corner-piece-changed',
      'corner-piece-added',
    ])
    const [removed] = await logOf(display)
    await admin.call('undoActivity', { params: { ...display, entryId: removed?.id as never } })
    expect((await programmeOf(display)).cornerPieces[0]).toMatchObject({ corner: 'top-left', face: 'hands' })

    const pastAt = async (at: number) => {
      const answer = await admin.visit(`${pathOf('getPastManifest', display)}?at=${at}`)
      return ((await answer.json()) as PastManifest).manifest
    }
    expect((await pastAt(then)).cornerPieces).toEqual(shown.cornerPieces)
    expect(await pastAt(then - 59_000)).not.toHaveProperty('cornerPieces')

    const preview = await admin.visit(`${pathOf('previewRestore', display)}?revision=${start + 1}`)
    expect(((await preview.json()) as RestorePreview).differences).toMatchObject([
      { type: 'corner-piece', title: 'bottom-left', effect: 'goes-away' },
      { type: 'corner-piece', title: 'top-left', effect: 'changes', fields: ['corner-piece'] },
    ])
    const restored = await admin.call('restoreProgramme', {
      params: display,
      body: { revision: start + 1 },
      headers: ANY,
    })
    expect(restored.status).toBe(200)
    expect((await manifestOf(display)).cornerPieces).toEqual([{ ...CLOCK, corner: 'top-left' }])
  })

  it('[LY6] an undo does not overwrite what somebody else has put into the corner meanwhile', async () => {
    const display = await makeDisplay()
    await set(display, 'top-left', CLOCK)
    await set(display, 'top-left', null)
    const [removed] = await logOf(display)
    await set(display, 'top-left', WORDS)
    const undo = await admin.call('undoActivity', { params: { ...display, entryId: removed?.id as never } })
    expect(undo).toMatchObject({ status: 412, body: { error: { code: 'changed-meanwhile' } } })
    expect((await programmeOf(display)).cornerPieces).toMatchObject([{ kind: 'words' }])
  })

  it('[LY6] the logo of the organisation is drawn in the corner, and a change of it reaches the screens', async () => {
    const [display, plain] = [await makeDisplay(), await makeDisplay()]
    await set(display, 'top-left', { kind: 'logo', size: 10 })
    // None is set yet: nothing is shown.
    expect(await manifestOf(display)).not.toHaveProperty('cornerPieces')
    const before = await manifestOf(plain)
    const logoUrl = await upload()
    const { revision } = await manifestOf(display)
    await admin.call('updateBrand', { params, body: { colour: '#aa3355', logoUrl } })
    const manifest = await manifestOf(display)
    expect(manifest.revision).toBe(revision + 1)
    expect(manifest.cornerPieces).toEqual([
      {
        corner: 'top-left',
        kind: 'logo',
        size: 10,
        url: logoUrl,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        sizeBytes: expect.any(Number),
      },
    ])
    expect(await manifestOf(plain)).toEqual(before)
    await set(plain, 'top-left', CLOCK)
    expect((await manifestOf(plain)).brand?.colour).toBe('#aa3355')
    await admin.call('updateBrand', { params, body: { colour: null, logoUrl: null } })
  })

  it('[LY6] the library knows a picture in a corner, keeps it, and does not remove it', async () => {
    const display = await makeDisplay()
    const url = await upload()
    const mediaId = url.slice('/media/'.length, -'.jpg'.length) as never
    await admin.call('addLibraryFile', { params, body: { mediaId, name: 'Sponsor' } })
    await set(display, 'top-right', { kind: 'logo', size: 10, url, schedule: { days: [1] } })
    expect((await manifestOf(display)).cornerPieces).toMatchObject([{ url, sizeBytes: expect.any(Number) }])
    const file = (await admin.call('getLibraryFile', { params: { ...params, mediaId } })).body
    expect(file).toMatchObject({
      uses: 1,
      places: [{ kind: 'corner', programmeId: display.displayId, itemId: null, scheduled: true }],
      elsewhere: 0,
    })
    const unused = await admin.visit(`${pathOf('listLibraryFiles', params)}?unused=1`)
    expect(await unused.text()).not.toContain(url)
    const remove = () => admin.call('removeLibraryFiles', { params, body: { ids: [mediaId], everywhere: true } })
    expect(await remove()).toMatchObject({ status: 409, body: { error: { code: 'file-in-corner', field: 'ids.0' } } })

    const sweepLater = async () => {
      await server.app.media.sweep()
      aheadMs += UNREFERENCED_MEDIA_KEPT_MS + 60_000
      await server.app.media.sweep()
      await signInAgain()
    }
    const loose = await upload()
    await set(display, 'top-right', { kind: 'logo', size: 10, url: loose })
    await sweepLater()
    expect([(await admin.visit(loose)).status, (await admin.visit(url)).status]).toEqual([200, 200])
    await set(display, 'top-right', null)
    expect((await remove()).status).toBe(200)
  })

  it('[LY6] a picture in a corner is only for those who may see the display, and goes back with the log', async () => {
    const display = await makeDisplay()
    const url = await upload()
    await set(display, 'top-left', { kind: 'logo', size: 10, url })
    await admin.call('updateDisplay', { params: display, body: { pairedOnly: true } })
    const anyone = await fetch(server.url + url)
    await anyone.body?.cancel()
    expect(anyone.status).toBe(403)
    expect((await admin.visit(url)).status).toBe(200)
    await admin.call('updateDisplay', { params: display, body: { pairedOnly: false } })

    await set(display, 'top-left', WORDS)
    const { queries } = server.app.context.database
    const id = url.slice('/media/'.length, -'.jpg'.length)
    const [changed] = await logOf(display)
    await queries.deleteFrom('media_file').where('id', '=', id).execute()
    const undo = await admin.call('undoActivity', { params: { ...display, entryId: changed?.id as never } })
    expect(undo).toMatchObject({ status: 410, body: { error: { code: 'file-gone' } } })
  })

  it('[LY6] people who are limited to some displays, viewers and strangers do not change corners', async () => {
    const display = await makeDisplay()
    await set(display, 'top-left', WORDS)
    const limited = (await enterAs(server, 'limited', { role: 'editor', displays: [display.displayId] })).client
    const viewer = (await enterAs(server, 'viewer', { role: 'viewer' })).client
    const editor = (await enterAs(server, 'editor', { role: 'editor' })).client
    for (const client of [limited, viewer]) {
      expect((await set(display, 'top-right', CLOCK, ANY, client)).status).toBe(403)
      expect((await move(display, 'top-left', 'top-right', ANY, client)).status).toBe(403)
    }
    expect((await viewer.call('getProgramme', { params: display })).body.cornerPieces).toHaveLength(1)
    expect((await set(display, 'top-right', CLOCK, ANY, editor)).status).toBe(200)
  })

  it('[LY6] a display takes its corners along when it is removed', async () => {
    const display = await makeDisplay()
    for (const corner of CORNERS) await set(display, corner, WORDS)
    expect((await admin.call('removeDisplay', { params: display, headers: ANY })).status).toBe(204)
    const { queries } = server.app.context.database
    const rows = await queries
      .selectFrom('corner_piece')
      .selectAll()
      .where('programme_id', '=', display.displayId)
      .execute()
    expect(rows).toEqual([])
  })

  it('[LY6] every kind is read back as it was set', async () => {
    const display = await makeDisplay()
    const pieces: Wanted[] = [
      { kind: 'clock', size: 8, face: 'hands', date: false },
      { kind: 'words', size: 20, text: 'أهلًا {time}' },
      { kind: 'qr', size: 15, link: 'https://example.org/?a=1&b=2#c' },
      { kind: 'logo', size: 9, url: await upload() },
    ]
    for (const piece of pieces) {
      const { body } = await set(display, 'bottom-left', piece)
      const held = (await programmeOf(display)).cornerPieces[0] as CornerPiece
      expect(held).toEqual({ ...piece, corner: 'bottom-left', revision: body.revision })
      expect(body.piece).toEqual(held)
    }
  })
})

import { DisplayId, type DisplayKey, ItemId, OrganisationId, type ProgrammeKey, UNDO_MS } from '@placard/contract'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { LAB } from '../../testing/keys.ts'
import { pairScreen } from '../../testing/pair-screen.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const { organisationId } = SAMPLE_DISPLAY
const USUAL = { diagonalInches: 55, distanceCm: 400, widthPx: 1920, heightPx: 1080 }

describeDialects('the facts for advice', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let made = 0

  beforeAll(async () => {
    await admin.call('createDisplay', { params: LAB, body: { id: LAB.displayId, name: 'Laboratory', timeZone: 'UTC' } })
  })

  const factsOf = async (params: ProgrammeKey, client = admin) => (await client.call('getAdviceFacts', { params })).body
  const leave = (params: ProgrammeKey, entryId: string, isLeft = true, client = admin) =>
    client.call('leaveAdvice', { params, body: { entryId, rule: 'shouting', isLeft } })

  async function upload(width: number, height: number) {
    made += 1
    const background = { r: made % 256, g: 80, b: 160 }
    const body = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const headers = { 'content-type': 'image/jpeg' }
    return (await admin.call('uploadMedia', { params: { organisationId }, body, headers })).body
  }
  const show = async (params: ProgrammeKey, url: string, type: 'image' | 'deck' = 'image') =>
    (await admin.call('createItem', { params, body: { title: 'One', type, url } })).body.item

  async function pair(
    displayId: DisplayId,
    more: { diagonalInches?: number; distanceCm?: number } = {},
    upright = false,
  ) {
    const [width, height] = upright ? [1080, 1920] : [1920, 1080]
    const wanted = { as: 'new' as const, displayId, name: 'Panel', ...more }
    const about = { secret: null, width, height, timeZone: '' }
    return (await pairScreen(server, admin, wanted, SAMPLE_DISPLAY, about)).screen
  }

  it('[LT1] without paired screens it is one as the settings say', async () => {
    expect(await factsOf(LAB)).toMatchObject({ screens: [USUAL], isSilent: false, colour: null, files: [], left: [] })
    await admin.call('updateDisplay', { params: LAB, body: { diagonalInches: 32, distanceCm: 150 } })
    expect((await factsOf(LAB)).screens).toEqual([{ ...USUAL, diagonalInches: 32, distanceCm: 150 }])
  })

  it('[LT1] paired screens say what they are in place of the settings, each kind once', async () => {
    const first = await pair(LAB.displayId)
    expect(first).toMatchObject({ diagonalInches: 55, distanceCm: 400 })
    await pair(LAB.displayId)
    const tall = await pair(LAB.displayId, { diagonalInches: 86, distanceCm: 1_200 }, true)
    const upright = { diagonalInches: 86, distanceCm: 1_200, widthPx: 1080, heightPx: 1920 }
    expect((await factsOf(LAB)).screens).toEqual(expect.arrayContaining([USUAL, upright]))
    expect((await factsOf(LAB)).screens).toHaveLength(2)
    // Described fields keep their names within a major version.
    const { glasses, screens } = await factsOf(LAB)
    expect(glasses).toEqual(screens)
    const params = { organisationId, screenId: tall.id }
    const changed = await admin.call('changePairedScreen', { params, body: { distanceCm: 600 } })
    expect(changed.body).toMatchObject({ diagonalInches: 86, distanceCm: 600, name: 'Panel' })
    expect((await factsOf(LAB)).screens).toContainEqual({ ...upright, distanceCm: 600 })
    expect((await admin.call('changePairedScreen', { params, body: { distanceCm: 1 } })).status).toBe(422)
    await admin.call('letGoScreen', { params })
    expect((await factsOf(LAB)).screens).toEqual([USUAL])
  })

  it('[LT1] files say how large they are, what was said of them, and how small the letters of their pages are', async () => {
    const picture = await upload(320, 200)
    await show(LAB, picture.url)
    const file = () => factsOf(LAB).then(({ files }) => files.find(({ id }) => id === picture.id))
    expect(await file()).toEqual({ id: picture.id, width: 320, height: 200, isDescribed: false })
    const of = { organisationId, mediaId: picture.id }
    await admin.call('updateLibraryFile', { params: of, body: { alternativeText: 'A bowl of soup' } })
    expect(await file()).toMatchObject({ isDescribed: true })

    const [one, two] = [await upload(764, 1080), await upload(764, 1080)]
    const pages = [
      { mediaId: one.id, text: 'Ten words of soup', letters: 0.0125 },
      { mediaId: two.id, text: '' },
    ]
    const deck = (await admin.call('createDeck', { params: { organisationId }, body: { name: 'Menu', pages } })).body
    await show(LAB, deck.url, 'deck')
    expect((await factsOf(LAB)).files.find(({ id }) => id === deck.id)).toEqual({
      id: deck.id,
      width: 764,
      height: 1080,
      isDescribed: false,
      pages: [
        { width: 764, height: 1080, letters: 0.0125, words: 4 },
        { width: 764, height: 1080, letters: null, words: 0 },
      ],
    })
    const wrong = [{ mediaId: one.id, text: '', letters: 1.5 }]
    expect(
      await admin.call('createDeck', { params: { organisationId }, body: { name: 'x', pages: wrong } }),
    ).toMatchObject({
      status: 422,
    })
  })

  it('[LT1] entries of an included playlist count, and a playlist is checked on the displays that include it', async () => {
    const name = { name: 'Menu' }
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body: name })).body
    const key = { organisationId, playlistId: playlist.id }
    expect((await factsOf(key)).screens).toEqual([USUAL])
    const picture = await upload(500, 300)
    const item = await show(key, picture.url)
    await admin.call('includePlaylist', { params: key, body: { displays: [LAB.displayId] } })
    await leave(key, item.id)
    expect((await factsOf(LAB)).files.map(({ id }) => id)).toContain(picture.id)
    expect((await factsOf(LAB)).left).toContainEqual({ entryId: item.id, rule: 'shouting' })
    expect((await factsOf(key)).screens).toEqual((await factsOf(LAB)).screens)
    const limited = (await enterAs(server, 'limited', { role: 'editor', displays: [SAMPLE_DISPLAY.displayId] })).client
    expect((await limited.call('getAdviceFacts', { params: key })).status).toBe(404)
    expect((await leave(key, item.id, true, limited)).status).toBe(403)
  })

  it('[LY5] [LY10] zones of a layout: the room of the content, and the zones that do not play the films of a playlist', async () => {
    const hall: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }
    await admin.call('createDisplay', { params: hall, body: { id: hall.displayId, name: 'Hall', timeZone: 'UTC' } })
    const body = { name: 'Side' }
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body })).body
    const key = { organisationId, playlistId: playlist.id }
    const zones = [{ playlistId: playlist.id }]
    const layout = { arrangement: 'side-bar' as const, dividers: [80], zones }
    await admin.call('setLayout', { params: hall, body: { layout }, headers: { 'if-match': '*' } })
    expect(await factsOf(hall)).toMatchObject({ screens: [{ ...USUAL, zone: { width: 80, height: 100 } }] })
    expect((await factsOf(key)).screens).toEqual([{ ...USUAL, zone: { width: 20, height: 100 } }])
    await pair(hall.displayId, {}, true)
    const upright = { ...USUAL, widthPx: 1080, heightPx: 1920 }
    expect((await factsOf(key)).screens).toEqual([{ ...upright, zone: { width: 100, height: 20 } }])
    // The same playlist in the loop of the display has the main zone as well.
    await admin.call('includePlaylist', { params: key, body: { displays: [hall.displayId] } })
    expect((await factsOf(key)).screens).toHaveLength(2)

    expect((await factsOf(key)).filmlessZones).toEqual([])
    const film = { title: 'Film', type: 'youtube' as const, url: 'https://youtu.be/aaaaaaaaaaa' }
    const { item } = (await admin.call('createItem', { params: hall, body: film })).body
    const told = [{ display: 'Hall', number: 2, filmsPlayIn: 1 }]
    expect((await factsOf(key)).filmlessZones).toEqual(told)
    expect((await factsOf(hall)).filmlessZones).toEqual([])
    const hidden = { params: { ...hall, itemId: item.id }, body: { visible: false }, headers: { 'if-match': '*' } }
    await admin.call('updateItem', hidden)
    expect((await factsOf(key)).filmlessZones).toEqual([])

    // Somebody who may not use the display is not told its name.
    await admin.call('updateItem', { ...hidden, body: { visible: true } })
    await admin.call('includePlaylist', { params: key, body: { displays: [SAMPLE_DISPLAY.displayId] } })
    const limits = { role: 'editor' as const, displays: [SAMPLE_DISPLAY.displayId] }
    const person = (await enterAs(server, 'not-of-the-hall', limits)).client
    expect((await factsOf(key, person)).filmlessZones).toEqual([])
  })

  it('[LT1] a finding that one person leaves is left for everybody, until somebody takes it up again', async () => {
    const { body } = await admin.call('createLine', { params: LAB, body: { text: 'EXAM IN THE LARGE HALL' } })
    const left = () => factsOf(LAB).then((facts) => facts.left.filter(({ entryId }) => entryId === body.line.id))
    expect((await leave(LAB, body.line.id)).status).toBe(204)
    expect((await leave(LAB, body.line.id)).status).toBe(204)
    expect(await left()).toEqual([{ entryId: body.line.id, rule: 'shouting' }])
    await leave(LAB, body.line.id, false)
    expect(await left()).toEqual([])
    expect((await leave(LAB, LAB.displayId)).status).toBe(204)
    expect(await leave(LAB, ItemId.parse('nothing'))).toMatchObject({
      status: 404,
      body: { error: { code: 'item-not-found' } },
    })
    const viewer = (await enterAs(server, 'viewer', { role: 'viewer' })).client
    expect((await leave(LAB, body.line.id, true, viewer)).status).toBe(403)
    expect((await factsOf(LAB, viewer)).left).toContainEqual({ entryId: LAB.displayId, rule: 'shouting' })
  })

  it('[LT1] words that were written within the last days have their time, also in a playlist', async () => {
    const { playlist } = (await admin.call('createPlaylist', { params: { organisationId }, body: { name: 'Days' } }))
      .body
    const key = { organisationId, playlistId: playlist.id }
    await admin.call('includePlaylist', { params: key, body: { displays: [LAB.displayId] } })
    const { line } = (await admin.call('createLine', { params: key, body: { text: 'Exam on Monday' } })).body
    const typed = (params: ProgrammeKey, client = admin) =>
      factsOf(params, client).then((facts) => facts.typed.filter(({ entryId }) => entryId === line.id))
    const [first] = await typed(LAB)
    expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(await typed(key)).toEqual([first])

    aheadMs = 3 * 24 * 60 * 60_000
    const later = await server.signIn()
    const headers = { 'if-match': `"${line.revision}"` }
    const params = { ...key, lineId: line.id }
    await later.call('updateLine', { params, body: { text: 'Exam on Tuesday' }, headers })
    expect((await typed(LAB, later))[0]?.at).toBeGreaterThanOrEqual((first?.at ?? 0) + aheadMs)
    aheadMs *= 3
    expect(await typed(LAB, await server.signIn())).toEqual([])
    aheadMs = 0
  })

  it('[LT1] findings left for an entry that is deleted for good are forgotten', async () => {
    const rows = async () =>
      (await server.app.context.database.queries.selectFrom('left_advice').select('entry_id').execute()).length
    const { body } = await admin.call('createLine', { params: LAB, body: { text: 'One' } })
    await leave(LAB, body.line.id)
    const before = await rows()
    await admin.call('removeLine', { params: { ...LAB, lineId: body.line.id } })
    await leave(LAB, LAB.displayId)
    expect(await rows()).toBe(before)
    aheadMs = UNDO_MS + 1_000
    const later = await server.signIn()
    await leave(LAB, LAB.displayId, true, later)
    expect(await rows()).toBe(before - 1)
    aheadMs = 0
  })

  it('[B43] another organisation’s display does not exist', async () => {
    const key = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
    await makePlace(server, key)
    expect((await admin.call('getAdviceFacts', { params: key })).status).toBe(404)
    expect((await leave(key, key.displayId)).status).toBe(404)
  })
})

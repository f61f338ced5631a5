import {
  type CreateDisplay,
  DisplayId,
  type DisplayKey,
  MAX_DISPLAYS_PER_ORGANISATION,
  Manifest,
  OrganisationId,
  Programme,
  pathOf,
  type UpdateDisplay,
} from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { NEW_DISPLAY } from '../../testing/new-display.ts'
import { enterAs } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { openStream } from '../../testing/stream.ts'
import { createDisplay } from './service.ts'

const params = { organisationId: SAMPLE_DISPLAY.organisationId }
const LAB: DisplayKey = { ...params, displayId: DisplayId.parse('lab') }
const failure = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field !== undefined && { field }) } },
})

describeDialects('making, naming and removing displays', (dialect) => {
  let server: TestServer
  let owner: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    owner = await server.signIn()
  })
  afterEach(() => server.close())

  const create = (id: string, more: Partial<CreateDisplay> = {}) =>
    owner.call('createDisplay', { params, body: { id: DisplayId.parse(id), name: 'Laboratory', ...more } })
  const manifestOf = async (key: DisplayKey) => (await server.anonymous.call('getManifest', { params: key })).body
  const watch = (name: 'streamManifest' | 'streamProgramme', key: DisplayKey) =>
    openStream(server.url + pathOf(name, key), { cookie: owner.cookie() })

  it('a display is made empty, and can be filled at once', async () => {
    const { status, body } = await create('lab', { timeZone: 'Asia/Kolkata' })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...params,
        id: 'lab',
        name: 'Laboratory',
        timeZone: 'Asia/Kolkata',
        ...NEW_DISPLAY,
      },
    })
    expect((await owner.call('createLine', { params: LAB, body: { text: 'First' } })).status).toBe(201)
    const { body: listed } = await owner.call('listDisplays', { params })
    expect(listed.map(({ id }) => id)).toEqual(['ece', 'lab'])
  })

  it('its time zone is the server’s when nothing is said', async () => {
    expect((await create('lab')).body.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it.each([
    ['an id that is taken', { id: 'ece', name: 'x' }, failure(409, 'id-taken', 'id')],
    ['an id that cannot be one', { id: 'Hall 1', name: 'x' }, failure(400, 'invalid-id')],
    ['no name', { id: 'lab', name: '  ' }, failure(422, 'name-missing')],
    ['a name that is too long', { id: 'lab', name: 'x'.repeat(201) }, failure(422, 'too-long')],
    ['a time zone that is none', { id: 'lab', name: 'x', timeZone: 'Mars/Olympus' }, failure(422, 'invalid-time-zone')],
    ['an offset', { id: 'lab', name: 'x', timeZone: '+05:30' }, failure(422, 'invalid-time-zone')],
    ['[B22] a revision', { id: 'lab', name: 'x', revision: 9 }, failure(422, 'unknown-field')],
  ])('refuses %s', async (_, body, expected) => {
    expect(await owner.call('createDisplay', { params, body: body as never })).toMatchObject(expected)
    expect((await owner.call('listDisplays', { params })).body).toHaveLength(1)
  })

  it('an organisation has an end to its displays, also when many come at once', async () => {
    const { queries } = server.app.context.database
    const row = await queries.selectFrom('programme').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: MAX_DISPLAYS_PER_ORGANISATION - 3 }, (_, index) => ({ ...row, id: `d${index}` }))
    for (const one of more) await queries.insertInto('programme').values(one).execute()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((id) => create(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(await create('e')).toMatchObject(failure(409, 'too-many-displays'))
  })

  it('a new name and time zone show on every dashboard, and raise the revision once', async () => {
    const stream = await watch('streamProgramme', SAMPLE_DISPLAY)
    const before = Programme.parse((await stream.next('programme')).data)
    const update = (body: { name?: string; timeZone?: string }) =>
      owner.call('updateDisplay', { params: SAMPLE_DISPLAY, body })
    const wanted = { name: 'Electronics', timeZone: 'Asia/Kolkata' }
    expect((await update(wanted)).body).toMatchObject({ ...wanted, revision: before.revision + 1 })
    expect((await stream.next('programme')).data).toMatchObject({ ...wanted, revision: before.revision + 1 })
    expect((await update(wanted)).body.revision).toBe(before.revision + 1)
    const renamed = { name: 'ECE', timeZone: 'Asia/Kolkata', revision: before.revision + 2 }
    expect((await update({ name: 'ECE' })).body).toMatchObject(renamed)
    const moved = { name: 'ECE', timeZone: 'Europe/Paris', revision: before.revision + 3 }
    expect((await update({ timeZone: 'Europe/Paris' })).body).toMatchObject(moved)
    expect((await owner.call('listDisplays', { params })).body).toMatchObject([moved])
    const { entries } = (await owner.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries.slice(0, 3).map(({ kind, subject }) => [kind, subject?.title, subject?.formerTitle])).toEqual([
      ['display-changed', 'ECE', null],
      ['display-changed', 'ECE', 'Electronics'],
      ['display-changed', 'Electronics', before.name],
    ])
    expect(await update({ timeZone: 'UTC+1' })).toMatchObject(failure(422, 'invalid-time-zone'))
    stream.close()
  })

  it('[G2] that pictures fill the screen without texts is a setting: it reaches the screens, and is written down', async () => {
    const screen = await watch('streamManifest', SAMPLE_DISPLAY)
    const { revision } = Manifest.parse((await screen.next('manifest')).data)
    const update = (body: { fillsWithoutLines?: boolean; name?: string }) =>
      owner.call('updateDisplay', { params: SAMPLE_DISPLAY, body })
    expect(await manifestOf(SAMPLE_DISPLAY)).not.toHaveProperty('fillsWithoutLines')
    const { loopStartedAt } = await manifestOf(SAMPLE_DISPLAY)
    expect((await update({ fillsWithoutLines: true })).body).toMatchObject({ fillsWithoutLines: true })
    const filled = { fillsWithoutLines: true, revision: revision + 1, loopStartedAt }
    expect((await screen.next('manifest')).data).toMatchObject(filled)
    expect((await update({ fillsWithoutLines: true })).body.revision).toBe(revision + 1)
    expect((await update({ name: 'ECE' })).body).toMatchObject({ fillsWithoutLines: true, revision: revision + 2 })
    expect((await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body).toMatchObject({
      fillsWithoutLines: true,
    })
    expect((await update({ fillsWithoutLines: false })).body).toMatchObject({ fillsWithoutLines: false })
    expect(await manifestOf(SAMPLE_DISPLAY)).not.toHaveProperty('fillsWithoutLines')
    const { entries } = (await owner.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries.slice(0, 3).map(({ kind }) => kind)).toEqual(Array(3).fill('display-changed'))
    screen.close()
  })

  it('[TM3] a display says how long people stand in front of it', async () => {
    const update = (body: UpdateDisplay) => owner.call('updateDisplay', { params: SAMPLE_DISPLAY, body })
    expect((await update({ dwellSeconds: 10 })).body).toMatchObject({ dwellSeconds: 10 })
    expect((await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body).toMatchObject({ dwellSeconds: 10 })
    expect((await create('lobby', { dwellSeconds: 60 })).body).toMatchObject({ dwellSeconds: 60 })
    const before = (await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body.revision
    expect(await update({ dwellSeconds: 11 as 10 })).toMatchObject(failure(422, 'invalid-field'))
    expect((await update({ dwellSeconds: 10 })).body.revision).toBe(before)
    expect((await update({ dwellSeconds: 30 })).body).toMatchObject({ dwellSeconds: 30, revision: before + 1 })
  })

  it('[LT1] a display says how large its screens are and from where they are read, and no player hears of it', async () => {
    const update = (body: UpdateDisplay) => owner.call('updateDisplay', { params: SAMPLE_DISPLAY, body })
    const manifest = await manifestOf(SAMPLE_DISPLAY)
    const hung = { diagonalInches: 43, distanceCm: 250 }
    expect((await update(hung)).body).toMatchObject(hung)
    expect((await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body).toMatchObject(hung)
    const { revision: _, ...before } = manifest
    const { revision, ...after } = await manifestOf(SAMPLE_DISPLAY)
    expect(after).toEqual(before)
    expect((await update(hung)).body.revision).toBe(revision)
    expect((await create('lobby', { distanceCm: 900 })).body).toMatchObject({ diagonalInches: 55, distanceCm: 900 })
    for (const wrong of [{ diagonalInches: 4 }, { diagonalInches: 55.5 }, { distanceCm: 29 }, { distanceCm: 10_001 }])
      expect(await update(wrong)).toMatchObject(failure(422, 'invalid-field', Object.keys(wrong)[0]))
  })

  it('[SH2] opening hours reach the screens with the clock to go by, and leave the loop alone', async () => {
    const update = (body: UpdateDisplay) => owner.call('updateDisplay', { params: SAMPLE_DISPLAY, body })
    const screen = await watch('streamManifest', SAMPLE_DISPLAY)
    const { revision, loopStartedAt, zoneOffsets } = Manifest.parse((await screen.next('manifest')).data)
    expect(zoneOffsets).toBe(undefined)
    const openingHours = { days: [1, 2, 3, 4, 5], hours: [{ from: '07:00', until: '18:00' }], not: ['2026-12-24'] }
    expect((await update({ openingHours })).body).toMatchObject({ openingHours, revision: revision + 1 })
    const told = Manifest.parse((await screen.next('manifest')).data)
    expect(told).toMatchObject({ openingHours, loopStartedAt, revision: revision + 1 })
    expect(told.zoneOffsets?.length).toBeGreaterThan(0)
    expect((await update({ openingHours })).body.revision).toBe(revision + 1)
    expect((await update({ name: 'ECE' })).body).toMatchObject({ openingHours })
    expect((await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body).toMatchObject({ openingHours })
    expect((await create('lobby', { openingHours })).body).toMatchObject({ openingHours })

    for (const [wrong, code, field] of [
      [{ days: [] }, 'schedule-without-days', 'openingHours.days'],
      [{ hours: [{ from: '25:00', until: '18:00' }] }, 'schedule-no-such-time', 'openingHours.hours.0.from'],
      [{ until: '2026-12-24T08:00' }, 'unknown-field', 'openingHours.until'],
      [{}, 'schedule-without-hours', 'openingHours'],
    ] as const) {
      expect(await update({ openingHours: wrong as never })).toMatchObject({ status: 422, body: { error: { code } } })
      expect((await update({ openingHours: wrong as never })).body).toMatchObject({ error: { field } })
    }
    expect((await update({ openingHours: null })).body).toMatchObject({ openingHours: null })
    expect(await manifestOf(SAMPLE_DISPLAY)).not.toHaveProperty('openingHours')
    screen.close()
  })

  it('[TM2] a programme tells when its loop began, as its manifest does', async () => {
    const { loopStartedAt } = await manifestOf(SAMPLE_DISPLAY)
    expect((await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).body).toMatchObject({ loopStartedAt })
    expect(loopStartedAt).toBeGreaterThan(0)
  })

  it('tells what a removal takes along, and takes exactly that', async () => {
    const contents = () => owner.call('getDisplayContents', { params: SAMPLE_DISPLAY })
    await create('lab')
    await enterAs(server, 'limited', { role: 'viewer', displays: [SAMPLE_DISPLAY.displayId] })
    await enterAs(server, 'wide', { role: 'viewer', displays: [SAMPLE_DISPLAY.displayId, LAB.displayId] })
    const { items } = await manifestOf(SAMPLE_DISPLAY)
    const [first] = items
    if (!first) throw new Error('the sample is empty')
    const before = (await contents()).body
    expect(before).toMatchObject({ items: 4, lines: 2, files: 4, people: 1 })
    // A file that another display also shows is kept.
    const shared = { title: 'Shared', url: first.url, type: first.type, visible: true }
    expect((await owner.call('createItem', { params: LAB, body: shared })).status).toBe(201)
    expect((await contents()).body.files).toBe(3)

    await owner.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'Meanwhile' } })
    const remove = (revision: number | undefined) =>
      owner.call('removeDisplay', {
        params: SAMPLE_DISPLAY,
        headers: revision === undefined ? {} : { 'if-match': `"${revision}"` },
      })
    expect(await remove(undefined)).toMatchObject(failure(428, 'revision-missing'))
    expect(await remove(before.revision)).toMatchObject(failure(412, 'changed-meanwhile'))
    expect((await manifestOf(SAMPLE_DISPLAY)).items).toHaveLength(4)
    expect((await remove((await contents()).body.revision)).status).toBe(204)

    expect(await owner.call('getProgramme', { params: SAMPLE_DISPLAY })).toMatchObject(
      failure(404, 'display-not-found'),
    )
    expect((await owner.call('listDisplays', { params })).body.map(({ id }) => id)).toEqual(['lab'])
    expect((await manifestOf(LAB)).items).toHaveLength(1)
    const { queries } = server.app.context.database
    const left = await queries.selectFrom('profile').select(['email', 'displays']).orderBy('email').execute()
    expect(left).toEqual([
      { email: 'admin@vnr.example', displays: null },
      { email: 'limited@people.example', displays: '[]' },
      { email: 'wide@people.example', displays: '["lab"]' },
    ])
  })

  it('screens of a removed display go dark, also those that ask later, and come back with one of the same id', async () => {
    const screen = await watch('streamManifest', SAMPLE_DISPLAY)
    const dashboard = await watch('streamProgramme', SAMPLE_DISPLAY)
    const { revision } = (await screen.next('manifest')).data as { revision: number }
    await dashboard.next('programme')
    await owner.call('removeDisplay', { params: SAMPLE_DISPLAY, headers: { 'if-match': '*' } })

    const dark = { ...SAMPLE_DISPLAY, revision: revision + 1, items: [], lines: [] }
    expect((await screen.next('manifest')).data).toMatchObject(dark)
    expect((await dashboard.next('bye')).data).toEqual({ reason: 'stopping', retryAfterMs: 0 })
    await dashboard.ended
    // The display's screen was switched off at the time.
    expect(await manifestOf(SAMPLE_DISPLAY)).toMatchObject(dark)
    expect((await watch('streamProgramme', SAMPLE_DISPLAY)).status).toBe(404)

    expect((await create('ece', { name: 'Anew' })).body.revision).toBe(revision + 2)
    expect((await screen.next('manifest')).data).toMatchObject({ name: 'Anew', revision: revision + 2, items: [] })
    screen.close()
  })

  it('nobody who was limited to a display gets the next one of its id', async () => {
    await create('lab')
    const { client } = await enterAs(server, 'limited', { role: 'editor', displays: [LAB.displayId] })
    expect((await client.call('getProgramme', { params: LAB })).status).toBe(200)
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } })
    await create('lab')
    expect(await client.call('getProgramme', { params: LAB })).toMatchObject(failure(404, 'display-not-found'))
  })

  it('[B18] nothing of another organisation is touched', async () => {
    const organisationId = OrganisationId.parse('other')
    const theirs = { organisationId, displayId: SAMPLE_DISPLAY.displayId }
    await createOrganisation(server.app.context, organisationId, 'Another college')
    await createDisplay(server.app.context, theirs, 'Entrance hall')
    await owner.call('removeDisplay', { params: SAMPLE_DISPLAY, headers: { 'if-match': '*' } })
    expect(await owner.call('removeDisplay', { params: theirs, headers: { 'if-match': '*' } })).toMatchObject(
      failure(404, 'display-not-found'),
    )
    expect(await manifestOf(theirs)).toMatchObject({ name: 'Entrance hall', revision: 1 })
  })
})

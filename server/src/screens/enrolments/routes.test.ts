import {
  DisplayId,
  EnrolmentCode,
  type EnrolmentId,
  type EnrolScreen,
  groupedEnrolmentCode,
  OrganisationId,
  type ScreenId,
} from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { createClient } from '../../testing/server.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

const { organisationId, displayId } = SAMPLE_DISPLAY
const params = { organisationId }
const SCREEN = { secret: null, width: 1920, height: 1080, timeZone: 'Europe/Berlin' }
const DAY_MS = 24 * 60 * 60_000

describeDialects('[PX7] enrolment codes', (dialect) => {
  const { server, admin, signInAgain } = sharedTestServer({ dialect, now: () => Date.now() + aheadMs })
  let aheadMs = 0
  let machines = 0

  async function make(screens = 2, more: { place?: string; days?: number } = {}, client = admin) {
    const made = await client.call('createEnrolment', { params, body: { displayId, screens, days: 7, ...more } })
    expect(made.status).toBe(201)
    return made.body
  }
  const newMachine = () => (++machines).toString(16).padStart(32, '0')
  /** A device without a cookie, as at its first start. */
  async function enter(code: string, more: Partial<EnrolScreen> = {}, secret: string | null = null) {
    const enrol = { code, machine: newMachine(), name: '', place: '', ...more }
    const answer = await createClient(server.url).call('enterScreen', {
      params: {},
      body: { ...SCREEN, secret, enrol },
    })
    expect(answer.status).toBe(200)
    return answer.body
  }
  async function enrolled(code: string, more: Partial<EnrolScreen> = {}) {
    const entered = await enter(code, more)
    if (entered.status !== 'paired') throw new Error('the screen was not enrolled')
    return entered
  }
  const screens = async () => (await admin.call('listOrganisationScreens', { params })).body.screens
  const screenOf = async (id: ScreenId) => (await screens()).find(({ paired }) => paired?.id === id)?.paired
  const list = async () => (await admin.call('listEnrolments', { params })).body

  it('a screen is paired at once, under its name, at its place, on the display of the code', async () => {
    const { enrolment, code } = await make(2, { place: 'Second floor' })
    const { place, secret } = await enrolled(groupedEnrolmentCode(code).toLowerCase(), { name: ' Café\n1 ' })
    expect(place).toMatchObject({ organisationId, displayId, name: 'Café 1' })
    expect(await screenOf(place.id)).toMatchObject({ place: 'Second floor', about: { width: 1920, height: 1080 } })
    const other = await enrolled(code, { place: 'Door' })
    expect(await screenOf(other.place.id)).toMatchObject({ name: expect.stringMatching(/ 2$/), place: 'Door' })
    expect((await list()).find(({ id }) => id === enrolment.id)).toEqual({ ...enrolment, enrolled: 2 })
    // Its secret is its identity from then on.
    const again = await createClient(server.url).call('enterScreen', { params: {}, body: { ...SCREEN, secret } })
    expect(again.body).toMatchObject({ status: 'paired', place: { id: place.id } })
  })

  it('a device that asks again gets the same screen, and the former secret ends', async () => {
    const { enrolment, code } = await make(1)
    const machine = newMachine()
    const first = await enrolled(code, { machine, name: 'One' })
    const second = await enrolled(code, { machine, name: 'Another' })
    expect(second.place).toMatchObject({ id: first.place.id, name: 'One' })
    expect(second.secret).not.toBe(first.secret)
    expect((await list()).find(({ id }) => id === enrolment.id)?.enrolled).toBe(1)
    const former = await createClient(server.url).call('enterScreen', {
      params: {},
      body: { ...SCREEN, secret: first.secret },
    })
    expect(former.body.status).toBe('waiting')
  })

  it('a code that is wrong, over, withdrawn or used up gives a pairing code, and says that it was refused', async () => {
    const { enrolment, code } = await make(1, { days: 1 })
    await enrolled(code)
    const refused = { status: 'waiting', isEnrolRefused: true }
    expect(await enter(code)).toMatchObject(refused)
    for (const wrong of ['', 'x', 'A'.repeat(25), '\u0000'.repeat(25), code.slice(1)])
      expect(await enter(wrong)).toMatchObject(refused)
    expect(await createClient(server.url).call('enterScreen', { params: {}, body: SCREEN })).toMatchObject({
      body: expect.not.objectContaining({ isEnrolRefused: true }),
    })

    const over = await make(5, { days: 1 })
    aheadMs += DAY_MS
    await signInAgain()
    expect(await enter(over.code)).toMatchObject(refused)
    expect((await list()).map(({ id }) => id)).not.toContain(enrolment.id)
    const withdrawn = await make(5)
    const one = { ...params, enrolmentId: withdrawn.enrolment.id }
    expect((await admin.call('withdrawEnrolment', { params: one })).status).toBe(204)
    expect(await enter(withdrawn.code)).toMatchObject(refused)
    expect((await admin.call('withdrawEnrolment', { params: one })).body).toMatchObject({
      error: { code: 'enrolment-not-found' },
    })
  })

  it('a screen that was released is not enrolled again by its address', async () => {
    const { code } = await make(5)
    const machine = newMachine()
    const { place, secret } = await enrolled(code, { machine })
    await admin.call('letGoScreen', { params: { organisationId, screenId: place.id } })
    expect(await enter(code, { machine }, secret)).toMatchObject({ status: 'waiting', isLetGo: true })
    expect(await enter(code, { machine })).toMatchObject({ status: 'waiting', isEnrolRefused: true })
  })

  it('forty devices at once are forty screens, and no more than the number', async () => {
    const { enrolment, code } = await make(40)
    const entered = await Promise.all(Array.from({ length: 45 }, () => enter(code)))
    const paired = entered.flatMap((one) => (one.status === 'paired' ? [one.place.id] : []))
    expect(new Set(paired).size).toBe(40)
    expect((await list()).find(({ id }) => id === enrolment.id)?.enrolled).toBe(40)
  })

  it('names of devices are plain text within the limits', async () => {
    const { code } = await make(5)
    const { place } = await enrolled(code, { name: `${'é'.repeat(300)}\u202E`, place: '\u200B\u200B' })
    expect(place.name).toMatch(/^é+$/)
    expect(await screenOf(place.id)).toMatchObject({ place: '' })
    const { place: lone } = await enrolled(code, { name: '\uD800<b>' })
    expect(lone.name).toMatch(/ 2$/)
    expect((await enrolled(code, { name: '<b>' })).place.name).toBe('<b>')
  })

  it('it ends with its display, and with the rights of the one who made it', async () => {
    const key = { organisationId, displayId: DisplayId.parse('enrol-hall') }
    await admin.call('createDisplay', { params, body: { id: key.displayId, name: 'Hall', timeZone: 'UTC' } })
    const { code } = (
      await admin.call('createEnrolment', { params, body: { displayId: key.displayId, screens: 5, days: 7 } })
    ).body
    await enrolled(code)
    await admin.call('removeDisplay', { params: key, headers: { 'if-match': '*' } })
    expect(await enter(code)).toMatchObject({ status: 'waiting', isEnrolRefused: true })

    const { email, client } = await enterAs(server, 'editor', { role: 'editor' })
    const made = await make(5, {}, client)
    expect(made.enrolment.createdBy).toBe(email)
    await enrolled(made.code)
    const { accounts, context } = server.app
    const profile = { org: organisationId, id: displayId, msg: '', subType: '' }
    const limited = { role: 'editor' as const, displays: [DisplayId.parse('another')] }
    await accounts.putProfile(context, { email, ...profile, ...limited })
    expect(await enter(made.code)).toMatchObject({ status: 'waiting', isEnrolRefused: true })
    await accounts.putProfile(context, { email, ...profile, role: 'viewer', displays: null })
    expect(await enter(made.code)).toMatchObject({ status: 'waiting', isEnrolRefused: true })
  })

  it('the log has the code and each screen, without the code itself', async () => {
    const { code } = await make(1)
    const { place } = await enrolled(code, { name: 'Told' })
    const { entries } = (await admin.call('listOrganisationActivity', { params })).body
    const [enrolledEntry, madeEntry] = entries.filter(({ kind }) => /enrol/.test(kind))
    expect(enrolledEntry).toMatchObject({ kind: 'screen-enrolled', subject: { title: 'Told' } })
    expect(madeEntry).toMatchObject({ kind: 'enrolment-made', count: 1 })
    expect(JSON.stringify(entries)).not.toContain(code)
    expect(place.name).toBe('Told')
  })

  it('an organisation has a limited number of codes, and another one sees none of them', async () => {
    for (const { id } of await list()) await admin.call('withdrawEnrolment', { params: { ...params, enrolmentId: id } })
    for (let count = 0; count < 20; count += 1) await make(1)
    const more = await admin.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
    expect(more.body).toMatchObject({ error: { code: 'too-many-enrolments' } })
    const home = { organisationId: OrganisationId.parse('enrol-elsewhere'), displayId: DisplayId.parse('hall') }
    await makePlace(server, home)
    const { client: stranger } = await enterAs(server, 'stranger', { role: 'owner', home })
    const theirs = { organisationId: home.organisationId }
    expect((await stranger.call('listEnrolments', { params: theirs })).body).toEqual([])
    const foreign = { ...theirs, enrolmentId: (await list())[0]?.id as EnrolmentId }
    expect((await stranger.call('withdrawEnrolment', { params: foreign })).body).toMatchObject({
      error: { code: 'enrolment-not-found' },
    })
    for (const wrong of [{ screens: 0 }, { screens: 501 }, { days: 0 }, { days: 91 }, { place: 'x'.repeat(81) }]) {
      const body = { displayId, screens: 1, days: 1, ...wrong }
      expect((await admin.call('createEnrolment', { params, body })).status).toBe(422)
    }
    expect(EnrolmentCode.safeParse('x'.repeat(61)).success).toBe(false)
  })
})

import { type DisplayKey, ScreenId } from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { digestOf, newSecret } from '../../platform/secret.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import * as store from './paired.store.ts'
import { createPairedLately, findPairedOf, isPaired, listPairedOfOrganisation } from './paired.ts'

describeDialects('paired screens', (dialect) => {
  let server: TestServer
  const id = ScreenId.parse('a'.repeat(32))
  const secret = newSecret()
  const from = (cookie: string) => ({ headers: { cookie } })
  const key: DisplayKey = SAMPLE_DISPLAY

  beforeAll(async () => {
    server = await startTestServer({ dialect })
    const about = { browser: 'Chromium', width: 1920, height: 1080, timeZone: 'UTC' }
    const hung = { name: 'Hall', place: 'Ground floor', diagonalInches: 55, distanceCm: 400 }
    const screen = { ...key, id, ...hung, about, pairedAt: 1, seenAt: null, sentTo: null, films: store.NO_FILMS_TOLD }
    await store.createScreen(server.app.context.database.queries, screen, digestOf(secret))
  })
  afterAll(() => server.close())

  it('[SP2] knows a request by the secret that it carries, for the screen and the display that it names', async () => {
    const { context } = server.app
    const own = from(`sid=x; screen=${secret}`)
    expect(await isPaired(context, own, key, id)).toBe(true)
    expect(await isPaired(context, own, key, ScreenId.parse('b'.repeat(32)))).toBe(false)
    expect(await isPaired(context, own, { ...key, displayId: 'other' as typeof key.displayId }, id)).toBe(false)
    for (const cookie of ['', 'screen=', `screen=${newSecret()}`, `screen=${secret}x`, `other=${secret}`])
      expect(await isPaired(context, from(cookie), key, id)).toBe(false)
  })

  it('[SP2] believes for a minute that a request is of its screen, and only of the screen and the display that it named', async () => {
    const clock = { now: 1_000_000 }
    const isPairedLately = createPairedLately({ ...server.app.context, now: () => clock.now })
    const own = from(`screen=${secret}`)
    expect(await isPairedLately(from('sid=x'), key, id)).toBe(false)
    expect(await isPairedLately(own, key, id)).toBe(true)
    expect(await isPairedLately(own, key, ScreenId.parse('b'.repeat(32)))).toBe(false)
    expect(await isPairedLately(own, { ...key, displayId: 'other' as typeof key.displayId }, id)).toBe(false)
    expect(await isPairedLately(from(`screen=${newSecret()}`), key, id)).toBe(false)
    const { queries } = server.app.context.database
    await queries.updateTable('paired_screen').set({ let_go_at: 5 }).where('id', '=', id).execute()
    clock.now += 59_999
    expect(await isPairedLately(own, key, id)).toBe(true)
    clock.now += 1
    expect(await isPairedLately(own, key, id)).toBe(false)
    await queries.updateTable('paired_screen').set({ let_go_at: null }).where('id', '=', id).execute()
  })

  it('[SP2] lists those of an organisation, and forgets the secret of one that was let go', async () => {
    const { context } = server.app
    const { queries } = context.database
    expect(await listPairedOfOrganisation(queries, key.organisationId)).toMatchObject([
      { id, name: 'Hall', place: 'Ground floor' },
    ])
    await store.letGo(queries, id, 5)
    expect(await findPairedOf(context, from(`screen=${secret}`))).toBeUndefined()
    expect(await isPaired(context, from(`screen=${secret}`), key, id)).toBe(false)
    expect(await listPairedOfOrganisation(queries, key.organisationId)).toEqual([])
    await store.removeLetGoBefore(queries, 6)
    expect(await store.findBySecret(queries, digestOf(secret))).toBeUndefined()
  })
})

import {
  COMMAND_LIVES_MS,
  DisplayId,
  type DisplayKey,
  type EnteredScreen,
  OrganisationId,
  PAIRING_CODE_LIVES_MS,
  type PairedScreen,
  PairingCode,
  type PairScreen,
  pathOf,
  ScreenId,
  type ScreenWord,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { networkOf } from '../../platform/network.ts'
import { newSecret } from '../../platform/secret.ts'
import { STRANGERS_ROWS } from '../../platform/shares.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, createClient } from '../../testing/server.ts'
import { freshTestServer } from '../../testing/shared-server.ts'
import { openStream, type Stream } from '../../testing/stream.ts'

const { organisationId } = SAMPLE_DISPLAY
const HALL: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }
const SCREEN = { secret: null, width: 1920, height: 1080, timeZone: 'Asia/Kolkata' }
const MINUTE_MS = 60_000

type Waiting = Extract<EnteredScreen, { status: 'waiting' }>

describeDialects('pairing', (dialect) => {
  const clock = { now: 0 }
  const streams: Stream[] = []

  beforeEach(() => {
    clock.now = Date.now()
  })
  const { server, admin, signInAgain } = freshTestServer({ dialect, now: () => clock.now })
  beforeEach(async () => {
    await admin.call('createDisplay', { params: { organisationId }, body: { id: HALL.displayId, name: 'Hall' } })
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })

  /** A browser that opens /screen. */
  async function open(player = createClient(server.url)): Promise<{ player: Client; waiting: Waiting }> {
    const { body } = await player.call('enterScreen', { params: {}, body: SCREEN })
    if (body.status !== 'waiting') throw new Error('it is paired')
    return { player, waiting: body }
  }

  const enter = async (player: Client, secret: string | null = null) =>
    (await player.call('enterScreen', { params: {}, body: { ...SCREEN, secret } })).body

  function pair(code: PairingCode, body: PairScreen, by = admin) {
    return by.call('pairScreen', { params: { organisationId, code }, body })
  }

  const asNew = (name = 'Reception left', key = SAMPLE_DISPLAY): PairScreen => ({
    as: 'new',
    displayId: key.displayId,
    name,
    place: 'Ground floor',
    diagonalInches: 55,
    distanceCm: 400,
  })

  async function paired(name?: string, key?: DisplayKey): Promise<{ player: Client; screen: PairedScreen }> {
    const { player, waiting } = await open()
    const answer = await pair(waiting.code, asNew(name, key))
    expect(answer.status).toBe(201)
    return { player, screen: answer.body }
  }

  async function listen(path: string, player: Client): Promise<Stream> {
    const stream = await openStream(`${server.url}${path}`, { cookie: player.cookie() })
    streams.push(stream)
    return stream
  }
  const wait = (player: Client) => listen('/api/screen/live', player)
  const play = (player: Client, key = SAMPLE_DISPLAY) => listen(`${pathOf('streamManifest', key)}?screen=1`, player)
  const word = async (stream: Stream) => (await stream.next('screen')).data as ScreenWord

  describe('a code', () => {
    it('[SP1] shows a code: somebody sees which screen it is, it says the display, and then it plays', async () => {
      const { player, waiting } = await open()
      expect(waiting.code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
      const stream = await wait(player)
      expect(await word(stream)).toEqual({ status: 'waiting', shown: null })

      const typed = `${waiting.code.slice(0, 3).toLowerCase()}-${waiting.code.slice(3)}`
      const params = { organisationId, code: PairingCode.parse(typed) }
      const found = (await admin.call('findPairing', { params })).body
      expect(found).toMatchObject({ code: waiting.code, about: { width: 1920, timeZone: 'Asia/Kolkata' }, silent: [] })

      await admin.call('showPairing', { params, body: { displayId: HALL.displayId } })
      for (let said = await word(stream); ; said = await word(stream))
        if (said.status === 'waiting' && said.shown === 'Hall') break
      expect((await pair(waiting.code, asNew())).body).toMatchObject({
        name: 'Reception left',
        place: 'Ground floor',
        displayId: SAMPLE_DISPLAY.displayId,
      })
      const last = await word(stream)
      expect(last).toMatchObject({
        status: 'paired',
        place: { ...SAMPLE_DISPLAY, name: 'Reception left', commands: [] },
      })
      expect(await enter(player)).toMatchObject({ status: 'paired', secret: waiting.secret })
    })

    it('[SP1] renews itself under the same secret, and lives ten minutes', async () => {
      const { player, waiting } = await open()
      clock.now += PAIRING_CODE_LIVES_MS - MINUTE_MS
      await signInAgain()
      const { waiting: next } = await open(player)
      expect(next.secret).toBe(waiting.secret)
      expect((await pair(waiting.code, asNew())).status).toBe(404)
      clock.now += PAIRING_CODE_LIVES_MS
      await signInAgain()
      expect((await pair(next.code, asNew())).body).toMatchObject({ error: { code: 'pairing-code-not-found' } })
    })

    it('[SP2] nothing of it or of the secret is kept but digests', async () => {
      const { waiting } = await open()
      const { waiting: other } = await open()
      await pair(other.code, asNew())
      const { queries } = server.app.context.database
      const rows = JSON.stringify([
        await queries.selectFrom('pairing_code').selectAll().execute(),
        await queries.selectFrom('paired_screen').selectAll().execute(),
      ])
      for (const secret of [waiting.secret, waiting.code, other.secret]) expect(rows).not.toContain(secret)
    })
  })

  describe('attacks', () => {
    it('[S36] a /48 that has filled the codes gives way to a screen elsewhere, and its newest screen is informed', async () => {
      const { player, waiting } = await open()
      const { queries } = server.app.context.database
      const crowd = Array.from({ length: STRANGERS_ROWS['pairing-codes'].most - 1 }, (_, n) => ({
        ...{ id: n.toString(16).padStart(32, '0'), code: `code ${n}`, secret: `secret ${n}`, about: '{}', shown: null },
        network: networkOf(`2001:db8:7:${n % 100}::1`),
        expires_at: clock.now + 1_000 + n,
      }))
      for (let from = 0; from < crowd.length; from += 100) {
        await queries
          .insertInto('pairing_code')
          .values(crowd.slice(from, from + 100))
          .execute()
      }
      const told: string[] = []
      const { bus } = server.app.context
      const stop = bus.onHint((hint) => hint.kind === 'screens.changed' && told.push(...hint.screenIds))
      const late = await open()
      await vi.waitFor(() => expect(told).toEqual([crowd.at(-1)?.id]))
      stop()
      expect((await pair(late.waiting.code, asNew())).status).toBe(201)
      const left = await queries.selectFrom('pairing_code').select('code').where('code', 'like', 'code %').execute()
      expect(left).toHaveLength(crowd.length - 1)
      expect(left).not.toContainEqual({ code: `code ${crowd.length - 1}` })
      expect((await enter(player, waiting.secret)).status).toBe('waiting')
    })

    it('[B102] guessed codes: five wrong tries a minute for a person, then not even the right one is answered', async () => {
      const { waiting } = await open()
      const look = (code: string) =>
        admin.call('findPairing', { params: { organisationId, code: PairingCode.parse(code) } })
      for (let tries = 0; tries < 5; tries += 1) expect((await look(`22222${tries + 2}`)).status).toBe(404)
      const refused = await look(waiting.code)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await pair(waiting.code, asNew())).status).toBe(429)
      clock.now += 13_000
      expect((await look(waiting.code)).status).toBe(200)
    })

    it('[S42] wrong codes of one person refuse nobody else behind the same address', async () => {
      const { waiting } = await open()
      const theirs: DisplayKey = {
        organisationId: OrganisationId.parse('physics'),
        displayId: DisplayId.parse('lab'),
      }
      await makePlace(server, theirs)
      const colleague = (await enterAs(server, 'colleague', { role: 'editor' })).client
      const stranger = (await enterAs(server, 'stranger', { role: 'editor', home: theirs })).client
      const look = async (by: Client, code: string, home = organisationId) =>
        (await by.call('findPairing', { params: { organisationId: home, code: PairingCode.parse(code) } })).status
      for (let tries = 0; tries < 6; tries += 1) await look(admin, `22222${tries + 2}`)
      expect(await look(admin, waiting.code)).toBe(429)
      expect(await look(colleague, waiting.code)).toBe(200)
      expect(await look(stranger, waiting.code, theirs.organisationId)).toBe(200)
      expect((await pair(waiting.code, asNew(), colleague)).status).toBe(201)
    })

    it('[B102] one address gets so many codes and no more', async () => {
      const { player } = await open()
      const statuses = new Set<number>()
      for (let made = 0; made < 130; made += 1)
        statuses.add((await player.call('enterScreen', { params: {}, body: SCREEN })).status)
      expect([...statuses].sort()).toEqual([200, 429])
    })

    it('[B105] a code that was used opens nothing more, and of two who use it at once one does', async () => {
      const { waiting } = await open()
      const answers = await Promise.all([pair(waiting.code, asNew('A')), pair(waiting.code, asNew('B'))])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
      expect((await pair(waiting.code, asNew('C'))).status).toBe(404)
      const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
      expect(screens.filter(({ paired: one }) => one)).toHaveLength(1)
    })

    it('[B106] a stolen secret opens nothing once its screen is let go: streams end, files and manifest are refused', async () => {
      const { player, screen } = await paired()
      await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
      const stolen = createClient(server.url)
      await enter(stolen, (await enter(player)).secret)
      const stream = await play(stolen)
      expect(await word(stream)).toMatchObject({ status: 'paired' })
      expect((await stolen.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)

      await admin.call('letGoScreen', { params: { organisationId, screenId: screen.id } })
      expect(await word(stream)).toEqual({ status: 'unknown' })
      await stream.ended
      expect((await stolen.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(403)
      expect((await play(stolen)).status).toBe(403)
      expect(await enter(stolen)).toMatchObject({ status: 'waiting', isLetGo: true })
    })

    it("[B107] another organisation's screen does not exist: it cannot be read, changed, let go, taken over or sent a command", async () => {
      const { screen, player } = await paired()
      const operator = (await enterAs(server, 'operator', { operator: true, role: 'owner' })).client
      const theirs = OrganisationId.parse('physics')
      await operator.call('createOrganisation', { params: {}, body: { id: theirs, name: 'Physics' } })
      const lab = { id: DisplayId.parse('lab'), name: 'Lab' }
      await operator.call('createOrganisationDisplay', { params: { organisationId: theirs }, body: lab })
      const home = { organisationId: theirs, displayId: lab.id }
      const stranger = (await enterAs(server, 'stranger', { role: 'owner', home })).client
      const named = { organisationId: theirs, screenId: screen.id }
      const body = { kind: 'reload' as const, screenIds: [screen.id] }
      const { waiting } = await open()
      const asTheirs = { params: { organisationId: theirs, code: waiting.code } }
      const answers = await Promise.all([
        stranger.call('changePairedScreen', { params: named, body: { name: 'Mine' } }),
        stranger.call('letGoScreen', { params: named }),
        stranger.call('commandScreens', { params: { organisationId: theirs }, body }),
        stranger.call('commandScreens', { params: { organisationId }, body }),
        stranger.call('pairScreen', { ...asTheirs, body: { as: 'repair', screenId: screen.id } }),
        stranger.call('pairScreen', { ...asTheirs, body: { as: 'replace', screenId: screen.id } }),
        stranger.call('listOrganisationScreens', { params: { organisationId } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
      expect(await enter(player)).toMatchObject({ status: 'paired', place: { name: 'Reception left', commands: [] } })
      const seen = (await stranger.call('listOrganisationScreens', { params: { organisationId: theirs } })).body
      expect(seen.screens).toEqual([])
    })

    it('[B107] somebody who is limited to one display neither sees nor moves screens of another', async () => {
      const { screen } = await paired('Hall 1', HALL)
      const limited = (
        await enterAs(server, 'limited', { role: 'editor', displays: [SAMPLE_DISPLAY.displayId], home: SAMPLE_DISPLAY })
      ).client
      const named = { organisationId, screenId: screen.id }
      expect((await limited.call('changePairedScreen', { params: named, body: { name: 'x' } })).status).toBe(404)
      const { screens } = (await limited.call('listOrganisationScreens', { params: { organisationId } })).body
      expect(screens.filter((one) => one.paired)).toEqual([])
      const { screen: own } = await paired('Own')
      const params = { organisationId, screenId: own.id }
      const body = { displayId: HALL.displayId }
      expect((await limited.call('changePairedScreen', { params, body })).status).toBe(404)
      const { waiting } = await open()
      expect((await pair(waiting.code, asNew('x', HALL), limited)).status).toBe(404)
      const away = { kind: 'go-elsewhere' as const, screenIds: [own.id], address: 'https://example.org/screen' }
      expect((await limited.call('commandScreens', { params: { organisationId }, body: away })).status).toBe(403)
    })

    it("[B108] knowing a paired screen's id is not enough to report for it", async () => {
      const { player, screen } = await paired()
      const params = { ...SAMPLE_DISPLAY, screenId: screen.id }
      const heard = async () => {
        const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
        return screens.map(({ told }) => told?.state.build).filter((build) => build !== undefined)
      }
      await server.anonymous.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })
      expect(await heard()).toEqual([])
      await player.call('reportScreen', { params, body: { state: { ...SCREEN_STATE, build: 'own' }, events: [] } })
      expect(await heard()).toEqual(['own'])
      clock.now += 1_000
      await server.anonymous.call('beatScreen', { params, body: { build: 'fake', itemId: null, paintedMsAgo: 0 } })
      const { screens } = (await admin.call('listScreens', { params: SAMPLE_DISPLAY })).body
      expect(screens).toMatchObject([{ name: 'Reception left', beat: null }])
    })

    it('[B109] words that are no command, no address and no answer are refused, and another screen answers nothing', async () => {
      const { screen } = await paired()
      const { player: other } = await paired('Other')
      const screenIds = [screen.id]
      const say = (body: unknown) => admin.call('commandScreens', { params: { organisationId }, body: body as never })
      for (const body of [
        { kind: 'run', screenIds },
        { kind: 'reload', screenIds, script: 'alert(1)' },
        { kind: 'reload', screenIds: [] },
        { kind: 'go-elsewhere', screenIds, address: 'javascript:alert(1)' },
        { kind: 'go-elsewhere', screenIds, address: 'https://a:b@example.org/' },
        { kind: 'go-elsewhere', screenIds },
      ])
        expect((await say(body)).status).toBe(422)
      expect((await say({ kind: 'reload', screenIds: [screen.id, newId()] })).status).toBe(404)
      await say({ kind: 'reload', screenIds })
      const [command] = await commandsOf(screen.id)
      const body = { commandId: command?.id as never, answer: 'done' as const }
      expect((await other.call('answerCommand', { params: {}, body })).status).toBe(204)
      expect((await server.anonymous.call('answerCommand', { params: {}, body })).status).toBe(404)
      expect(await commandsOf(screen.id)).toMatchObject([{ state: 'waiting' }])
    })
  })

  const newId = () => ScreenId.parse('f'.repeat(32))

  /** Newest first. */
  const logged = () =>
    server.app.context.database.queries
      .selectFrom('activity')
      .select(['kind', 'details', 'subject_title'])
      .where('kind', 'like', 'screen-%')
      .orderBy('id', 'desc')
      .execute()

  async function commandsOf(id: ScreenId) {
    const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
    return screens.find(({ paired: one }) => one?.id === id)?.paired?.commands ?? []
  }

  describe('a paired screen', () => {
    it('[HS10] [SP2] follows at once when it is moved, renamed and let go', async () => {
      const { player, screen } = await paired()
      const params = { organisationId, screenId: screen.id }
      const stream = await play(player)
      expect(await word(stream)).toMatchObject({ status: 'paired', place: { displayId: SAMPLE_DISPLAY.displayId } })
      await admin.call('changePairedScreen', { params, body: { name: 'Reception right' } })
      expect(await word(stream)).toMatchObject({ place: { name: 'Reception right' } })
      await admin.call('changePairedScreen', { params, body: { displayId: HALL.displayId } })
      expect(await word(stream)).toMatchObject({ place: { displayId: 'hall', id: screen.id } })
      await stream.ended
      const there = await play(player, HALL)
      expect(await word(there)).toMatchObject({ place: { displayId: 'hall' } })
      await admin.call('letGoScreen', { params })
      expect(await word(there)).toEqual({ status: 'unknown' })
      await there.ended
      const kinds = (await logged()).map(({ kind }) => kind)
      expect(kinds).toEqual(['screen-let-go', 'screen-changed', 'screen-changed', 'screen-paired'])
    })

    it('[SP2] repair, replace and move are three things', async () => {
      const lost = await paired()
      const stolen = lost.player
      const again = await open()
      const params = { organisationId, code: again.waiting.code }
      const { silent } = (await admin.call('findPairing', { params })).body
      expect(silent).toMatchObject([{ id: lost.screen.id, isAlike: true, name: 'Reception left' }])
      const repaired = await pair(again.waiting.code, { as: 'repair', screenId: lost.screen.id })
      expect(repaired.body).toMatchObject({ id: lost.screen.id, name: 'Reception left', displayId: 'ece' })
      // The secret from before is no longer valid.
      expect(await enter(stolen)).toMatchObject({ status: 'waiting' })

      const moved = await open()
      await pair(moved.waiting.code, { as: 'move', screenId: lost.screen.id, displayId: HALL.displayId })
      expect(await enter(moved.player)).toMatchObject({ place: { id: lost.screen.id, displayId: 'hall' } })

      const newer = await open()
      const replaced = await pair(newer.waiting.code, { as: 'replace', screenId: lost.screen.id })
      expect(replaced.body).toMatchObject({ name: 'Reception left', place: 'Ground floor', displayId: 'hall' })
      expect(replaced.body.id).not.toBe(lost.screen.id)
      expect(await enter(moved.player)).toMatchObject({ status: 'waiting', isLetGo: true })
    })

    it('[SP2] keeps its secret whichever of its two places has lost it', async () => {
      const { player } = await paired()
      const { secret } = await enter(player)
      const without = createClient(server.url)
      expect(await enter(without, secret)).toMatchObject({ status: 'paired', secret })
      expect(await enter(without)).toMatchObject({ status: 'paired', secret })
    })

    it('[HS10] [SP4] screens at plain addresses work as before, and get no commands', async () => {
      const stream = await openStream(`${server.url}${pathOf('streamManifest', SAMPLE_DISPLAY)}`)
      streams.push(stream)
      expect((await stream.next('manifest')).data).not.toHaveProperty('pairedOnly')
      const body = { kind: 'identify' as const, screenIds: [ScreenId.parse('a'.repeat(32))] }
      expect((await admin.call('commandScreens', { params: { organisationId }, body })).status).toBe(404)
    })
  })

  describe('a display for paired screens only', () => {
    it('[SP3] is answered to members, tokens and its screens alone: manifest, stream and files', async () => {
      const { player, screen } = await paired()
      const { player: elsewhere } = await paired('Hall 1', HALL)
      const made = await admin.call('createToken', {
        params: { organisationId },
        body: { name: 'Timetable', role: 'viewer', days: 1, displays: null },
      })
      const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
      const file = items.find(({ url }) => url.startsWith('/media/'))?.url ?? ''
      expect(file).not.toBe('')
      const anonymous = await openStream(`${server.url}${pathOf('streamManifest', SAMPLE_DISPLAY)}`)
      streams.push(anonymous)
      await anonymous.next('manifest')

      await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
      await anonymous.ended
      const statuses = async (client: Client, headers: Record<string, string> = {}) => {
        const manifest = await client.call('getManifest', { params: SAMPLE_DISPLAY, headers })
        const media = await fetch(`${server.url}${file}`, { headers: { cookie: client.cookie(), ...headers } })
        await media.arrayBuffer()
        const stream = await openStream(`${server.url}${pathOf('streamManifest', SAMPLE_DISPLAY)}`, {
          cookie: client.cookie(),
          ...headers,
        })
        streams.push(stream)
        return [manifest.status, media.status, stream.status, media.headers.get('cache-control')]
      }
      const open = [200, 200, 200, 'private, max-age=31536000, immutable']
      const shut = [403, 403, 403, 'no-store']
      const outsider = createClient(server.url)
      expect(await statuses(outsider)).toEqual(shut)
      expect(await statuses(elsewhere)).toEqual(shut)
      expect(await statuses(player)).toEqual(open)
      expect(await statuses(admin)).toEqual(open)
      expect(await statuses(createClient(server.url), { authorization: `Bearer ${made.body.secret}` })).toEqual(open)
      // A client that already has the newest manifest gets the same status.
      const tag = {
        'if-none-match': (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).headers.get('etag') ?? '',
      }
      expect((await outsider.call('getManifest', { params: SAMPLE_DISPLAY, headers: tag })).status).toBe(403)
      expect((await player.call('getManifest', { params: SAMPLE_DISPLAY, headers: tag })).status).toBe(304)

      const read = (cookie: string) => fetch(`${server.url}/read/vnr/ece`, { headers: { cookie } })
      expect((await read(outsider.cookie())).status).toBe(404)
      expect((await read(admin.cookie())).status).toBe(200)

      const params = { organisationId, screenId: screen.id }
      await admin.call('changePairedScreen', { params, body: { displayId: HALL.displayId } })
      expect(await statuses(player)).toEqual(shut)
      await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: false } })
      expect((await statuses(outsider)).slice(0, 3)).toEqual([200, 200, 200])
    })
  })

  describe('commands', () => {
    const tell = (screenIds: ScreenId[], kind: 'identify' | 'reload' | 'restart' | 'refetch' = 'identify') =>
      admin.call('commandScreens', { params: { organisationId }, body: { kind, screenIds } })

    it('[SR1] reach one or many over their streams, and each answers for itself', async () => {
      const first = await paired('First')
      const second = await paired('Second', HALL)
      const streams = [await play(first.player), await play(second.player, HALL)]
      for (const stream of streams) await word(stream)
      expect((await tell([first.screen.id, second.screen.id])).status).toBe(204)
      const words = await Promise.all(streams.map(word))
      const told = words.map((one) => (one.status === 'paired' ? one.place.commands : []))
      expect(told).toMatchObject([[{ kind: 'identify' }], [{ kind: 'identify' }]])
      const answer = (player: Client, index: number, said: 'done' | 'nothing-plays') =>
        player.call('answerCommand', { params: {}, body: { commandId: told[index]?.[0]?.id as never, answer: said } })
      await answer(first.player, 0, 'done')
      await answer(second.player, 1, 'nothing-plays')
      expect(await commandsOf(first.screen.id)).toMatchObject([{ kind: 'identify', state: 'done', because: null }])
      expect(await commandsOf(second.screen.id)).toMatchObject([{ state: 'failed', because: 'nothing-plays' }])
      expect((await logged())[0]).toMatchObject({
        kind: 'screen-commanded',
        details: JSON.stringify({ command: 'identify', count: 2 }),
      })
    })

    it('[SR2] a missed command is sent when the screen is back, for an hour, once', async () => {
      const { player, screen } = await paired()
      await tell([screen.id], 'reload')
      clock.now += COMMAND_LIVES_MS - MINUTE_MS
      const late = await word(await play(player))
      const [command] = late.status === 'paired' ? late.place.commands : []
      expect(command).toMatchObject({ kind: 'reload' })
      const body = { commandId: command?.id as never, answer: 'done' as const }
      await player.call('answerCommand', { params: {}, body })
      await player.call('answerCommand', { params: {}, body: { ...body, answer: 'failed' } })
      expect(await word(await play(player))).toMatchObject({ place: { commands: [] } })
      await signInAgain()
      expect(await commandsOf(screen.id)).toMatchObject([{ state: 'done' }])

      await tell([screen.id], 'restart')
      clock.now += COMMAND_LIVES_MS + MINUTE_MS
      await signInAgain()
      expect(await word(await play(player))).toMatchObject({ place: { commands: [] } })
      expect(await commandsOf(screen.id)).toMatchObject([{ kind: 'restart', state: 'lapsed' }, { state: 'done' }])
    })

    it('[SR1] sends a screen to another server and calls it back', async () => {
      const { player, screen } = await paired()
      const address = 'https://signage.example.org/screen'
      const body = { kind: 'go-elsewhere' as const, screenIds: [screen.id], address }
      await admin.call('commandScreens', { params: { organisationId }, body })
      const entered = await enter(player)
      const [command] = entered.status === 'paired' ? entered.place.commands : []
      expect(command).toMatchObject({ kind: 'go-elsewhere', address })
      await player.call('answerCommand', { params: {}, body: { commandId: command?.id as never, answer: 'done' } })
      expect(await enter(player)).toMatchObject({ place: { sentTo: address, commands: [] } })
      const params = { organisationId, screenId: screen.id }
      expect((await admin.call('changePairedScreen', { params, body: { sentTo: null } })).body.sentTo).toBeNull()
    })
  })

  describe('faults', () => {
    it('[F65] the store of pairings is lost: a screen hears that it is not known, and gets a code; nobody let it go', async () => {
      const { player } = await paired()
      const stream = await play(player)
      await word(stream)
      await server.app.context.database.queries.deleteFrom('paired_screen').execute()
      expect(await word(await play(player))).toEqual({ status: 'unknown' })
      expect(await enter(player)).toMatchObject({ status: 'waiting', isLetGo: false })
      expect((await player.call('getManifest', { params: SAMPLE_DISPLAY })).status).toBe(200)
    })

    it('[F67] a screen that is moved while it is away goes where it belongs when it is back', async () => {
      const { player, screen } = await paired()
      const params = { organisationId, screenId: screen.id }
      await admin.call('changePairedScreen', { params, body: { displayId: HALL.displayId } })
      expect(await word(await play(player))).toMatchObject({ status: 'paired', place: { displayId: 'hall' } })
    })

    it('[F68] its display is removed: the screen stays paired, has none, and waits to be given another', async () => {
      const { player, screen } = await paired('Hall 1', HALL)
      await admin.call('removeDisplay', { params: HALL, headers: { 'if-match': '*' } })
      expect(await enter(player)).toMatchObject({ status: 'paired', place: { displayId: null, name: 'Hall 1' } })
      const stream = await wait(player)
      await word(stream)
      const params = { organisationId, screenId: screen.id }
      await admin.call('changePairedScreen', { params, body: { displayId: SAMPLE_DISPLAY.displayId } })
      for (let said = await word(stream); ; said = await word(stream))
        if (said.status === 'paired' && said.place.displayId === SAMPLE_DISPLAY.displayId) break
    })

    it('[F69] a lost hint is repaired: all streams of screens reconnect and get the change', async () => {
      const { player, screen } = await paired()
      const { player: other } = await open()
      const streams = [await play(player), await wait(other)]
      for (const stream of streams) await word(stream)
      await server.app.context.database.queries
        .updateTable('paired_screen')
        .set({ name: 'Other' })
        .where('id', '=', screen.id)
        .execute()
      server.app.context.bus.publish({ kind: 'hints.missed' })
      await Promise.all(streams.map(({ ended }) => ended))
      expect(await word(await play(player))).toMatchObject({ place: { name: 'Other' } })
    })
  })

  it('[SP2] sweeps codes, commands and let-go screens whose time is over, and writes down who is there', async () => {
    const { player, screen } = await paired()
    await open()
    const stream = await play(player)
    await word(stream)
    await server.app.pairing.sweep()
    const { screens } = (await admin.call('listOrganisationScreens', { params: { organisationId } })).body
    expect(screens).toMatchObject([{ paired: { isConnected: true, seenAt: clock.now } }])
    await admin.call('commandScreens', { params: { organisationId }, body: { kind: 'reload', screenIds: [screen.id] } })
    await admin.call('letGoScreen', { params: { organisationId, screenId: screen.id } })
    clock.now += 401 * 24 * 60 * MINUTE_MS
    await server.app.pairing.sweep()
    const { queries } = server.app.context.database
    for (const table of ['pairing_code', 'screen_command', 'paired_screen'] as const)
      expect(await queries.selectFrom(table).selectAll().execute()).toEqual([])
    expect(newSecret()).toHaveLength(43)
  })
})

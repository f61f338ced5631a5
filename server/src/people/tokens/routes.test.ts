import {
  type ActivityEntry,
  type ApiToken,
  type CreateToken,
  DisplayId,
  type DisplayKey,
  pathOf,
  TOKEN_CALLS_AT_ONCE,
  TOKEN_CALLS_PER_MINUTE,
  type TokenCreated,
} from '@placard/contract'
import { beforeEach, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import type { Hint } from '../../platform/bus/bus.ts'
import { setSuspended } from '../../platform/organisations/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { freshTestServer } from '../../testing/shared-server.ts'
import { openStream } from '../../testing/stream.ts'

const DAY_MS = 24 * 60 * 60_000
const params = { organisationId: SAMPLE_DISPLAY.organisationId }

describeDialects('API tokens', (dialect) => {
  const clock = { ahead: 0 }
  beforeEach(() => {
    clock.ahead = 0
  })
  const { server, admin: owner } = freshTestServer({ dialect, now: () => Date.now() + clock.ahead })
  beforeEach(async () => {
    await createDisplay(server.app.context, LAB, 'Laboratory')
    await makePlace(server, OTHER)
  })

  async function make(wanted: Partial<CreateToken> = {}): Promise<TokenCreated> {
    const body = { name: 'Timetable', role: 'editor' as const, displays: null, days: 30, ...wanted }
    const answer = await owner.call('createToken', { params, body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  /** Sends a request as a program does, with only a token. */
  async function send(secret: string, method: string, path: string, body?: object, headers = {}) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }
  const addLine = (secret: string, key: DisplayKey = SAMPLE_DISPLAY, headers = {}) =>
    send(secret, 'POST', pathOf('createLine', key), { text: 'From a program' }, headers)
  async function tokenEntries(): Promise<ActivityEntry[]> {
    const { entries } = (await owner.call('listOrganisationActivity', { params })).body
    return entries.filter(({ kind }) => kind.startsWith('token-'))
  }
  /** Records the messages between the processes of the installation from now on. */
  function hints(): Hint[] {
    const told: Hint[] = []
    server.app.context.bus.onHint((hint) => told.push(hint))
    return told
  }
  const endOf = ({ id }: ApiToken) => ({ kind: 'session.ended', sessionId: `token.${id}` })
  const list = async () => (await owner.call('listTokens', { params })).body

  it('a program changes a display with its token alone, and the log tells it from people', async () => {
    const { token, secret } = await make()
    expect(secret).toMatch(/^plc_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/)
    expect((await addLine(secret)).status).toBe(201)
    const { entries } = (await owner.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries[0]).toMatchObject({ kind: 'line-added', actor: { kind: 'token', email: 'Timetable' } })
    expect(await list()).toEqual([{ ...token, lastUsedAt: expect.any(Number) }])
  })

  it('[B21] a token acts as a program: not as a person, and not for the provider', async () => {
    const { token, secret } = await make({ displays: [LAB.displayId] })
    expect(await server.app.tokens.identify(secret)).toEqual({
      status: 'member',
      caller: {
        userId: `token.${token.id}`,
        sessionId: `token.${token.id}`,
        email: '',
        operator: false,
        token: { id: token.id, name: 'Timetable' },
        organisationId: params.organisationId,
        role: 'editor',
        displays: [LAB.displayId],
        tables: null,
      },
    })
  })

  it('[B19] a token cannot be limited to a display of somebody else', async () => {
    for (const displayId of [OTHER.displayId, DisplayId.parse('nowhere')]) {
      const body = { name: 'x', role: 'viewer' as const, displays: [LAB.displayId, displayId], days: 1 }
      expect(await owner.call('createToken', { params, body })).toMatchObject({
        status: 404,
        body: { error: { code: 'display-not-found', field: 'displays' } },
      })
    }
    expect(await list()).toEqual([])
  })

  it('when it was last used is known to the minute, whichever way the clock goes', async () => {
    const { token, secret } = await make()
    const usedAt = async () => (await list())[0]?.lastUsedAt ?? 0
    const use = () => server.app.tokens.identify(secret)
    expect(token.lastUsedAt).toBeNull()
    await use()
    const first = await usedAt()
    expect(first).toBeGreaterThanOrEqual(token.createdAt)
    clock.ahead = 30_000
    await use()
    expect(await usedAt()).toBe(first)
    clock.ahead = 61_000
    await use()
    const later = await usedAt()
    expect(later).toBeGreaterThanOrEqual(first + 60_000)
    clock.ahead = -3_600_000
    await use()
    expect(await usedAt()).toBeLessThan(first)
  })

  it('which sessions of programs are still there is asked of their tokens', async () => {
    const [one, other] = [await make(), await make()]
    await owner.call('removeToken', { params: { ...params, tokenId: other.token.id } })
    const ids = [`token.${one.token.id}`, `token.${other.token.id}`, 'somebody-signed-in', one.token.id]
    expect(await server.app.tokens.keepPresentSessions(ids)).toEqual([`token.${one.token.id}`])
    expect(await server.app.tokens.keepPresentSessions(['somebody-signed-in'])).toEqual([])
  })

  it('the secret is shown once and only its digest is stored', async () => {
    const { secret } = await make()
    expect(JSON.stringify(await list())).not.toContain(secret)
    const rows = await server.app.context.database.queries.selectFrom('api_token').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  })

  it('[B18] a token sees its own organisation and its own displays alone', async () => {
    const { secret } = await make({ displays: [LAB.displayId] })
    expect((await addLine(secret, LAB)).status).toBe(201)
    for (const key of [SAMPLE_DISPLAY, OTHER]) {
      expect(await addLine(secret, key)).toMatchObject({ status: 404, body: { error: { code: 'display-not-found' } } })
    }
    const { body } = await send(secret, 'GET', pathOf('listDisplays', params))
    expect(body).toHaveLength(1)
  })

  it('[B21] a token views, or edits, and never owns', async () => {
    const viewer = await make({ role: 'viewer' })
    expect(await addLine(viewer.secret)).toMatchObject({ status: 403, body: { error: { code: 'not-allowed' } } })
    const owning = { name: 'x', role: 'owner' as 'editor', displays: null, days: 30 }
    expect((await owner.call('createToken', { params, body: owning })).status).toBe(422)
    expect((await owner.call('createToken', { params, body: { ...owning, role: 'editor', days: 366 } })).status).toBe(
      422,
    )
    const editor = await make()
    expect(await send(editor.secret, 'GET', pathOf('listTokens', params))).toMatchObject({
      status: 403,
      body: { error: { code: 'not-allowed' } },
    })
  })

  it('[B20] a bad token is refused, whatever cookie comes along and whatever the route', async () => {
    const cookie = { cookie: owner.cookie(), origin: server.url, 'x-requested-with': 'placard' }
    const { secret } = await make()
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
    for (const bad of [wrong, 'plc_', '', 'x'.repeat(500), secret.slice(4)]) {
      for (const path of [pathOf('getProgramme', SAMPLE_DISPLAY), pathOf('getSession', {}), pathOf('getTime', {})]) {
        const answer = await send(bad, 'GET', path, undefined, cookie)
        expect({ bad, path, ...answer }).toMatchObject({ status: 401, body: { error: { code: 'invalid-token' } } })
        expect(answer.headers.get('www-authenticate')).toContain('Bearer')
      }
    }
  })

  it('[B20] with a token and a cookie, the token counts', async () => {
    const { secret } = await make({ role: 'viewer' })
    const cookie = { cookie: owner.cookie(), origin: server.url, 'x-requested-with': 'placard' }
    expect(await addLine(secret, SAMPLE_DISPLAY, cookie)).toMatchObject({
      status: 403,
      body: { error: { code: 'not-allowed' } },
    })
    const out = await send(secret, 'DELETE', pathOf('signOut', {}), undefined, cookie)
    expect(out.status).toBe(403)
    expect((await owner.call('getSession', { params: {} })).status).toBe(200)
  })

  it('[B23] another scheme is no token: the cookie counts, and so do the checks for it', async () => {
    const basic = { authorization: 'Basic cHJveHk6cHJveHk=', cookie: owner.cookie() }
    const get = await fetch(server.url + pathOf('getSession', {}), { headers: basic })
    expect(get.status).toBe(200)
    const post = await fetch(server.url + pathOf('signOut', {}), { method: 'DELETE', headers: basic })
    expect(await post.json()).toMatchObject({ error: { code: 'csrf' } })
  })

  it('[B92] a token in an address is refused, whoever sends it, so that nobody learns to put it there', async () => {
    const { secret } = await make()
    const path = pathOf('getProgramme', SAMPLE_DISPLAY)
    const cookie = { cookie: owner.cookie() }
    for (const query of [`?access_token=${secret}`, `?x=${secret.replace('_', '%5F')}`, `?plc_=${secret}&revision=1`]) {
      for (const headers of [{}, cookie, { authorization: `Bearer ${secret}` }]) {
        const answer = await fetch(server.url + path + query, { headers })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({ error: { code: 'token-in-address' } })
      }
    }
    expect((await fetch(`${server.url + path}?plc_=short`, { headers: cookie })).status).toBe(200)
  })

  it('a program without a pause is told to wait, and others are not', async () => {
    const wild = await make()
    const other = await make({ name: 'Other' })
    const ask = () => server.app.tokens.identify(wild.secret)
    const answers = await Promise.allSettled(Array.from({ length: TOKEN_CALLS_AT_ONCE + 200 }, ask))
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too-many-requests']))
    const waits = refused.map(({ retryAfterSeconds }) => retryAfterSeconds)
    expect(new Set(waits)).toEqual(new Set([Math.ceil(60 / TOKEN_CALLS_PER_MINUTE)]))
    expect((await send(other.secret, 'GET', pathOf('listDisplays', params))).status).toBe(200)
    clock.ahead += (TOKEN_CALLS_AT_ONCE / TOKEN_CALLS_PER_MINUTE) * 60_000
    expect((await send(wild.secret, 'GET', pathOf('listDisplays', params))).status).toBe(200)
  })

  it('the log says who made and who revoked a token, and never its secret', async () => {
    const { token, secret } = await make()
    await owner.call('removeToken', { params: { ...params, tokenId: token.id } })
    const entries = await tokenEntries()
    expect(entries).toMatchObject([
      { kind: 'token-revoked', actor: { kind: 'person' }, subject: { type: 'token', title: 'Timetable' }, undo: null },
      { kind: 'token-made', actor: { kind: 'person' }, subject: { type: 'token', title: 'Timetable' } },
    ])
    const rows = await server.app.context.database.queries.selectFrom('activity').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 20))
  })

  it.each(['removed', 'no owner any more', 'disabled'] as const)(
    '[B13] a token of somebody who is %s ends with its streams, for good',
    async (what) => {
      const maker = await enterAs(server, 'maker', { role: 'owner' })
      const body = { name: 'Theirs', role: 'editor' as const, days: 30 }
      const { token, secret } = (await maker.client.call('createToken', { params, body })).body
      // A person who is signed out has no session that could end with their rights.
      await maker.client.call('signOut', { params: {} })
      const stream = await openStream(server.url + pathOf('streamProgramme', SAMPLE_DISPLAY), {
        authorization: `Bearer ${secret}`,
      })
      await stream.next('programme')
      const { accounts, context } = server.app
      if (what === 'disabled') {
        await accounts.setDisabled(maker.email, true)
        // The command line is a separate process: the next request is refused, and streams end with the next sweep.
        expect((await addLine(secret)).status).toBe(401)
      } else {
        const members = (await owner.call('listMembers', { params })).body
        const memberId = members.find(({ email }) => email === maker.email)?.id
        if (!memberId) throw new Error('the maker is no member')
        const key = { ...params, memberId }
        if (what === 'removed') expect((await owner.call('removeMember', { params: key })).status).toBe(204)
        else expect((await owner.call('updateMember', { params: key, body: { role: 'editor' } })).status).toBe(200)
      }
      await stream.ended
      expect(await addLine(secret)).toMatchObject({ status: 401, body: { error: { code: 'invalid-token' } } })
      expect(await list()).toEqual([])
      expect((await tokenEntries())[0]).toMatchObject({
        kind: 'token-ended',
        actor: { kind: 'person', email: maker.email },
        subject: { type: 'token', title: token.name },
      })
      // When the maker is back, they make a new token.
      await accounts.setDisabled(maker.email, false)
      const { organisationId: org, displayId: id } = SAMPLE_DISPLAY
      await accounts.putProfile(context, { email: maker.email, org, id, msg: '', subType: '', role: 'owner' })
      expect((await addLine(secret)).status).toBe(401)
    },
  )

  it('a repeated command is known for each token by itself', async () => {
    const one = await make()
    const other = await make({ name: 'Other' })
    const key = { 'idempotency-key': 'the-same-key' }
    const first = await addLine(one.secret, SAMPLE_DISPLAY, key)
    expect((await addLine(one.secret, SAMPLE_DISPLAY, key)).body).toEqual(first.body)
    expect((await addLine(other.secret, SAMPLE_DISPLAY, key)).body.line.id).not.toBe(first.body.line.id)
  })

  it('a program uploads in pieces', async () => {
    const { secret } = await make()
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '300000' }
    const made = await send(secret, 'POST', pathOf('createUpload', params), undefined, tus)
    expect(made.status).toBe(201)
    const path = pathOf('removeUpload', { ...params, uploadId: made.body.id })
    expect((await send((await make()).secret, 'DELETE', path, undefined, tus)).status).toBe(404)
    expect((await send(secret, 'DELETE', path, undefined, tus)).status).toBe(204)
  })

  it('a token that is revoked counts no more, and its streams end', async () => {
    const { token, secret } = await make({ role: 'viewer' })
    const stream = await openStream(server.url + pathOf('streamProgramme', SAMPLE_DISPLAY), {
      authorization: `Bearer ${secret}`,
    })
    await stream.next('programme')
    const theirs = await enterAs(server, 'theirs', { role: 'owner', home: OTHER })
    const foreign = { organisationId: OTHER.organisationId, tokenId: token.id }
    expect((await theirs.client.call('removeToken', { params: foreign })).status).toBe(404)
    const told = hints()
    expect((await owner.call('removeToken', { params: { ...params, tokenId: token.id } })).status).toBe(204)
    expect(told).toContainEqual(endOf(token))
    await stream.ended
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(401)
    expect((await owner.call('removeToken', { params: { ...params, tokenId: token.id } })).status).toBe(404)
  })

  it('[F57] a token whose time is over counts no more, its streams end, and no clock brings it back', async () => {
    const { token, secret } = await make({ role: 'viewer', days: 1 })
    const told = hints()
    const stream = await openStream(server.url + pathOf('streamProgramme', SAMPLE_DISPLAY), {
      authorization: `Bearer ${secret}`,
    })
    await stream.next('programme')
    clock.ahead = DAY_MS
    await server.app.tokens.sweep()
    expect(told).toContainEqual(endOf(token))
    await stream.ended
    clock.ahead = 0
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(401)
    expect(await list()).toEqual([])
    // The expiry was known when the token was made, so it is not logged.
    expect((await tokenEntries()).map(({ kind }) => kind)).toEqual(['token-made'])
  })

  it('[F57] it counts until its time is over, and from then on no more, swept or not', async () => {
    const { token, secret } = await make({ days: 1 })
    const end = token.expiresAt - Date.now()
    clock.ahead = end - 60_000
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(200)
    clock.ahead = end
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(401)
    clock.ahead = 0
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(401)
  })

  it('an unsubscribed organisation’s programs are refused and their streams end; subscribed again, they go on', async () => {
    const { token, secret } = await make({ role: 'viewer' })
    const stream = await openStream(server.url + pathOf('streamProgramme', SAMPLE_DISPLAY), {
      authorization: `Bearer ${secret}`,
    })
    await stream.next('programme')
    const told = hints()
    await setSuspended(server.app.context, params.organisationId, true)
    await stream.ended
    await expect.poll(() => told).toContainEqual(endOf(token))
    const refused = await send(secret, 'GET', pathOf('listDisplays', params))
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not-subscribed' } } })
    await setSuspended(server.app.context, params.organisationId, false)
    expect((await send(secret, 'GET', pathOf('listDisplays', params))).status).toBe(200)
  })

  it('[S15] streams of programs end when the command line unsubscribes their organisation', async () => {
    const { token } = await make({ role: 'viewer' })
    const sessionId = `token.${token.id}`
    const keep = () => server.app.tokens.keepPresentSessions([sessionId])
    expect(await keep()).toEqual([sessionId])
    // As another process whose hints are lost: the server checks open streams by itself.
    const { queries } = server.app.context.database
    const set = (suspendedAt: number | null) =>
      queries
        .updateTable('organisation')
        .set({ suspended_at: suspendedAt })
        .where('id', '=', params.organisationId)
        .execute()
    await set(1)
    expect(await keep()).toEqual([])
    await set(null)
    expect(await keep()).toEqual([sessionId])
  })

  it('a display that is made again under its id is not the one that a token was limited to', async () => {
    const { secret } = await make({ displays: [LAB.displayId] })
    const both = await make({ displays: [LAB.displayId, SAMPLE_DISPLAY.displayId] })
    const first = await make({ displays: [SAMPLE_DISPLAY.displayId] })
    const all = await make()
    const answer = await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } })
    expect(answer.status).toBe(204)
    await createDisplay(server.app.context, LAB, 'Laboratory')
    expect((await addLine(secret, LAB)).status).toBe(404)
    const limits = new Map((await list()).map(({ id, displays }) => [id, displays]))
    expect([both, first, all].map(({ token }) => limits.get(token.id))).toEqual([
      [SAMPLE_DISPLAY.displayId],
      [SAMPLE_DISPLAY.displayId],
      null,
    ])
  })

  it('an organisation has at most twenty', async () => {
    for (let count = 0; count < 20; count += 1) await make({ name: `Program ${count}` })
    const body = { name: 'One more', role: 'viewer' as const, displays: null, days: 30 }
    expect(await owner.call('createToken', { params, body })).toMatchObject({
      status: 409,
      body: { error: { code: 'too-many-tokens' } },
    })
  })
})

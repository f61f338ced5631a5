import {
  DisplayId,
  type DisplayKey,
  IncidentId,
  MAX_DELIVERIES_PER_WEBHOOK,
  MAX_EVENT_BYTES,
  MAX_WEBHOOKS_PER_ORGANISATION,
  OrganisationId,
  ScreenId,
  TakeOverId,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookId,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { announce, GATHERED_MS } from '../../content/events/service.ts'
import { describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { freePort } from '../../testing/server-process.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp.ts'
import { isSignedWith, type Receiver, startReceiver, verify } from '../../testing/webhook-receiver.ts'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { WAITS_MS } from './post.ts'
import { createWebhooks } from './service.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const { organisationId } = SAMPLE_DISPLAY
const ELSEWHERE: DisplayKey = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }

describeDialects('[WH1] webhooks', (dialect) => {
  let clock: { now: number }
  let smtp: SmtpServer
  let receiver: Receiver
  let server: TestServer
  let admin: Client

  beforeEach(async () => {
    clock = { now: Date.now() }
    smtp = await startSmtpServer()
    receiver = await startReceiver()
    const port = await freePort()
    const from = { name: 'Placard', address: 'signage@vnr.example' }
    server = await startTestServer({
      dialect,
      now: () => clock.now,
      outside: receiver.outside,
      config: {
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        mail: { url: smtp.url, from, languages: ['en', 'ar'] },
      },
    })
    admin = await server.signIn()
  })
  afterEach(async () => {
    await server.close()
    await smtp.close()
    await receiver.close()
  })

  const make = async (events: readonly WebhookEventType[] = WEBHOOK_EVENT_TYPES, url = receiver.url) => {
    const answer = await admin.call('createWebhook', { params: { organisationId }, body: { url, events: [...events] } })
    expect(answer.status).toBe(201)
    const params = { organisationId, webhookId: answer.body.webhook.id }
    return { ...answer.body, params }
  }
  /** Sessions expire when the clock moves by days. */
  const signInAgain = async () => {
    admin = await server.signIn()
  }
  const list = async () => (await admin.call('listWebhooks', { params: { organisationId } })).body
  const history = async (params: { organisationId: OrganisationId; webhookId: WebhookId }) =>
    (await admin.call('listWebhookDeliveries', { params })).body
  let count = 0
  /** Changes the sample display. */
  const edit = async (client = admin) => {
    count += 1
    const answer = await client.call('createLine', { params: SAMPLE_DISPLAY, body: { text: `Line ${count}` } })
    expect(answer.status).toBe(201)
    return answer.body.revision
  }
  const deliver = async (ms = 0) => {
    clock.now += ms
    await server.app.webhooks.deliver()
  }
  const bodies = () => receiver.heard.map(({ body }) => JSON.parse(body))

  it('a change of a display arrives once, thin, and the library of Standard Webhooks believes it', async () => {
    const { secret, params } = await make()
    const editor = await enterAs(server, 'editor', { role: 'editor' })
    await edit()
    await edit()
    const revision = await edit(editor.client)
    // The burst is not over yet.
    await deliver(GATHERED_MS - SECOND)
    expect(receiver.heard).toEqual([])
    await deliver(SECOND)
    expect(receiver.heard).toHaveLength(1)
    const [heard] = receiver.heard as [(typeof receiver.heard)[number]]
    const told = verify(secret, heard) as { type: WebhookEventType; timestamp: string; data: unknown }
    expect(told).toEqual({
      type: 'display.changed',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      data: { display: { id: 'ece', name: expect.any(String) }, revision, by: { kind: 'person', name: editor.email } },
    })
    expect(WEBHOOK_EVENTS[told.type].safeParse(told.data).success).toBe(true)
    expect(Buffer.byteLength(heard.body)).toBeLessThan(400)
    expect(heard.headers['content-type']).toBe('application/json')
    await deliver(MINUTE)
    expect(receiver.heard).toHaveLength(1)
    const [{ id } = { id: '' }] = await history(params)
    expect(await history(params)).toMatchObject([
      { outcome: 'sent', attempts: 1, status: 200, type: 'display.changed' },
    ])
    const whole = await admin.call('getWebhookDelivery', { params: { ...params, deliveryId: id as never } })
    expect(whole.body).toMatchObject({ body: heard.body, answer: 'well' })
  })

  it('screen reports are not changes, and neither is a command that changes nothing', async () => {
    await make()
    const screenId = 'a'.repeat(32) as never
    const params = { ...SAMPLE_DISPLAY, screenId }
    await server.anonymous.call('beatScreen', { params, body: { build: null, itemId: null, paintedMsAgo: 0 } })
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: {} })
    await deliver(MINUTE)
    expect(receiver.heard).toEqual([])
  })

  it('a display that is renamed is told under its new name', async () => {
    await make()
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { name: 'Main hall' } })
    await deliver(MINUTE)
    expect(bodies()).toMatchObject([{ data: { display: { name: 'Main hall' } } }])
  })

  it('a take-over is told when it begins and when it ends, whoever ends it, and is no change of a display', async () => {
    await make()
    const notice = { kind: 'notice', notice: { look: 'alert', heading: 'Please leave the building' } } as const
    const begun = await admin.call('startTakeOver', {
      params: { organisationId },
      body: { content: notice, displays: null, drill: true, minutes: 5 } as never,
    })
    expect(begun.status).toBe(201)
    const overId = begun.body.id
    clock.now += SECOND
    await admin.call('endTakeOver', { params: { organisationId, overId } as never })
    clock.now += SECOND
    await admin.call('resumeTakeOver', { params: { organisationId, overId } as never })
    await deliver(6 * MINUTE)
    await expect
      .poll(
        async () => {
          await deliver()
          return receiver.heard.length
        },
        { timeout: 15_000 },
      )
      .toBe(4)
    const by = { kind: 'person', name: 'admin@vnr.example' }
    const takeOver = { id: overId, drill: true, displays: null }
    expect(bodies()).toMatchObject([
      { type: 'take-over.began', data: { takeOver, by } },
      { type: 'take-over.ended', data: { takeOver, because: 'ended', by } },
      { type: 'take-over.began', data: { takeOver, by } },
      { type: 'take-over.ended', data: { takeOver, because: 'time', by } },
    ])
    for (const { type, data } of bodies()) expect(WEBHOOK_EVENTS[type as WebhookEventType].parse(data)).toEqual(data)
  })

  it('[LY7] an insert is told when it begins and when it ends, and is no change of a display', async () => {
    await make()
    const content = { kind: 'notice', notice: { look: 'paper', heading: 'Coffee' } } as const
    const begun = await admin.call('startInsert', {
      params: { organisationId },
      body: { content, place: 'top-right', displays: null, minutes: 5 } as never,
    })
    expect(begun.status).toBe(201)
    const insertId = begun.body.id
    clock.now += SECOND
    await admin.call('endInsert', { params: { organisationId, insertId } })
    await deliver(MINUTE)
    await expect.poll(() => receiver.heard.length).toBe(2)
    const by = { kind: 'person', name: 'admin@vnr.example' }
    const insert = { id: insertId, name: 'Coffee', place: 'top-right', displays: null }
    expect(bodies()).toMatchObject([
      { type: 'insert.began', data: { insert, by } },
      { type: 'insert.ended', data: { insert, because: 'ended', by } },
    ])
    for (const { type, data } of bodies()) expect(WEBHOOK_EVENTS[type as WebhookEventType].parse(data)).toEqual(data)
  })

  it('a test arrives at once; one that does not is not tried again, and switches nothing off', async () => {
    const { params, secret } = await make(['proposal.made'])
    const tried = await admin.call('testWebhook', { params })
    expect(tried.body).toMatchObject({ type: 'test', outcome: 'sent', status: 200, attempts: 1 })
    expect(verify(secret, receiver.heard[0] as never)).toMatchObject({ type: 'test', data: {} })
    receiver.answer.status = 500
    expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'failed', status: 500 })
    await deliver(HOUR)
    expect(receiver.heard).toHaveLength(2)
    expect(await list()).toMatchObject([{ endedAt: null, failingSince: expect.any(Number), waiting: 0 }])
  })

  it('a failed message is tried again with the same id and growing waits', async () => {
    const { params, secret } = await make(['display.changed'])
    receiver.answer.status = 503
    await edit()
    await deliver(GATHERED_MS)
    expect(await list()).toMatchObject([
      { failingSince: clock.now, waiting: 1, last: { status: 503, outcome: 'waiting' } },
    ])
    for (const wait of WAITS_MS.slice(0, 4)) {
      const before = receiver.heard.length
      await deliver(wait - 2 * SECOND)
      expect(receiver.heard.length, `after ${wait}`).toBe(before)
      await deliver(wait * 0.1 + 12 * SECOND)
      expect(receiver.heard.length, `after ${wait}`).toBe(before + 1)
    }
    receiver.answer.status = 204
    await deliver(6 * HOUR)
    expect(new Set(receiver.heard.map(({ id, body }) => id + body)).size).toBe(1)
    expect(receiver.heard.every((one) => isSignedWith(secret, one))).toBe(true)
    expect(await history(params)).toMatchObject([{ outcome: 'sent', attempts: 6, status: 204 }])
    expect(await list()).toMatchObject([{ failingSince: null, endedAt: null, waiting: 0 }])
  })

  it.each([200, 201, 204, 299])('%i counts', async (status) => {
    const { params } = await make()
    receiver.answer.status = status
    expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'sent', status })
  })

  it.each([199 + 200, 400, 401, 404, 500])('%i does not count', async (status) => {
    const { params } = await make()
    receiver.answer.status = status
    expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'failed', status })
  })

  it('410 ends it; its owners read so on the page and in a mail, and switch it on again', async () => {
    const { params } = await make(['display.changed'])
    await enterAs(server, 'second', { role: 'owner' })
    await enterAs(server, 'editor', { role: 'editor' })
    receiver.answer.status = 410
    await edit()
    await deliver(GATHERED_MS)
    expect(await list()).toMatchObject([{ endedAt: clock.now, endedBecause: 'gone' }])
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(['admin@vnr.example', 'second@people.example'])
    expect(smtp.received[0]?.text).toContain('(410)')
    expect(smtp.received[0]?.text).toContain('/webhooks')
    expect(smtp.received[0]?.text).toContain('خطاف الويب')
    await edit()
    await deliver(MINUTE)
    expect(receiver.heard).toHaveLength(1)
    expect((await admin.call('testWebhook', { params })).body).toMatchObject({ error: { code: 'webhook-is-off' } })
    receiver.answer.status = 200
    const on = await admin.call('updateWebhook', { params, body: { on: true } })
    expect(on.body).toMatchObject({ endedAt: null, endedBecause: null, failingSince: null })
    await edit()
    await deliver(MINUTE)
    expect(receiver.heard).toHaveLength(2)
    const { body } = await admin.call('listOrganisationActivity', { params: { organisationId } })
    expect(body.entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('webhook'))).toEqual([
      'webhook-changed',
      'webhook-ended',
      'webhook-made',
    ])
  })

  it('410 to a test ends it as well, also while a secret is changed', async () => {
    const { params } = await make()
    await admin.call('changeWebhookSecret', { params })
    await admin.call('testWebhook', { params })
    receiver.answer.status = 410
    expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'failed', status: 410 })
    expect(await list()).toMatchObject([{ endedBecause: 'gone' }])
  })

  it('a receiver that asks to be left alone is, with all of its messages', async () => {
    await make(['proposal.made'])
    await make(['proposal.made'], receiver.urlOf('other'))
    receiver.answer.behave = (response, { path }) =>
      path === '/other' ? response.writeHead(200).end() : response.writeHead(429, { 'retry-after': '3600' }).end()
    const propose = () =>
      server.app.context.database.transaction((inside) =>
        announce(
          inside,
          organisationId,
          [
            {
              type: 'proposal.made',
              data: {
                proposal: { id: 'p', kind: 'image' },
                by: { name: 'Ada' },
                where: { kind: 'display', id: SAMPLE_DISPLAY.displayId, name: 'Hall' },
                url: '/proposals?id=p',
              },
            },
          ],
          clock.now,
        ),
      )
    const here = () => receiver.heard.filter(({ path }) => path === '/hook')
    await propose()
    await deliver()
    await propose()
    await deliver(10 * MINUTE)
    await deliver(40 * MINUTE)
    expect(here()).toHaveLength(1)
    expect(receiver.heard.filter(({ path }) => path === '/other')).toHaveLength(2)
    // The address of the page is absolute.
    expect(bodies()[0].data.url).toBe(`${server.url}/proposals?id=p`)
    receiver.answer.behave = undefined
    await deliver(11 * MINUTE)
    expect(here()).toHaveLength(3)
  })

  it('while a secret is changed both are good for a day, and then the new one alone', async () => {
    const { params, secret } = await make(['display.changed'])
    const changed = await admin.call('changeWebhookSecret', { params })
    expect(changed.status).toBe(201)
    expect(changed.body.secret).not.toBe(secret)
    expect(changed.body.webhook.previousSecretUntil).toBe(clock.now + DAY)
    await admin.call('testWebhook', { params })
    const [both] = receiver.heard as [(typeof receiver.heard)[number]]
    expect([secret, changed.body.secret].map((one) => verify(one, both) !== undefined)).toEqual([true, true])
    clock.now += DAY + SECOND
    await signInAgain()
    await admin.call('testWebhook', { params })
    const last = receiver.heard[1] as (typeof receiver.heard)[number]
    expect([secret, changed.body.secret].map((one) => isSignedWith(one, last))).toEqual([false, true])
    expect(await list()).toMatchObject([{ previousSecretUntil: null }])
    await server.app.webhooks.sweep()
    const rows = await server.app.context.database.queries.selectFrom('webhook').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('a secret that is changed twice, since the first was not copied, refuses nobody who has the one before', async () => {
    const { params, secret } = await make(['display.changed'])
    const changed = []
    for (let press = 0; press < 3; press += 1) {
      clock.now += MINUTE
      changed.push((await admin.call('changeWebhookSecret', { params })).body.secret)
    }
    await admin.call('testWebhook', { params })
    const [heard] = receiver.heard as [(typeof receiver.heard)[number]]
    for (const one of [secret, ...changed]) expect(isSignedWith(one, heard)).toBe(true)
    clock.now += DAY + SECOND
    await signInAgain()
    await admin.call('testWebhook', { params })
    const last = receiver.heard[1] as (typeof receiver.heard)[number]
    expect([secret, ...changed].map((one) => isSignedWith(one, last))).toEqual([false, false, false, true])
  })

  it('one that is switched off while a message is under way has nothing that waits, whatever is answered', async () => {
    const { params } = await make(['display.changed'])
    receiver.answer.behave = async (response) => {
      await admin.call('updateWebhook', { params, body: { on: false } })
      response.writeHead(500).end()
    }
    await edit()
    await deliver(GATHERED_MS)
    expect(await list()).toMatchObject([{ endedBecause: 'owner', waiting: 0 }])
    expect(await history(params)).toMatchObject([{ outcome: 'failed', status: 500 }])
  })

  it('one that leads elsewhere while a message is under way is not judged by what the old address answers', async () => {
    const { params } = await make(['display.changed'])
    receiver.answer.behave = async (response, { path }) => {
      if (path === '/moved') return void response.writeHead(200).end()
      await admin.call('updateWebhook', { params, body: { url: receiver.urlOf('moved') } })
      response.writeHead(410).end()
    }
    await edit()
    await deliver(GATHERED_MS)
    // The message is sent to the new address.
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/hook', '/moved'])
    expect(await list()).toMatchObject([{ endedAt: null, failingSince: null, waiting: 0 }])
    expect(await history(params)).toMatchObject([{ outcome: 'sent', attempts: 2 }])
  })

  describe('of some displays alone', () => {
    const LAB = { organisationId, displayId: DisplayId.parse('lab') }
    const makeOf = async (displays: DisplayKey['displayId'][], name = 'hook') => {
      const body = { url: receiver.urlOf(name), events: [...WEBHOOK_EVENT_TYPES], displays }
      return admin.call('createWebhook', { params: { organisationId }, body })
    }
    const tell = (...events: WebhookEvent[]) =>
      server.app.context.database.transaction((inside) => announce(inside, organisationId, events, clock.now))
    const screenOf = (displayId: DisplayKey['displayId'], n: number) => ({
      incidentId: IncidentId.parse(`i${n}`),
      kind: 'silent' as const,
      screen: { id: ScreenId.parse(n.toString(16).padStart(32, '0')), name: `Screen ${n}` },
      display: { id: displayId, name: displayId },
      since: new Date(clock.now).toISOString(),
    })
    const at = (path: string) =>
      receiver.heard.filter((one) => one.path === `/${path}`).map(({ body }) => JSON.parse(body))

    beforeEach(async () => {
      await admin.call('createDisplay', { params: { organisationId }, body: { id: LAB.displayId, name: 'Laboratory' } })
    })

    it('it hears of these and of no other; of screens those alone, and as many of them', async () => {
      expect((await makeOf([LAB.displayId], 'lab')).body.webhook.displays).toEqual([LAB.displayId])
      await make([...WEBHOOK_EVENT_TYPES], receiver.urlOf('all'))
      await edit()
      await admin.call('createLine', { params: LAB, body: { text: 'Laboratory' } })
      const screens = Array.from({ length: 120 }, (_, n) =>
        screenOf(n % 2 ? LAB.displayId : SAMPLE_DISPLAY.displayId, n),
      )
      const where = { kind: 'display' as const, id: SAMPLE_DISPLAY.displayId, name: 'Hall' }
      const proposal = { proposal: { id: 'p', kind: 'image' }, by: { name: 'Ada' }, url: '/proposals' }
      const over = { id: TakeOverId.parse('t'), name: 'Fire', drill: true, endsAt: new Date(clock.now).toISOString() }
      const by = { kind: 'person' as const, name: 'ada@vnr.example' }
      await tell(
        { type: 'screen.dark', data: { what: 'alarm', count: 120, screens, suspectsServer: false } },
        { type: 'screen.back', data: { count: 1, screens: [screenOf(SAMPLE_DISPLAY.displayId, 1)] } },
        { type: 'proposal.made', data: { ...proposal, where } },
        { type: 'proposal.made', data: { ...proposal, where: { ...where, id: LAB.displayId } } },
        { type: 'take-over.began', data: { takeOver: { ...over, displays: null }, by } },
        { type: 'take-over.began', data: { takeOver: { ...over, displays: [SAMPLE_DISPLAY.displayId] }, by } },
      )
      await deliver(GATHERED_MS)
      expect(at('all')).toHaveLength(8)
      const types = at('lab').map(({ type }) => type)
      expect(types.sort()).toEqual(['display.changed', 'proposal.made', 'screen.dark', 'take-over.began'])
      const dark = (name: string) => at(name).find(({ type }) => type === 'screen.dark').data
      expect(dark('all')).toMatchObject({ count: 120, screens: { length: 50 } })
      expect(dark('lab')).toMatchObject({ count: 60, screens: { length: 50 } })
      expect(JSON.stringify(at('lab'))).not.toContain(`"${SAMPLE_DISPLAY.displayId}"`)
      for (const { type, data } of at('lab'))
        expect(WEBHOOK_EVENTS[type as WebhookEventType].safeParse(data).error).toBeUndefined()
    })

    it('a retried message stays the same, also when the webhook is limited to other displays meanwhile', async () => {
      const { body } = await makeOf([LAB.displayId], 'lab')
      const params = { organisationId, webhookId: body.webhook.id }
      receiver.answer.status = 500
      const screens = [screenOf(LAB.displayId, 1), screenOf(SAMPLE_DISPLAY.displayId, 2)]
      await tell({ type: 'screen.dark', data: { what: 'alarm', count: 2, screens, suspectsServer: false } })
      await deliver()
      const changed = await admin.call('updateWebhook', { params, body: { displays: [SAMPLE_DISPLAY.displayId] } })
      expect(changed.body.displays).toEqual([SAMPLE_DISPLAY.displayId])
      await deliver(MINUTE)
      expect(receiver.heard).toHaveLength(2)
      expect(receiver.heard[1]).toMatchObject({ id: receiver.heard[0]?.id, body: receiver.heard[0]?.body })
      await admin.call('updateWebhook', { params, body: { displays: null } })
      expect(await list()).toMatchObject([{ displays: null }])
    })

    it('a display that there is not is refused; one that is removed is heard of no more, nor another of its name', async () => {
      const refused = await makeOf([DisplayId.parse('nowhere')])
      expect(refused.body).toMatchObject({ error: { code: 'display-not-found', field: 'displays' } })
      await makeOf([LAB.displayId], 'lab')
      const { revision } = (await admin.call('getDisplayContents', { params: LAB })).body
      await admin.call('removeDisplay', { params: LAB, headers: { 'if-match': `"${revision}"` } })
      expect(await list()).toMatchObject([{ displays: [] }])
      await admin.call('createDisplay', { params: { organisationId }, body: { id: LAB.displayId, name: 'Another' } })
      await admin.call('createLine', { params: LAB, body: { text: 'Another' } })
      await edit()
      await deliver(GATHERED_MS)
      expect(receiver.heard).toEqual([])
    })
  })

  it('somebody sends something again, one or all that failed', async () => {
    const { params } = await make(['display.changed'])
    receiver.answer.status = 500
    await edit()
    await deliver(GATHERED_MS)
    await edit()
    await deliver(MINUTE)
    await admin.call('updateWebhook', { params, body: { on: false } })
    expect(await history(params)).toMatchObject([
      { outcome: 'failed', failure: 'switched-off' },
      { outcome: 'failed', failure: 'switched-off' },
    ])
    await edit()
    await deliver(MINUTE)
    const before = receiver.heard.length
    await admin.call('updateWebhook', { params, body: { on: true } })
    receiver.answer.status = 200
    const [newest, oldest] = await history(params)
    const again = await admin.call('resendWebhookDelivery', {
      params: { ...params, deliveryId: newest?.id as never },
    })
    expect(again.body).toMatchObject({ id: newest?.id, outcome: 'sent', status: 200 })
    expect(receiver.heard.at(-1)?.id).toBe(newest?.id)
    expect((await admin.call('resendWebhookDeliveries', { params })).body).toEqual({ count: 1 })
    await deliver()
    expect(receiver.heard.at(-1)?.id).toBe(oldest?.id)
    // A delivery that has arrived can be sent again as well. Its id shows that it is the same.
    await admin.call('resendWebhookDelivery', { params: { ...params, deliveryId: oldest?.id as never } })
    expect(receiver.heard).toHaveLength(before + 3)
    const nothing = await admin.call('resendWebhookDelivery', { params: { ...params, deliveryId: 'x' as never } })
    expect(nothing.body).toMatchObject({ error: { code: 'webhook-delivery-not-found' } })
  })

  it('each of several hears what it wants, by a message of its own', async () => {
    const hooks = [await make(['display.changed']), await make(['display.changed'], receiver.urlOf('other'))]
    await make(['screen.dark'], receiver.urlOf('third'))
    await edit()
    await deliver(GATHERED_MS)
    expect(receiver.heard.map(({ path }) => path).sort()).toEqual(['/hook', '/other'])
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(2)
    for (const { secret } of hooks) expect(receiver.heard.filter((one) => isSignedWith(secret, one))).toHaveLength(1)
    for (let more = 3; more < MAX_WEBHOOKS_PER_ORGANISATION; more += 1) await make()
    const body = { url: receiver.url, events: [...WEBHOOK_EVENT_TYPES] }
    expect((await admin.call('createWebhook', { params: { organisationId }, body })).status).toBe(409)
  })

  it('messages older than 30 days are deleted, and at most a thousand of one webhook are kept', async () => {
    const { params, webhook } = await make(['display.changed'])
    await edit()
    await deliver(GATHERED_MS)
    const { queries } = server.app.context.database
    const [event] = await queries.selectFrom('webhook_event').selectAll().execute()
    const [one] = await queries.selectFrom('webhook_delivery').selectAll().execute()
    const more = Array.from({ length: MAX_DELIVERIES_PER_WEBHOOK + 5 }, (_, n) => ({
      ...one,
      id: `more-${n}`,
      created_at: clock.now + 1,
    }))
    for (let from = 0; from < more.length; from += 50)
      await queries
        .insertInto('webhook_delivery')
        .values(more.slice(from, from + 50) as never)
        .execute()
    await server.app.webhooks.sweep()
    const left = await queries.selectFrom('webhook_delivery').select('id').execute()
    expect(left).toHaveLength(MAX_DELIVERIES_PER_WEBHOOK)
    expect(left.map(({ id }) => id)).not.toContain(one?.id)
    expect(await history(params)).toHaveLength(100)
    clock.now += 31 * DAY
    await server.app.webhooks.sweep()
    expect(await queries.selectFrom('webhook_event').select('id').execute()).toEqual([])
    expect(await queries.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
    expect([event?.type, webhook.events]).toEqual(['display.changed', ['display.changed']])
  })

  describe('attacks', () => {
    it('[B120] [B135] an address inside the network is refused where it is typed, by number and by name', async () => {
      const inside = async (hostname: string) => (hostname === 'intranet.example' ? ['10.0.0.5'] : ['127.0.0.1'])
      receiver.outside.resolve = inside
      const body = (url: string) => ({ url, events: ['display.changed' as const] })
      for (const url of [
        'http://127.0.0.2/',
        'http://2130706434/',
        'http://169.254.169.254/latest/meta-data',
        'http://[::1]/',
        'http://[::ffff:7f00:2]/',
        'http://localhost/',
        'http://10.1.2.3/',
        'https://intranet.example/hook',
        'https://receiver.example:8443/',
      ]) {
        const refused = await admin.call('createWebhook', { params: { organisationId }, body: body(url) })
        expect(refused.body, url).toMatchObject({ error: { code: 'webhook-address-not-allowed', field: 'url' } })
      }
      for (const url of ['ftp://receiver.example/', 'javascript:alert(1)', 'https://a:b@receiver.example/', 'nothing'])
        expect((await admin.call('createWebhook', { params: { organisationId }, body: body(url) })).status).toBe(422)
      const { params } = await make()
      const moved = await admin.call('updateWebhook', { params, body: { url: 'http://10.1.2.3/' } })
      expect(moved.body).toMatchObject({ error: { code: 'webhook-address-not-allowed' } })
    })

    it('[B135] a name that leads inside only later is not asked either', async () => {
      const { params } = await make(['display.changed'], receiver.urlOf('turning'))
      const { resolve } = receiver.outside
      receiver.outside.resolve = async () => ['127.0.0.2']
      const failure = 'address-not-allowed'
      expect((await admin.call('testWebhook', { params })).body).toMatchObject({ status: null, failure })
      // A name that resolves wrongly for a while loses no messages.
      await edit()
      await deliver(GATHERED_MS)
      expect(await history(params)).toMatchObject([{ outcome: 'waiting', failure }, {}])
      receiver.outside.resolve = resolve
      await deliver(HOUR)
      expect(receiver.heard).toHaveLength(1)
    })

    it('[B121] [B136] one that bounces is not followed, and its message goes nowhere else', async () => {
      const { params } = await make()
      receiver.answer.status = 307
      for (const location of ['http://127.0.0.2/', receiver.url]) {
        receiver.answer.headers = { location }
        const before = receiver.heard.length
        const { body } = await admin.call('testWebhook', { params })
        expect(body).toMatchObject({ outcome: 'failed', failure: 'too-many-redirects' })
        expect(receiver.heard.length).toBe(before + 1)
      }
    })

    it('[B137] an answer without an end is read to its beginning', async () => {
      const { params } = await make()
      let written = 0
      receiver.answer.behave = (response) => {
        response.writeHead(200)
        const more = () => {
          if (response.destroyed) return
          written += 65_536
          response.write(Buffer.alloc(65_536, 'x')) ? setImmediate(more) : response.once('drain', more)
        }
        more()
      }
      expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'sent', status: 200 })
      expect(written).toBeLessThan(64 * 2 ** 20)
      const [{ id } = { id: '' }] = await history(params)
      const whole = await admin.call('getWebhookDelivery', { params: { ...params, deliveryId: id as never } })
      expect(whole.body.answer).toHaveLength(1_000)
    })

    // Waits for the fifteen seconds with one dialect only, because the test does not depend on the database.
    it.runIf(dialect === 'sqlite')('[B137] one that drips is given up after 15 s and holds up nobody', async () => {
      await make(['display.changed'], receiver.urlOf('drips'))
      await make(['display.changed'], receiver.urlOf('other'))
      receiver.answer.behave = (response, { path }) => {
        if (path === '/other') return void response.writeHead(200).end()
        const drip = setInterval(() => response.socket?.write(`x-${'y'.repeat(10)}: z\r\n`), 500)
        response.socket?.write('HTTP/1.1 200 OK\r\n')
        response.socket?.once('close', () => clearInterval(drip))
      }
      await edit()
      clock.now += GATHERED_MS
      let isOver = false
      const done = server.app.webhooks.deliver().then(() => {
        isOver = true
      })
      await expect.poll(() => receiver.heard.filter(({ path }) => path === '/other').length).toBe(1)
      // The next message arrives as well, while the first receiver still drips.
      await edit()
      clock.now += GATHERED_MS
      await expect.poll(() => receiver.heard.filter(({ path }) => path === '/other').length, { timeout: 5_000 }).toBe(2)
      expect(isOver).toBe(false)
      await done
      const drips = (await list()).find(({ url }) => url.includes('drips'))
      expect(drips).toMatchObject({ failingSince: expect.any(Number), last: { failure: 'too-slow', status: null } })
    })

    it('[B138] hundreds that fail hold up none of those that work', async () => {
      const { queries } = server.app.context.database
      const [row] = await (async () => {
        await make(['display.changed'], receiver.urlOf('hangs'))
        return queries.selectFrom('webhook').selectAll().execute()
      })()
      const hanging = Array.from({ length: 300 }, (_, n) => ({ ...row, id: `hangs-${n}`, failing_since: clock.now }))
      for (let from = 0; from < hanging.length; from += 50)
        await queries
          .insertInto('webhook')
          .values(hanging.slice(from, from + 50) as never)
          .execute()
      await queries
        .insertInto('webhook')
        .values({ ...row, id: 'works', url: receiver.urlOf('works') } as never)
        .execute()
      receiver.answer.behave = (response, { path }) => {
        if (path === '/works') response.writeHead(200).end()
      }
      await edit()
      clock.now += GATHERED_MS
      const works = () => receiver.heard.filter(({ path }) => path === '/works').length
      await expect.poll(works, { timeout: 10_000 }).toBe(1)
      await edit()
      clock.now += GATHERED_MS
      await expect.poll(works, { timeout: 10_000 }).toBe(2)
    }, 30_000)

    it('[B140] a secret is told once: not listed, not logged, not in the activity', async () => {
      const said: string[] = []
      const { log } = server.app.context
      for (const level of ['info', 'warn', 'error'] as const) {
        const before = log[level].bind(log)
        log[level] = ((...words: unknown[]) => {
          said.push(JSON.stringify(words))
          return (before as (...all: unknown[]) => void)(...words)
        }) as never
      }
      const { params, secret } = await make()
      const changed = (await admin.call('changeWebhookSecret', { params })).body.secret
      receiver.answer.status = 500
      await edit()
      await deliver(GATHERED_MS)
      await admin.call('testWebhook', { params })
      const told = JSON.stringify([
        await list(),
        await history(params),
        (await admin.call('updateWebhook', { params, body: { events: ['screen.dark'] } })).body,
        (await admin.call('listOrganisationActivity', { params: { organisationId } })).body,
        receiver.heard,
        said,
      ])
      for (const one of [secret, changed]) expect(told).not.toContain(one.replace('whsec_', ''))
    })

    it('[B141] however long the names, a body is less than 20 kB and of the contract', async () => {
      await make()
      const name = '🖥'.repeat(100)
      const at = new Date(clock.now).toISOString()
      const screens = Array.from({ length: 50 }, (_, n) => ({
        incidentId: `i${n}` as never,
        kind: 'silent' as const,
        screen: { id: n.toString(16).padStart(32, '0') as never, name },
        display: { id: `d${n}` as never, name },
        since: at,
      }))
      const displays = Array.from({ length: 200 }, (_, n) => DisplayId.parse(`d${n}`.padEnd(64, 'x')))
      const by = { kind: 'token' as const, name }
      await server.app.context.database.transaction((inside) =>
        announce(
          inside,
          organisationId,
          [
            { type: 'screen.dark', data: { what: 'alarm', count: 80, screens, suspectsServer: true } },
            {
              type: 'take-over.began',
              data: { takeOver: { id: 't' as never, name, drill: false, displays, endsAt: at }, by },
            },
            {
              type: 'proposal.made',
              data: {
                proposal: { id: 'p', kind: 'image' },
                by: { name: 'x'.repeat(100_000) },
                where: { kind: 'display', id: displays[0] as never, name },
                url: '/p',
              },
            },
          ],
          clock.now,
        ),
      )
      await deliver()
      expect(receiver.heard).toHaveLength(3)
      for (const { body } of receiver.heard) {
        expect(Buffer.byteLength(body)).toBeLessThan(MAX_EVENT_BYTES)
        const { type, data } = JSON.parse(body)
        expect(WEBHOOK_EVENTS[type as WebhookEventType].safeParse(data).error).toBeUndefined()
      }
      const dark = bodies().find(({ type }) => type === 'screen.dark').data
      expect(dark.count).toBe(80)
      expect(dark.screens.length).toBeGreaterThan(10)
    })

    it('[B142] an answer of anything at all is kept as text, and settles the message', async () => {
      const { params } = await make()
      receiver.answer.behave = (response) =>
        response.writeHead(500).end(Buffer.from([0, 1, 0xd8, 0x3d, 0xff, 0xfe, 0x0a, 0x3c, 0x62, 0x3e]))
      expect((await admin.call('testWebhook', { params })).body).toMatchObject({ outcome: 'failed', status: 500 })
      const [{ id } = { id: '' }] = await history(params)
      const whole = await admin.call('getWebhookDelivery', { params: { ...params, deliveryId: id as never } })
      expect(whole.body.answer).toMatch(/<b>$/)
    })

    it('[B144] a receiver that wants to be left alone for a year is asked again after a day', async () => {
      await make(['display.changed'])
      receiver.answer.status = 503
      receiver.answer.headers = { 'retry-after': '31536000' }
      await edit()
      await deliver(GATHERED_MS)
      await deliver(23 * HOUR)
      expect(receiver.heard).toHaveLength(1)
      await deliver(90 * MINUTE)
      expect(receiver.heard).toHaveLength(2)
    })

    it('[AC3] webhooks of others are not there, and no editor or program sees any', async () => {
      const { params } = await make()
      await edit()
      await deliver(GATHERED_MS)
      const [{ id } = { id: '' }] = await history(params)
      await makePlace(server, ELSEWHERE)
      const other = await enterAs(server, 'other', { role: 'owner', home: ELSEWHERE })
      const theirs = { organisationId: ELSEWHERE.organisationId, webhookId: params.webhookId }
      const deliveryId = id as never
      expect((await other.client.call('listWebhookDeliveries', { params: theirs })).status).toBe(404)
      expect((await other.client.call('getWebhookDelivery', { params: { ...theirs, deliveryId } })).status).toBe(404)
      expect((await other.client.call('testWebhook', { params: theirs })).status).toBe(404)
      expect((await other.client.call('updateWebhook', { params: theirs, body: { on: false } })).status).toBe(404)
      expect((await other.client.call('changeWebhookSecret', { params: theirs })).status).toBe(404)
      expect((await other.client.call('removeWebhook', { params: theirs })).status).toBe(404)
      const editor = await enterAs(server, 'editor', { role: 'editor' })
      expect((await editor.client.call('listWebhooks', { params: { organisationId } })).status).toBe(403)
      // A delivery of another webhook of the same organisation is not found either.
      const second = await make(['screen.dark'])
      const crossed = { ...second.params, deliveryId }
      expect((await admin.call('getWebhookDelivery', { params: crossed })).status).toBe(404)
      expect((await admin.call('resendWebhookDelivery', { params: crossed })).status).toBe(404)
    })
  })

  describe('faults', () => {
    it('[F90] a receiver that is away for three days gets everything once it is back', async () => {
      const { params } = await make(['display.changed'])
      receiver.answer.status = 502
      await edit()
      await deliver(GATHERED_MS)
      for (let hours = 0; hours < 72; hours += 1) {
        await signInAgain()
        if (hours % 12 === 0) await edit()
        await deliver(HOUR)
      }
      await signInAgain()
      const [hook] = await list()
      expect(hook).toMatchObject({ endedAt: null, waiting: 7 })
      // Its owner has been told by then, once.
      expect(smtp.received.map(({ text }) => text)).toEqual([expect.stringContaining('It last answered with 502')])
      receiver.answer.status = 200
      for (let hours = 0; hours < 30; hours += 1) await deliver(HOUR)
      await signInAgain()
      expect((await history(params)).map(({ outcome }) => outcome)).toEqual(Array(7).fill('sent'))
      expect(await list()).toMatchObject([{ failingSince: null, waiting: 0 }])
    })

    it('[F90] one that stays away is switched off after three days, and its owner hears of it; nothing is lost', async () => {
      const { params } = await make(['display.changed'])
      receiver.answer.status = 502
      await edit()
      await deliver(GATHERED_MS)
      for (let hours = 0; hours < 70; hours += 1) await deliver(HOUR)
      await signInAgain()
      expect(await list()).toMatchObject([{ endedAt: null }])
      for (let hours = 70; hours < 98; hours += 1) await deliver(HOUR)
      await signInAgain()
      expect(await list()).toMatchObject([{ endedAt: expect.any(Number), endedBecause: 'failed' }])
      expect(receiver.heard).toHaveLength(10)
      expect(smtp.received.map(({ text }) => text)).toEqual([
        expect.stringContaining('Placard retries failed messages'),
        expect.stringContaining('so it was switched off'),
      ])
      receiver.answer.status = 200
      await admin.call('updateWebhook', { params, body: { on: true } })
      expect((await admin.call('resendWebhookDeliveries', { params })).body).toEqual({ count: 1 })
      await deliver()
      expect(await history(params)).toMatchObject([{ outcome: 'sent' }])
    })

    it('[F91] killed between the commit and the delivery, and with the message in hand: it is sent after all', async () => {
      await make(['display.changed'])
      await edit()
      // This process sends nothing any more. The announced event is a row.
      await server.app.webhooks.close()
      clock.now += GATHERED_MS
      const { queries } = server.app.context.database
      expect(await queries.selectFrom('webhook_event').select('due_at').execute()).toHaveLength(1)
      const next = createWebhooks(server.app.context, receiver.outside)
      try {
        await next.deliver()
        expect(receiver.heard).toHaveLength(1)
        // Another process claimed it and ended before the answer.
        await queries
          .updateTable('webhook_delivery')
          .set({ outcome: 'waiting', attempts: 1, next_at: clock.now + MINUTE })
          .execute()
        await next.deliver()
        expect(receiver.heard).toHaveLength(1)
        clock.now += MINUTE
        await next.deliver()
        expect(receiver.heard).toHaveLength(2)
        expect(receiver.heard[1]?.id).toBe(receiver.heard[0]?.id)
      } finally {
        await next.close()
      }
    })

    it('[F93] a clock that jumps neither sends twice, nor switches off, nor keeps anything waiting', async () => {
      const { params } = await make(['display.changed'])
      receiver.answer.status = 500
      await edit()
      await deliver(GATHERED_MS)
      // A jump of four days counts as one wait, not as three days of failing.
      await deliver(4 * DAY)
      expect(receiver.heard).toHaveLength(2)
      await signInAgain()
      expect(await list()).toMatchObject([{ endedAt: null }])
      receiver.answer.status = 200
      // The clock is set back. A delivery that was scheduled by the other clock is due.
      await deliver(-4 * DAY)
      expect(receiver.heard).toHaveLength(3)
      await edit()
      await deliver(-30 * DAY)
      await deliver(GATHERED_MS)
      expect(receiver.heard).toHaveLength(4)
      await deliver(MINUTE)
      await deliver(40 * DAY)
      expect(receiver.heard).toHaveLength(4)
      await signInAgain()
      expect((await history(params)).map(({ outcome }) => outcome)).toEqual(['sent', 'sent'])
    })
  })
})

describe('[F92] two nodes on one PostgreSQL', () => {
  it('each message is sent once, however both look', async () => {
    const clock = { now: Date.now() }
    const receiver = await startReceiver()
    const storage = await makeTestStorage('postgres')
    const nodes = await Promise.all(
      [0, 1].map(() => startTestServer({ sharedWith: storage, now: () => clock.now, outside: receiver.outside })),
    )
    const [one, other] = nodes as [TestServer, TestServer]
    const admin = await one.signIn()
    for (const name of ['a', 'b', 'c']) {
      const body = { url: receiver.urlOf(name), events: ['display.changed' as const] }
      expect((await admin.call('createWebhook', { params: { organisationId }, body })).status).toBe(201)
    }
    for (let round = 1; round <= 5; round += 1) {
      await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: `Line ${round}` } })
      clock.now += GATHERED_MS
      await Promise.all([one, other, one, other].map(({ app }) => app.webhooks.deliver()))
      expect(receiver.heard).toHaveLength(3 * round)
    }
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(15)
    await Promise.all(nodes.map((node) => node.close()))
    await receiver.close()
    await storage.remove()
  })
})

import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AgentHello,
  type AgentVitals,
  AlertKey,
  DisplayId,
  type DisplayKey,
  type IncidentId,
  OrganisationId,
  PAGES,
  ScreenId,
  type WebhookEventType,
} from '@placard/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { VERSION } from '../../platform/version.ts'
import { pairAgent, type TestAgent } from '../../testing/agent.ts'
import { describeDialects, makeTestStorage } from '../../testing/dialects.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { SCREEN_STATE } from '../../testing/screen-state.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'
import { freePort } from '../../testing/server-process.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp.ts'
import { isSignedWith, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts'
import { createScreenWatch } from '../screens/service.ts'
import { createAlerts } from './service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-11-21T08:00:00Z')
const { organisationId } = SAMPLE_DISPLAY
const ELSEWHERE: DisplayKey = { organisationId: OrganisationId.parse('elsewhere'), displayId: DisplayId.parse('hall') }
const screenOf = (n: number) => ScreenId.parse(n.toString(16).padStart(32, '0'))

describeDialects('[SA1] alerts', (dialect) => {
  let clock: { now: number }
  let smtp: SmtpServer
  let receiver: Receiver
  let server: TestServer
  let admin: Client

  beforeEach(async () => {
    clock = { now: START }
    smtp = await startSmtpServer()
    receiver = await startReceiver()
    server = await start()
    admin = await server.signIn()
  })
  afterEach(async () => {
    await server.close()
    await smtp.close()
    await receiver.close()
  })

  async function start(agentFile?: string): Promise<TestServer> {
    const port = await freePort()
    const from = { name: 'Placard', address: 'signage@vnr.example' }
    return startTestServer({
      dialect,
      now: () => clock.now,
      outside: receiver.outside,
      ...(agentFile !== undefined && { agentFile }),
      config: {
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        operatorMail: 'operator@vnr.example',
        mail: { url: smtp.url, from, languages: ['en'] },
      },
    })
  }

  async function beat(n: number, key: DisplayKey = SAMPLE_DISPLAY, paintedMsAgo = 0): Promise<void> {
    const params = { ...key, screenId: screenOf(n) }
    const body = { build: 'abc', itemId: null, paintedMsAgo }
    expect((await server.anonymous.call('beatScreen', { params, body })).status).toBe(204)
  }
  async function report(n: number, key: DisplayKey = SAMPLE_DISPLAY): Promise<void> {
    const params = { ...key, screenId: screenOf(n) }
    expect(
      (await server.anonymous.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })).status,
    ).toBe(204)
  }
  /** Adds screens that play, each with a name by default. */
  async function place(numbers: number[], { named = true, key = SAMPLE_DISPLAY } = {}): Promise<void> {
    for (const n of numbers) await report(n, key)
    await server.app.screens.list(key)
    clock.now += 20_000
    for (const n of numbers) {
      if (named) await server.app.screens.rename(key, screenOf(n), `Screen ${n}`)
      await beat(n, key)
    }
    await server.app.screens.list(key)
  }
  async function look(ms = 0): Promise<void> {
    clock.now += ms
    await server.app.screens.list(SAMPLE_DISPLAY)
    await server.app.alerts.look()
    await server.app.alerts.deliver()
    await server.app.webhooks.deliver()
  }
  const alerts = async (client = admin) => (await client.call('getAlerts', { params: { organisationId } })).body
  const choose = (client: Client, displays: DisplayId[] | null) =>
    client.call('updateAlertChoice', { params: { organisationId }, body: { displays } })
  const makeHook = async (events: WebhookEventType[] = ['screen.dark', 'screen.back']) => {
    const { status, body } = await admin.call('createWebhook', {
      params: { organisationId },
      body: { url: receiver.url, events },
    })
    expect(status).toBe(201)
    return body
  }
  const linkIn = (text: string) => new URLSearchParams(/alerts\/quiet#(\S+)/.exec(text)?.[1] ?? '')

  it('a screen that falls silent is one mail, and one when it is back, with how long it was away', async () => {
    expect((await choose(admin, null)).status).toBe(200)
    await place([1, 2])
    for (let minute = 0; minute < 14; minute += 1) {
      await beat(2)
      await look(MINUTE)
    }
    expect(smtp.received).toHaveLength(1)
    const { subject, text } = read(smtp.received[0])
    expect(subject).toBe('Screen 1 is not reporting')
    expect(text).toContain('“Screen 1”')
    expect(text).toContain(`${server.url}${PAGES.dashboard}?display=ece#screens-heading`)
    expect(smtp.received[0]?.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect((await alerts()).open).toMatchObject([{ name: 'Screen 1', kind: 'silent' }])

    for (const n of [1, 2]) await beat(n)
    await look()
    await look(MINUTE)
    expect(smtp.received).toHaveLength(2)
    expect(read(smtp.received[1]).subject).toBe('Screen 1 is back after 14 minutes')
    expect(await alerts()).toMatchObject({ open: [], past: [{ name: 'Screen 1' }] })
    await look(HOUR / 60)
    expect(smtp.received).toHaveLength(2)
  })

  it('PX5 a panel that is off, a hot machine and a full storage are told, and a picture is taken of each', async () => {
    await choose(admin, null)
    const hook = await makeHook()
    const ofMachines = await makeHook(['machine.problem', 'machine.recovered'])
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Reception', 'Second floor')
    const key = { ...SAMPLE_DISPLAY, screenId: agent.id }
    const page = { state: SCREEN_STATE, events: [] }
    expect((await agent.client.call('reportScreen', { params: key, body: page })).status).toBe(204)
    await server.app.screens.list(SAMPLE_DISPLAY)
    expect((await agent.hello()).status).toBe(200)
    const well = {
      temperatureC: 50,
      panel: { power: 'on' as const },
      diskMb: { used: 10, of: 100 },
    }
    const live = async (vitals: AgentVitals, minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await agent.client.call('beatScreen', { params: key, body: { build: 'abc', itemId: null, paintedMsAgo: 0 } })
        expect(await agent.report({ vitals })).toBe(204)
        await look(MINUTE)
      }
    }
    await live(well, 3)
    expect((await alerts()).open).toEqual([])
    await live({ temperatureC: 84, panel: { power: 'standby' }, diskMb: { used: 95, of: 100 } }, 8)
    const open = (await alerts()).open.map(({ kind, name }) => ({ kind, name }))
    expect(open.map(({ kind }) => kind).sort()).toEqual(['disk-full', 'hot', 'panel-off'])
    const subjects = smtp.received.map((one) => read(one).subject)
    // Problems that begin within a minute are one message.
    expect(subjects).toEqual(['2 problems need attention', 'Reception runs hot'])
    const said = read(smtp.received[0]).text
    expect(said).toContain('The storage of “Reception” (Department of ECE, Second floor) has been nearly full since')
    expect(said).toContain('The panel of “Reception” (Department of ECE, Second floor) has been off since')
    expect(said).toContain('switch the panel on in the details of the screen')
    const { body: machine } = await admin.call('getMachine', { params: { organisationId, screenId: agent.id } })
    expect(machine.commands.length).toBeGreaterThan(0)
    expect(machine.commands[0]).toMatchObject({ order: { kind: 'picture', forMs: 0 }, madeBy: null })
    await live(well, 4)
    expect((await alerts()).open).toEqual([])
    expect(smtp.received.slice(2).map((one) => read(one).subject)).toEqual(['3 problems are over'])
    // The events of screens are about what they show.
    const { body: deliveries } = await admin.call('listWebhookDeliveries', {
      params: { organisationId, webhookId: hook.webhook.id },
    })
    expect(deliveries.filter(({ type }) => type === 'screen.dark' || type === 'screen.back')).toEqual([])
    const { body: told } = await admin.call('listWebhookDeliveries', {
      params: { organisationId, webhookId: ofMachines.webhook.id },
    })
    expect(told.map(({ type }) => type).sort()).toEqual(['machine.problem', 'machine.problem', 'machine.recovered'])
    const bodies = receiver.heard
      .map(({ body }) => JSON.parse(body))
      .filter(({ type }: { type: string }) => type.startsWith('machine.'))
    const kinds = bodies.map(({ data }) => data.screens.map(({ kind }: { kind: string }) => kind).sort())
    expect(kinds).toEqual([['disk-full', 'panel-off'], ['hot'], ['disk-full', 'hot', 'panel-off']])
    expect(bodies[0].data).toMatchObject({ what: 'alarm', count: 2 })
    expect(bodies[0].data.screens[0]).toMatchObject({ screen: { id: agent.id, name: 'Reception' } })
    expect(bodies[0].data.screens[0]).not.toHaveProperty('until')
    expect(bodies[2].data.screens[0]).toHaveProperty('until')
    expect(bodies[2].data).not.toHaveProperty('what')
  })

  it('PX5 a panel that somebody switched off is no incident until the display opens again', async () => {
    const agent = await pairAgent(server, admin, SAMPLE_DISPLAY, 'Reception')
    const key = { ...SAMPLE_DISPLAY, screenId: agent.id }
    await agent.client.call('reportScreen', { params: key, body: { state: SCREEN_STATE, events: [] } })
    await server.app.screens.list(SAMPLE_DISPLAY)
    await agent.hello()
    const params = { organisationId, screenId: agent.id }
    await admin.call('commandMachine', { params, body: { kind: 'panel', isOn: false } })
    const live = async () => {
      for (let minute = 0; minute < 5; minute += 1) {
        await agent.report({ vitals: { panel: { power: 'off' } } })
        await look(MINUTE)
      }
      return (await alerts()).open.map(({ kind }) => kind)
    }
    expect(await live()).not.toContain('panel-off')
    await admin.call('commandMachine', { params, body: { kind: 'panel', isOn: true } })
    expect(await live()).toContain('panel-off')
  })

  /** A server with a new version of the agent, and named screens whose pages play and whose machines run an older one. */
  async function startUpdating(names: readonly string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'placard-agent-file-'))
    const bytes = Buffer.from('export const agent = 1\n')
    const hash = createHash('sha256').update(bytes).digest('hex')
    await writeFile(join(folder, 'agent.mjs'), bytes)
    await server.close()
    server = await start(join(folder, 'agent.mjs'))
    admin = await server.signIn()
    await choose(admin, null)
    const agents: TestAgent[] = []
    for (const name of names) agents.push(await pairAgent(server, admin, SAMPLE_DISPLAY, name))
    const pageOf = ({ id }: TestAgent) => ({ ...SAMPLE_DISPLAY, screenId: id })
    for (const agent of agents) {
      const body = { state: SCREEN_STATE, events: [] }
      await agent.client.call('reportScreen', { params: pageOf(agent), body })
    }
    await server.app.screens.list(SAMPLE_DISPLAY)
    /** Two minutes in which the pages play and the agents are silent. */
    const live = async () => {
      for (let minute = 0; minute < 2; minute += 1) {
        for (const agent of agents) {
          const body = { build: 'abc', itemId: null, paintedMsAgo: 0 }
          await agent.client.call('beatScreen', { params: pageOf(agent), body })
        }
        await look(MINUTE)
      }
      return (await alerts()).open.map(({ name, kind, versions }) => ({ name, kind, versions }))
    }
    const old = { hash: '0'.repeat(64), isSettled: true, failed: null }
    const greet = async (agent: TestAgent, update: NonNullable<AgentHello['update']>, version = '0.1.0') =>
      expect((await agent.hello({ version, update })).status).toBe(200)
    const undone = (attempt: number) => ({ ...old, failed: { hash, problem: 'not-well' as const, attempt } })
    for (const agent of agents) await greet(agent, old)
    await server.app.machines.tickUpdates()
    expect(await live()).toEqual([])
    await rm(folder, { recursive: true })
    return { hash, agents, live, greet, undone }
  }

  it('PX6 an agent that went back to its version before is told, until a version runs well or an owner decides', async () => {
    const { hash, agents, live, greet, undone } = await startUpdating(['Reception', 'Canteen'])
    const [one, other] = agents as [TestAgent, TestAgent]
    const hook = await makeHook(['machine.problem', 'machine.recovered'])

    await greet(one, undone(0))
    const versions = { running: '0.1.0', undone: VERSION }
    expect(await live()).toEqual([{ name: 'Reception', kind: 'update-undone', versions }])
    expect(smtp.received.map((mail) => read(mail).subject)).toEqual([
      'Reception went back to its previous software version',
    ])
    const { text } = read(smtp.received[0])
    expect(text).toContain(
      '“Reception” (Department of ECE) has run version 0.1.0 of the software for screens again since',
    )
    expect(text).toContain(`because version ${VERSION} was not well.`)
    expect(text).toContain('No other screen gets the new version until an owner decides')

    // Somebody asks for it again: it is not over before it runs well.
    const params = { organisationId, screenId: one.id }
    expect((await admin.call('updateMachine', { params })).status).toBe(204)
    expect(await live()).toHaveLength(1)
    await greet(one, { hash, isSettled: false, failed: null })
    expect(await live()).toHaveLength(1)
    await greet(one, undone(1))
    expect(await live()).toHaveLength(1)
    await greet(one, { hash, isSettled: true, failed: null })
    expect(await live()).toEqual([])
    expect(smtp.received.map((mail) => read(mail).subject).slice(1)).toEqual([
      expect.stringMatching(/^Reception: the problem is over after \d+ minutes$/),
    ])

    await greet(other, undone(0))
    expect(await live()).toMatchObject([{ name: 'Canteen', kind: 'update-undone' }])
    await admin.call('changeAgentUpdates', { params: { organisationId }, body: { isPaused: true } })
    expect(await live()).toEqual([])
    expect((await alerts()).past).toMatchObject([
      { name: 'Canteen', versions },
      { name: 'Reception', versions },
    ])

    const bodies = receiver.heard.filter((sent) => isSignedWith(hook.secret, sent)).map(({ body }) => JSON.parse(body))
    const screens = [{ kind: 'update-undone', versions, screen: { id: one.id, name: 'Reception' } }]
    expect(bodies.map(({ type }) => type)).toEqual([0, 1].flatMap(() => ['machine.problem', 'machine.recovered']))
    expect(bodies.slice(0, 2)).toMatchObject([
      { data: { what: 'alarm', count: 1, screens } },
      { data: { count: 1, screens: [{ ...screens[0], until: expect.any(String) }] } },
    ])
  })

  it('several that fall silent together are one message, which suspects the server', async () => {
    await choose(admin, null)
    await place([1, 2, 3, 4])
    for (let minute = 0; minute < 7; minute += 1) {
      await beat(4)
      await look(MINUTE)
    }
    expect(smtp.received).toHaveLength(1)
    const { subject, text } = read(smtp.received[0])
    expect(subject).toMatch(/^3 screens of .+ stopped reporting at once$/)
    expect(text).toContain('More than half of your screens')
    for (const n of [1, 2, 3]) expect(text).toContain(`“Screen ${n}”`)
  })

  it('a person who chose nothing gets nothing, nor one who chose another display or may not see it', async () => {
    const lab = DisplayId.parse('lab')
    await admin.call('createDisplay', { params: { organisationId }, body: { id: lab, name: 'Laboratory' } })
    await enterAs(server, 'nobody', { role: 'owner' })
    const other = await enterAs(server, 'other', { role: 'editor' })
    expect((await choose(other.client, [lab])).status).toBe(200)
    const limited = await enterAs(server, 'limited', {
      role: 'viewer',
      displays: [lab],
      home: { organisationId, displayId: lab },
    })
    expect((await choose(limited.client, [SAMPLE_DISPLAY.displayId])).status).toBe(404)
    expect((await choose(limited.client, null)).status).toBe(200)
    const own = await enterAs(server, 'own', { role: 'viewer' })
    await choose(own.client, [SAMPLE_DISPLAY.displayId])
    await place([1])
    await look(6 * MINUTE)
    await look(MINUTE)
    expect(smtp.received.map(({ to }) => to)).toEqual([[own.email]])
    expect((await alerts(limited.client)).open).toEqual([])
    expect((await alerts(own.client)).open).toHaveLength(1)
  })

  it('[WH1] a webhook hears the same, signed, and of nothing else', async () => {
    const { secret } = await makeHook()
    await place([1])
    await look(6 * MINUTE)
    await look(MINUTE)
    await beat(1)
    await look()
    await look(MINUTE)
    await look(MINUTE)
    expect(receiver.heard.map((one) => isSignedWith(secret, one))).toEqual([true, true])
    const screens = [{ kind: 'silent', screen: { name: 'Screen 1' }, display: { id: 'ece' } }]
    expect(receiver.heard.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'screen.dark', data: { what: 'alarm', count: 1, suspectsServer: false, screens } },
      { type: 'screen.back', data: { count: 1, screens: [{ ...screens[0], until: expect.any(String) }] } },
    ])
  })

  it('muted, nothing more is said of it; the mute of an hour ends', async () => {
    await choose(admin, null)
    await place([1])
    await look(6 * MINUTE)
    const [incident] = (await alerts()).open
    const params = { organisationId, incidentId: incident?.id as IncidentId }
    const muted = await admin.call('muteIncident', { params, body: { for: 'hour' } })
    expect(muted.body.mutedUntil).toBe(clock.now + HOUR)
    await look(59 * MINUTE)
    expect(smtp.received).toHaveLength(0)
    await look(2 * MINUTE)
    expect(smtp.received).toHaveLength(1)
    const viewer = await enterAs(server, 'viewer', { role: 'viewer' })
    expect((await viewer.client.call('muteIncident', { params, body: { for: 'back' } })).status).toBe(403)
  })

  it('[SA2] the operator hears once of a backup that is late, and again of the next one', async () => {
    clock.now += 37 * HOUR
    await look()
    await look(MINUTE)
    const about = () => smtp.received.filter(({ to }) => to.includes('operator@vnr.example'))
    expect(about().map(read)).toMatchObject([{ subject: 'The Placard backup failed' }])
    await server.app.backups.look()
    await look(MINUTE)
    clock.now += 60 * HOUR
    await look(MINUTE)
    expect(about()).toHaveLength(2)
  })

  describe('attacks', () => {
    it('[B122] a scanner that opens every link of a mail changes nothing; a button of the mail program does', async () => {
      await choose(admin, null)
      await place([1])
      await look(6 * MINUTE)
      await look(MINUTE)
      const source = smtp.received[0]?.source.replace(/\r\n /g, '') ?? ''
      const unsubscribe = /List-Unsubscribe: *<([^>]+)>/i.exec(source)?.[1] ?? ''
      expect(unsubscribe).toContain(`${server.url}/api/alerts/unsubscribe/`)
      const links = [unsubscribe, ...(smtp.received[0]?.text.match(/http:\S+/g) ?? [])]
      expect(links.length).toBeGreaterThan(2)
      for (const link of links)
        for (const method of ['GET', 'HEAD']) await (await fetch(link, { method })).arrayBuffer()
      expect(await alerts()).toMatchObject({ choice: null, open: [{ mutedUntil: null }] })

      // RFC 8058: a form without a page and without a cookie.
      const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      const wrong = await fetch(unsubscribe, { ...form, body: 'something=else' })
      expect(wrong.status).toBe(422)
      expect((await alerts()).choice).toBeNull()
      const right = await fetch(unsubscribe, { ...form, body: 'List-Unsubscribe=One-Click' })
      expect(right.status).toBe(204)
      expect((await alerts()).choice).toEqual([])
    })

    it('[B123] the key of one organisation mutes nothing of another, and a made-up one nothing at all', async () => {
      await makePlace(server, ELSEWHERE)
      const stranger = await enterAs(server, 'stranger', { role: 'owner', home: ELSEWHERE })
      const params = { organisationId: ELSEWHERE.organisationId }
      await stranger.client.call('updateAlertChoice', { params, body: { displays: null } })
      await choose(admin, null)
      await place([1])
      await place([7], { key: ELSEWHERE })
      await look(6 * MINUTE)
      await look(MINUTE)
      const theirs = smtp.received.find(({ to }) => to.includes(stranger.email))
      const key = AlertKey.parse(linkIn(theirs?.text ?? '').get('key'))
      const [own] = (await alerts()).open
      const quiet = (body: object) => server.anonymous.call('quietAlerts', { params: {}, body: body as never })
      const mute = { what: 'mute', for: 'back', incidents: [own?.id] }
      expect((await quiet({ ...mute, key })).status).toBe(204)
      expect((await alerts()).open).toMatchObject([{ mutedUntil: null }])
      expect((await quiet({ ...mute, key: 'A'.repeat(43) })).status).toBe(404)
      const asMember = { params: { ...params, incidentId: own?.id as IncidentId }, body: { for: 'back' as const } }
      expect((await stranger.client.call('muteIncident', asMember)).status).toBe(404)
      expect((await alerts()).open).toMatchObject([{ mutedUntil: null }])
      const mine = smtp.received.find(({ to }) => !to.includes(stranger.email))
      expect((await quiet({ ...mute, key: linkIn(mine?.text ?? '').get('key') })).status).toBe(204)
      expect((await alerts()).open[0]?.mutedUntil).not.toBeNull()
    })

    it('[B221] words that an agent gives as its version reach no mail', async () => {
      const { agents, live, greet, undone } = await startUpdating(['Reception'])
      const [one] = agents as [TestAgent]
      await greet(one, undone(0), '1.0.0: sign in again at https://evil.example/')
      expect(await live()).toMatchObject([{ versions: { running: '(000000000000)', undone: VERSION } }])
      expect(smtp.received).toHaveLength(1)
      expect(smtp.received[0]?.source + (smtp.received[0]?.text ?? '')).not.toContain('evil')
      expect(read(smtp.received[0]).text).toContain('has run version (000000000000) of the software for screens again')
    })

    it('[B123] keys are not to be tried by the thousand', async () => {
      const statuses = new Set<number>()
      for (let tries = 0; tries < 40; tries += 1) {
        const body = { what: 'unsubscribe' as const, key: AlertKey.parse(String(tries).padStart(43, 'A')) }
        statuses.add((await server.anonymous.call('quietAlerts', { params: {}, body })).status)
      }
      expect([...statuses]).toEqual([404, 429])
    })

    it('[B124] screens that strangers make up are no incident, however many fall silent', async () => {
      await choose(admin, null)
      await makeHook()
      await place([...Array(20).keys()], { named: false })
      for (let minute = 0; minute < 8; minute += 1) await look(MINUTE)
      expect(await alerts()).toMatchObject({ open: [], past: [], watched: 0 })
      expect([...smtp.received, ...receiver.heard]).toEqual([])
    })
  })

  describe('faults', () => {
    it('[F80] a mail server that is away for an hour: the mail arrives after it, once', async () => {
      await choose(admin, null)
      await place([1])
      const url = new URL(smtp.url)
      await smtp.close()
      await look(6 * MINUTE)
      for (let minute = 0; minute < 60; minute += 1) await look(MINUTE)
      smtp = await startSmtpServer('takes', Number(url.port))
      for (let minute = 0; minute < 60; minute += 1) await look(MINUTE)
      expect(smtp.received.map(read)).toMatchObject([{ subject: 'Screen 1 is not reporting' }])
    })

    it('[F81] killed between the write and the mail: it is sent after all, by whoever is there', async () => {
      await choose(admin, null)
      await place([1])
      await look(6 * MINUTE)
      clock.now += MINUTE
      await server.app.alerts.look()
      // A node claimed it and crashed.
      const { queries } = server.app.context.database
      const claimed = await queries
        .updateTable('delivery')
        .set({ next_at: clock.now + 5 * MINUTE, attempts: 1 })
        .executeTakeFirst()
      expect(claimed.numUpdatedRows).toBe(1n)
      await server.app.alerts.deliver()
      expect(smtp.received).toHaveLength(0)
      for (let minute = 0; minute < 10; minute += 1) await look(MINUTE)
      expect(smtp.received).toHaveLength(1)
    })

    it('[F84] the server itself was away: screens that come back with it are no incident', async () => {
      await choose(admin, null)
      await place([1, 2, 3])
      // The process could not record reports during this time.
      clock.now += 3 * HOUR
      await server.app.screens.close()
      const restarted = createScreenWatch(server.app.context, () => true)
      const alertsAfter = createAlerts(server.app.context, restarted, server.app.machines, {
        backups: () => ({ lastAt: clock.now, failure: undefined }),
        ballast: () => 'kept',
      })
      for (let minute = 0; minute < 4; minute += 1) {
        await alertsAfter.look()
        clock.now += MINUTE
      }
      expect((await alerts()).open).toEqual([])
      // A screen that does not come back still counts as silent.
      for (let minute = 0; minute < 3; minute += 1) {
        await alertsAfter.look()
        clock.now += MINUTE
      }
      expect((await alerts()).open).toHaveLength(3)
      await restarted.close()
      await alertsAfter.close()
    })

    it('[F83] a clock that is put back repeats nothing, and goes on', async () => {
      await choose(admin, null)
      await place([1])
      await look(6 * MINUTE)
      await look(MINUTE)
      expect(smtp.received).toHaveLength(1)
      await look(-HOUR)
      await look(MINUTE)
      expect(smtp.received).toHaveLength(1)
      // Its next report and its beats are by the new clock.
      await report(1)
      await server.app.screens.list(SAMPLE_DISPLAY)
      clock.now += 20_000
      await beat(1)
      await look()
      await look(MINUTE)
      expect(smtp.received.map((mail) => read(mail).subject)).toEqual([
        'Screen 1 is not reporting',
        expect.stringMatching(/^Screen 1 is back/),
      ])
    })
  })
})

describe('[F82] two nodes on one PostgreSQL', () => {
  it('each incident and each message is there once, however both look', async () => {
    const clock = { now: START }
    const smtp = await startSmtpServer()
    const storage = await makeTestStorage('postgres')
    const from = { name: 'Placard', address: 'signage@vnr.example' }
    const ports = [await freePort(), await freePort()]
    const publicUrl = `http://127.0.0.1:${ports[0]}`
    const nodes = await Promise.all(
      ports.map((port) =>
        startTestServer({
          sharedWith: storage,
          now: () => clock.now,
          config: { port, publicUrl, mail: { url: smtp.url, from, languages: ['en'] } },
        }),
      ),
    )
    const [one] = nodes as [TestServer, TestServer]
    const admin = await one.signIn()
    await admin.call('updateAlertChoice', { params: { organisationId }, body: { displays: null } })
    const params = { ...SAMPLE_DISPLAY, screenId: screenOf(1) }
    const beat = () =>
      one.anonymous.call('beatScreen', { params, body: { build: null, itemId: null, paintedMsAgo: 0 } })
    await one.anonymous.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })
    await one.app.screens.list(SAMPLE_DISPLAY)
    await one.app.screens.rename(SAMPLE_DISPLAY, screenOf(1), 'Reception')
    clock.now += 20_000
    await beat()
    await one.app.screens.list(SAMPLE_DISPLAY)
    const lookAll = async (ms: number) => {
      clock.now += ms
      await one.app.screens.list(SAMPLE_DISPLAY)
      for (const run of ['look', 'deliver'] as const) {
        await Promise.all(nodes.flatMap(({ app }) => [app.alerts[run](), app.alerts[run]()]))
      }
    }
    for (const ms of [6 * MINUTE, MINUTE, MINUTE]) await lookAll(ms)
    const { queries } = one.app.context.database
    expect(await queries.selectFrom('incident').select('id').execute()).toHaveLength(1)
    expect(smtp.received).toHaveLength(1)
    await beat()
    for (const ms of [0, MINUTE, MINUTE]) {
      await lookAll(ms)
      await beat()
    }
    expect(smtp.received).toHaveLength(2)
    await Promise.all(nodes.map((node) => node.close()))
    await smtp.close()
    await storage.remove()
  })
})

/** The subject, unfolded and decoded, and the text. */
function read(mail: SmtpServer['received'][number] | undefined): { subject: string; text: string } {
  const source = mail?.source.replace(/\r\n[ \t]/g, ' ') ?? ''
  return { subject: /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? '', text: mail?.text ?? '' }
}

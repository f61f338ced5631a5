import { DisplayId, type SendProposal } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { ADMIN, type Client, createClient, startTestServer, type TestServer } from '../../testing/server.ts'
import { freePort } from '../../testing/server-process.ts'
import { type SmtpServer, startSmtpServer } from '../../testing/smtp.ts'

const MINUTE_MS = 60_000
const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }

describeDialects('mails about proposals', (dialect) => {
  let server: TestServer
  let smtp: SmtpServer
  let owner: Client
  let now: number
  let publicUrl: string

  beforeEach(async () => {
    now = Date.UTC(2026, 11, 1, 9)
    smtp = await startSmtpServer()
    const port = await freePort()
    publicUrl = `http://127.0.0.1:${port}`
    const mail = {
      url: smtp.url,
      from: { name: 'Placard', address: 'signage@vnr.example' },
      languages: ['en' as const],
    }
    server = await startTestServer({ dialect, now: () => now, config: { mail, port, publicUrl } })
    owner = await server.signIn()
  })
  afterEach(async () => {
    await server.close()
    await smtp.close()
  })

  async function linkOf(client: Client): Promise<string> {
    const body = { name: 'Year 10', kinds: ['notice' as const], days: 30 }
    const answer = await client.call('createProposalLink', { params: SAMPLE_DISPLAY, body })
    return answer.body.token
  }
  async function send(token: string, title: string, more: Partial<SendProposal> = {}): Promise<Client> {
    const phone = createClient(server.url)
    await phone.call('readProposalLink', { params: {}, body: { token } })
    const notice = { look: 'paper' as const, heading: title, body: '', byline: '' }
    const body = { token, name: 'Mia', content: { kind: 'notice' as const, title, notice }, ...more }
    const answer = await phone.call('sendProposal', { params: {}, body: body as never })
    expect(answer.status).toBe(201)
    return phone
  }
  const deliver = async (afterMs: number) => {
    now += afterMs
    await Promise.all([server.app.proposals.deliver(), server.app.proposals.deliver()])
  }
  const waiting = async () => (await owner.call('getProposals', { params })).body.waiting
  const mails = () => smtp.received.map(({ to, text }) => ({ to, text }))

  it('[CL1] several within a minute are one mail to whoever made the link, and those after that the next', async () => {
    const token = await linkOf(owner)
    await send(token, 'Cake sale')
    await send(token, 'Chess club')
    await deliver(30_000)
    expect(mails()).toEqual([])
    await deliver(31_000)
    expect(mails()).toMatchObject([{ to: [ADMIN.email] }])
    const text = mails()[0]?.text ?? ''
    expect(text).toContain('Cake sale')
    expect(text).toContain('Chess club')
    expect(text).toContain('Signed as')
    expect(text).toContain(`${publicUrl}/proposals`)
    await send(token, 'Choir')
    await deliver(2 * MINUTE_MS)
    expect(mails()).toHaveLength(1)
    await deliver(9 * MINUTE_MS)
    expect(mails()).toHaveLength(2)
    expect(mails()[1]?.text).not.toContain('Cake sale')
    await deliver(60 * MINUTE_MS)
    expect(mails()).toHaveLength(2)
  })

  it('[CL1] the maker of a link who may not decide any more gets no mail; the owners do', async () => {
    const token = await linkOf(owner)
    const { queries } = server.app.context.database
    await queries.updateTable('proposal_link').set({ created_by: 'gone@vnr.example' }).execute()
    await send(token, 'Cake sale')
    await deliver(MINUTE_MS + 1)
    expect(mails()).toMatchObject([{ to: [ADMIN.email] }])
  })

  it('[CL1] a proposer who gave an address gets one mail with the result, without their own words', async () => {
    const token = await linkOf(owner)
    await send(token, 'Buy at evil.example', { email: 'mia@pupils.example', lastDay: '2026-12-04' })
    await send(token, 'Other', { email: 'tom@pupils.example' })
    for (const { id: proposalId, digest, title } of await waiting()) {
      const call = title === 'Other' ? ('refuseProposal' as const) : ('approveProposal' as const)
      const body = { digest, ...(title === 'Other' ? { word: 'Not this week.' } : {}) }
      const answer = await owner.call(call, { params: { ...params, proposalId }, body })
      expect(answer.status).toBe(200)
    }
    await deliver(1)
    await deliver(60 * MINUTE_MS)
    const sent = mails().sort((a, b) => (String(a.to) < String(b.to) ? -1 : 1))
    expect(sent).toMatchObject([{ to: ['mia@pupils.example'] }, { to: ['tom@pupils.example'] }])
    expect(sent[0]?.text).toContain('4 December 2026')
    expect(sent[0]?.text).not.toContain('evil.example')
    expect(sent[1]?.text).toContain('Not this week.')
  })

  it('[B148] a mail scanner that opens what the mail links to decides nothing', async () => {
    const token = await linkOf(owner)
    await send(token, 'Cake sale')
    await deliver(MINUTE_MS + 1)
    const text = mails()[0]?.text ?? ''
    const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link))
    expect(links).toHaveLength(1)
    for (const link of links) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(server.url + link.pathname + link.search, {
          method,
          headers: { cookie: owner.cookie() },
        })
        await answer.arrayBuffer()
      }
    }
    expect((await waiting()).map(({ state }) => state)).toEqual(['waiting'])
  })

  it('[CL1] webhooks that hear of it are told that something was proposed, by whom as they say, and where', async () => {
    const { queries } = server.app.context.database
    await owner.call('createWebhook', {
      params,
      body: { url: 'https://hooks.example.org/', events: ['proposal.made'] },
    })
    await send(await linkOf(owner), 'Cake sale')
    const [event] = await queries.selectFrom('webhook_event').selectAll().execute()
    expect(event?.type).toBe('proposal.made')
    expect(JSON.parse(event?.data ?? '')).toMatchObject({
      proposal: { kind: 'notice' },
      by: { name: 'Mia' },
      where: { kind: 'display', id: DisplayId.parse(SAMPLE_DISPLAY.displayId) },
      url: expect.stringContaining(`${publicUrl}/proposals#`),
    })
  })
})

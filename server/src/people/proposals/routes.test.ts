import { randomBytes } from 'node:crypto'
import {
  type CreateProposalLink,
  DEFAULT_QUOTA_BYTES,
  type ErrorCode,
  MAX_PROPOSALS_WAITING_PER_LINK,
  MAX_PROPOSALS_WAITING_PER_ORGANISATION,
  type Notice,
  type Proposal,
  type ProposalLinkCreated,
  pathOf,
  type RouteBodyInput,
  type RouteName,
  UNPROPOSED_SHARE,
} from '@placard/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { inFull } from '../../testing/in-full.ts'
import { LAB, OTHER } from '../../testing/keys.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, createClient } from '../../testing/server.ts'
import { freshTestServer } from '../../testing/shared-server.ts'
import { sweepProposals } from './service.ts'

/** Proposals a day: ten thousand in five days. */
const A_DAY = inFull(2_000, 200)
const DAY_MS = 24 * 60 * 60_000
const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const CAKE: Notice = { look: 'paper', heading: 'Cake sale', body: 'Friday at noon.', byline: 'Year 10' }
const JPEG = { 'content-type': 'image/jpeg' }

describeDialects('proposals', (dialect) => {
  let now: number
  let made = 0

  beforeEach(() => {
    now = Date.UTC(2026, 11, 1, 9)
  })
  const { server, admin: owner, signInAgain } = freshTestServer({ dialect, now: () => now })
  beforeEach(async () => {
    await owner.call('createDisplay', { params, body: { id: LAB.displayId, name: 'Laboratory' } })
  })

  const makeLink = async (
    more: Partial<CreateProposalLink> = {},
    key = SAMPLE_DISPLAY,
  ): Promise<ProposalLinkCreated> => {
    const body = { name: 'Year 10', kinds: ['notice' as const, 'image' as const, 'deck' as const], days: 30, ...more }
    const answer = await owner.call('createProposalLink', { params: key, body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  /** A browser that has opened the link's page. */
  const open = async (token: string, phone = createClient(server.url)) => {
    await phone.call('readProposalLink', { params: {}, body: { token } })
    return phone
  }
  type Send = RouteBodyInput<'sendProposal'>
  const bodyFor = (token: string, more: Partial<Send> = {}): Send => ({
    token,
    name: 'Mia',
    content: { kind: 'notice', title: 'Cake sale', notice: CAKE },
    lastDay: '2026-12-04',
    ...more,
  })
  const send = (phone: Client, token: string, more: Partial<Send> = {}, headers: Record<string, string> = {}) =>
    phone.call('sendProposal', { params: {}, body: bodyFor(token, more), headers })
  const list = async (client = owner) => (await client.call('getProposals', { params })).body
  const only = async (client = owner): Promise<Proposal> => {
    const { waiting } = await list(client)
    expect(waiting).toHaveLength(1)
    return waiting[0] as Proposal
  }
  const approve = (proposal: Pick<Proposal, 'id' | 'digest'>, change: object = {}, client = owner) =>
    client.call('approveProposal', {
      params: { ...params, proposalId: proposal.id },
      body: { digest: proposal.digest, change },
    })
  const refuse = (proposal: Pick<Proposal, 'id' | 'digest'>, word = '', client = owner) =>
    client.call('refuseProposal', {
      params: { ...params, proposalId: proposal.id },
      body: { digest: proposal.digest, word },
    })
  const own = async (phone: Client, token: string) =>
    (await phone.call('readProposalLink', { params: {}, body: { token } })).body
  const items = async (key = SAMPLE_DISPLAY) => (await owner.call('getProgramme', { params: key })).body.items
  const manifestOf = async (key = SAMPLE_DISPLAY) =>
    JSON.stringify((await owner.call('getManifest', { params: key })).body)
  const picture = async (width = 640, height = 360) => {
    made += 1
    return sharp({ create: { width, height, channels: 3, background: { r: made % 255, g: 9, b: 20 } } })
      .jpeg()
      .toBuffer()
  }
  const sendPicture = async (phone: Client, token: string, bytes?: Uint8Array, type = 'image/jpeg') =>
    phone.call('sendProposalPicture', {
      params: {},
      body: bytes ?? (await picture()),
      headers: { 'content-type': type, 'proposal-link': token },
    })
  const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: ErrorCode } }).error?.code

  it('[CL1] a notice proposed by a link is shown once it is approved, until its last day, and its proposer is informed', async () => {
    const { token, link } = await makeLink()
    expect(link).toMatchObject({ displayId: SAMPLE_DISPLAY.displayId, mostWaiting: 5, waiting: 0, name: 'Year 10' })
    const phone = await open(token)
    const before = await items()
    const sent = await send(phone, token)
    expect(sent.status).toBe(201)
    expect(await items()).toEqual(before)
    expect(await manifestOf()).not.toContain('Cake sale')
    expect((await own(phone, token)).own).toMatchObject([{ state: 'waiting', title: 'Cake sale' }])

    const waiting = await only()
    expect(waiting).toMatchObject({
      name: 'Mia',
      isMember: false,
      isOwn: false,
      linkName: 'Year 10',
      lastDay: '2026-12-04',
      content: { kind: 'notice', notice: CAKE },
    })
    const approved = await approve(waiting)
    expect(approved.status).toBe(200)
    expect(approved.body.state).toBe('approved')
    const item = (await items()).at(-1)
    expect(item).toMatchObject({ title: 'Cake sale', notice: CAKE, schedule: { until: '2026-12-05T00:00' } })
    expect(await manifestOf()).toContain('Cake sale')
    expect((await own(phone, token)).own).toMatchObject([{ state: 'approved', lastDay: '2026-12-04' }])

    const activity = (await owner.call('listActivity', { params: SAMPLE_DISPLAY })).body.entries
    expect(activity.slice(0, 3)).toMatchObject([
      { kind: 'item-added', proposedBy: 'Mia', subject: { title: 'Cake sale' } },
      { kind: 'proposal-made', proposedBy: 'Mia', actor: { kind: 'unknown', email: '' } },
      { kind: 'proposal-link-made', subject: { type: 'proposal', title: 'Year 10' } },
    ])
  })

  it('[CL1] a refused proposal is reported with the reason, to its browser only', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    await send(phone, token)
    const before = await items()
    const refused = await refuse(await only(), 'The hall is closed on Friday.')
    expect(refused.body).toMatchObject({ state: 'refused', word: 'The hall is closed on Friday.' })
    expect((await own(phone, token)).own).toMatchObject([{ state: 'refused', word: 'The hall is closed on Friday.' }])
    expect((await own(createClient(server.url), token)).own).toEqual([])
    expect(await items()).toEqual(before)
    expect((await list()).decided).toMatchObject([{ title: 'Cake sale', state: 'refused' }])
  })

  it('[CL1] it may be changed before it goes on, and that is written', async () => {
    const { token } = await makeLink()
    await send(await open(token), token)
    const notice = { ...CAKE, body: 'Friday at one.' }
    const answer = await approve(await only(), { notice, lastDay: '2026-12-10' })
    expect(answer.body).toMatchObject({ state: 'approved', isChanged: true })
    expect((await items()).at(-1)).toMatchObject({ notice, schedule: { until: '2026-12-11T00:00' } })
  })

  it('[CL1] a picture is held: nobody but who sent it and who decides fetches it, until it goes on', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const stranger = await open(token)
    const { status, body: file } = await sendPicture(phone, token)
    expect(status).toBe(201)
    const fetchAs = async (client: Client, path = file.url) => {
      const response = await client.visit(path)
      await response.arrayBuffer()
      return [response.status, response.headers.get('cache-control')]
    }
    const small = `/media/${file.id}/thumbnail.webp`
    const editor = await enterAs(server, 'editor', { role: 'editor' })
    const viewer = await enterAs(server, 'viewer', { role: 'viewer' })
    await makePlace(server, OTHER)
    const foreign = await enterAs(server, 'foreign', { role: 'owner', home: OTHER })
    const held = [200, 'private, no-store']
    expect(await fetchAs(phone)).toEqual(held)
    expect((await fetchAs(editor.client))[0]).toBe(404)
    await send(phone, token, { content: { kind: 'image', title: 'Poster', url: file.url } })
    for (const path of [file.url, small]) {
      expect(await fetchAs(phone, path)).toEqual(held)
      expect(await fetchAs(editor.client, path)).toEqual(held)
      for (const client of [stranger, server.anonymous, viewer.client, foreign.client])
        expect((await fetchAs(client, path))[0]).toBe(404)
    }
    const library = async () => (await owner.call('listLibraryFiles', { params })).body.files.map(({ id }) => id)
    expect(await library()).not.toContain(file.id)
    // Its address cannot be used for an item either.
    const item = { title: 'Poster', type: 'image' as const, url: file.url }
    expect(codeOf(await owner.call('createItem', { params: SAMPLE_DISPLAY, body: item }))).toBe('media-not-found')

    expect((await approve(await only())).status).toBe(200)
    expect((await items()).at(-1)).toMatchObject({ title: 'Poster', type: 'image', url: file.url })
    expect((await fetchAs(server.anonymous))[0]).toBe(200)
    expect(await library()).toContain(file.id)
  })

  it('[CL1] the pages of a document go on as one item', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const pages = []
    for (const text of ['First', 'Second']) pages.push({ mediaId: (await sendPicture(phone, token)).body.id, text })
    const sent = await send(phone, token, { content: { kind: 'deck', title: 'Menu', pages } })
    expect(sent.status).toBe(201)
    const waiting = await only()
    expect(waiting.pages).toHaveLength(2)
    expect((await phone.visit(waiting.pages[0]?.url ?? '')).status).toBe(200)
    expect((await server.anonymous.visit(waiting.pages[0]?.url ?? '')).status).toBe(404)
    expect((await approve(waiting)).status).toBe(200)
    const item = (await items()).at(-1)
    expect(item).toMatchObject({ title: 'Menu', type: 'deck' })
    expect(item?.pages).toHaveLength(2)
    expect((await server.anonymous.visit(item?.pages?.[0]?.url ?? '')).status).toBe(200)
  })

  it('[CL1] a refused proposal is deleted with its files, and files that nobody proposed after a day', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const { body: refused } = await sendPicture(phone, token)
    await send(phone, token, { content: { kind: 'image', title: 'Poster', url: refused.url } })
    const { body: forgotten } = await sendPicture(phone, token)
    await refuse(await only())
    expect((await phone.visit(refused.url)).status).toBe(404)
    expect((await phone.visit(forgotten.url)).status).toBe(200)
    now += 2 * DAY_MS
    await sweepProposals(server.app.context)
    expect((await phone.visit(forgotten.url)).status).toBe(404)
    const used = await server.app.context.files.size(`${forgotten.id}.jpg`)
    expect(used).toBeUndefined()
  })

  it('[CL1] a link is for a playlist too, and somebody limited to other displays neither makes one nor decides', async () => {
    const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'News' } })).body
    const key = { organisationId, playlistId: playlist.id }
    const body = { name: 'Parents', kinds: ['notice' as const], days: 7 }
    const { token } = (await owner.call('createProposalLink', { params: key, body })).body
    await send(await open(token), token)
    const limited = await enterAs(server, 'limited', { role: 'editor', displays: [LAB.displayId] })
    expect((await list(limited.client)).waiting).toEqual([])
    const waiting = await only()
    expect(waiting).toMatchObject({ playlistId: playlist.id, displayId: null, programmeName: 'News' })
    expect(codeOf(await approve(waiting, {}, limited.client))).toBe('proposal-not-found')
    expect(codeOf(await limited.client.call('createProposalLink', { params: SAMPLE_DISPLAY, body }))).toBe(
      'display-not-found',
    )
    expect((await approve(waiting)).status).toBe(200)
    expect((await owner.call('getProgramme', { params: key })).body.items).toMatchObject([{ title: 'Cake sale' }])
  })

  it('[CL1] proposals are deleted with their display', async () => {
    const { token } = await makeLink({}, LAB)
    const phone = await open(token)
    await send(phone, token)
    const { revision } = (await owner.call('getDisplayContents', { params: LAB })).body
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': `"${revision}"` } })
    expect((await list()).waiting).toEqual([])
    expect(codeOf(await send(phone, token))).toBe('proposal-link-not-valid')
  })

  it('[F94] a proposal whose answer was lost, sent again, is one', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const headers = { 'idempotency-key': 'once-and-again' }
    const first = await send(phone, token, {}, headers)
    const again = await send(phone, token, {}, headers)
    expect(again.status).toBe(201)
    expect(again.body.id).toBe(first.body.id)
    expect((await list()).waiting).toHaveLength(1)
  })

  it('[F95] a display without room refuses the approval, and the proposal waits on with its files', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const { body: file } = await sendPicture(phone, token)
    await send(phone, token, { content: { kind: 'image', title: 'Poster', url: file.url }, lastDay: '2026-12-02' })
    const waiting = await only()
    now += 5 * DAY_MS
    await signInAgain()
    expect(codeOf(await approve(waiting))).toBe('schedule-never-on')
    expect(await only()).toMatchObject({ id: waiting.id, state: 'waiting' })
    expect((await phone.visit(file.url)).status).toBe(200)
    expect((await server.anonymous.visit(file.url)).status).toBe(404)
    expect((await approve(waiting, { lastDay: '2026-12-31' })).status).toBe(200)
  })

  it('[B145] a link that is over, withdrawn or unknown opens nothing', async () => {
    const { token, link } = await makeLink({ days: 1 })
    const phone = await open(token)
    now += DAY_MS + 1
    expect(codeOf(await send(phone, token))).toBe('proposal-link-not-valid')
    expect(codeOf(await sendPicture(phone, token))).toBe('proposal-link-not-valid')
    expect((await own(phone, token)).link).toBeNull()
    await signInAgain()
    expect((await list()).links.map(({ id }) => id)).not.toContain(link.id)
    for (const guess of ['x'.repeat(43), randomBytes(32).toString('base64url'), '', "' or 1=1 --"]) {
      const answer = await phone.call('readProposalLink', { params: {}, body: { token: guess } })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(codeOf(answer)).toBe('proposal-link-not-valid')
      expect((await send(phone, guess)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('[B145] the token is nowhere in the database but as a digest', async () => {
    const { token } = await makeLink()
    const rows = await server.app.context.database.queries.selectFrom('proposal_link').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('[B146] withdrawn between the page and the proposal: nothing arrives, and what waits is kept or goes', async () => {
    const kept = await makeLink()
    const gone = await makeLink()
    const phones = [await open(kept.token), await open(gone.token)] as const
    await send(phones[0], kept.token)
    await send(phones[1], gone.token)
    const withdraw = (linkId: typeof kept.link.id, waiting: 'keep' | 'remove') =>
      owner.call('withdrawProposalLink', { params: { ...params, linkId }, body: { waiting } })
    expect((await withdraw(kept.link.id, 'keep')).status).toBe(204)
    expect((await withdraw(gone.link.id, 'remove')).status).toBe(204)
    expect(codeOf(await withdraw(gone.link.id, 'remove'))).toBe('proposal-link-not-found')
    expect((await list()).waiting).toHaveLength(1)
    expect(codeOf(await send(phones[0], kept.token))).toBe('proposal-link-not-valid')
    expect(await own(phones[1], gone.token)).toMatchObject({ link: null, own: [{ state: 'gone' }] })
    expect((await approve(await only())).status).toBe(200)
  })

  it('[CL1] a proposer takes a waiting proposal back, also after the link has ended; its files are deleted', async () => {
    const { token, link } = await makeLink({ mostWaiting: 1 })
    const phone = await open(token)
    const { body: file } = await sendPicture(phone, token)
    const { body: sent } = await send(phone, token, { content: { kind: 'image', title: 'Poster', url: file.url } })
    const waiting = await only()
    const takeBack = (client: Client, proposalId = sent.id, by = token) =>
      client.call('takeBackSentProposal', { params: {}, body: { token: by, proposalId } })
    // A browser that only has the link is not the sender.
    expect(codeOf(await takeBack(await open(token)))).toBe('proposal-not-found')
    expect(codeOf(await takeBack(phone, sent.id, 'x'.repeat(43)))).toBe('proposal-link-not-valid')
    expect((await only()).id).toBe(sent.id)
    await owner.call('withdrawProposalLink', { params: { ...params, linkId: link.id }, body: { waiting: 'keep' } })
    for (const again of [false, true]) {
      const answer = await takeBack(phone)
      expect(answer.status, `again: ${again}`).toBe(200)
      expect(answer.body).toMatchObject({ id: sent.id, state: 'gone' })
    }
    expect((await list()).waiting).toEqual([])
    expect((await phone.visit(file.url)).status).toBe(404)
    expect((await owner.visit(file.url)).status).toBe(404)
    expect(codeOf(await approve(waiting))).toBe('proposal-decided')
    const { entries } = (await owner.call('listActivity', { params: SAMPLE_DISPLAY })).body
    expect(entries.filter(({ kind }) => kind === 'proposal-taken-back')).toMatchObject([
      { proposedBy: 'Mia', actor: { kind: 'unknown' } },
    ])
  })

  it('[CL1] a decided proposal cannot be taken back; a proposal that was taken back makes room for another', async () => {
    const { token } = await makeLink({ mostWaiting: 1 })
    const phone = await open(token)
    const takeBack = (proposalId: Proposal['id']) =>
      phone.call('takeBackSentProposal', { params: {}, body: { token, proposalId } })
    const first = (await send(phone, token)).body
    expect(codeOf(await send(phone, token))).toBe('too-many-proposals')
    await takeBack(first.id)
    const second = (await send(phone, token)).body
    expect((await approve(await only())).status).toBe(200)
    expect(codeOf(await takeBack(second.id))).toBe('proposal-decided')
    expect((await items()).at(-1)).toMatchObject({ title: 'Cake sale' })
  })

  it('[CL2] a contributor takes their own back, and nobody else’s', async () => {
    const mia = await enterAs(server, 'mia', { role: 'contributor' })
    const tom = await enterAs(server, 'tom', { role: 'contributor' })
    const body = { content: { kind: 'notice' as const, title: 'Cake sale', notice: CAKE }, lastDay: null }
    const { body: sent } = await mia.client.call('propose', { params: SAMPLE_DISPLAY, body })
    const takeBack = (client: Client) => client.call('takeBackProposal', { params: { ...params, proposalId: sent.id } })
    expect(codeOf(await takeBack(tom.client))).toBe('proposal-not-found')
    expect(codeOf(await takeBack(owner))).toBe('proposal-not-found')
    expect((await takeBack(mia.client)).body).toMatchObject({ state: 'gone' })
    expect((await list()).waiting).toEqual([])
  })

  it('[B147] an approval is for exactly what was seen: another digest is refused, and a newer proposal is another one', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    await send(phone, token)
    const seen = await only()
    await send(phone, token, { content: { kind: 'notice', title: 'Other', notice: { ...CAKE, heading: 'Other' } } })
    const { waiting } = await list()
    expect(waiting).toHaveLength(2)
    const newer = waiting.find(({ id }) => id !== seen.id) as Proposal
    expect(newer.digest).not.toBe(seen.digest)
    expect(codeOf(await approve({ id: seen.id, digest: newer.digest }))).toBe('changed-meanwhile')
    expect(codeOf(await refuse({ id: seen.id, digest: newer.digest }))).toBe('changed-meanwhile')
    expect((await approve(seen)).status).toBe(200)
    expect((await items()).at(-1)?.notice?.heading).toBe('Cake sale')
    expect(codeOf(await approve(seen))).toBe('proposal-decided')
    expect(codeOf(await refuse(seen))).toBe('proposal-decided')
  })

  it('[B148] a visit decides nothing: every address of a decision refuses GET', async () => {
    const { token } = await makeLink()
    await send(await open(token), token)
    const { id } = await only()
    for (const name of ['approveProposal', 'refuseProposal'] as const) {
      const path = pathOf(name, { ...params, proposalId: id })
      for (const method of ['GET', 'HEAD']) expect((await owner.visit(path, method)).status).toBe(405)
    }
    expect((await only()).state).toBe('waiting')
  })

  const deciders: [string, () => Promise<Client>, ErrorCode][] = [
    ['nobody', async () => server.anonymous, 'not-signed-in'],
    ['a viewer', async () => (await enterAs(server, 'v', { role: 'viewer' })).client, 'not-allowed'],
    ['a contributor', async () => (await enterAs(server, 'c', { role: 'contributor' })).client, 'not-allowed'],
    [
      'an editor of another display',
      async () => (await enterAs(server, 'l', { role: 'editor', displays: [LAB.displayId] })).client,
      'proposal-not-found',
    ],
    [
      'an owner elsewhere',
      async () => {
        await makePlace(server, OTHER)
        return (await enterAs(server, 'o', { role: 'owner', home: OTHER })).client
      },
      'display-not-found',
    ],
  ]
  it.each(deciders)('[B149] %s neither approves nor refuses', async (_, enter, code) => {
    const { token } = await makeLink()
    await send(await open(token), token)
    const waiting = await only()
    const client = await enter()
    expect(codeOf(await approve(waiting, {}, client))).toBe(code)
    expect(codeOf(await refuse(waiting, '', client))).toBe(code)
    expect((await only()).state).toBe('waiting')
  })

  it('[B149] an owner elsewhere names the id at home: it is not there', async () => {
    const { token } = await makeLink()
    await send(await open(token), token)
    const waiting = await only()
    await makePlace(server, OTHER)
    const { client } = await enterAs(server, 'o', { role: 'owner', home: OTHER })
    const answer = await client.call('approveProposal', {
      params: { organisationId: OTHER.organisationId, proposalId: waiting.id },
      body: { digest: waiting.digest },
    })
    expect(codeOf(answer)).toBe('proposal-not-found')
  })

  it('[B150] of ten thousand proposals as many wait as the link allows, and then the rate is limited, day after day', async () => {
    const { token } = await makeLink({ mostWaiting: 3 })
    const codes: (ErrorCode | undefined)[] = []
    // With a new key each time, so that the cookie does not matter.
    for (let day = 0; day < 5; day += 1) {
      const phone = await open(token)
      for (let count = 0; count < 31; count += 1) codes.push(codeOf(await send(phone, token)))
      // A rate-limited refusal is delayed, so all others are sent at once after the first one.
      const others = Array.from({ length: A_DAY - 31 }, () => send(phone, token))
      codes.push(...(await Promise.all(others)).map(codeOf))
      now += DAY_MS
    }
    const times = (wanted: ErrorCode | undefined) => codes.filter((code) => code === wanted).length
    expect(times(undefined)).toBe(3)
    expect(codes.slice(3, 10)).toEqual(Array.from({ length: 7 }, () => 'too-many-proposals'))
    // The thirty of each day that the rate limit allows reached the database.
    expect(times('too-many-proposals')).toBe(5 * 30 - 3)
    expect(times('too-many-requests')).toBe(5 * (A_DAY - 30))
    await signInAgain()
    expect((await list()).waiting).toHaveLength(3)
  })

  it('[B150] however many links there are, 200 wait in an organisation, and no link takes more than fifty', async () => {
    const tokens = []
    for (let count = 0; count < 5; count += 1)
      tokens.push((await makeLink({ mostWaiting: MAX_PROPOSALS_WAITING_PER_LINK })).token)
    const codes: (ErrorCode | undefined)[] = []
    for (const token of tokens) {
      const phone = await open(token)
      for (let count = 0; count <= MAX_PROPOSALS_WAITING_PER_LINK; count += 1) {
        codes.push(codeOf(await send(phone, token)))
        // Slow enough for the rate limits.
        now += 20_000
      }
    }
    expect(codes.filter((code) => code === undefined)).toHaveLength(MAX_PROPOSALS_WAITING_PER_ORGANISATION)
    expect(new Set(codes)).toEqual(new Set([undefined, 'too-many-proposals']))
    expect((await list()).waiting).toHaveLength(MAX_PROPOSALS_WAITING_PER_ORGANISATION)
    const body = { name: 'x', kinds: ['notice' as const], days: 1, mostWaiting: MAX_PROPOSALS_WAITING_PER_LINK + 1 }
    expect((await owner.call('createProposalLink', { params: SAMPLE_DISPLAY, body })).status).toBe(422)
  })

  it('[B151] files of other kinds, damaged ones, bombs, and what is too large', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    const noise = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2_000)])
    const cases: [Uint8Array, string, ErrorCode[]][] = [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        'image/svg+xml',
        ['not-an-image'],
      ],
      [Buffer.from('<html><script>alert(1)</script></html>'), 'image/jpeg', ['not-an-image', 'image-damaged']],
      [Buffer.from('%PDF-1.7'), 'application/pdf', ['not-an-image']],
      [noise, 'image/jpeg', ['not-an-image', 'image-damaged']],
      [bomb, 'image/png', ['image-too-large']],
      [randomBytes(1_100_000), 'image/jpeg', ['file-too-large']],
    ]
    for (const [bytes, type, codes] of cases)
      expect(codes).toContain(codeOf(await sendPicture(phone, token, bytes, type)))
    const rows = await server.app.context.database.queries
      .selectFrom('media_file')
      .select('id')
      .where('held_for', 'is not', null)
      .execute()
    expect(rows).toEqual([])
  })

  it('[B151] without a link no byte of a picture is waited for, whatever stands behind the address', async () => {
    for (const path of [pathOf('sendProposalPicture', {}), `${pathOf('sendProposalPicture', {})}?more=1`]) {
      const lines = [
        `origin: ${server.url}`,
        'x-requested-with: placard',
        `proposal-link: ${'x'.repeat(43)}`,
        'content-type: image/jpeg',
        'content-length: 900000',
      ]
      const socket = openBareSocket(server.url)
      const host = new URL(server.url).host
      socket.send(requestText('POST', path, lines).replace('host: 127.0.0.1', `host: ${host}`))
      await socket.hears('proposal-link-not-valid')
      socket.close()
    }
  })

  it('[B151] a link takes the kinds that it says, and no file that somebody else has sent or stored', async () => {
    const { token } = await makeLink({ kinds: ['notice', 'image'] })
    const phone = await open(token)
    const thief = await open(token)
    const { body: file } = await sendPicture(phone, token)
    const pages = [{ mediaId: file.id, text: '' }]
    const deck = { kind: 'deck' as const, title: 'Menu', pages }
    expect(codeOf(await send(phone, token, { content: deck }))).toBe('proposal-kind-not-taken')
    const image = (url: string) => ({ kind: 'image' as const, title: 'Poster', url })
    expect(codeOf(await send(thief, token, { content: image(file.url) }))).toBe('media-not-found')
    const stored = await owner.call('uploadMedia', { params, body: await picture(), headers: JPEG })
    expect(codeOf(await send(phone, token, { content: image(stored.body.url) }))).toBe('media-not-found')
    for (const url of ['https://evil.example/a.jpg', '/api/time', 'javascript:alert(1)', '/media/x.mp4'])
      expect((await send(phone, token, { content: image(url) })).status).toBeGreaterThanOrEqual(400)
    expect((await list()).waiting).toEqual([])
  })

  it('[B152] script and marks in names and texts stay text, and direction marks go', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const evil = '<img src=x onerror=alert(1)>'
    const sent = await send(phone, token, {
      name: `\u202e${evil}`,
      content: { kind: 'notice', title: evil, notice: { ...CAKE, heading: evil } },
    })
    expect(sent.status).toBe(201)
    const waiting = await only()
    expect(waiting.name).toBe(evil)
    expect(waiting.content).toMatchObject({ title: evil })
    for (const name of ['', '   ', '\u200b', 'x'.repeat(81), 'a\u0000b'])
      expect((await send(phone, token, { name })).status).toBe(422)
    for (const link of ['javascript:alert(1)', 'https://user@evil.example/'])
      expect(
        (await send(phone, token, { content: { kind: 'notice', title: 'x', notice: { ...CAKE, link } } })).status,
      ).toBe(422)
  })

  it('[B153] somebody who gives an editor’s name or address is no editor: it says so, and counts as theirs', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    const editor = await enterAs(server, 'head', { role: 'editor' })
    await send(phone, token, { name: 'The head', email: editor.email })
    const seen = await only()
    expect(seen).toMatchObject({ name: 'The head', isMember: false })
    // The sender gave the editor's address, so another person must decide.
    expect(codeOf(await approve(seen, {}, editor.client))).toBe('own-proposal')
    expect((await approve(seen)).status).toBe(200)
  })

  it('[B153] a proposer cannot approve their own proposal, unless the organisation allows it', async () => {
    const { token } = await makeLink()
    const editor = await enterAs(server, 'editor', { role: 'editor' })
    await open(token, editor.client)
    await send(editor.client, token)
    const seen = await only(editor.client)
    expect(seen.isOwn).toBe(true)
    expect(codeOf(await approve(seen, {}, editor.client))).toBe('own-proposal')
    const choose = (client: Client) => client.call('updateProposalChoice', { params, body: { ownCounts: true } })
    expect(codeOf(await choose(editor.client))).toBe('not-allowed')
    expect((await choose(owner)).status).toBe(200)
    expect((await approve(seen, {}, editor.client)).status).toBe(200)
  })

  it('[B154] another site’s page sends, approves and refuses nothing', async () => {
    const { token } = await makeLink()
    const phone = await open(token)
    await send(phone, token)
    const waiting = await only()
    const ids = { ...params, proposalId: waiting.id }
    const calls: [RouteName, string, Client, object][] = [
      ['sendProposal', pathOf('sendProposal', {}), phone, bodyFor(token)],
      ['readProposalLink', pathOf('readProposalLink', {}), phone, { token }],
      ['approveProposal', pathOf('approveProposal', ids), owner, { digest: waiting.digest }],
      ['refuseProposal', pathOf('refuseProposal', ids), owner, { digest: waiting.digest }],
    ]
    for (const [, path, client, body] of calls) {
      for (const headers of [
        { origin: 'https://evil.example', 'content-type': 'application/json', 'x-requested-with': 'placard' },
        { 'content-type': 'application/json' },
        { 'content-type': 'text/plain' },
      ]) {
        const answer = await fetch(server.url + path, {
          method: 'POST',
          headers: { ...headers, cookie: client.cookie() } as Record<string, string>,
          body: JSON.stringify(body),
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        await answer.arrayBuffer()
      }
    }
    expect((await only()).state).toBe('waiting')
  })

  it('[CL2] a contributor proposes under their own name, sees their own alone, and decides nothing', async () => {
    const mia = await enterAs(server, 'mia', { role: 'contributor' })
    const tom = await enterAs(server, 'tom', { role: 'contributor' })
    const body = { content: { kind: 'notice' as const, title: 'Cake sale', notice: CAKE }, lastDay: null }
    const answer = await mia.client.call('propose', { params: SAMPLE_DISPLAY, body })
    expect(answer.status).toBe(201)
    expect(await only(mia.client)).toMatchObject({ isMember: true, name: mia.email })
    expect((await list(tom.client)).waiting).toEqual([])
    const upload = (client: Client, bytes: Uint8Array) =>
      client.call('uploadProposalPicture', { params, body: bytes, headers: JPEG })
    const { body: file } = await upload(mia.client, await picture())
    expect((await mia.client.visit(file.url)).status).toBe(200)
    expect((await tom.client.visit(file.url)).status).toBe(404)
    expect(
      codeOf(
        await mia.client.call('createItem', {
          params: SAMPLE_DISPLAY,
          body: { title: 'x', type: 'image', url: 'https://a.example/a.jpg' },
        }),
      ),
    ).toBe('not-allowed')
    expect((await approve(await only())).status).toBe(200)
    expect((await items()).at(-1)).toMatchObject({ title: 'Cake sale' })
    expect((await list(mia.client)).decided).toMatchObject([{ state: 'approved' }])
  })

  it('[CL2] a contributor of one display proposes for that', async () => {
    const { client } = await enterAs(server, 'mia', { role: 'contributor', displays: [LAB.displayId] })
    const body = { content: { kind: 'notice' as const, title: 'Cake sale', notice: CAKE } }
    expect((await client.call('propose', { params: LAB, body })).status).toBe(201)
    expect(codeOf(await client.call('propose', { params: SAMPLE_DISPLAY, body }))).toBe('display-not-found')
  })

  describe('[S38] files that are sent and not proposed', () => {
    const MIB = 2 ** 20
    const HOUR_MS = 60 * 60_000
    /** Bytes that each file counts for. Real files of this size would take minutes. */
    const EACH = 10 * MIB
    /** A file is small when sent and counts as a large one afterwards, so the last one exceeds the limit. */
    const ofLink = Math.ceil((DEFAULT_QUOTA_BYTES * UNPROPOSED_SHARE) / 2 / EACH)

    const heldFiles = () =>
      server.app.context.database.queries
        .selectFrom('media_file')
        .selectAll()
        .where('held_for', 'is not', null)
        .execute()
    /** Uses a separate browser each time, like somebody who wants to fill the storage. */
    async function sendLarge(token: string, phone?: Client) {
      const answer = await sendPicture(await open(token, phone), token)
      if (answer.status === 201) {
        const { queries } = server.app.context.database
        await queries.updateTable('media_file').set({ size_bytes: EACH }).where('id', '=', answer.body.id).execute()
        now += 1_000
      }
      return answer
    }
    async function fill(token: string): Promise<string[]> {
      const ids: string[] = []
      for (let answer = await sendLarge(token); answer.status === 201; answer = await sendLarge(token)) {
        ids.push(answer.body.id)
        if (ids.length > 50) throw new Error('it takes everything')
      }
      return ids
    }
    const isOnDisk = async (id: string) => (await server.app.context.files.size(`${id}.jpg`)) !== undefined

    it('is bounded for a link, however many browsers send; another link is not held up', async () => {
      const [one, other] = [await makeLink(), await makeLink()]
      expect(await fill(one.token)).toHaveLength(ofLink)
      const refused = await sendLarge(one.token)
      expect(codeOf(refused)).toBe('too-many-requests')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
      expect((await sendLarge(other.token)).status).toBe(201)
    })

    it('is bounded for an organisation, members among them, and leaves it nearly all of its room', async () => {
      const links = [await makeLink(), await makeLink(), await makeLink()]
      for (const { token } of links) await fill(token)
      const held = (await heldFiles()).reduce((sum, { size_bytes }) => sum + size_bytes, 0)
      expect(held).toBeLessThan(DEFAULT_QUOTA_BYTES * UNPROPOSED_SHARE + EACH)
      const { client } = await enterAs(server, 'contributor', { role: 'contributor' })
      const answer = await client.call('uploadProposalPicture', { params, body: await picture(), headers: JPEG })
      expect(codeOf(answer)).toBe('too-many-requests')
      const upload = await owner.call('uploadMedia', { params, body: await picture(), headers: JPEG })
      expect(upload.status).toBe(201)
    })

    it('gives way after an hour, the oldest first; what was proposed stays', async () => {
      const { token } = await makeLink()
      const phone = await open(token)
      const first = await sendLarge(token, phone)
      const content = { kind: 'image' as const, title: 'Kept', url: first.body.url }
      expect((await send(phone, token, { content })).status).toBe(201)
      const ids = await fill(token)
      expect(ids).toHaveLength(ofLink)
      now += HOUR_MS
      const newest = await sendLarge(token)
      expect(newest.status).toBe(201)
      const held = (await heldFiles()).map(({ id }) => id)
      expect(held.sort()).toEqual([first.body.id, ...ids.slice(1), newest.body.id].sort())
      expect(await isOnDisk(ids[0] ?? '')).toBe(false)
      expect(await isOnDisk(ids[1] ?? '')).toBe(true)
      const [waiting] = (await list()).waiting
      if (!waiting) throw new Error('nothing waits')
      expect((await approve(waiting)).status).toBe(200)
    })
  })
})

import {
  DisplayId,
  type DisplayKey,
  Email,
  MoveInId,
  type OrganisationId,
  type RouteBodyInput,
  type RouteName,
  type RouteParams,
  RowId,
} from '@placard/contract'
import sharp from 'sharp'
import type { Queries } from '../platform/database/database.ts'
import { agentOf, tinyPicture } from './agent.ts'
import { pairScreen } from './pair-screen.ts'
import { type Client, createClient, type TestServer } from './server.ts'

/** Ids of the objects of a display, by the names of path parameters. */
export type Place = Record<string, string> & { organisationId: string; displayId: string }

let made = 0

/** Makes a call that must succeed. */
async function done<Name extends RouteName>(
  client: Client,
  name: Name,
  options: { params: RouteParams<Name>; body?: RouteBodyInput<Name> | Uint8Array; headers?: Record<string, string> },
) {
  const answer = await client.call(name, options)
  if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function picture(): Promise<Buffer> {
  made += 1
  const background = { r: made % 256, g: 120, b: 30 }
  return sharp({ create: { width: 48 + made, height: 32, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/**
 * Gives a display every object that it may have, with this word in every text, for a test that searches for the word in the answers to
 * callers who may not see the display.
 *
 * @param isAlone true when those callers may see nothing of the organisation
 * @returns the ids of the objects
 */
export async function fillDisplay(
  server: TestServer,
  owner: Client,
  key: DisplayKey,
  word: string,
  { isAlone }: { isAlone: boolean },
): Promise<Place> {
  const { organisationId, displayId } = key
  const params = { organisationId }
  const headers = { 'content-type': 'image/jpeg' }
  const upload = async () => (await done(owner, 'uploadMedia', { params, body: await picture(), headers })).id
  const site = `https://${word}.example`
  const notice = { look: 'paper' as const, heading: word, body: word, byline: word, link: `${site}/more` }

  const mediaId = await upload()
  await done(owner, 'addLibraryFile', { params, body: { mediaId, name: word } })
  const words = { labels: [word], alternativeText: word }
  await done(owner, 'updateLibraryFile', { params: { ...params, mediaId }, body: words })
  const url = `/media/${mediaId}.jpg`
  const { item } = await done(owner, 'createItem', { params: key, body: { title: word, type: 'image', url } })
  const pages = [{ mediaId: await upload(), text: word }]
  const deck = await done(owner, 'createDeck', { params, body: { name: word, pages } })
  const others = [
    { type: 'notice' as const, url, notice },
    { type: 'webpage' as const, url: `${site}/page` },
    { type: 'video' as const, url: `${site}/film.mp4` },
    { type: 'deck' as const, url: deck.url },
    { type: 'feed' as const, url: `${site}/feed.xml`, feed: { as: 'notices' as const, count: 3 } },
  ]
  for (const other of others) await done(owner, 'createItem', { params: key, body: { title: word, ...other } })
  const { line } = await done(owner, 'createLine', { params: key, body: { text: word } })
  await done(owner, 'setCornerPiece', {
    params: { ...key, corner: 'top-left' },
    body: { piece: { kind: 'words', size: 10, text: word } },
    headers: { 'if-match': '*' },
  })

  const { playlist } = await done(owner, 'createPlaylist', { params, body: { name: word } })
  const list = { organisationId, playlistId: playlist.id }
  await done(owner, 'createItem', { params: list, body: { title: word, type: 'webpage', url: `${site}/list` } })
  await done(owner, 'includePlaylist', { params: list, body: { displays: [displayId] } })

  const kinds = ['notice' as const, 'image' as const]
  const offer = await done(owner, 'createProposalLink', { params: key, body: { name: word, kinds, days: 30 } })
  const phone = createClient(server.url)
  const { token } = offer
  await done(phone, 'readProposalLink', { params: {}, body: { token } })
  for (let count = 0; count < 2; count += 1) {
    const content = { kind: 'notice' as const, title: word, notice }
    const email = `${word}@people.example`
    await done(phone, 'sendProposal', { params: {}, body: { token, name: word, email, content, lastDay: null } })
  }
  const ours = (await done(owner, 'getProposals', { params })).waiting.filter((one) => one.displayId === displayId)
  const [refused, waiting] = ours
  if (!refused || !waiting) throw new Error('nothing waits')
  const decided = { ...params, proposalId: refused.id }
  await done(owner, 'refuseProposal', { params: decided, body: { digest: refused.digest, word } })

  const { player, screen } = await pairScreen(server, owner, { as: 'new', displayId, name: word, place: word }, key)
  const agent = agentOf(server, player, screen.id)
  await agent.hello({ version: word, machine: word, system: word, browser: word, panel: word })
  const machine = { ...params, screenId: screen.id }
  const shown = await done(owner, 'commandMachine', { params: machine, body: { kind: 'picture' } })
  await agent.send(shown.id, await tinyPicture())
  await agent.report({
    vitals: { panel: { power: 'on', input: word } },
    events: [{ kind: 'browser-crashed', agoMs: 0, detail: word }],
    answers: [{ commandId: shown.id, state: 'done', told: 'pictures-sent', detail: word }],
  })
  const { pictures } = await done(owner, 'getMachine', { params: machine })
  const wanted = { displayId, place: word, screens: 5, days: 30 }
  const { enrolment } = await done(owner, 'createEnrolment', { params, body: wanted })
  let table = {}
  if (isAlone) {
    // A prepared take-over and a table are visible to the whole organisation.
    const made = await done(owner, 'createTable', {
      params,
      body: { name: word, columns: [{ name: word, type: 'words' }], rows: [{ cells: { [word]: word } }] },
    })
    const row = made.rows[0]?.id ?? 'x'
    table = { tableId: made.table.id, columnId: made.table.columns[0]?.id ?? 'x', rowId: row, key: word }
    const followed = await done(owner, 'createTable', { params, body: { name: word } })
    await done(owner, 'setTableSource', {
      params: { ...params, tableId: followed.table.id },
      body: {
        url: `${site}/table.json`,
        header: { name: `x-${word}`, value: word },
        path: `$.${word}`,
        columns: [{ from: word, to: { name: word, type: 'words' } }],
      },
    })
    const content = { kind: 'line' as const, text: word }
    await done(owner, 'prepareTakeOver', { params, body: { name: word, content } })
  }
  const over = await done(owner, 'startTakeOver', {
    params,
    body: { content: { kind: 'file', url, title: word }, displays: [displayId], drill: true, minutes: 720 },
  })
  const insert = await done(owner, 'startInsert', {
    params,
    body: { content: { kind: 'file', url, title: word }, place: 'top-right', displays: [displayId], minutes: 720 },
  })
  await done(owner, 'updateDisplay', { params: key, body: { name: word, pairedOnly: true } })
  const { entries } = await done(owner, 'listActivity', { params: key })
  return {
    organisationId,
    displayId,
    mediaId,
    itemId: item.id,
    lineId: line.id,
    playlistId: playlist.id,
    linkId: offer.link.id,
    proposalId: waiting.id,
    screenId: screen.id,
    pictureId: pictures[0]?.id ?? 'x',
    enrolmentId: enrolment.id,
    overId: over.id,
    insertId: insert.id,
    entryId: entries[0]?.id ?? '1',
    ...table,
  }
}

/** The same for what belongs to the whole organisation: a table, a picture of the library, a playlist, a prepared take-over. */
export async function fillShared(
  owner: Client,
  organisationId: OrganisationId,
  word: string,
): Promise<Record<string, string>> {
  const params = { organisationId }
  const headers = { 'content-type': 'image/jpeg' }
  const { id: mediaId } = await done(owner, 'uploadMedia', { params, body: await picture(), headers })
  await done(owner, 'addLibraryFile', { params, body: { mediaId, name: word } })
  const made = await done(owner, 'createTable', {
    params,
    body: {
      name: word,
      columns: [
        { name: word, type: 'words' },
        { name: `${word} picture`, type: 'picture' },
      ],
      rows: [{ cells: { [word]: word, [`${word} picture`]: mediaId } }],
    },
  })
  const table = { ...params, tableId: made.table.id }
  const rowId = made.rows[0]?.id ?? 'x'
  const cells = { cells: { [word]: `${word} again` }, was: {} }
  await done(owner, 'updateRow', { params: { ...table, rowId: RowId.parse(rowId) }, body: cells })
  const { entries } = await done(owner, 'listTableActivity', { params: table })
  const { playlist } = await done(owner, 'createPlaylist', { params, body: { name: word } })
  const content = { kind: 'line' as const, text: word }
  const ready = await done(owner, 'prepareTakeOver', { params, body: { name: word, content } })
  return {
    mediaId,
    tableId: made.table.id,
    columnId: made.table.columns[0]?.id ?? 'x',
    rowId,
    key: word,
    entryId: entries[0]?.id ?? '1',
    playlistId: playlist.id,
    overId: ready.id,
  }
}

/** The same for the objects of the whole organisation and of its owners. @returns the ids of the objects */
export async function fillOffice(
  server: TestServer,
  owner: Client,
  organisationId: OrganisationId,
  word: string,
): Promise<Record<string, string>> {
  const params = { organisationId }
  const body = { name: word, role: 'viewer' as const, displays: null, days: 30 }
  const { token } = await done(owner, 'createToken', { params, body })
  const webhook = await done(owner, 'createWebhook', {
    params,
    body: { url: `https://${word}.example/hook`, events: ['proposal.made'] },
  })
  const { invitation } = await done(owner, 'createInvitation', {
    params,
    body: { role: 'viewer', displays: null, recipient: word },
  })
  const moveInId = MoveInId.parse(`${organisationId}-going`)
  await done(owner, 'beginMoveIn', { params, body: { id: moveInId, kind: 'files', name: word } })
  await done(owner, 'tellMoveIn', {
    params: { ...params, moveInId },
    body: { entries: [{ thing: 'file', path: word, outcome: 'not' }] },
  })
  const { accounts, context } = server.app
  const email = Email.parse(`${word}@staff.example`)
  await accounts.createUser({ email, name: word, password: 'a pass phrase for somebody' })
  const profile = { org: organisationId, id: DisplayId.parse('hall'), msg: word, subType: word }
  await accounts.putProfile(context, { email, ...profile, role: 'viewer', displays: null })
  const members = await done(owner, 'listMembers', { params })
  return {
    tokenId: token.id,
    webhookId: webhook.webhook.id,
    invitationId: invitation.id,
    moveInId,
    memberId: members.find((one) => one.email === email)?.id ?? 'x',
  }
}

/** Every text column of the tables that have an organisation's rows. `isThere` is true when one of its rows contains this word. */
export async function columnsWith(
  queries: Queries,
  organisationId: OrganisationId,
  word: string,
): Promise<{ table: string; column: string; isThere: boolean }[]> {
  const found = []
  for (const { name: table, columns } of await queries.introspection.getTables()) {
    if (!columns.some(({ name }) => name === 'organisation_id')) continue
    for (const { name: column } of columns.filter(({ dataType }) => dataType.toLowerCase() === 'text')) {
      const some = await queries
        .selectFrom(table as 'item')
        .select('organisation_id')
        .where('organisation_id', '=', organisationId)
        .where(column as 'title', 'like', `%${word}%`)
        .limit(1)
        .execute()
      found.push({ table, column, isThere: some.length > 0 })
    }
  }
  return found
}

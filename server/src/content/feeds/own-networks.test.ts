import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DisplayId, type DisplayKey, OrganisationId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { readConfig } from '../../platform/config.ts'
import { rssOf } from '../../testing/feed-server.ts'
import { enterAs, makePlace } from '../../testing/people.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = SAMPLE_DISPLAY
const THEIRS: DisplayKey = { organisationId: OrganisationId.parse('physics'), displayId: DisplayId.parse('lab') }

/** A server in a private network, and the number of connections to it. */
type Inside = { port: number; connections: () => number; close(): Promise<void> }

async function startInside(answer: Parameters<typeof createServer>[1] & object): Promise<Inside> {
  const server: Server = createServer(answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

let calendars: Inside
let others: Inside
let server: TestServer | undefined
const start = async (networks: string) => {
  const { feedNetworks } = readConfig({ FEED_NETWORKS: networks }, '/')
  server = await startTestServer({ config: { feedNetworks } })
  return server
}

beforeEach(async () => {
  const news = rssOf([{ id: '1', title: 'Assembly at nine' }])
  others = await startInside((_, response) => response.end(news))
  calendars = await startInside((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${others.port}/` }).end()
    else response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(news)
  })
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await Promise.all([calendars.close(), others.close()])
})

async function problemOf(client: Client, port: number, { path = '/rss', of = organisationId } = {}) {
  const body = { url: `http://127.0.0.1:${port}${path}` }
  const answer = await client.call('checkFeed', { params: { organisationId: of }, body })
  expect(answer.status).toBe(200)
  return answer.body.problem
}

it('[S43] a port that is named is open, and no other one is, by a redirect neither', async () => {
  const admin = await (await start(`127.0.0.0/8:${calendars.port}`)).signIn()
  expect(await problemOf(admin, calendars.port)).toBe(null)
  expect(await problemOf(admin, others.port)).toBe('address-not-allowed')
  expect(await problemOf(admin, calendars.port, { path: '/away' })).toBe('address-not-allowed')
  expect(others.connections()).toBe(0)
})

it('[S43] an address without a port opens ports 80 and 443 alone', async () => {
  const admin = await (await start('127.0.0.1')).signIn()
  expect(await problemOf(admin, others.port)).toBe('address-not-allowed')
  expect(others.connections()).toBe(0)
  // The address is allowed; it does not matter if anything responds there.
  expect(await problemOf(admin, 80)).not.toBe('address-not-allowed')
})

it('[S43] a network that is opened for one organisation is closed to every other', async () => {
  const app = await start(`${organisationId}@127.0.0.1:${calendars.port}`)
  await makePlace(app, THEIRS)
  const stranger = (await enterAs(app, 'stranger', { role: 'owner', home: THEIRS })).client
  expect(await problemOf(stranger, calendars.port, { of: THEIRS.organisationId })).toBe('address-not-allowed')
  expect(calendars.connections()).toBe(0)
  expect(await problemOf(await app.signIn(), calendars.port)).toBe(null)
  expect(calendars.connections()).toBe(1)
})

it('[S43] a feed that is read again later is held to the networks of its organisation', async () => {
  const app = await start(
    `${organisationId}@127.0.0.1:${calendars.port}, ${THEIRS.organisationId}@127.0.0.1:${others.port}`,
  )
  await makePlace(app, THEIRS)
  const theirs = (await enterAs(app, 'editor', { role: 'editor', home: THEIRS })).client
  const url = `http://127.0.0.1:${calendars.port}/rss`
  const item = { title: 'News', type: 'feed' as const, url, visible: true, feed: { as: 'lines' as const, count: 3 } }
  const made = await Promise.all([
    (await app.signIn()).call('createItem', { params: SAMPLE_DISPLAY, body: item }),
    theirs.call('createItem', { params: THEIRS, body: item }),
  ])
  expect(made.map(({ status }) => status)).toEqual([201, 201])
  for (let look = 0; look < 3; look += 1) {
    await app.app.feeds.tick()
    await app.app.feeds.settled()
  }
  const { queries } = app.app.context.database
  const read = await queries
    .selectFrom('feed')
    .select(['organisation_id', 'problem'])
    .orderBy('organisation_id')
    .execute()
  expect(read).toEqual([
    { organisation_id: THEIRS.organisationId, problem: 'address-not-allowed' },
    { organisation_id: organisationId, problem: null },
  ])
  expect(calendars.connections()).toBe(1)
})

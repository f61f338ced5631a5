import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DisplayId, ItemId, OrganisationId } from '@placard/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { sessionEnded } from './session-events.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let answer: Handler = () => {}
const server = createServer((request, response) => answer(request, response))

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  // A page's paths are relative to its own address, which a test does not have.
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const item = {
  organisationId: OrganisationId.parse('vnr'),
  displayId: DisplayId.parse('ece'),
  itemId: ItemId.parse('one'),
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

it('T4 a command says which revision it changes, where it comes from, and that it may be done once', async () => {
  let seen: IncomingMessage | undefined
  answer = (request, response) => {
    seen = request
    json(response, 404, { error: { code: 'item-not-found', message: 'x' }, requestId: 'r' })
  }
  await failure(call('updateItem', { params: item, body: { visible: false }, ifMatch: 7 }))
  expect(seen?.method).toBe('PATCH')
  expect(seen?.url).toBe('/api/organisations/vnr/displays/ece/items/one')
  expect(seen?.headers).toMatchObject({ 'if-match': '"7"', 'x-requested-with': 'placard' })
  expect(seen?.headers['idempotency-key']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

it('T1 any revision is a star, without quotes', async () => {
  let ifMatch: string | undefined
  answer = (request, response) => {
    ifMatch = request.headers['if-match']
    response.writeHead(503).end()
  }
  await failure(call('updateItem', { params: item, body: { visible: false }, ifMatch: '*' }))
  expect(ifMatch).toBe('*')
})

it('T4 a conflict carries the thing as it is now', async () => {
  const current = { id: 'one', revision: 8 }
  answer = (_, response) =>
    json(response, 412, { error: { code: 'changed-meanwhile', message: 'x', current }, requestId: 'r' })
  const error = await failure(call('updateItem', { params: item, body: { title: 'x' }, ifMatch: 7 }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'changed-meanwhile', current })
})

it('X8 a page of a captive portal is no answer of ours', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel')
  expect(await failure(call('getTime', {}))).toMatchObject({ code: 'unexpected-answer' })
})

it('X8 a server that cannot be reached is reported as the network', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failure(call('getTime', {}))).toMatchObject({ code: 'network-request-failed' })
})

it('A6 a refused command ends the session for the page; asking for the session itself does not', async () => {
  let ended = 0
  const undo = sessionEnded.on(() => {
    ended += 1
  })
  answer = (_, response) => json(response, 401, { error: { code: 'not-signed-in', message: 'x' }, requestId: 'r' })
  await failure(call('getSession', {}))
  expect(ended).toBe(0)
  await failure(call('removeItem', { params: item }))
  expect(ended).toBe(1)
  undo()
})

it('K4 an abort by the caller is the caller’s own reason', async () => {
  const controller = new AbortController()
  answer = () => controller.abort(new Error('left the page'))
  const error = await failure(call('getTime', { signal: controller.signal }))
  expect(error).toMatchObject({ message: 'left the page' })
})

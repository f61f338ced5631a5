import { MCP_PATH } from '@placard/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api, Identify } from '../../platform/http/api.ts'
import { readBearer } from '../../platform/http/bearer.ts'
import { callsInside } from '../../platform/http/call-inside.ts'
import { goneSignal } from '../../platform/http/gone-signal.ts'

/** Headers that belong to the connection and to Placard, not to the protocol. */
const OURS = new Set(['host', 'authorization', 'cookie', 'connection', 'content-length', 'transfer-encoding'])

/**
 * `/mcp` is not in the contract, because its messages are those of the Model Context Protocol. What it changes goes through the calls
 * of the contract.
 *
 * @returns ends the requests that are under way
 */
export async function assistantRoutes(
  http: FastifyInstance,
  api: Api,
  context: Context,
  identify: Identify,
): Promise<() => Promise<void>> {
  const { config, now, log } = context
  api.handle('getAssistantAccess', async () => ({ path: config.assistants ? MCP_PATH : null }))
  if (!config.assistants) return async () => {}

  // Loaded only if it is wanted: it is a megabyte of code.
  const { createAssistants } = await import('./service.ts')
  const assistants = createAssistants({ now, log })
  const callers = new WeakMap<FastifyRequest, { caller: Caller; secret: string }>()

  http.route({
    method: 'POST',
    url: MCP_PATH,
    async onRequest(request) {
      const secret = readBearer(request.headers)
      // A cookie does not count: a page of another site could make a browser send it.
      if (secret === undefined) throw new AppError('not-signed-in')
      const identity = await identify({ token: secret })
      if (identity.status !== 'member') throw new AppError('not-subscribed')
      callers.set(request, { caller: identity.caller, secret })
    },
    async handler(request, reply) {
      const known = callers.get(request)
      if (!known) throw new AppError('not-signed-in')
      // One message holds one call, so that the limits of the API hold.
      if (Array.isArray(request.body)) throw new AppError('bad-request')
      const { caller, secret } = known
      const call = callsInside(http, request, secret, config.publicUrl)
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !OURS.has(name) ? [[name, value] as [string, string]] : [],
      )
      // If the client disconnects, the answer is dropped.
      const signal = goneSignal(reply)
      const asked = new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers, signal })
      const extra = { assistant: { caller, secret, call } }
      const authInfo = { token: secret, clientId: caller.userId, scopes: [], extra }
      const answer = await assistants.fetch(asked, { parsedBody: request.body, authInfo })
      const body = Buffer.from(await answer.arrayBuffer())
      const type = answer.headers.get('content-type')
      if (type !== null) reply.type(type)
      return reply.code(answer.status).send(body.length > 0 ? body : undefined)
    },
  })
  http.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: MCP_PATH,
    async handler(_request, reply) {
      reply.header('allow', 'POST')
      throw new AppError('method-not-allowed')
    },
  })
  return assistants.close
}

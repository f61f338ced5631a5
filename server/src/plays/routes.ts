import { Readable } from 'node:stream'
import type { DisplayKey, ScreenId } from '@placard/contract'
import type { FastifyRequest } from 'fastify'
import { keyOf } from '../displays/service.ts'
import type { Api } from '../platform/http/api.ts'
import type { PlayCounts } from './service.ts'

/** True when a request comes from that very screen, proven by its secret. */
export type IsPaired = (request: FastifyRequest, key: DisplayKey, screenId: ScreenId) => Promise<boolean>

export function playRoutes(api: Api, plays: PlayCounts, isPaired: IsPaired): void {
  api.handle('tellPlays', async ({ params, body, request }) => {
    const key = keyOf(params)
    const proven = await isPaired(request, key, params.screenId)
    return plays.take(key, params.screenId, body, { address: request.ip, proven })
  })
  api.handle('getPlays', ({ caller, params, query }) => plays.report(params.organisationId, caller, query))
  api.handle('exportPlays', async ({ caller, params, query, reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="plays-${query.from}-${query.to}.csv"`)
    return reply.send(Readable.from(plays.table(params.organisationId, caller, query)))
  })
}

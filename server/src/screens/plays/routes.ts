import { Readable } from 'node:stream'
import { keyOf } from '../../content/displays/service.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ScreenDoor } from '../../platform/screen-door.ts'
import type { PlayCounts } from './service.ts'

export function playRoutes(api: Api, plays: PlayCounts, door: ScreenDoor): void {
  api.handle('tellPlays', async ({ params, body, request }) => {
    const key = keyOf(params)
    const from = await door(request, key, params.screenId)
    return from ? plays.take(key, params.screenId, body, from) : plays.drop(key, params.screenId, body)
  })
  api.handle('getPlays', ({ caller, params, query }) => plays.report(params.organisationId, caller, query))
  api.handle('exportPlays', async ({ caller, params, query, reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="plays-${query.from}-${query.to}.csv"`)
    return reply.send(Readable.from(plays.table(params.organisationId, caller, query)))
  })
}

import { MAX_REPORT_BYTES } from '@placard/contract'
import type { FastifyInstance } from 'fastify'
import { keyOf } from '../../content/displays/service.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ScreenDoors } from './doors.ts'
import type { ScreenWatch } from './service.ts'

/** @param scope a separate scope: a report is smaller than other bodies */
export function reportRoutes(scope: FastifyInstance, api: Api, screens: ScreenWatch, doors: ScreenDoors): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
    scope.getDefaultJsonParser('error', 'error'),
  )
  api.handle('reportScreen', async ({ params, body, request }) => {
    const from = await doors.reportScreen(request, keyOf(params), params.screenId)
    const userAgent = request.headers['user-agent']
    if (from) screens.report(keyOf(params), params.screenId, body, { ...from, userAgent })
    return undefined
  })
  api.handle('beatScreen', async ({ params, body, request }) => {
    const from = await doors.beatScreen(request, keyOf(params), params.screenId)
    if (from) screens.beat(keyOf(params), params.screenId, body, from)
    return undefined
  })
}

export function screenRoutes(api: Api, screens: ScreenWatch): void {
  api.handle('listScreens', ({ params }) => screens.list(keyOf(params)))
  api.handle('updateScreen', async ({ params, body }) => {
    await screens.rename(keyOf(params), params.screenId, body.name)
    return undefined
  })
  api.handle('removeScreen', async ({ params }) => {
    await screens.remove(keyOf(params), params.screenId)
    return undefined
  })
}

import { MAX_CAP_BYTES, MAX_REPORT_BYTES } from '@placard/contract'
import type { FastifyInstance } from 'fastify'
import { keyOf } from '../../content/displays/service.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { ScreenDoor } from '../../platform/screen-door.ts'
import { readCap } from './cap.ts'
import { raiseInsert, raiseTakeOver } from './door.ts'
import {
  endTakeOver,
  getTakeOver,
  listInserts,
  listTakeOvers,
  prepareTakeOver,
  prolongTakeOver,
  removePreparedTakeOver,
  resumeTakeOver,
  startInsert,
  startTakeOver,
  updatePreparedTakeOver,
} from './service.ts'
import type { Showings } from './showings.ts'

const CAP_TYPES = ['application/cap+xml', 'application/xml', 'text/xml']

export function takeOverRoutes(api: Api, context: Context): void {
  api.handle('listTakeOvers', ({ caller }) => listTakeOvers(context, caller))
  api.handle('getTakeOver', ({ caller, params }) => getTakeOver(context, caller, params.overId))
  api.handle('startTakeOver', (call) => startTakeOver(context, call, call.body))
  api.handle('prolongTakeOver', (call) =>
    prolongTakeOver(context, call, 'whole', call.params.overId, call.body.minutes),
  )
  api.handle('endTakeOver', (call) => endTakeOver(context, call, 'whole', call.params.overId))
  api.handle('resumeTakeOver', (call) => resumeTakeOver(context, call, 'whole', call.params.overId))
  api.handle('prepareTakeOver', (call) => prepareTakeOver(context, call, call.body))
  api.handle('updatePreparedTakeOver', (call) => updatePreparedTakeOver(context, call, call.params.overId, call.body))
  api.handle('removePreparedTakeOver', async (call) => {
    await removePreparedTakeOver(context, call, call.params.overId)
    return undefined
  })
}

/** Inserts: take-overs of a part of the media area. */
export function insertRoutes(api: Api, context: Context): void {
  api.handle('listInserts', ({ caller }) => listInserts(context, caller))
  api.handle('startInsert', (call) => startInsert(context, call, call.body))
  api.handle('prolongInsert', (call) => prolongTakeOver(context, call, 'part', call.params.insertId, call.body.minutes))
  api.handle('endInsert', (call) => endTakeOver(context, call, 'part', call.params.insertId))
  api.handle('resumeInsert', (call) => resumeTakeOver(context, call, 'part', call.params.insertId))
  api.handle('raiseInsert', (call) =>
    raiseInsert(context, { caller: call.caller, commandKey: undefined, request: call.request }, call.body),
  )
}

/** @param scope a separate scope: only in it may a body be XML */
export function takeOverDoor(scope: FastifyInstance, api: Api, context: Context): void {
  scope.addContentTypeParser(CAP_TYPES, { parseAs: 'string', bodyLimit: MAX_CAP_BYTES }, (_request, body, done) => {
    try {
      done(null, readCap(String(body)))
    } catch (error) {
      done(error instanceof AppError ? error : new AppError('cap-not-valid', { cause: error }))
    }
  })
  api.handle('raiseTakeOver', (call) => {
    // A JSON body must not contain a parsed CAP message: those are only accepted as XML.
    const isXml = call.request.headers['content-type']?.includes('xml') === true
    if ('cap' in call.body && !isXml) throw new AppError('cap-not-valid')
    return raiseTakeOver(context, { caller: call.caller, commandKey: undefined, request: call.request }, call.body)
  })
}

/** @param scope a separate scope: reports of screens are smaller than other bodies */
export function showingRoutes(scope: FastifyInstance, api: Api, showings: Showings, door: ScreenDoor): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
    scope.getDefaultJsonParser('error', 'error'),
  )
  api.handle('showTakeOver', async ({ params, body, request }) => {
    const from = await door(request, keyOf(params), params.screenId)
    if (from) showings.take(keyOf(params), params.screenId, body, from)
    return undefined
  })
}

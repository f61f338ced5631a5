import { LIVE_EVENTS, type OwnerKey, ownerIdOf, type ProgrammeKey, type ScreenWord } from '@placard/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf, maySee, notFound, requireSight } from '../../content/programmes/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { frameOf, openStream, requireNext } from '../../platform/http/event-stream.ts'
import { networkOf, providersNetworkOf } from '../../platform/network.ts'
import type { Hub, Member } from './hub.ts'
import type { Places } from './places.ts'
import type { Live } from './service.ts'

/** Functions on paired screens that a stream needs. */
export type Screens = {
  /** The session of the paired screen that sent a request, if it plays this display. */
  sessionOn(request: FastifyRequest, key: ProgrammeKey): Promise<string | undefined>
  wordTo(request: FastifyRequest): Promise<ScreenWord>
}

export function liveRoutes(api: Api, context: Context, live: Live, screens: Screens): void {
  api.handle('streamManifest', async (call) => {
    const { request, caller } = call
    const key = keyOf(call.params)
    if ('playlistId' in key) return onlyIfSeen(live.manifests, call, caller)
    call.reply.header('access-control-allow-origin', '*')
    // A screen that assumes it is paired also requests the event about itself.
    const isScreen = 'screen' in (request.query as Record<string, unknown>)
    const screen = await screens.sessionOn(request, key)
    const isMember = caller?.organisationId === key.organisationId && mayUse(caller, key.displayId)
    const sessionId = screen ?? (isMember ? caller.sessionId : undefined)
    const places = live.places.screens
    const member = sessionId === undefined ? undefined : { sessionId }
    const first = isScreen ? () => screens.wordTo(request) : undefined
    return stream(live.manifests, places, key, call, { member, first, screen })
  })
  api.handle('streamProgramme', (call) => onlyIfSeen(live.programmes, call, call.caller))

  api.handle('streamTable', (call) => {
    const { organisationId, tableId } = call.params
    const member = { sessionId: call.caller.sessionId }
    return stream(live.tables, live.places.people, { organisationId, tableId }, call, { caller: call.caller, member })
  })

  async function onlyIfSeen(
    hub: Hub,
    call: { params: ProgrammeKey; request: FastifyRequest; reply: FastifyReply },
    caller: Caller | undefined,
  ): Promise<FastifyReply> {
    const key = keyOf(call.params)
    await requireSight(context.database.queries, caller, key)
    const isLimited = 'playlistId' in key && caller?.displays !== null
    const maySeeIt = isLimited ? () => maySee(context.database.queries, caller, key) : undefined
    const member = caller && { sessionId: caller.sessionId, maySee: maySeeIt }
    return stream(hub, live.places.people, key, call, { caller, member })
  }
}

async function stream<Key extends OwnerKey>(
  hub: Hub<Key>,
  places: Places,
  key: Key,
  call: { request: FastifyRequest; reply: FastifyReply },
  who: {
    caller?: Caller | undefined
    member: Member | undefined
    first?: (() => Promise<ScreenWord>) | undefined
    screen?: string | undefined
  },
): Promise<FastifyReply> {
  const { caller, member, first, screen } = who
  const { request, reply } = call
  requireNext(request, reply)
  const display = `${key.organisationId}/${ownerIdOf(key)}`
  const place = places.take(
    screen === undefined
      ? {
          network: networkOf(request.ip),
          provider: providersNetworkOf(request.ip),
          display,
          session: caller?.sessionId,
          account: caller?.userId,
          organisation: caller?.organisationId,
        }
      : { session: screen },
  )
  return openStream(request, reply, place, async (socket, head) => {
    const joined = await hub.join(socket, key, lastRevisionOf(request), head, member)
    if (!joined) throw new AppError('tableId' in key ? 'table-not-found' : notFound(key))
    // Written after joining, so that later changes for the session are not missed.
    if (first) socket.write(frameOf(LIVE_EVENTS.screen, await first()))
  })
}

/**
 * The revision that the listener already has. A page cannot set Last-Event-ID on a new connection, so the address may contain it.
 * Anything that is not a revision is ignored, and the listener gets a snapshot.
 */
function lastRevisionOf(request: FastifyRequest): number | undefined {
  const query = request.query as Record<string, unknown>
  const value = request.headers['last-event-id'] ?? query.revision
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

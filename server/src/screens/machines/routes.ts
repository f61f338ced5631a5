import { MAX_PICTURE_BYTES } from '@placard/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { openStream, requireNext, type StreamPlace } from '../../platform/http/event-stream.ts'
import type { Machines } from './service.ts'

/** Takes one of the places for screens' streams. */
export type TakePlace = (guest: { session: string }) => StreamPlace

const PICTURE_TYPES = ['image/jpeg', 'image/webp']
/** A picture comes from a machine that may be in somebody else's hands, and no browser should run the agent. */
const RUNS_NOTHING = "default-src 'none'; sandbox"

export function machineRoutes(api: Api, machines: Machines, takePlace: TakePlace): void {
  api.handle('helloAgent', ({ body, request }) => machines.hello(request, body))

  api.handle('streamAgent', async ({ request, reply }) => {
    requireNext(request, reply)
    const place = takePlace({ session: `agent.${await machines.listenerOf(request)}` })
    return openStream(request, reply, place, (socket, head) => machines.join(request, socket, head))
  })

  api.handle('reportAgent', async ({ body, request }) => {
    await machines.report(request, body)
    return undefined
  })

  api.handle('getMachine', ({ caller, params }) => machines.get(caller, params.screenId))
  api.handle('changeMachine', async ({ caller, params, body }) => {
    await machines.change(caller, params.screenId, body)
    return undefined
  })
  api.handle('updateMachine', async ({ caller, params }) => {
    await machines.updateNow(caller, params.screenId)
    return undefined
  })
  api.handle('getAgentUpdates', ({ caller }) => machines.getUpdates(caller))
  api.handle('changeAgentUpdates', async ({ caller, body }) => {
    await machines.changeUpdates(caller, body)
    return undefined
  })
  api.handle('startAgentUpdates', async ({ caller, body }) => {
    await machines.startUpdates(caller, body)
    return undefined
  })
  api.handle('getAgentFile', async ({ request, reply }) => {
    const bytes = await machines.agentFile(request)
    reply.type('application/octet-stream')
    reply.header('content-security-policy', RUNS_NOTHING)
    reply.header('cache-control', 'private, no-store')
    return reply.send(bytes)
  })
  api.handle('commandMachine', ({ caller, params, body }) => machines.command(caller, params.screenId, body))
  api.handle('getScreenPicture', async ({ caller, params, reply }) => {
    const { contentType, bytes } = await machines.picture(caller, params.screenId, params.pictureId)
    reply.type(contentType)
    reply.header('content-security-policy', RUNS_NOTHING)
    reply.header('cache-control', 'private, no-store')
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
}

/** @param app a separate scope: only in it may a body be a picture */
export function screenPictureRoutes(app: FastifyInstance, api: Api, machines: Machines): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PICTURE_TYPES, { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error: { code?: string }) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new AppError('file-too-large')
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new AppError('not-an-image')
    throw error
  })
  // A stranger need not send a picture to be refused.
  app.addHook('onRequest', (request) => machines.requireAgent(request))
  api.handle('sendAgentPicture', async ({ query, request }) => {
    const sent = request.body
    if (!(sent instanceof Uint8Array) || sent.byteLength === 0) throw new AppError('not-an-image')
    await machines.takePicture(request, query.commandId, sent)
    return undefined
  })
}

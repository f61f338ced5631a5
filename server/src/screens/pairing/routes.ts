import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { openStream, requireNext, type StreamPlace } from '../../platform/http/event-stream.ts'
import { networkOf, providersNetworkOf } from '../../platform/network.ts'
import { screenCookie } from '../screens/service.ts'
import { type ScreenPairing, sessionOf } from './service.ts'

/** Takes one of the places for screens' streams. */
export type TakePlace = (
  guest: { session: string } | { network: string; provider: string; display: string },
) => StreamPlace

export function pairingRoutes(api: Api, context: Context, pairing: ScreenPairing, takePlace: TakePlace): void {
  api.handle('enterScreen', async ({ body, request, reply }) => {
    const { headers, ip } = request
    const entered = await pairing.enter(body, { headers, address: ip, userAgent: headers['user-agent'] })
    reply.header('set-cookie', screenCookie(context, entered.secret))
    return entered
  })

  api.handle('streamScreen', async ({ request, reply }) => {
    requireNext(request, reply)
    const word = await pairing.wordTo(request)
    if (word.status === 'unknown') throw new AppError('screen-not-found')
    const place = takePlace(
      word.status === 'paired'
        ? { session: sessionOf(word.place.id) }
        : { network: networkOf(request.ip), provider: providersNetworkOf(request.ip), display: 'waiting' },
    )
    return openStream(request, reply, place, async (socket, head) => {
      if (!(await pairing.join(request, socket, head))) throw new AppError('screen-not-found')
    })
  })

  api.handle('answerCommand', async ({ body, request }) => {
    await pairing.answer(request, body)
    return undefined
  })

  api.handle('findPairing', ({ caller, params, request }) => pairing.find(caller, params.code, request.ip))
  api.handle('showPairing', async ({ caller, params, body, request }) => {
    await pairing.show(caller, params.code, body.displayId, request.ip)
    return undefined
  })
  api.handle('pairScreen', ({ caller, params, body, request }) => pairing.pair(caller, params.code, body, request.ip))
  api.handle('listOrganisationScreens', ({ caller }) => pairing.list(caller))
  api.handle('changePairedScreen', ({ caller, params, body }) => pairing.change(caller, params.screenId, body))
  api.handle('letGoScreen', async ({ caller, params }) => {
    await pairing.letGo(caller, params.screenId)
    return undefined
  })
  api.handle('commandScreens', async ({ caller, body }) => {
    await pairing.command(caller, body)
    return undefined
  })
}

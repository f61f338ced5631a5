import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { JSON_TYPE } from '../../platform/http/header-sets.ts'
import { listeningAt } from '../../platform/http/pages.ts'
import { betterOrigin } from '../../platform/own-address.ts'
import { makeLgPackage } from './lg-package.ts'

const FILE = { config: { headerSet: 'file' } } as const
const LG_PACKAGE = '/panels/lg/placard.ipk'

/**
 * PX8: files that LG signage panels take, with this installation's address in them. Panels and people with a USB stick fetch them
 * without signing in. They contain nothing secret and are not part of the API.
 *
 * @param publicUrl as in the configuration. Without it the files contain the address at which they were requested
 */
export function panelRoutes(http: FastifyInstance, publicUrl: string | undefined): void {
  const originFor = (request: FastifyRequest) =>
    betterOrigin(publicUrl, request.headers.host, listeningAt(request)) ?? originOf(request)

  http.get(LG_PACKAGE, FILE, async (request, reply) =>
    reply.type('application/octet-stream').send(makeLgPackage(new URL('/screen', originFor(request)).href)),
  )

  // A panel reads it from the root of a USB stick, and then fetches the package by itself.
  http.get('/panels/lg/scap_installation.json', FILE, async (request, reply) =>
    reply.type(JSON_TYPE).send({
      serverIp: '0.0.0.0',
      serverPort: 0,
      secureConnection: false,
      fqdnMode: true,
      fqdnAddr: new URL(LG_PACKAGE, originFor(request)).href,
      appLaunchMode: 'local',
      appType: 'ipk',
    }),
  )
}

/** @throws AppError bad-request if the Host header is not the name of a host */
function originOf({ protocol, headers: { host = '' } }: FastifyRequest): string {
  const url =
    /^[\w.:[\]-]+$/.test(host) && URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`) : undefined
  if (url === undefined) throw new AppError('bad-request')
  return url.origin
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import type { Metrics } from './metrics.ts'
import type { ReadinessCheck } from './readiness.ts'

/** Monitoring addresses each node by its own host name. */
const ANY_HOST = { config: { anyHost: true } }

/**
 * Routes for operators and their monitoring. They are not part of the public API, and therefore not in the contract.
 *
 * @param watched.metrics undefined when METRICS_TOKEN is not set. The address then does not exist
 */
export function watchingRoutes(
  http: FastifyInstance,
  watched: { readiness: ReadinessCheck; metrics: (Metrics & { token: string }) | undefined },
): void {
  // Says only that the process runs: a supervisor must not restart it because the database is away. The body stays "ok", which
  // installed kiosks compare; the version is a header.
  http.get('/healthz', ANY_HOST, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('placard-version', VERSION).send('ok\n'),
  )

  http.get('/readyz', ANY_HOST, async (_request, reply) => {
    const readiness = await watched.readiness.read()
    return reply.code(readiness.ready ? 200 : 503).send(readiness)
  })

  const { metrics } = watched
  if (!metrics) return
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    metrics.answered({ method, route: routeOptions.url, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
  http.get('/metrics', ANY_HOST, async (request, reply) => {
    const given = /^Bearer (.{1,512})$/.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !isSame(given, metrics.token)) throw new AppError('not-signed-in')
    const { contentType, text } = await metrics.read()
    return reply.type(contentType).send(text)
  })
}

/** Digests have equal lengths, and are compared in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

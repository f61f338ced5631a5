import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { DisplayId, OrganisationId, PAGES } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { betterOrigin, type Listening } from '../own-address.ts'
import { type HeaderSet, headersOf } from './header-sets.ts'
import { keepAnswer } from './kept-answer.ts'

/** Stands in the built pages wherever the nonce of an answer belongs. */
const NONCE_MARK = /__CSP_NONCE__/g
/** Stands where the page learns at which address other devices find this installation; empty when that is not known better. */
const ORIGIN_MARK = '__PLACARD_ORIGIN__'
/** Addresses below these are files or calls: what is missing there is a plain 404, never a page that a cache takes for it. */
const NO_PAGES = /^\/(api|assets|media|player|smart-classroom)(\/|$)/

/** `mediaUrl` and `publicUrl` as in the configuration. `isSetUp`: whether anybody can sign in. */
type PageOptions = {
  https: boolean
  mediaUrl: string | undefined
  publicUrl: string | undefined
  isSetUp: () => Promise<boolean>
}

/** Pages that are of no use until the installation is set up: they lead to the one that says so. */
const AFTER_SETUP: ReadonlySet<string> = new Set([
  PAGES.landing,
  PAGES.login,
  PAGES.register,
  PAGES.forgotPassword,
  PAGES.dashboard,
  PAGES.addContainer,
])

/** Folders that the builds write; absent in a test that needs no pages. */
export type BuiltPages = { web: string; player: string }

/** @returns the build of the player that screens are given, as it says itself; undefined when there is none, or none was built */
export async function readPlayerBuild(built: BuiltPages | undefined): Promise<string | undefined> {
  const html = built && (await readFile(join(built.player, 'index.html'), 'utf8'))
  return html && /<meta name="placard-build" content="([^"]+)"/.exec(html)?.[1]
}

/** The pages that people open and the files they are made of. */
export async function servePages(
  app: FastifyInstance,
  built: BuiltPages | undefined,
  options: PageOptions,
): Promise<void> {
  const page = built && (await readFile(join(built.web, 'app.html'), 'utf8'))

  app.setNotFoundHandler(async (request, reply) => {
    if (page === undefined || !wantsPage(request)) throw new AppError('not-found')
    return sendPage(request, reply.code(404), page, options)
  })
  if (!built || page === undefined) return

  const landing = await readFile(join(built.web, 'index.html'), 'utf8')
  for (const url of Object.values(PAGES)) {
    app.get(url, { config: { headerSet: 'page' } }, async (request, reply) => {
      if (AFTER_SETUP.has(url) && !(await options.isSetUp())) {
        return reply.header('cache-control', 'no-store').redirect(`${PAGES.setup}?waiting`, 302)
      }
      return sendPage(request, reply, url === PAGES.landing ? landing : page, options)
    })
  }

  const player = await readFile(join(built.player, 'index.html'), 'utf8')
  for (const url of ['/display/', '/display', '/display/:organisationId/', '/display/:organisationId']) {
    app.get(url, { config: { headerSet: 'player' } }, async (request, reply) =>
      reply
        .code(isPlayerAddress(request) ? 200 : 400)
        .type('text/html; charset=utf-8')
        .send(player),
    )
  }

  // SP1: whichever display somebody gives it.
  for (const url of ['/screen', '/screen/']) {
    app.get(url, { config: { headerSet: 'player' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(player),
    )
  }

  // In the folder of the player's address, because a worker answers for nothing outside its own. Not a hashed name: the
  // browser compares it with the one it has.
  const worker = keepAnswer('text/javascript; charset=utf-8', await readFile(join(built.player, 'sw.js'), 'utf8'))
  app.get('/display/sw.js', { config: { headerSet: 'player' } }, async (request, reply) => worker.send(request, reply))
  // The page of a paired screen has no slash at its end, and stands beside this folder.
  app.get('/screen/sw.js', { config: { headerSet: 'player' } }, async (request, reply) =>
    worker.send(request, reply.header('service-worker-allowed', '/screen')),
  )

  // Hashed names: what was built before stays beside what is built now, for pages that are still open.
  await serveFolder(app, 'asset', { root: join(built.web, 'assets'), prefix: '/assets/' })
  await serveFolder(app, 'asset', { root: join(built.player, 'assets'), prefix: '/player/assets/' })
  await serveFolder(app, 'deck', { root: join(built.web, 'smart-classroom'), prefix: '/smart-classroom/' })
  // Found at start, one route each, so that a page's address can never name a file.
  await serveFolder(app, 'file', {
    root: built.web,
    prefix: '/',
    wildcard: false,
    globIgnore: ['**/*.html', 'assets/**', 'smart-classroom/**'],
  })
}

async function serveFolder(
  app: FastifyInstance,
  headerSet: HeaderSet,
  folder: { root: string; prefix: string; wildcard?: boolean; globIgnore?: string[] },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, headerSet }
    })
    scope.addHook('onRequest', async (request) => {
      if (!mayNameFile(request.url, headerSet)) throw new AppError('not-found')
    })
    // It refuses with statuses of its own what could name another file than it says. To whoever asks, that is no file.
    scope.setErrorHandler((error: { statusCode?: number }) => {
      const status = error instanceof AppError ? undefined : error.statusCode
      throw status !== undefined && status >= 400 && status < 500 ? new AppError('not-found') : error
    })
    await scope.register(fastifyStatic, {
      ...folder,
      decorateReply: false,
      cacheControl: false,
      preCompressed: true,
      dotfiles: 'ignore',
      index: headerSet === 'deck' ? ['index.html'] : false,
    })
  })
}

/** Names that a build gives to its files, folder by folder; a folder alone is an address of the deck's only. */
function mayNameFile(url: string, headerSet: HeaderSet): boolean {
  // Found at start, one by one.
  if (headerSet === 'file') return true
  const [path = ''] = url.split('?', 1)
  return /^(?:\/[\w-][\w.-]{0,254})+$/.test(path) || (headerSet === 'deck' && path.endsWith('/'))
}

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string, options: PageOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.headers(headersOf('page', { ...options, nonce }))
  const origin = betterOrigin(options.publicUrl, request.headers.host, listeningAt(request)) ?? ''
  return reply.type('text/html; charset=utf-8').send(html.replace(NONCE_MARK, nonce).replace(ORIGIN_MARK, origin))
}

function listeningAt({ server }: FastifyRequest): Listening | undefined {
  const address = server.server.address()
  return typeof address === 'object' && address ? address : undefined
}

function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, url } = request
  return (
    (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false) && !NO_PAGES.test(url)
  )
}

/** R6, P1: no id at all is an address with nothing on it; two, or one that can name no display, is a mistake. */
function isPlayerAddress(request: FastifyRequest): boolean {
  const { organisationId } = request.params as { organisationId?: string }
  const { id } = request.query as { id?: unknown }
  const fineOrganisation = organisationId === undefined || OrganisationId.safeParse(organisationId).success
  return fineOrganisation && (id === undefined || DisplayId.safeParse(id).success)
}

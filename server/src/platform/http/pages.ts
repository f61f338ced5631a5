import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { DisplayId, OrganisationId, PAGES, PlaylistId } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { betterOrigin, type Listening } from '../own-address.ts'
import { type HeaderSet, headersOf } from './header-sets.ts'
import { keepAnswer } from './kept-answer.ts'

/** Placeholder in the built pages for the nonce of an answer. */
const NONCE_MARK = /__CSP_NONCE__/g
/**
 * Placeholder for the address at which other devices find this installation. Empty when the server knows no better one than the page's
 * own.
 */
const ORIGIN_MARK = '__PLACARD_ORIGIN__'
/** Addresses below these are files or calls. A missing one gets a plain 404 and never a page, which a cache could store in its place. */
const NO_PAGES = /^\/(api|assets|media|player|smart-classroom)(\/|$)/

/** `mediaUrl` and `publicUrl` as in the configuration. `isSetUp` resolves to true when somebody can sign in. */
type PageOptions = {
  https: boolean
  mediaUrl: string | undefined
  publicUrl: string | undefined
  isSetUp: () => Promise<boolean>
}

/** Pages that are useless until the installation is set up. They redirect to the page that says so. */
const AFTER_SETUP: ReadonlySet<string> = new Set([
  PAGES.landing,
  PAGES.login,
  PAGES.register,
  PAGES.forgotPassword,
  PAGES.dashboard,
  PAGES.addContainer,
])

/** Folders that the builds write. Absent in a test that needs no pages. */
export type BuiltPages = { web: string; player: string }

/** @returns the build id of the player that screens receive. undefined when there is no build or it has no id */
export async function readPlayerBuild(built: BuiltPages | undefined): Promise<string | undefined> {
  const html = built && (await readFile(join(built.player, 'index.html'), 'utf8'))
  return html && /<meta name="placard-build" content="([^"]+)"/.exec(html)?.[1]
}

/** Serves the pages that people open, and their files. */
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

  // SP1: the page of a paired screen, whichever display it is assigned.
  for (const url of ['/screen', '/screen/']) {
    app.get(url, { config: { headerSet: 'player' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(player),
    )
  }

  // In the folder of the player's address, because a service worker only controls its own folder. The name has no hash, because the
  // browser compares the file with the one it has.
  const worker = keepAnswer('text/javascript; charset=utf-8', await readFile(join(built.player, 'sw.js'), 'utf8'))
  app.get('/display/sw.js', { config: { headerSet: 'player' } }, async (request, reply) => worker.send(request, reply))
  // The address of a paired screen's page has no trailing slash, and is outside this folder.
  app.get('/screen/sw.js', { config: { headerSet: 'player' } }, async (request, reply) =>
    worker.send(request, reply.header('service-worker-allowed', '/screen')),
  )

  // Names with hashes: files of earlier builds stay available for pages that are still open.
  await serveFolder(app, 'asset', { root: join(built.web, 'assets'), prefix: '/assets/' })
  await serveFolder(app, 'asset', { root: join(built.player, 'assets'), prefix: '/player/assets/' })
  await serveFolder(app, 'deck', { root: join(built.web, 'smart-classroom'), prefix: '/smart-classroom/' })
  // Registered at start, one route per file, so that a page's address can never name a file.
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
    // The library answers with its own statuses when a path could name another file. The client gets 404.
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

/** True for names that a build gives to its files and folders. Only the deck has addresses of folders. */
function mayNameFile(url: string, headerSet: HeaderSet): boolean {
  // Registered at start, one by one.
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

/** The address on which the server of a request listens. */
export function listeningAt({ server }: FastifyRequest): Listening | undefined {
  const address = server.server.address()
  return typeof address === 'object' && address ? address : undefined
}

function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, url } = request
  return (
    (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false) && !NO_PAGES.test(url)
  )
}

/** R6, P1: an address without an id is valid and shows nothing. Two ids, or an invalid one, are an error. */
function isPlayerAddress(request: FastifyRequest): boolean {
  const { organisationId } = request.params as { organisationId?: string }
  const { id, preview } = request.query as { id?: unknown; preview?: unknown }
  const fineOrganisation = organisationId === undefined || OrganisationId.safeParse(organisationId).success
  // A playlist has no screens, so that only a preview can show it.
  const fineId = DisplayId.safeParse(id).success || (preview === '1' && PlaylistId.safeParse(id).success)
  return fineOrganisation && (id === undefined || fineId)
}

import { MEDIA_CACHE } from '../cache/cache-names.ts'
import { openDatabase } from '../cache/database.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import {
  type Build,
  dropOtherBuilds,
  findAsset,
  findPage,
  loadBuilds,
  refreshPage,
  saveBuilds,
  storeBuild,
} from './build-cache.ts'
import { type Builds, choose, failed, painted, tried } from './builds.ts'
import { CARD } from './card.ts'
import { readMessage, type ToPage } from './messages.ts'
import { answerWith } from './partial.ts'
import { createSecondCopy } from './second-copy.ts'
import type { WorkerClient, WorkerFetch, WorkerScope } from './worker-scope.ts'

/** The build of this worker. vite.config.ts defines it. */
declare const PLACARD_BUILD: Build

const worker = self as unknown as WorkerScope
const { caches, clients } = worker

const PAGE_WITHIN_MS = 3_000
const ANSWER_WITHIN_MS = 10_000
/** A new build has to paint within this time. */
const PAINTED_WITHIN_MS = 30_000

const secondCopy = createSecondCopy(openDatabase(self.indexedDB))

/** Builds that painted since this worker started. */
const seenPainting = new Set<string>()
/** Changes of the builds run one after the other. */
let deciding: Promise<unknown> = Promise.resolve()
let storing: Promise<unknown> = Promise.resolve()

worker.addEventListener('install', (event) => {
  // A sleeping worker has to start for each request, and the last report of a page that is closing does not wait for
  // that.
  const past = event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
  if (past) event.waitUntil(past.catch(() => {}))
  // Activates at once. The worker only serves: a page that plays keeps its build until it asks for the next.
  event.waitUntil(storeBuild(caches, PLACARD_BUILD).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    clients.claim().then(async () => {
      const message = await answerWhich()
      for (const client of await pages()) client.postMessage(message)
    }),
  )
})

worker.addEventListener('message', (event) => {
  const message = readMessage(event.data)
  const { source } = event
  if (message?.type === 'which') {
    event.waitUntil(answerWhich().then((answer) => source?.postMessage(answer)))
    event.waitUntil(keepBuild())
  }
  if (message?.type === 'painted') event.waitUntil(trust(message.build))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    // The worker's scope also matches other pages that begin with the same letters.
    if (pathname.startsWith('/display/') || /^\/screen\/?$/.test(pathname)) event.respondWith(servePage(event))
  } else if (pathname.startsWith('/player/assets/')) {
    event.respondWith(serveAsset(request))
  } else if (pathname.startsWith('/media/') && request.mode !== 'same-origin') {
    event.respondWith(serveMedia(request, pathname))
  }
})

/**
 * [OF10] The page comes from the device even when there is a network: a captive portal's page must never be the answer,
 * and a build that is not proven must not be loaded this way. The network is used only when the device has nothing.
 */
async function servePage(event: WorkerFetch): Promise<Response> {
  const now = Date.now()
  const builds = await decide((before) => tried(before, choose(before, PLACARD_BUILD.id, now), now)).catch(
    () => undefined,
  )
  const build = builds ? choose(builds, PLACARD_BUILD.id, now) : PLACARD_BUILD.id
  const page = await findPage(caches, build, PLACARD_BUILD.page.url).catch(() => undefined)
  if (!page) {
    // The caches were cleared. They are filled again as soon as possible.
    event.waitUntil(keepBuild())
    return (await secondCopy.find(PLACARD_BUILD.page.url)) ?? (await fetchPage(event.request))
  }
  if (builds?.proven !== undefined && builds.proven !== build) event.waitUntil(watchTrial(event, build))
  event.waitUntil(refreshPage(caches, PLACARD_BUILD).catch(() => {}))
  return page
}

/** [OF20] Fetches the page from the network. Returns the card when there is no answer or the server fails. */
async function fetchPage(request: Request): Promise<Response> {
  const answer = await fetchWithin(PAGE_WITHIN_MS, request)
  const isPage = answer.type !== 'error' && answer.status < 500
  return isPage ? answer : new Response(CARD, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

async function serveAsset(request: Request): Promise<Response> {
  const kept = await findAsset(caches, request.url).catch(() => undefined)
  return kept ?? (await secondCopy.find(new URL(request.url).pathname)) ?? fetchWithin(ANSWER_WITHIN_MS, request)
}

async function serveMedia(request: Request, path: string): Promise<Response> {
  const kept = await caches
    .open(MEDIA_CACHE)
    .then((cache) => cache.match(path))
    .catch(() => undefined)
  if (kept) return answerWith(await kept.blob(), kept.headers, request.headers.get('Range'))
  const missing: ToPage = { type: 'missing', url: path }
  void pages().then((all) => {
    for (const client of all) client.postMessage(missing)
  })
  return fetchWithin(ANSWER_WITHIN_MS, request)
}

/** Fetches the original request. A new request with a signal would lose its Range header. */
function fetchWithin(timeoutMs: number, request: Request): Promise<Response> {
  return withTimeout(timeoutMs, () => fetch(request)).catch(() => Response.error())
}

/** [OF12] If this build does not report a painted page within half a minute, the pages go back to the build before. */
async function watchTrial(event: WorkerFetch, build: string): Promise<void> {
  await new Promise((wake) => setTimeout(wake, PAINTED_WITHIN_MS))
  if (seenPainting.has(build)) return
  const { proven } = await decide((before) => (before.proven === build ? before : failed(before, build, Date.now())))
  if (proven === build) return
  const page = await pageOf(event)
  await page?.navigate?.(page.url)
}

async function pageOf({ resultingClientId, request }: WorkerFetch): Promise<WorkerClient | undefined> {
  if (resultingClientId) return clients.get(resultingClientId)
  return (await pages()).find(({ url }) => url === request.url)
}

async function trust(build: string): Promise<void> {
  // A page of an older build that still plays says nothing about the build on trial.
  if (build !== PLACARD_BUILD.id) return
  seenPainting.add(build)
  await decide((before) => (before.proven === build ? before : painted(build)))
  await dropOtherBuilds(caches, [build])
  await keepBuild()
  await secondCopy.keep(caches, PLACARD_BUILD)
}

/** [R3] Restores files of the build that the browser has deleted. Never rejects, and never fetches a file twice at once. */
function keepBuild(): Promise<unknown> {
  storing = storing.then(() => storeBuild(caches, PLACARD_BUILD)).catch(() => {})
  return storing
}

async function answerWhich(): Promise<ToPage> {
  return { type: 'build', build: choose(await loadBuilds(caches), PLACARD_BUILD.id, Date.now()) }
}

function decide(change: (builds: Builds) => Builds): Promise<Builds> {
  const decided = deciding.then(async () => {
    const before = await loadBuilds(caches)
    const after = change(before)
    if (after !== before) await saveBuilds(caches, after)
    return after
  })
  deciding = decided.catch(() => {})
  return decided
}

function pages(): Promise<WorkerClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}

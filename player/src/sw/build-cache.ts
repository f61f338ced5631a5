import { sha256Of } from '../cache/sha256.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { type Builds, readBuilds } from './builds.ts'

/** A file of the player, as it was built. */
export type BuildFile = { url: string; sha256: string }
export type Build = { id: string; page: BuildFile; assets: BuildFile[] }

const PREFIX = 'placard-player-'
/** Only a name in the cache. Nothing is fetched from this address. */
const STATE = '/display/builds.json'
const STATE_CACHE = 'placard-builds'
const FETCH_WITHIN_MS = 60_000

/**
 * Fetches and stores the missing files of a build. Rejects when a file is not the expected one. If the build was not
 * complete before, everything that is stored of it is deleted then.
 */
export async function storeBuild(caches: CacheStorage, { id, page, assets }: Build): Promise<void> {
  const name = PREFIX + id
  const cache = await caches.open(name)
  // The page is stored last, so if it is here the build was complete.
  const wasWhole = await cache.match(page.url)
  try {
    for (const file of [...assets, page]) {
      if (!(await cache.match(file.url))) await cache.put(file.url, await fetchExactly(file))
    }
  } catch (error) {
    if (!wasWhole) await caches.delete(name)
    throw error
  }
}

/** @param page url of the page of the chosen build */
export async function findPage(caches: CacheStorage, build: string, page: string): Promise<Response | undefined> {
  return (await caches.open(PREFIX + build)).match(page)
}

/** Stores the page again, because its headers may change with the server's settings although the build is the same. */
export async function refreshPage(caches: CacheStorage, { id, page }: Build): Promise<void> {
  const fresh = await fetchExactly(page)
  await (await caches.open(PREFIX + id)).put(page.url, fresh)
}

/** Names contain hashes, so a file from any build is the right one. */
export async function findAsset(caches: CacheStorage, url: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue
    const found = await (await caches.open(name)).match(url)
    if (found) return found
  }
  return undefined
}

export async function dropOtherBuilds(caches: CacheStorage, keep: string[]): Promise<void> {
  const kept = keep.map((build) => PREFIX + build)
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && !kept.includes(name)) await caches.delete(name)
  }
}

export async function loadBuilds(caches: CacheStorage): Promise<Builds> {
  const response = await (await caches.open(STATE_CACHE)).match(STATE)
  return readBuilds(await response?.json().catch(() => undefined))
}

export async function saveBuilds(caches: CacheStorage, builds: Builds): Promise<void> {
  await (await caches.open(STATE_CACHE)).put(STATE, new Response(JSON.stringify(builds)))
}

/** [Q7] The status is 200, the answer is from this server, and the content is exactly the built file. */
async function fetchExactly({ url, sha256 }: BuildFile): Promise<Response> {
  return withTimeout(FETCH_WITHIN_MS, async (signal) => {
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', redirect: 'error', signal })
    const body = await response.clone().blob()
    if (response.status !== 200 || response.redirected || (await sha256Of(body)) !== sha256) {
      throw new Error(`${url} is not the one of this build`)
    }
    return response
  })
}

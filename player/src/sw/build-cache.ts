import { sha256Of } from '../cache/sha256.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { type Builds, readBuilds } from './builds.ts'

/** A file of the player as the build made it. */
export type BuildFile = { url: string; sha256: string }
export type Build = { id: string; page: BuildFile; assets: BuildFile[] }

const PREFIX = 'placard-player-'
/** Only a name in the cache; nothing is ever fetched from there. */
const STATE = '/display/builds.json'
const STATE_CACHE = 'placard-builds'
const FETCH_WITHIN_MS = 60_000

/**
 * Fetches and stores what is not there of a build. Rejects when a file is not what it should be; of a build that was not whole before,
 * nothing is left behind then.
 */
export async function storeBuild(caches: CacheStorage, { id, page, assets }: Build): Promise<void> {
  const name = PREFIX + id
  const cache = await caches.open(name)
  // It is stored last.
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

/** @param page of the build that was chosen, at its own name */
export async function findPage(caches: CacheStorage, build: string, page: string): Promise<Response | undefined> {
  return (await caches.open(PREFIX + build)).match(page)
}

/** The page's headers may have changed with the server's settings, though the build is the same. */
export async function refreshPage(caches: CacheStorage, { id, page }: Build): Promise<void> {
  const fresh = await fetchExactly(page)
  await (await caches.open(PREFIX + id)).put(page.url, fresh)
}

/** Names are hashes, so whichever build has it has the right one. */
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

/** [Q7] 200, from here, and byte for byte what the build made. */
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

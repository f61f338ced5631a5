// The worker of the pages to read. It stores the last pages for times without a network. All other requests go to the network.
const CACHE = 'placard-read-1'
const MOST = 40

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  event.respondWith(answer(request))
})

async function answer(request) {
  try {
    const fresh = await fetch(request)
    if (fresh.ok) void keep(request, fresh.clone())
    return fresh
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(request)
    if (kept) return kept
    throw error
  }
}

async function keep(request, response) {
  const cache = await caches.open(CACHE)
  await cache.put(request, response)
  const kept = await cache.keys()
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await cache.delete(old)
}

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_NETWORK, type Outside } from '../platform/outgoing/fetch-outside.ts'

/** A real feed server on this machine that answers as a test defines. */
export type FeedServer = {
  /** The URL of a path, at a given host name. */
  at(path: string, host?: string): string
  /** Number of requests for a path. */
  visits(path: string): number
  answer(path: string, listener: RequestListener): void
  /** Treats its host names as the public internet. */
  outside: Outside
  close(): Promise<void>
}

/** Names with this ending resolve to 127.0.0.1, which `outside` treats as public. All other names use the real resolver. */
const NAMES = /\.example$/

export async function startFeedServer(): Promise<FeedServer> {
  const listeners = new Map<string, RequestListener>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://feeds.example')
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    const listener = listeners.get(pathname)
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    at: (path, host = 'feeds.example') => `http://${host}:${port}${path}`,
    visits: (path) => counts.get(path) ?? 0,
    answer: (path, listener) => void listeners.set(path, listener),
    outside: {
      ...OPEN_NETWORK,
      resolve: async (name) => (NAMES.test(name) ? ['127.0.0.1'] : OPEN_NETWORK.resolve(name)),
      // 127.0.0.1 is the address of these names. All other private addresses stay private.
      isPublic: (address) => address === '127.0.0.1' || OPEN_NETWORK.isPublic(address),
      ports: [80, 443, port],
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** RSS of these entries, newest first. */
export function rssOf(
  entries: readonly { id: string; title: string; text?: string; at?: number }[],
  title = 'Town',
): string {
  const items = entries.map(
    ({ id, title, text = '', at }) =>
      `<item><guid>${id}</guid><title>${title}</title><link>https://town.example/${id}</link><description><![CDATA[${text}]]></description>${
        at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`
      }</item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`
}

/** A calendar of these events, each given as its own lines. */
export function icsOf(events: readonly string[][], name = 'School'): string {
  const all = events.flatMap((lines, index) => [
    'BEGIN:VEVENT',
    `UID:e${index}`,
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', `X-WR-CALNAME:${name}`, ...all, 'END:VCALENDAR', ''].join('\r\n')
}

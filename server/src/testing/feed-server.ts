import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_NETWORK, type Outside } from '../platform/outgoing/fetch-outside.ts'

/** A real server of feeds on this machine, which answers as a test says. */
export type FeedServer = {
  /** The address of a path at a name of its own. */
  at(path: string, host?: string): string
  /** Counts the requests for a path. */
  visits(path: string): number
  answer(path: string, listener: RequestListener): void
  /** Under its names it is of the open network. */
  outside: Outside
  close(): Promise<void>
}

/** Names with this ending lead to an address that the table of public ones knows as public, and the real one behind it. */
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
      // 127.0.0.1 is what those names lead to; every other address of the machine stays inside.
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

/** RSS of these entries, the newest first. */
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

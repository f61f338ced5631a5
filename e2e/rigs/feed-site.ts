import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const MINUTE_MS = 60_000

/** The answer at a path: a body, or a status without a body. */
type SiteAnswer = { type: string; body: string } | number

/** A server of feeds on this machine. */
export type FeedSite = { url: string; put(path: string, answer: SiteAnswer): void; close(): Promise<void> }

/**
 * Each start has new addresses, because Placard keeps its copy of an address for later tests.
 *
 * @param port a port that the server may request, by its FEED_NETWORKS
 */
export async function startFeedSite(port: number): Promise<FeedSite> {
  const answers = new Map<string, SiteAnswer>()
  const folder = `/${randomUUID()}`
  const server = createServer((request, response) => {
    const found = answers.get(request.url ?? '')
    if (found === undefined || typeof found === 'number') response.writeHead(found ?? 404).end()
    else response.writeHead(200, { 'content-type': found.type }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    put: (path, answer) => void answers.set(folder + path, answer),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A news feed with this title. The newest entry is first, and each has one more sentence. */
export function newsOf(
  title: string,
  entries: readonly string[],
  more = (entry: string) => `More about <b>${entry}</b>.`,
) {
  const items = entries.map(
    (entry, index) =>
      `<item><guid>${entry}</guid><title>${entry}</title><description><![CDATA[<p>${more(entry)}</p>]]></description><pubDate>${new Date(Date.now() - index * MINUTE_MS).toUTCString()}</pubDate></item>`,
  )
  return {
    type: 'application/rss+xml',
    body: `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`,
  }
}

/** Milliseconds since 1970. */
export type SiteEvent = { title: string; from: number; until: number; place?: string; words?: string }

export function calendarOf(title: string, events: readonly SiteEvent[]) {
  const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return {
    type: 'text/calendar',
    body: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `X-WR-CALNAME:${title}`,
      ...events.flatMap(({ title, from, until, place = '', words = '' }) => [
        'BEGIN:VEVENT',
        `UID:${title}`,
        `SUMMARY:${title}`,
        `LOCATION:${place}`,
        `DESCRIPTION:${words}`,
        `DTSTART:${stamp(from)}`,
        `DTEND:${stamp(until)}`,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  }
}

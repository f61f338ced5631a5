import { createServer, type ServerResponse } from 'node:http'
import { listenOnAnyPort } from './listen-on-any-port.ts'

/** The answer to a request instead of the file. */
export type CdnFault =
  /** The connection is closed without an answer. */
  | 'down'
  /** The request is accepted and never answered. */
  | 'silence'
  | 'missing'
  /** A page instead of the file, with status 200. */
  | 'page'
  /** The right number of bytes, but other ones. */
  | 'wrong'
  /** The file without its CORS headers. */
  | 'no-cors'

/** A CDN: another origin, which fetches the requested files from `target`. */
export type MediaCdn = {
  /** The value for `MEDIA_URL`. */
  mediaUrl: string
  /** Placard's own address. */
  target: string
  fault: CdnFault | undefined
  /** The requests: the purpose in the browser (`image`, `empty` for a script), and the first byte. */
  asked: { path: string; destination: string; from: number }[]
  close(): Promise<void>
}

export async function launchMediaCdn(): Promise<MediaCdn> {
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/', headers } = incoming
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
    cdn.asked.push({ path, destination: String(headers['sec-fetch-dest'] ?? ''), from })
    answer(path, headers.range, outgoing).catch(() => outgoing.destroy())
  })

  async function answer(path: string, range: string | undefined, outgoing: ServerResponse): Promise<void> {
    const { fault } = cdn
    if (fault === 'down') return void outgoing.destroy()
    if (fault === 'silence') return
    if (fault === 'missing') return void outgoing.writeHead(404).end()
    if (fault === 'page') {
      const open = { 'content-type': 'text/html', 'access-control-allow-origin': '*' }
      return void outgoing.writeHead(200, open).end('<p>No such distribution</p>')
    }
    const found = await fetch(cdn.target + path, { headers: range === undefined ? {} : { range } })
    const bytes = Buffer.from(await found.arrayBuffer())
    for (const name of ['content-type', 'content-range', 'accept-ranges', 'etag']) {
      const value = found.headers.get(name)
      if (value !== null) outgoing.setHeader(name, value)
    }
    for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) {
      const value = found.headers.get(name)
      if (value !== null && fault !== 'no-cors') outgoing.setHeader(name, value)
    }
    // Otherwise the browser's own cache would answer requests that the test counts.
    outgoing.setHeader('cache-control', 'no-store')
    outgoing.writeHead(found.status).end(fault === 'wrong' ? Buffer.alloc(bytes.byteLength, 7) : bytes)
  }

  const { port, close } = await listenOnAnyPort(server)
  const cdn: MediaCdn = {
    mediaUrl: `http://127.0.0.1:${port}/media`,
    target: '',
    fault: undefined,
    asked: [],
    close,
  }
  return cdn
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRelay, type Relay } from './relay.ts'

/** The options of the naive page. Its first lines explain them. */
export type NaiveOptions = { t: 'marquee' | 'jump' | 'css' | 'none'; mode: string; d: number; n: number; max?: number }

/** Serves the naive player and its pictures like a plain file server: with a tag, revalidated each time. */
export function serveNaive(port: number, pictures: readonly Buffer[], bytesPerSecond: number): Promise<Relay> {
  const page = readFileSync(join(import.meta.dirname, 'naive.html'))
  const files = pictures.map((body) => ({ body, etag: `"${createHash('sha256').update(body).digest('hex')}"` }))
  return openRelay(
    port,
    ({ url = '/', headers }, response) => {
      const number = /^\/img\/(\d+)\.jpg$/.exec(url)?.[1]
      const file = number === undefined ? undefined : files[Number(number)]
      if (!file) {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      } else if (headers['if-none-match'] === file.etag) {
        response.writeHead(304, { etag: file.etag, 'cache-control': 'no-cache' }).end()
      } else {
        const { etag, body } = file
        const head = { 'content-type': 'image/jpeg', 'content-length': body.length, etag, 'cache-control': 'no-cache' }
        response.writeHead(200, head).end(body)
      }
    },
    bytesPerSecond,
  )
}

export function naiveAddress(relay: Relay, options: NaiveOptions): string {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return `${relay.url}/?${query}`
}

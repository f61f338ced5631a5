// A page that shows what is on a display. A token does not belong in a page, where everybody can read it, so this small server
// keeps it, and passes requests that read on to Placard.
// PLACARD_URL=https://signs.example.org PLACARD_TOKEN=plc_… PORT=8080 node server.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

const { PLACARD_URL: url = '', PLACARD_TOKEN: token = '', PORT: port = '8080' } = process.env
const FILES = {
  '/': [new URL('index.html', import.meta.url), 'text/html; charset=utf-8'],
  '/placard.js': [new URL(import.meta.resolve('@placard/client')), 'text/javascript; charset=utf-8'],
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method !== 'GET') return response.writeHead(405).end()
  if (FILES[pathname]) {
    const [file, type] = FILES[pathname]
    return response.writeHead(200, { 'content-type': type }).end(await readFile(file))
  }
  if (!pathname.startsWith('/api/organisations/')) return response.writeHead(404).end()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const headers = { authorization: `Bearer ${token}`, accept: request.headers.accept ?? '*/*' }
    const answer = await fetch(url + request.url, { headers, signal: gone.signal })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    if (!answer.body) return response.end()
    Readable.fromWeb(answer.body)
      .on('error', () => response.destroy())
      .pipe(response)
  } catch {
    if (!response.headersSent) response.writeHead(502)
    response.end()
  }
})
server.listen(Number(port), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`))

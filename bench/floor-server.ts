// The minimum cost of live streams in Node, as a reference for the product: GET /sub/NAME listens, POST /pub/NAME is a
// change. Arguments: kind, port, database file.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

/**
 * `plain`: ordinary server-sent events that are not stored.
 * `durable`: each change is on the disk before any listener receives it, and one buffer goes straight to every socket.
 */
export type FloorKind = 'plain' | 'durable'

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }

/** Finds the channel by the name at the end of the address. There is one channel for each display. */
function createChannels<Listener>(): (request: IncomingMessage) => { name: string; listeners: Set<Listener> } {
  const channels = new Map<string, Set<Listener>>()
  return ({ url = '' }) => {
    const name = url.slice(url.lastIndexOf('/') + 1)
    const listeners = channels.get(name) ?? new Set()
    channels.set(name, listeners)
    return { name, listeners }
  }
}

function plainServer(): Server {
  const channelOf = createChannels<{ write(event: string): unknown }>()
  return createServer(async (request, response) => {
    const { listeners: responses } = channelOf(request)
    if (request.method === 'GET') {
      response.writeHead(200, HEADERS)
      response.write(': welcome\n\n')
      responses.add(response)
      request.on('close', () => responses.delete(response))
      return
    }
    const event = `data: ${await text(request)}\n\n`
    for (const one of responses) one.write(event)
    response.writeHead(204).end()
  })
}

function durableServer(file: string): Server {
  const store = openStore(file)
  const channelOf = createChannels<Socket>()
  return createServer(async (request, response) => {
    const { name, listeners: sockets } = channelOf(request)
    if (request.method === 'GET') {
      const { socket } = request
      socket.setNoDelay(true)
      socket.write(headOf(request))
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      return
    }
    const document = await text(request)
    store(name, document)
    const event = Buffer.from(`data: ${document}\n\n`)
    for (const socket of sockets) socket.write(event)
    response.writeHead(204).end()
  })
}

function headOf(request: IncomingMessage): string {
  const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/${request.httpVersion} 200 OK\r\n${lines.join('')}connection: close\r\n\r\n: welcome\n\n`
}

function openStore(file: string): (id: string, document: string) => void {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table document (id text primary key, content text not null, revision integer not null)')
  const put = database.prepare(
    `insert into document values (?, ?, 1)
     on conflict (id) do update set content = excluded.content, revision = revision + 1`,
  )
  return (id, document) => {
    put.run(id, document)
  }
}

const [kind, port, file = ':memory:'] = process.argv.slice(2)
const server = kind === 'durable' ? durableServer(file) : plainServer()
server.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.listen({ port: Number(port), host: '127.0.0.1', backlog: 4_096 })
// The parent process is gone.
process.on('disconnect', () => process.exit())

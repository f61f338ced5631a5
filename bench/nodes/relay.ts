import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type Asked, createStatementCounter } from './statement-counter.ts'

export type Relay = {
  /** The address of the database through this relay. */
  url: string
  asked: Asked
  /** Bytes in each direction. */
  bytes: { up: number; down: number }
  close(): void
}

/** Forwards the traffic between a node and its PostgreSQL, and counts it. It adds delay, so nothing is timed through it. */
export async function startRelay(databaseUrl: string): Promise<Relay> {
  const upstream = new URL(databaseUrl)
  const asked = { statements: 0, snapshots: 0, hints: 0 }
  const bytes = { up: 0, down: 0 }
  const server = createServer((socket) => {
    const database = connect(Number(upstream.port), upstream.hostname)
    const count = createStatementCounter(asked)
    socket.on('data', (chunk: Buffer) => {
      bytes.up += chunk.length
      count(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      bytes.down += chunk.length
    })
    socket.pipe(database).pipe(socket)
    for (const end of [socket, database]) {
      end.on('error', () => {
        socket.destroy()
        database.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return { url: String(url), asked, bytes, close: () => server.close() }
}

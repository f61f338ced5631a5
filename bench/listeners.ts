// A child process: every listener of a server, and the one who changes something. One process, so that one clock measures
// and every server has the same listeners. Argument: how many listeners there will be.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMarkerScanner, markerOf } from './marker.ts'
import type { Change, Order, Report, Round } from './protocol.ts'

const HOST = '127.0.0.1'
const OPENING_AT_ONCE = 64
/** A change that somebody still has not heard of is lost. */
const ROUND_TIMEOUT_MS = 20_000
/** Every socket reads into it: what is read is looked through before anything else can be read. */
const MEMORY = Buffer.alloc(64 * 1024)

const scanner = createMarkerScanner(Number(process.argv[2]))
let opened = 0
let round = 0

/** What is under way: how many listeners have the change, and what happens when the last one has. */
let receipts = 0
let lastReceiptAt = 0
let bytesRead = 0
let finish: () => void = () => {}

function onRead(listener: number, length: number): void {
  bytesRead += length
  if (!scanner.read(listener, MEMORY, length)) return
  receipts += 1
  if (receipts < opened) return
  lastReceiptAt = performance.now()
  finish()
}

/** Resolves when the head of the answer is there. From then on the end of the connection is the end of the measurement. */
function open(listener: number, port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head: string | undefined = ''
    const socket = connect({
      host: HOST,
      port,
      onread: {
        buffer: MEMORY,
        callback(length) {
          if (head === undefined) {
            onRead(listener, length)
            return true
          }
          head += MEMORY.toString('latin1', 0, length)
          if (!head.includes('\r\n\r\n')) return true
          if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`a listener was refused: ${head.slice(0, 200)}`))
          head = undefined
          resolve()
          return true
        },
      },
    })
    socket.on('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}:${port}\r\nAccept: text/event-stream\r\n\r\n`)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (head === undefined) fail(new Error('a stream was ended'))
      else reject(new Error('a connection was closed before it was answered'))
    })
  })
}

async function openMany(count: number, port: number, path: string): Promise<void> {
  let next = opened
  const end = opened + count
  const openNext = async () => {
    while (next < end) {
      next += 1
      await open(next - 1, port, path)
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openNext))
  opened = end
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function send(port: number, { method, path, headers }: Change, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request({ host: HOST, port, method, path, headers, agent }, (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`the change was refused: ${statusCode} ${answer.slice(0, 300)}`))
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function changeOnce(port: number, change: Change): Promise<Round> {
  round += 1
  scanner.expect(round)
  receipts = 0
  bytesRead = 0
  const body = change.body.replace(markerOf(0), markerOf(round))
  const received = new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`a change reached ${receipts} of ${opened} listeners`))
    const timer = setTimeout(late, ROUND_TIMEOUT_MS)
    finish = () => {
      clearTimeout(timer)
      resolve()
    }
  })
  const startedAt = performance.now()
  const answered = send(port, change, body).then(() => performance.now())
  const [acknowledgedAt] = await Promise.all([answered, received])
  return {
    lastReceiptMs: lastReceiptAt - startedAt,
    acknowledgedMs: acknowledgedAt - startedAt,
    eventBytes: bytesRead / opened,
  }
}

async function obey(order: Order): Promise<Report> {
  if (order.kind === 'open') {
    await openMany(order.count, order.port, order.path)
    return { kind: 'opened' }
  }
  const rounds: Round[] = []
  for (let i = 0; i < order.rounds; i += 1) {
    rounds.push(await changeOnce(order.port, order.change))
    await sleep(order.pauseMs)
  }
  return { kind: 'changed', rounds }
}

function tell(report: Report): void {
  process.send?.(report)
}

function fail(error: unknown): void {
  tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
}

process.on('message', (order: Order) => {
  obey(order).then(tell, fail)
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit())

// A child process that sends a server the same request repeatedly, on persistent connections, each as soon as the one
// before is answered.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { obeyOrders } from '../asking.ts'

const HOST = '127.0.0.1'

export type RequestOrder = {
  port: number
  path: string
  headers: Record<string, string>
  /** The status that every answer must have. */
  status: number
  connections: number
  seconds: number
}
export type RequestReport = { kind: 'asked'; answers: number; seconds: number }

const END_OF_HEAD = '\r\n\r\n'

/** Sends requests until `isOver`, and resolves when the last answer has arrived. @param onAnswer called for each answer */
function askOverAndOver(order: RequestOrder, isOver: () => boolean, onAnswer: () => void): Promise<void> {
  const fields = Object.entries(order.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const asked = `GET ${order.path} HTTP/1.1\r\nHost: ${HOST}:${order.port}\r\n${fields.join('')}\r\n`
  const wanted = `HTTP/1.1 ${order.status} `
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: HOST, port: order.port, noDelay: true })
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(asked))
    socket.on('data', (chunk: string) => {
      answer += chunk
      const head = answer.indexOf(END_OF_HEAD)
      if (head === -1) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, head))?.[1] ?? 0)
      const bytes = order.status === 304 ? 0 : length
      if (answer.length < head + END_OF_HEAD.length + bytes) return
      if (!answer.startsWith(wanted)) {
        reject(new Error(`instead of ${order.status}: ${answer.slice(0, 200)}`))
        socket.destroy()
        return
      }
      answer = ''
      onAnswer()
      if (isOver()) {
        socket.destroy()
        resolve()
      } else socket.write(asked)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
  })
}

obeyOrders<RequestOrder, RequestReport>(async (order) => {
  let answers = 0
  let isOver = false
  const startedAt = performance.now()
  const all = Array.from({ length: order.connections }, () =>
    askOverAndOver(
      order,
      () => isOver,
      () => {
        answers += 1
      },
    ),
  )
  await Promise.race([sleep(order.seconds * 1_000), Promise.all(all)])
  isOver = true
  await Promise.all(all)
  return { kind: 'asked', answers, seconds: (performance.now() - startedAt) / 1_000 }
})

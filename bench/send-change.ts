import { Agent, request } from 'node:http'
import type { Change } from './protocol.ts'

export class RefusedError extends Error {
  override name = 'RefusedError'
  constructor(status: number, answer: string) {
    super(`the change was refused: ${status} ${answer.slice(0, 300)}`)
  }
}

/**
 * Sends changes to a server, over persistent connections.
 *
 * @param connections number of connections; further changes wait for one
 * @returns a function that resolves when the complete answer has arrived, and rejects unless it is a success
 */
export function changeSender(port: number, connections: number): (change: Change, body: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ method, path, headers }, body) =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
        let answer = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          answer += chunk
        })
        response.on('end', () => {
          const { statusCode = 0 } = response
          if (statusCode >= 200 && statusCode < 300) resolve()
          else reject(new RefusedError(statusCode, answer))
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}

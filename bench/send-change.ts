import { Agent, request } from 'node:http'
import type { Change } from './protocol.ts'

/**
 * Makes changes at a server, over connections that are kept.
 *
 * @param connections how many at once; further changes wait for one
 * @returns resolves when the answer is there whole, and rejects unless it is a success
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
          else reject(new Error(`the change was refused: ${statusCode} ${answer.slice(0, 300)}`))
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}

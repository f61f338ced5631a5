import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { OPEN_NETWORK, type Outside } from '../platform/outgoing/fetch-outside.ts'

export type Heard = { id: string; path: string; headers: IncomingMessage['headers']; body: string }

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

type Behaviour = (response: ServerResponse, heard: Heard) => void

/** This name and its subdomains resolve to the receiver. */
const NAME = 'receiver.example'

/** A real webhook receiver in this process, with the messages it received and a configurable answer. */
export async function startReceiver() {
  const heard: Heard[] = []
  const answer = { status: 200, headers: {} as Record<string, string>, behave: undefined as Behaviour | undefined }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { id: String(request.headers['webhook-id']), path: request.url ?? '', headers: request.headers, body }
      heard.push(one)
      if (answer.behave) answer.behave(response, one)
      else response.writeHead(answer.status, answer.headers).end('well')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** The public internet, extended by the names that resolve here. */
  const outside: Outside = {
    resolve: async (hostname) => (hostname.endsWith(NAME) ? ['127.0.0.1'] : OPEN_NETWORK.resolve(hostname)),
    isPublic: (address) => address === '127.0.0.1' || OPEN_NETWORK.isPublic(address),
    ports: [port, 80, 443],
  }
  return {
    heard,
    answer,
    outside,
    url: `http://${NAME}:${port}/hook`,
    /** URL of another receiver of the same kind. */
    urlOf: (name: string) => `http://${name}.${NAME}:${port}/${name}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** True when one of these signatures matches the one that the library of Standard Webhooks makes with this secret, at any time. */
export function isSignedWith(secret: string, { headers, body, id }: Heard): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Verifier(secret).sign(id, at, body))
}

/** Verifies a message like a receiver: with the library, within five minutes of the real clock. @throws Error when it is not valid */
export function verify(secret: string, { headers, body }: Heard): unknown {
  return new Verifier(secret).verify(body, headers as Record<string, string>)
}

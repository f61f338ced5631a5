// The same answer as another server's, from node:http alone: the minimum cost of an answer. Arguments: a file with the
// answer, and the port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** An answer with a tag, and the headers of the answer to a client that has it already. */
export type KeptAnswer = {
  path: string
  tag: string
  headers: Record<string, string>
  body: string
  unchanged: Record<string, string>
}

const [file = '', port] = process.argv.slice(2)
// Without a file it answers any request with an empty body.
const answer: KeptAnswer | undefined = file === '' ? undefined : JSON.parse(readFileSync(file, 'utf8'))
const body = Buffer.from(answer?.body ?? '')

createServer((request, response) => {
  if (!answer) response.writeHead(200).end()
  else if (request.url !== answer.path) response.writeHead(404).end()
  else if (request.headers['if-none-match'] === answer.tag) response.writeHead(304, answer.unchanged).end()
  else response.writeHead(200, { ...answer.headers, 'content-length': body.length }).end(body)
}).listen({ port: Number(port), host: '127.0.0.1' })

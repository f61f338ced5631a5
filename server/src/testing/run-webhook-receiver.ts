// A receiver of webhooks as a process of its own. First line of output: the port. Then one line of JSON for each message, with whether
// Standard Webhooks' own library believes it. Input: lines of JSON, `{"status":500}` or `{"secret":"whsec_…"}`.
import { createInterface } from 'node:readline'
import { startReceiver, verify } from './webhook-receiver.ts'

const receiver = await startReceiver()
let secret: string | undefined

receiver.answer.behave = (response, heard) => {
  let isBelieved = false
  try {
    if (secret !== undefined) verify(secret, heard)
    isBelieved = secret !== undefined
  } catch {}
  console.log(JSON.stringify({ id: heard.id, body: JSON.parse(heard.body), isBelieved }))
  response.writeHead(receiver.answer.status).end(receiver.answer.status === 200 ? 'Thank you.' : 'Out of order.')
}
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const said = JSON.parse(line) as { status?: number; secret?: string }
    receiver.answer.status = said.status ?? receiver.answer.status
    secret = said.secret ?? secret
  })
  .once('close', () => process.exit())
console.log(new URL(receiver.url).port)

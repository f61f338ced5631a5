// Runs a webhook receiver as a separate process. The first line of output is the port. Then one line of JSON follows for each message.
// `isBelieved` is true if the library of Standard Webhooks accepts its signature. Input: lines of JSON, `{"status":500}` or
// `{"secret":"whsec_…"}`.
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

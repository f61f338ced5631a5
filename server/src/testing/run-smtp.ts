// Runs a mail server as a separate process. It prints its address, then each mail that it receives as a line of JSON, and ends when its
// standard input is closed.
import { startSmtpServer } from './smtp.ts'

const LOOKED_EVERY_MS = 100

const server = await startSmtpServer()
console.log(server.url)
let told = 0
setInterval(() => {
  for (const mail of server.received.slice(told)) console.log(JSON.stringify(mail))
  told = server.received.length
}, LOOKED_EVERY_MS)
process.stdin.resume().on('end', async () => {
  await server.close()
  process.exit()
})

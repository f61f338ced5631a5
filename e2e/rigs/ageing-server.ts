// Loaded into the server's process before the server (node --import). Its clocks and timers follow those of the page.
import { createServer } from 'node:http'
import { installAgeingClock } from './ageing-clock.ts'

const port = Number(process.env.AGEING_PORT)
installAgeingClock()

let leaping: Promise<void> = Promise.resolve()
createServer((request, response) => {
  const to = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('to'))
  leaping = leaping.then(async () => {
    const ms = to - Date.now()
    if (ms > 0) await globalThis.ageing.leap(ms)
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
  })
})
  .listen(port, 'localhost')
  .unref()

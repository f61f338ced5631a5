import { createServer } from 'node:http'

const EASY = calendarOf(['BEGIN:VEVENT', 'UID:easy', 'SUMMARY:Open day', 'DTSTART:20270101T100000Z', 'END:VEVENT'])
/** Five thousand events with a rule that takes the reader more than three seconds. */
const COSTLY = calendarOf(
  Array.from({ length: 5_000 }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:${n}`,
    `SUMMARY:Event ${n}`,
    'DTSTART:19700101T100000Z',
    'RRULE:FREQ=YEARLY;BYYEARDAY=1,100,200,366',
    'END:VEVENT',
  ]).flat(),
)

function calendarOf(lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/**
 * Serves calendars on loopback: one that takes long to read below `/costly/`, and a small one at any other address.
 *
 * @returns `url` without a path; `host` with its port, as FEED_NETWORKS expects it
 */
export async function startCalendars(port: number): Promise<{ url: string; host: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' })
    response.end(request.url?.startsWith('/costly/') ? COSTLY : EASY)
  })
  const host = `127.0.0.1:${port}`
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://${host}`,
    host,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// Keeps one text of a ticker up to date: the text that begins with "Today:". For a job of cron:
// 0 7 * * * PLACARD_URL=https://signs.example.org PLACARD_TOKEN=plc_… PLACARD_ORGANISATION=vnr PLACARD_DISPLAY=ece node cron.mjs "Soup"
import { createPlacard } from '@placard/client'

const { PLACARD_URL: url, PLACARD_TOKEN: token } = process.env
const path = { organisationId: process.env.PLACARD_ORGANISATION ?? '', displayId: process.env.PLACARD_DISPLAY ?? '' }
const text = `Today: ${process.argv[2] ?? 'nothing'}`
const placard = createPlacard({ url, token })

/** The exit code tells cron that it failed, and cron mails what was printed. */
function check({ data, error }) {
  if (error) {
    console.error(`${error.error.code}: ${error.error.message}`)
    process.exit(1)
  }
  return data
}

const DISPLAY = '/api/organisations/{organisationId}/displays/{displayId}'
const { lines } = check(await placard.GET(DISPLAY, { params: { path } }))
const line = lines.find((one) => one.text.startsWith('Today:'))
if (!line) check(await placard.POST(`${DISPLAY}/lines`, { params: { path }, body: { text } }))
else if (line.text !== text) {
  const params = { path: { ...path, lineId: line.id }, header: { 'If-Match': `"${line.revision}"` } }
  check(await placard.PATCH(`${DISPLAY}/lines/{lineId}`, { params, body: { text } }))
}
console.log(text)

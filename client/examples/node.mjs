// Lists the displays, adds a text to the ticker of the first one, and prints each change of it.
// PLACARD_URL=https://signs.example.org PLACARD_TOKEN=plc_… PLACARD_ORGANISATION=vnr node node.mjs "Lecture hall 3 is closed"
import { createPlacard } from '@placard/client'

const { PLACARD_URL: url, PLACARD_TOKEN: token, PLACARD_ORGANISATION: organisationId = '' } = process.env
const [text = 'Hello'] = process.argv.slice(2)
const placard = createPlacard({ url, token })

const displays = await placard.GET('/api/organisations/{organisationId}/displays', {
  params: { path: { organisationId } },
})
if (displays.error) throw new Error(displays.error.error.message)
const [display] = displays.data
console.log(`${displays.data.length} displays, the first is ${display.name}`)

const added = await placard.POST('/api/organisations/{organisationId}/displays/{displayId}/lines', {
  params: { path: { organisationId, displayId: display.id } },
  body: { text },
})
if (added.error) throw new Error(added.error.error.message)

for await (const programme of placard.followProgramme({ organisationId, displayId: display.id })) {
  console.log(`revision ${programme.revision}: ${programme.lines.map((line) => line.text).join(' | ')}`)
  // Without this the program follows the display until it is stopped.
  if (process.env.ONCE) break
}

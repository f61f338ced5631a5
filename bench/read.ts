import { type MediaId, pathOf, readPath } from '@placard/contract'
import sharp from 'sharp'
import { BenchError } from './bench-error.ts'
import { checkPortFree } from './children.ts'
import { DIALECTS, type Dialect } from './database.ts'
import type { Goal } from './goals.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { startPostgres } from './start-postgres.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const ROUNDS = 200
const WARM_UP = 20
const NOTICES = 54
const PICTURES = 10
const LINES = 20
/** 30 kB. */
const MOST_KIB = 30_000 / 1_024

/** `changed`: the page is generated again. `kept`: nothing has changed since. `calendar`: one item for a user's calendar. */
const QUESTIONS = ['floor', 'changed', 'kept', 'calendar'] as const
type Question = (typeof QUESTIONS)[number]

type Figures = { dialect: Dialect; question: Question; ms: number[] }
type Results = { bytes: number; figures: Figures[] }

const p50 = ({ ms }: Figures) => percentile(ms, 0.5)
const p99 = ({ ms }: Figures) => percentile(ms, 0.99)

/** The page to read of a full display, beside the smallest answer of the same server. */
export const read = definePart<Results>({
  name: 'read',
  async measure({ nextPort, tell }) {
    const figures: Figures[] = []
    let bytes = 0
    for (const dialect of DIALECTS) {
      const port = nextPort()
      await checkPortFree(port)
      await using postgres = dialect === 'PostgreSQL' ? await startPostgres() : undefined
      await using placard = await startPlacardProcess(port, undefined, postgres ? { DATABASE_URL: postgres.url } : {})
      const { itemId, lineId } = await fill(placard)
      const asked: Record<Question, number[]> = { floor: [], changed: [], kept: [], calendar: [] }
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const body = { text: `Text ${round + WARM_UP}` }
        await placard.call('updateLine', { params: { ...DISPLAY, lineId }, body })
        const took = {
          changed: await answer(placard, readPath(DISPLAY)),
          kept: await answer(placard, readPath(DISPLAY)),
          calendar: await answer(placard, `${readPath(DISPLAY)}/${itemId}.ics`),
          floor: await answer(placard, pathOf('getTime', {})),
        }
        bytes = Math.max(bytes, took.changed.bytes)
        if (round >= 0) for (const question of QUESTIONS) asked[question].push(took[question].ms)
      }
      for (const question of QUESTIONS) figures.push({ dialect, question, ms: asked[question] })
      tell(`${dialect} · done · ${bytes} bytes`)
    }
    return { bytes, figures }
  },
  section(kept) {
    const rows = kept.figures.map((one) => ({ ...one, ratio: p50(one) / p50(floorOf(kept, one)) }))
    const markdown = `## The page to read

The page of a display with ${count(NOTICES)} notices with a date, ${count(PICTURES)} described pictures and ${count(LINES)} texts: ${count(kept.bytes)} bytes.

${markdownTable(COLUMNS, rows)}

- **changed**: requested after a change, so it is generated again. **kept**: requested again without a change. **calendar**: the calendar file of one of its items. **floor**: the server's time, over HTTP like the others. **× floor**: ratio of the medians.

${measuredOn(kept)}`
    const goals: Goal[] = [
      { what: 'size of the page to read', value: kept.bytes / 1_024, limit: MOST_KIB, unit: 'KiB', noisy: false },
    ]
    for (const one of kept.figures) {
      if (one.question !== 'changed' && one.question !== 'kept') continue
      const what = `p99, the page to read, ${one.question}, ${one.dialect}`
      goals.push({ what, value: p99(one), limit: 50, unit: 'ms', noisy: false })
    }
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals }
  },
})

const COLUMNS: Column<Figures & { ratio: number }>[] = [
  { title: 'database', isText: true, of: ({ dialect }) => dialect },
  { title: 'request', isText: true, of: ({ question }) => question },
  { title: 'p50 ms', of: (one) => p50(one).toFixed(1) },
  { title: 'p99 ms', of: (one) => p99(one).toFixed(1) },
  { title: '× floor', of: ({ ratio }) => ratio.toFixed(1) },
]

function floorOf({ figures }: Results, { dialect }: Figures): Figures {
  const floor = figures.find((one) => one.dialect === dialect && one.question === 'floor')
  if (!floor) throw new BenchError('the floor of the page to read was not measured')
  return floor
}

async function answer({ url }: PlacardProcess, path: string): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now()
  const response = await fetch(url + path)
  const text = await response.text()
  if (!response.ok) throw new BenchError(`the page to read answered ${response.status}: ${text.slice(0, 300)}`)
  return { ms: performance.now() - startedAt, bytes: Buffer.byteLength(text) }
}

/** @returns an item with a date, and a line that changes */
async function fill(placard: PlacardProcess) {
  const params = DISPLAY
  const ids = []
  for (let index = 0; index < NOTICES; index += 1) {
    const heading = `Exam ${index} in the large hall`
    const body = 'Doors open at **8:30**. Bring your card, and nothing else to write on.'
    const notice = { look: 'paper' as const, heading, body, byline: 'Examinations office' }
    const schedule = { from: '2026-01-01T08:00', until: '2099-01-01T08:00' }
    const item = { title: heading, type: 'notice' as const, url: 'about:blank', duration: 15, notice, schedule }
    ids.push((await placard.call('createItem', { params, body: item })).item.id)
  }
  for (let index = 0; index < PICTURES; index += 1) {
    const background = { r: index * 20, g: 80, b: 160 }
    const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background } })
      .png()
      .toBuffer()
    const { id, url } = await placard.upload(picture)
    const of = { organisationId: DISPLAY.organisationId, mediaId: id as MediaId }
    await placard.call('updateLibraryFile', {
      params: of,
      body: { alternativeText: `A bowl of soup, the ${index}th of ten` },
    })
    await placard.call('createItem', { params, body: { title: 'Picture', type: 'image', url } })
  }
  const lines = []
  for (let index = 0; index < LINES; index += 1)
    lines.push(
      (await placard.call('createLine', { params, body: { text: `Welcome to the open day, text ${index}` } })).line.id,
    )
  const [itemId] = ids
  const [lineId] = lines
  if (!itemId || !lineId) throw new BenchError('the display could not be filled')
  await placard.call('updateDisplay', { params, body: { readCode: 'card' } })
  return { itemId, lineId }
}

import { type OrganisationId, pathOf } from '@placard/contract'
import { BenchError } from './bench-error.ts'
import { checkPortFree } from './children.ts'
import { DIALECTS, type Dialect } from './database.ts'
import { fill } from './fill.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { startPostgres } from './start-postgres.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const FILES = 10_000
const ROUNDS = 300

/** Typical queries of the library. `floor`: one row by its key, the minimum that any request of this server takes. */
const QUESTIONS = {
  floor: undefined,
  'first page': [''],
  'a page far down': ['after=1766700000000.filled-009000'],
  search: ['words=harbour', 'words=menu%2017', 'words=nothing-of-that-kind', 'words=open%20day%2099', 'words=events'],
  'by label': ['label=Events', 'label=Nobody'],
  'shown nowhere': ['unused=1'],
} as const
type Question = keyof typeof QUESTIONS

type Figures = { dialect: Dialect; question: Question; ms: number[] }
type Results = { files: number; figures: Figures[] }

const p50 = ({ ms }: Figures) => percentile(ms, 0.5)
const p99 = ({ ms }: Figures) => percentile(ms, 0.99)

/** A library of ten thousand files, in both databases, beside a query for one row in the same run. */
export const library = definePart<Results>({
  name: 'library',
  async measure({ nextPort, tell }) {
    const figures: Figures[] = []
    for (const dialect of DIALECTS) {
      const port = nextPort()
      await checkPortFree(port)
      await using postgres = dialect === 'PostgreSQL' ? await startPostgres() : undefined
      const settings = postgres ? { DATABASE_URL: postgres.url } : {}
      await using placard = await startPlacardProcess(port, undefined, settings)
      await placard.kill()
      await fill(placard.folder, 'library', FILES, settings)
      await placard.start()
      const asked = Object.fromEntries(Object.keys(QUESTIONS).map((name) => [name, [] as number[]]))
      // In turns, so that other activity of the machine affects all of them alike.
      for (let round = -20; round < ROUNDS; round += 1) {
        for (const question of Object.keys(QUESTIONS) as Question[]) {
          const ms = await answerMs(placard, addressOf(question, Math.max(0, round)))
          if (round >= 0) asked[question]?.push(ms)
        }
      }
      for (const question of Object.keys(QUESTIONS) as Question[]) {
        figures.push({ dialect, question, ms: asked[question] ?? [] })
      }
      tell(`${dialect} · done`)
    }
    return { files: FILES, figures }
  },
  section(kept) {
    const rows = kept.figures.map((one) => ({ ...one, ratio: p50(one) / p50(floorOf(kept, one)) }))
    const markdown = `## A library of ${count(kept.files)} files

${markdownTable(COLUMNS, rows)}

- *floor*: a query for one row by its key (a file that does not exist), signed in and over HTTP like the others. **× floor**: ratio of the medians.
- *search*: for words that every fortieth file, few files or no file has.

${measuredOn(kept)}`
    return {
      markdown,
      terminal: terminalTable(COLUMNS, rows),
      goals: kept.figures.flatMap((one) => {
        const limit = LIMITS[one.question]
        const what = `p99, ${one.question} of ${count(kept.files)} files, ${one.dialect}`
        return limit === undefined ? [] : [{ what, value: p99(one), limit, unit: 'ms' as const, noisy: false }]
      }),
    }
  },
})

const LIMITS: Partial<Record<Question, number>> = { search: 100, 'first page': 200 }

const COLUMNS: Column<Figures & { ratio: number }>[] = [
  { title: 'database', isText: true, of: ({ dialect }) => dialect },
  { title: 'query', isText: true, of: ({ question }) => question },
  { title: 'p50 ms', of: (one) => p50(one).toFixed(1) },
  { title: 'p99 ms', of: (one) => p99(one).toFixed(1) },
  { title: '× floor', of: ({ ratio }) => ratio.toFixed(1) },
]

function floorOf({ figures }: Results, { dialect }: Figures): Figures {
  const floor = figures.find((one) => one.dialect === dialect && one.question === 'floor')
  if (!floor) throw new BenchError('the floor of the library was not measured')
  return floor
}

function addressOf(question: Question, round: number): string {
  const params = { organisationId: DISPLAY.organisationId as OrganisationId }
  const queries = QUESTIONS[question]
  if (!queries) return `${pathOf('findKnownFile', params)}?sha256=${'f'.repeat(64)}`
  return `${pathOf('listLibraryFiles', params)}?${queries[round % queries.length]}`
}

async function answerMs({ url, headers }: PlacardProcess, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new BenchError(`the library answered ${answer.status}: ${text}`)
  return performance.now() - startedAt
}

// The measurements of `npm run bench`. README.md in results/ describes them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cells } from './cells.ts'
import { crowded } from './crowded.ts'
import { edits } from './edits.ts'
import { fanOut } from './fan-out.ts'
import { feeds } from './feeds.ts'
import { hostile } from './hostile/hostile.ts'
import { library } from './library.ts'
import { lint } from './lint.ts'
import { listsSection } from './lists-section.ts'
import { machines } from './machines.ts'
import { manyDisplays } from './many-displays.ts'
import { bus } from './nodes/bus.ts'
import { nodes } from './nodes/nodes.ts'
import { type Options, readOptions } from './options.ts'
import { resultsPage } from './page.ts'
import { pagesSection } from './pages-section.ts'
import type { Part, Section, Surroundings } from './part.ts'
import { PART_NAMES, type PartName } from './part-names.ts'
import { plan } from './plan.ts'
import { playlists } from './playlists.ts'
import { plays } from './plays.ts'
import { checkMachine } from './process-meter.ts'
import { runProgram } from './program.ts'
import { read } from './read.ts'
import { thisMachine } from './report.ts'
import { sources } from './sources.ts'
import { start } from './start/start.ts'
import { storm } from './storm/storm.ts'
import { tablePageSection } from './table-page-section.ts'
import { takeOver } from './take-over.ts'

const PARTS: Record<PartName, Part> = {
  'fan-out': fanOut,
  'many-displays': manyDisplays,
  crowded,
  hostile,
  storm,
  start,
  plan,
  playlists,
  edits,
  library,
  plays,
  machines,
  'take-over': takeOver,
  lint,
  feeds,
  sources,
  cells,
  read,
  nodes,
  bus,
}
/** The server reserves some of the files that it may open for people and for everything else that is not a listener. */
const FILES_PER_LISTENER = 8 / 7
const OTHER_FILES = 600

async function bench(args: string[]): Promise<void> {
  const options = readOptions(args)
  const { listeners, crowd, displays, results } = options
  checkMachine(Math.ceil(Math.max(...listeners, crowd + displays) * FILES_PER_LISTENER) + OTHER_FILES)
  mkdirSync(results, { recursive: true })
  let { port } = options
  const surroundings: Surroundings = {
    options,
    nextPort() {
      port += 1
      return port - 1
    },
    tell: console.log,
  }
  for (const name of options.only) {
    const startedAt = performance.now()
    console.log(`\n${name}`)
    const measured = await PARTS[name].measure(surroundings)
    // Stored at once, so that a later failure does not lose it.
    keep(options, name, measured)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(`\n${sectionOf(options, name)?.terminal}\n\n${name}: ${seconds} s`)
  }
  writePage(options)
  console.log(`\nKept in ${results}.`)
}

function fileOf({ results }: Options, name: PartName): string {
  return join(results, `${name}.json`)
}

function keep(options: Options, name: PartName, measured: object): void {
  const { withFormer } = PARTS[name]
  const former = readKept(options, name)
  const all = withFormer && former !== undefined ? withFormer(measured, former) : measured
  const kept = { measuredAt: new Date().toISOString(), machine: thisMachine(), ...all }
  writeFileSync(fileOf(options, name), `${JSON.stringify(kept, rounded, 2)}\n`)
}

/** The section of the latest measurement; undefined when there is none. */
function sectionOf(options: Options, name: PartName): Section | undefined {
  const kept = readKept(options, name)
  return kept === undefined ? undefined : PARTS[name].section(kept)
}

/** The latest measurement; undefined when there is none. */
function readKept(options: Options, name: PartName): unknown {
  const file = fileOf(options, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function writePage(options: Options): void {
  const sections = PART_NAMES.flatMap((name) => sectionOf(options, name) ?? [])
  // Measured in a browser by separate programs.
  for (const [name, section] of [
    ['pages', pagesSection],
    ['dashboard', listsSection],
    ['table-page', tablePageSection],
  ] as const) {
    const file = join(options.results, `${name}.json`)
    if (existsSync(file)) sections.push(section(JSON.parse(readFileSync(file, 'utf8'))))
  }
  for (const { pictures = {} } of sections) {
    for (const [name, content] of Object.entries(pictures)) writeFileSync(join(options.results, name), content)
  }
  const missing = PART_NAMES.filter((name) => !existsSync(fileOf(options, name)))
  writeFileSync(join(options.results, 'README.md'), resultsPage(sections, missing))
}

/** Three decimals are more than the precision of any measurement. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
}

await runProgram(() => bench(process.argv.slice(2)))

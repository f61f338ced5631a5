import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { PROJECT } from './project-folder.mjs'

const DOCS = join(PROJECT, 'docs')
/** The file with the rows of the specification. A row is "- D7 …", or within a line, "R2 `/login` public. R3 …". */
const ROWS = join(DOCS, 'rows.md')
/** The files with the faults, the attacks and the findings. Each id is in the first cell of a table's row. */
const THREATS = ['faults.md', 'attacks.md', 'found.md'].map((page) => join(DOCS, 'reliability', page))
/** The end of the titles of the sections whose tables list ids that cannot be proved yet. */
const NOT_THERE = 'what is not there yet'
const WORKSPACES = ['contract', 'playback', 'table-files', 'client', 'server', 'web', 'player', 'agent', 'e2e', 'tools']
const TEST_FILE = /\.(?:test|spec)\.tsx?$/
const TEST_FUNCTIONS = new Set(['it', 'test', 'describe', 'describeDialects'])
/** The ids at the beginning of a test's name: rows bare; rules, faults and attacks in brackets. */
const LEADING_IDS = /^(?:(?:\[[A-Z]+\d+\]|[A-Z]\d+)[,;]? )+/

/** The ids of all rows, in the order of the page. */
export function readRows(page: string): string[] {
  const lines = page.split('\n').filter((line) => line.startsWith('- '))
  return lines.flatMap((line) => [...line.matchAll(/(?:^- |\. )([A-Z]\d+) /g)].map(([, id = '']) => id))
}

/** The texts of the pages about faults, attacks and findings, joined. */
export function readThreatPages(): string {
  return THREATS.map((page) => readFileSync(page, 'utf8')).join('\n')
}

/** The ids of the faults and attacks in their order, and the ids that cannot be proved yet. */
export function readThreats(page: string): { ids: string[]; waiting: string[] } {
  const ids: string[] = []
  const waiting: string[] = []
  for (const section of page.split(/^## /m)) {
    const [title = ''] = section.split('\n')
    const heads = [...section.matchAll(/^\| ((?:[FBGSUR]|HS)\d+(?:, [FB]\d+)*) \|/gm)].flatMap(([, head = '']) =>
      head.split(', '),
    )
    const list = title.endsWith(NOT_THERE) ? waiting : ids
    list.push(...heads)
  }
  return { ids, waiting }
}

/** The rows at the beginning of the names of a file's tests. */
export function rowsProvedIn(file: string, source: string): string[] {
  return idsIn(file, source, /(?:^| )([A-Z]\d+)(?=[,; ])/g)
}

/** The same for faults and attacks. */
export function threatsProvedIn(file: string, source: string): string[] {
  return idsIn(file, source, /\[((?:[FBGSUR]|HS)\d+)\]/g)
}

function idsIn(file: string, source: string, pattern: RegExp): string[] {
  return namesOfTests(file, source).flatMap((name) => {
    const [ids = ''] = LEADING_IDS.exec(name) ?? []
    return [...ids.matchAll(pattern)].map(([, id = '']) => id)
  })
}

function namesOfTests(file: string, source: string): string[] {
  const names: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!first || first.type === 'SpreadElement' || !TEST_FUNCTIONS.has(rootOf(callee))) return
      if (first.type === 'Literal' && typeof first.value === 'string') names.push(first.value)
      if (first.type === 'TemplateLiteral') names.push(first.quasis.map(({ value }) => value.raw).join(' '))
    },
  }).visit(parseSync(file, source).program)
  return names
}

/** Returns `it` for it(…), it.each(…)(…) and it.skipIf(…)(…). */
function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootOf(callee.object as Expression)
  if (callee.type === 'CallExpression') return rootOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return rootOf(callee.tag)
  return ''
}

/** The rows that no test of this checkout names. */
export function findUnprovedRows(): string[] {
  const proved = new Set(readTests().flatMap(([file, source]) => rowsProvedIn(file, source)))
  return readRows(readFileSync(ROWS, 'utf8')).filter((id) => !proved.has(id))
}

/**
 * The faults and attacks that could be proved but that no test of this checkout names, and those that are listed as not
 * provable yet although a test names them.
 */
export function findUnprovedThreats(): { unproved: string[]; waitingInVain: string[] } {
  const proved = new Set(readTests().flatMap(([file, source]) => threatsProvedIn(file, source)))
  const { ids, waiting } = readThreats(readThreatPages())
  return {
    unproved: ids.filter((id) => !proved.has(id) && !waiting.includes(id)),
    waitingInVain: waiting.filter((id) => proved.has(id) || !ids.includes(id)),
  }
}

/** The ids at the beginning of test names that no page in docs/ contains, so nobody could look them up. */
export function findUntoldIds(): string[] {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  const told = idsToldIn(pages.map((page) => readFileSync(join(DOCS, page), 'utf8')).join('\n'))
  const asked = new Set(
    readTests().flatMap(([file, source]) => idsIn(file, source, /(?:\[|^| )([A-Z]+\d+)(?=[\],; ])/g)),
  )
  return [...asked].filter((id) => !told.has(id)).sort()
}

/** The ids in a page. "SP1 to SP5" counts as all five. */
export function idsToldIn(page: string): Set<string> {
  const told = new Set([...page.matchAll(/\b[A-Z]{1,3}\d+\b/g)].map(([id]) => id))
  for (const [, letters = '', from, to] of page.matchAll(/\b([A-Z]{1,3})(\d+) to \1(\d+)\b/g)) {
    for (let number = Number(from); number <= Number(to); number += 1) told.add(`${letters}${number}`)
  }
  return told
}

function readTests(): [file: string, source: string][] {
  return WORKSPACES.flatMap((workspace) =>
    readdirSync(join(PROJECT, workspace), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(PROJECT, workspace, path),
    ),
  )
    .filter((path) => TEST_FILE.test(path) && !path.includes('node_modules'))
    .map((path) => [path, readFileSync(path, 'utf8')])
}

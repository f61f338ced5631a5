import { posix } from 'node:path'
import { findFileCircles, findRoomCircle } from './file-circles.ts'
import { type Import, readImports } from './imports.ts'
import { PROJECT } from './project-folder.mjs'
import { readTree, type Tree } from './read-tree.ts'

/**
 * The wings of contract, server, web/features and web/pages, from the bottom up. A wing may import itself and the wings
 * before it. Its rooms must not import one another in a circle.
 */
export const WINGS: readonly string[] = ['platform', 'content', 'people', 'screens', 'playout', 'operations']
const WITH_WINGS = new Set(['contract', 'server', 'web/features', 'web/pages'])

/**
 * The imports that each place may have beside itself and the wings below it. An entry is a place, everything inside a
 * place, or the package of a workspace. A place that is not listed may import what the place around it may. Change a
 * row in a commit of its own, with the reason.
 */
export const ALLOWED: Record<string, readonly string[]> = {
  contract: [],
  playback: ['contract'],
  // Files of tables, for the pages and for the server's worker.
  'table-files': ['contract'],

  // It is made from the description of the interface, and shares no code with the product. Its examples use it by its name.
  client: ['client'],

  server: ['contract', 'playback', 'table-files'],
  'server/platform': ['contract'],
  'server/vite.config.ts': [],

  'web/platform/signal': [],
  'web/platform/ui': ['web/platform/signal', 'contract'],
  'web/platform/api': ['web/platform/signal', 'contract'],
  'web/platform/form': ['web/platform', 'contract'],
  'web/features': ['web/platform', 'contract', 'playback', 'table-files'],
  // The frame of every page: navigation, session, and uploads that continue from page to page.
  'web/shell': ['web/platform', 'web/features', 'contract', 'playback'],
  // The page of a programme, for displays and for playlists.
  'web/programme': ['web/platform', 'web/features', 'web/shell', 'contract', 'playback'],
  // Pages combine features.
  'web/pages': ['web/platform', 'web/features', 'web/shell', 'web/programme', 'contract', 'playback'],
  'web/landing': ['web/platform/ui', 'contract'],
  'web/app': ['contract', 'playback'],
  'web/vite.config.ts': ['web/chunks.ts', 'web/pdf-files.ts', 'web/words.ts', 'web/shell', 'contract'],
  'web/chunks.ts': [],
  // The messages, and the routes whose errors the first pages can meet.
  'web/words.ts': ['web/platform/ui', 'web/landing', 'contract'],
  'web/words.test.ts': ['web/words.ts', 'web/platform/ui'],
  'web/pdf-files.ts': [],

  // The browser's page (address, lifetime, limits of its clock), and the first validation of data from outside.
  'player/page': ['contract'],
  'player/engine': ['player/page', 'contract', 'playback'],
  'player/cache': ['player/page', 'contract'],
  'player/sync': ['player/page', 'player/cache', 'contract'],
  'player/reports': ['player/page', 'player/cache', 'player/engine', 'player/sync', 'contract', 'playback'],
  'player/stage': ['player/page', 'player/cache', 'player/engine', 'contract', 'playback'],
  'player/sw': ['player/page', 'player/cache'],
  // Combines the rooms into one screen.
  'player/screen': ['player', 'contract', 'playback'],
  'player/app': ['contract', 'playback'],
  'player/vite.config.ts': [],

  // One process beneath a screen's page. Its rooms do not know each other; the program puts them together.
  'agent/browser': [],
  'agent/machine': [],
  'agent/server': ['contract'],
  'agent/launcher': [],
  'agent/updates': ['agent/launcher', 'contract'],
  'agent/app': ['agent', 'contract'],
  'agent/vite.config.ts': [],

  // These use the running product, not its code. Simulated screens follow their display with the player's code.
  e2e: ['contract', 'player'],
  bench: ['contract', 'playback', 'player', 'e2e'],
  tools: ['contract'],
  'vitest.config.ts': ['tools'],
}

type Role = {
  /** The packages that the rule restricts. */
  packages: RegExp
  /** The files that may import them. A test may import what the file beside it may. */
  only: RegExp
  /** Text for the message, after "only … may import this". */
  words: string
}

const roles: readonly Role[] = [
  {
    packages: /^(fastify|@fastify\/.+)$/,
    only: /^server\/src\/(app\.ts|platform\/http\/.+|.+\/routes\.ts)$/,
    words: 'routes.ts, app.ts and platform/http',
  },
  {
    packages: /^kysely$/,
    only: /^server\/src\/(platform\/database\/.+|.+\/(.+\.)?store\.ts)$/,
    words: 'a store.ts and platform/database',
  },
  {
    packages: /^openid-client$/,
    only: /^server\/src\/people\/accounts\/single-sign-on\//,
    words: 'server/src/people/accounts/single-sign-on',
  },
  {
    packages: /^@modelcontextprotocol\/.+$/,
    only: /^(server\/src\/operations\/assistants\/|e2e\/)/,
    words: 'server/src/operations/assistants and journeys',
  },
]

/** Files beside `src` that build a workspace. */
const BUILD_FILES: readonly string[] = ['vite.config.ts', 'chunks.ts', 'pdf-files.ts', 'words.ts', 'words.test.ts']

/** It starts a version of the agent that is on its machine, and not in this checkout. */
const STARTER = 'agent/src/launch.ts'

/** The file through which other rooms may import a room of the server. */
const DOOR = /^server\/src\/[^/]+\/[^/]+\/service\.ts$/
/** The manifest reads the rows of other rooms. */
const STORE = /^server\/src\/[^/]+\/[^/]+\/(.+\.)?store\.ts$/
/** Places that combine a whole workspace. */
const COMPOSING = /^(contract|server|web|player)\/app$|^server\/testing$/
/** Server tests may import these: they start the server with the sample data. Contract tests may import all of the contract. */
const FOR_SERVER_TESTS = /^server\/(testing|operations\/seed)$/

/** Tests, and files that only tests use: shared suites for several adapters, and generators of values. */
const TEST = /\.test\.tsx?$|\.vitest\.ts$|(^|[/.])(conformance|arbitrary)\.ts$|^server\/src\/testing\//
/** Workspaces without rooms. */
const ONE_PLACE: ReadonlySet<string> = new Set(['playback', 'table-files', 'client'])
/** Packages that are built into the package of their workspace, which has no dependencies. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = { client: ['openapi-fetch'] }
/** Runs in a browser, or must be able to, so it must not use Node. */
const BROWSER = /^(contract|playback|table-files|client|web|player)\/src\//

export type Violation = { file: string; line: number; specifier: string; reason: string }

/** The place of a file: `server/content/items`, `web/features/content/items`, `contract/content`, `player/stage`, `web/app`. */
export function placeOf(file: string): string {
  const [workspace = '', source, ...path] = file.split('/')
  if (source !== 'src') return path.length === 0 && BUILD_FILES.includes(source ?? '') ? file : workspace
  if (ONE_PLACE.has(workspace)) return workspace
  const folders = path.slice(0, -1)
  if (folders.length === 0) return `${workspace}/app`
  const [first, second] = folders
  const depth =
    workspace === 'server' && first !== 'platform' && first !== 'testing'
      ? 2
      : workspace === 'web' && (first === 'features' || first === 'pages')
        ? 3
        : workspace === 'web' && first === 'platform' && second
          ? 2
          : 1
  return [workspace, ...folders.slice(0, depth)].join('/')
}

/** The wing of a place, and the part of the tree that contains it; undefined when it has none. */
function wingOf(place: string): { part: string; wing: number } | undefined {
  const part = [...WITH_WINGS].find((part) => place.startsWith(`${part}/`))
  const wing = part ? WINGS.indexOf(place.slice(part.length + 1).split('/')[0] ?? '') : -1
  return part && wing >= 0 ? { part, wing } : undefined
}

/** The imports that a place may have beside the wings below it; undefined when no rule covers it. */
export function rowOf(place: string): readonly string[] | undefined {
  if (COMPOSING.test(place)) return ['contract', 'playback', place.split('/')[0] ?? '']
  if (ALLOWED[place]) return ALLOWED[place]
  const wing = wingOf(place)
  return wing && ALLOWED[wing.part]
}

function mayImport(from: string, to: string): boolean {
  if (rowOf(from)?.some((entry) => to === entry || to.startsWith(`${entry}/`))) return true
  const [mine, theirs] = [wingOf(from), wingOf(to)]
  if (!mine || mine.part !== theirs?.part || mine.part === 'web/pages') return false
  return theirs.wing <= mine.wing
}

/** The rooms that each room of a wing imports, without tests. */
export function roomImports(tree: Tree): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const [file, source] of tree.files) {
    const from = placeOf(file)
    if (TEST.test(file) || !wingOf(from)) continue
    for (const { specifier } of readImports(file, source).imports) {
      const to = specifier?.startsWith('.') ? placeOf(posix.join(posix.dirname(file), specifier)) : from
      if (to !== from) rooms.set(from, (rooms.get(from) ?? new Set()).add(to))
    }
  }
  return rooms
}

/** Every import that the table, the roles or a package.json forbids. */
export function violationsIn(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const [file, source] of tree.files) {
    const { imports, problem } = readImports(file, source)
    if (problem) violations.push({ file, line: problem.line, specifier: '', reason: problem.message })
    const place = placeOf(file)
    if (!rowOf(place)) violations.push({ file, line: 1, specifier: '', reason: `${place} is not in the table` })
    for (const found of imports) {
      const reason = reasonAgainst(tree, file, found)
      if (reason) violations.push({ file, line: found.line, specifier: found.specifier ?? '…', reason })
    }
  }
  return violations
}

function reasonAgainst(tree: Tree, file: string, found: Import): string | undefined {
  if (found.specifier === undefined) return file === STARTER ? undefined : 'only a literal can be followed'
  const specifier = found.specifier.replace(/[?#].*$/, '')
  if (specifier.startsWith('.')) return reasonAgainstFile(file, posix.join(posix.dirname(file), specifier))
  if (specifier.startsWith('/') || specifier.startsWith('#')) return 'say where it is, from here'
  if (specifier.startsWith('node:')) {
    return BROWSER.test(file) && !TEST.test(file) ? 'there is no Node in a browser' : undefined
  }
  return reasonAgainstPackage(tree, file, specifier, found.kind)
}

function reasonAgainstFile(file: string, target: string): string | undefined {
  // The translations are data: every part reads its own.
  if (target.startsWith('messages/')) return undefined
  const workspace = file.split('/')[0]
  if (file.includes('/') && target.split('/')[0] !== workspace) {
    return 'leaves its workspace by a relative path; import the package'
  }
  if (TEST.test(target) && !TEST.test(file)) return 'only tests may import this'
  const [from, to] = [placeOf(file), placeOf(target)]
  if (from === to) return undefined
  if (TEST.test(file) && (FOR_SERVER_TESTS.test(to) || to.startsWith('contract/'))) return undefined
  if (!mayImport(from, to)) return `${from} may not import ${to}`
  if (workspace !== 'server' || COMPOSING.test(from) || to === 'server/platform') return undefined
  if (DOOR.test(target) || (from === 'server/playout/manifest' && STORE.test(target))) return undefined
  return `${to} is used through its service.ts alone`
}

function reasonAgainstPackage(tree: Tree, file: string, specifier: string, kind: Import['kind']): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const isTest = TEST.test(file)
  const home = file.includes('/') ? (file.split('/')[0] ?? '') : ''
  const workspace = tree.workspaces.get(home)
  const atRoot = tree.workspaces.get('')
  // Code that is bundled or runs in production may use development tools only for types.
  const isTool = isTest || !file.includes('/src/') || kind === 'type'
  const declared = [
    ...(workspace?.dependencies ?? []),
    ...(BUILT_IN[home] ?? []),
    // Examples use the package by its name.
    ...(file.startsWith('client/examples/') ? ['@placard/client'] : []),
    ...(isTool ? (workspace?.devDependencies ?? []) : []),
    ...(isTest ? (atRoot?.devDependencies ?? []) : []),
  ]
  if (!declared.includes(name)) return `${name} is not among the dependencies of this workspace`

  if (name.startsWith('@placard/')) {
    if (specifier !== name) return `only ${name} itself is a door`
    const [from, to] = [placeOf(file), name.slice('@placard/'.length)]
    return rowOf(from)?.includes(to) ? undefined : `${from} may not import ${to}`
  }
  const beside = file.replace(/\.test(\.tsx?)$/, '$1')
  const role = roles.find(({ packages, only }) => packages.test(name) && !only.test(beside))
  return role ? `only ${role.words} may import this` : undefined
}

if (import.meta.main) {
  const tree = readTree(PROJECT)
  const violations = violationsIn(tree)
  for (const { file, line, specifier, reason } of violations) console.log(`${file}:${line} ${specifier}: ${reason}`)
  const circles = findFileCircles(tree.files)
  for (const circle of circles) console.log(`${circle.join(' → ')}: a circle; move what both need to a file of its own`)
  const rooms = findRoomCircle(roomImports(tree))
  if (rooms) console.log(`${rooms.join(' → ')}: a circle of rooms; move what both need to a room below them`)
  process.exitCode = violations.length + circles.length > 0 || rooms ? 1 : 0
}

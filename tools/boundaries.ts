import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findFileCircles } from './file-circles.ts'
import { type Import, readImports } from './imports.ts'
import { PROJECT } from './project-folder.mjs'

/**
 * The imports that are allowed: change a row in its own commit, with the reason. An area is a workspace or a folder of its `src`;
 * `x/app` is every file directly in the `src` of x (app.ts, main.ts …), `x/*` stands for every area of x. What a row does not
 * name is forbidden, itself aside. Packages are not here: they are each workspace's package.json, narrowed by `roles`.
 */
export const allowed: Record<string, readonly string[]> = {
  contract: [],
  playback: ['contract'],

  'server/platform': ['contract'],
  'server/organisations': ['server/platform', 'contract', 'playback'],
  // A session names the displays that it opens.
  // It tells what its user may do as well, and an invitation lets somebody in.
  'server/accounts': [
    'server/platform',
    // The provider's actions on an account are told to its organisation.
    'server/activity',
    'server/organisations',
    'server/displays',
    'server/people',
    'contract',
    'playback',
  ],
  // Below whatever writes to it.
  'server/activity': ['server/platform', 'contract'],
  // Events for the programs of others: below whatever announces something.
  'server/webhooks': ['server/platform', 'server/activity', 'server/organisations', 'contract'],
  // Transaction, receipt, revisions and log of a command; it knows no feature but the log, and what it announces by.
  'server/commands': ['server/platform', 'server/activity', 'server/webhooks', 'contract'],
  // The contents of displays and playlists: their rows, their bounds, who includes whom.
  'server/programmes': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/media',
    'server/schedules',
    'contract',
    'playback',
  ],
  'server/displays': [
    'server/platform',
    'server/schedules',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/programmes',
    'contract',
    'playback',
  ],
  'server/people': [
    'server/platform',
    'server/activity',
    'server/organisations',
    'server/displays',
    'contract',
    'playback',
  ],
  'server/tokens': [
    'server/platform',
    'server/activity',
    'server/organisations',
    'server/displays',
    'contract',
    'playback',
  ],
  // Asks each feature that keeps something of a display to forget it.
  'server/removal': [
    'server/platform',
    'server/alerts',
    'server/displays',
    'server/people',
    'server/programmes',
    'server/take-overs',
    'server/screens',
    'server/tokens',
    'server/webhooks',
    'contract',
  ],
  'server/documentation': ['server/platform', 'contract'],
  // The provider's: what there is of everybody's.
  'server/console': [
    'server/platform',
    'server/organisations',
    'server/displays',
    'server/people',
    'server/activity',
    'server/playlists',
    'server/removal',
    'server/media',
    'server/uploads',
    'contract',
    'playback',
  ],
  // Stored files. What they and the log may come to is an organisation's quota.
  'server/media': ['server/platform', 'server/activity', 'server/organisations', 'contract'],
  // Transfers, which end as stored files; for whom there is room.
  'server/uploads': ['server/platform', 'server/organisations', 'server/media', 'contract'],
  // How schedules are stored, and the clocks that they go by.
  'server/schedules': ['server/platform', 'contract', 'playback'],
  // Proposals of people without an account; approved, one is added as an item is.
  'server/proposals': [
    'server/platform',
    'server/activity',
    'server/brand',
    'server/items',
    'server/media',
    'server/organisations',
    'server/people',
    'server/programmes',
    'server/schedules',
    'server/uploads',
    'server/webhooks',
    'contract',
    'playback',
  ],
  'server/items': [
    'server/platform',
    'server/activity',
    'server/media',
    'server/programmes',
    'server/schedules',
    'contract',
  ],
  'server/lines': ['server/platform', 'server/activity', 'server/programmes', 'server/schedules', 'contract'],
  // Reads them, and tells the displays that show one. What is kept of a feed is read by the programmes themselves.
  'server/feeds': [
    'server/platform',
    'server/commands',
    'server/programmes',
    'server/schedules',
    'contract',
    'playback',
  ],
  // Playlists as such; what they hold goes through items and lines.
  'server/playlists': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/media',
    'server/programmes',
    'server/schedules',
    'contract',
  ],
  // Playlists that come from elsewhere whole, and what is written down of it.
  'server/move-ins': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/items',
    'server/media',
    'server/playlists',
    'server/programmes',
    'contract',
  ],
  // Files whose pages are files. The tests hold that the dashboard plays what the manifest says.
  'server/decks': ['server/platform', 'server/commands', 'server/media', 'contract', 'playback'],
  // The stored files as people see them, and what becomes of all that shows one.
  'server/library': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/media',
    'server/programmes',
    'contract',
  ],
  // Reads the log, and puts what programmes hold as it was.
  'server/history': [
    'server/platform',
    'server/activity',
    'server/accounts',
    'server/commands',
    'server/media',
    'server/programmes',
    // Looking back: the manifest of before, by the clock of the display.
    'server/manifest',
    'server/schedules',
    'playback',
    // The tests make the history that they look back on.
    'server/displays',
    'server/items',
    'server/lines',
    'contract',
  ],
  // An organisation's colour and logo: a change of every display that draws with them.
  'server/web-pages': ['server/platform', 'contract'],
  'server/brand': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/organisations',
    'server/media',
    'server/programmes',
    'contract',
  ],
  // The content that is shown before everything else: a change of every display that it is on.
  'server/take-overs': [
    'server/platform',
    'server/activity',
    'server/commands',
    'server/displays',
    'server/organisations',
    'server/media',
    'server/programmes',
    'server/webhooks',
    'contract',
  ],
  // The reader of everything that a player needs.
  'server/manifest': [
    'server/platform',
    'server/take-overs',
    'server/brand',
    'server/programmes',
    'server/schedules',
    'contract',
    'playback',
  ],
  // The hub sends whole manifests, so it asks for them.
  'server/live': ['server/platform', 'server/programmes', 'server/manifest', 'contract', 'playback'],
  // Counts who listens.
  'server/watching': ['server/platform', 'server/live', 'contract'],
  // Sums of what screens told, by the clocks of their displays; the log knows the items that are gone.
  'server/plays': ['server/platform', 'server/displays', 'server/schedules', 'contract', 'playback'],
  // The feature that lets screens in, and tells them what to do.
  'server/pairing': [
    'server/platform',
    'server/activity',
    'server/organisations',
    'server/displays',
    'server/screens',
    'contract',
  ],
  // The facts that advice on a programme goes by; the rules are the playback's.
  'server/advice': ['server/platform', 'server/programmes', 'contract', 'playback'],
  // Everything that a display shows, to read: by its manifest's rules, with the words on its files.
  'server/twin': ['server/platform', 'server/manifest', 'server/displays', 'server/plays', 'contract', 'playback'],
  // Screens are no alarm outside of the opening hours, which are a schedule.
  'server/screens': ['server/platform', 'server/displays', 'server/schedules', 'contract', 'playback'],
  // Incidents of screens that have a name, and who is told of them.
  'server/alerts': [
    'server/platform',
    'server/displays',
    'server/organisations',
    'server/screens',
    'server/webhooks',
    'contract',
    // Of the screens' opening hours.
    'playback',
  ],
  // The first data, and data from elsewhere, go in through the same doors as everybody's.
  'server/seed': [
    'server/platform',
    'server/activity',
    'server/accounts',
    'server/brand',
    // Takes a demonstration away again.
    'server/console',
    'server/organisations',
    'server/displays',
    'server/items',
    'server/lines',
    'server/media',
    'server/playlists',
    'server/proposals',
    'server/take-overs',
    'contract',
    'playback',
  ],
  // The first account with what it owns, and the sample in it.
  'server/setup': [
    'server/platform',
    'server/accounts',
    'server/organisations',
    'server/displays',
    'server/seed',
    'contract',
    'playback',
  ],
  'server/legacy-import': [
    'server/platform',
    'server/activity',
    'server/accounts',
    'server/organisations',
    'server/displays',
    'server/items',
    'server/lines',
    'server/programmes',
    'contract',
    'playback',
  ],
  // Everything there is, as rows and files: it knows no feature but how stored files are called.
  'server/backup': ['server/platform', 'server/media', 'server/screens', 'contract', 'playback'],
  // The operator's commands: through the same doors, in another process.
  'server/cli': [
    'server/platform',
    'server/backup',
    // Says that it was the provider, at the server itself.
    'server/activity',
    'server/accounts',
    'server/organisations',
    'server/displays',
    'server/console',
    'server/legacy-import',
    'server/seed',
    'server/setup',
    // It checks that pictures can be made, and whose the stored files are.
    'server/media',
    'contract',
  ],
  // Starts the whole product for tests; nothing but tests may import it.
  'server/testing': ['server/*', 'contract', 'playback'],
  'server/app': ['server/*', 'contract', 'playback'],

  // Listening to something that happens, and waiting for it: below all that something happens in.
  'web/signal': [],
  // Fields that several forms have know what an id and a role are.
  'web/ui': ['web/signal', 'contract'],
  'web/api': ['web/signal', 'contract'],
  // One form for all: what was typed, judged by the contract, sent by a call, and its problems in words.
  'web/form': ['web/signal', 'web/ui', 'web/api', 'contract'],
  'web/features/*': ['web/signal', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // Items and lines are ordered lists of the same kind, which say when they are on.
  'web/features/entries': ['web/features/schedule', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // A display's opening hours are typed like a schedule.
  'web/features/displays': ['web/features/schedule', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // Why something is on or not: by its schedule, and by what screens report. It stands on the cards of items and lines.
  'web/features/why': [
    'web/signal',
    'web/features/schedule',
    'web/features/screens',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // Its loop is what is on by schedules.
  'web/features/loop-health': ['web/features/schedule', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // The editor shows an edit on the player before it is saved.
  'web/features/items': [
    'web/signal',
    'web/features/advice',
    'web/features/entries',
    'web/features/preview',
    'web/features/schedule',
    // Which of them cannot play a film.
    'web/features/screens',
    'web/features/why',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // Files are uploaded here, and what the library does to displays is undone as it is there.
  'web/features/library': [
    'web/features/advice',
    'web/features/entries',
    'web/features/uploads',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // Content from other products goes into the library, by the way of every upload.
  'web/features/moving': [
    'web/signal',
    'web/features/decks',
    'web/features/library',
    'web/features/uploads',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // Notices are drawn as on the cards.
  // The screens are taken over with words drawn as notices, and with stored files.
  'web/features/take-overs': [
    'web/features/items',
    'web/features/library',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
  ],
  'web/features/brand': ['web/features/items', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // A notice is an item, and a line may become one and back.
  'web/features/notices': [
    'web/features/advice',
    'web/features/entries',
    'web/features/items',
    'web/features/lines',
    'web/features/preview',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // A proposal is written, chosen and read as an added item is, and seen on the same glass.
  'web/features/proposals': [
    'web/features/decks',
    'web/features/items',
    'web/features/notices',
    'web/features/preview',
    'web/features/uploads',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // A deck is an item, and its pages are uploaded.
  'web/features/decks': [
    'web/features/advice',
    'web/features/items',
    'web/features/uploads',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // A web page is an item, seen on the player before it is there.
  'web/features/feeds': ['web/features/items', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  'web/features/web-pages': [
    'web/features/items',
    'web/features/preview',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  'web/features/lines': [
    'web/features/advice',
    'web/features/entries',
    'web/features/preview',
    'web/features/schedule',
    'web/features/why',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // An inclusion is an item, with a schedule.
  'web/features/playlists': [
    'web/features/entries',
    'web/features/items',
    'web/features/schedule',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  // Screens are spoken of in the same words.
  'web/features/alerts': ['web/features/screens', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  'web/features/webhooks': ['web/features/screens', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  'web/landing': ['web/ui', 'contract'],
  // The frame that pages stand in: bar, session, uploads that go on from page to page.
  'web/shell': ['web/ui', 'web/api', 'web/features/*', 'contract', 'playback'],
  // The page of a programme, for the pages of displays and of playlists.
  'web/programme': ['web/shell', 'web/features/*', 'web/form', 'web/ui', 'web/api', 'contract', 'playback'],
  // Features meet here; no page knows another.
  'web/pages/*': [
    'web/programme',
    'web/shell',
    'web/features/*',
    'web/form',
    'web/ui',
    'web/api',
    'contract',
    'playback',
  ],
  'web/app': ['web/*', 'contract', 'playback'],
  // The document has words in it.
  'web/vite.config.ts': ['web/chunks.ts', 'web/pdf-files.ts', 'web/ui', 'web/shell', 'contract'],
  // How the build cuts the application; it runs no part of it.
  'web/chunks.ts': [],
  'web/pdf-files.ts': [],

  // The browser's page: its address, its life, its clock's limits. It knows nothing of signage.
  'player/page': ['contract'],
  // Waiting for what comes from elsewhere, and a look at it before it is believed.
  'player/read': [],
  'player/engine': ['playback', 'contract'],
  'player/cache': ['player/page', 'player/read', 'contract'],
  'player/sync': ['player/page', 'player/read', 'player/cache', 'contract'],
  'player/reports': ['player/page', 'player/read', 'player/cache', 'contract'],
  // The painted items, against the plan that all screens go by.
  'player/plays': [
    'player/page',
    'player/read',
    'player/engine',
    'player/sync',
    'player/reports',
    'playback',
    'contract',
  ],
  'player/stage': ['player/read', 'player/engine', 'player/cache', 'playback', 'contract'],
  'player/sw': ['player/page', 'player/read', 'player/cache'],
  // Ties the rooms together into one screen: what it keeps, what watches it, what it reports.
  'player/screen': [
    'player/page',
    'player/read',
    'player/engine',
    'player/cache',
    'player/sync',
    'player/plays',
    'player/reports',
    'player/stage',
    'player/sw',
    'contract',
    'playback',
  ],
  'player/app': ['player/*', 'contract', 'playback'],
  'player/vite.config.ts': [],
  'server/vite.config.ts': [],

  // They know the running product, not its code.
  // Fleets of screens without browsers follow their display as the player does.
  e2e: ['contract', 'player'],
  bench: ['contract', 'playback', 'player'],
  tools: ['contract'],
  'vitest.config.ts': ['tools'],
}

type Role = {
  /** The packages that the rule is about. */
  packages: RegExp
  /** The files that may import them. A test may import what the file beside it may. */
  only: RegExp
  /** For people, after "only … may import this". */
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
    only: /^server\/src\/accounts\/single-sign-on\//,
    words: 'server/src/people/accounts/single-sign-on',
  },
]

/** Files beside `src` by which a workspace is built. */
const BUILD_FILES: readonly string[] = ['vite.config.ts', 'chunks.ts', 'pdf-files.ts']

/** The door by which a feature may be entered from another one. */
const DOOR = /^server\/src\/[^/]+\/service\.ts$/
const STORE = /^server\/src\/[^/]+\/(.+\.)?store\.ts$/
/** An area that a feature uses without a door: it is below the features. */
const BELOW_FEATURES = 'server/platform'
const COMPOSING = new Set(['server/app', 'server/testing'])
/** Tests of the server start it, and begin with the sample data. */
const FOR_SERVER_TESTS = new Set(['server/testing', 'server/seed'])

/** Tests, and what only tests use: suites for several adapters, generators of values. */
const TEST = /\.test\.tsx?$|\.vitest\.ts$|(^|[/.])(conformance|arbitrary)\.ts$|^server\/src\/testing\//
/** Runs in a browser, or must be able to: no Node there. */
const BROWSER = /^(contract|playback|web|player)\/src\//

export type Workspace = { dependencies: readonly string[]; devDependencies: readonly string[] }

export type Tree = {
  /** Source by path from the root of the checkout, with / between its parts. */
  files: ReadonlyMap<string, string>
  /** By folder; '' is the root. */
  workspaces: ReadonlyMap<string, Workspace>
}

export type Violation = { file: string; line: number; specifier: string; reason: string }

/** The area that a file lies in, for instance `server/items` or `player/app`. */
export function areaOf(file: string): string {
  const [workspace = '', ...rest] = file.split('/')
  if (rest[0] !== 'src') return rest.length === 1 && BUILD_FILES.includes(rest[0] ?? '') ? file : workspace
  const [first = '', second] = rest.slice(1)
  if (workspace === 'contract' || workspace === 'playback') return workspace
  if (second === undefined) return `${workspace}/app`
  return first === 'features' || first === 'pages' ? `${workspace}/${first}/${second}` : `${workspace}/${first}`
}

/** The row of an area, or undefined when the table does not know it. */
export function rowOf(area: string): readonly string[] | undefined {
  return allowed[area] ?? allowed[`${posix.dirname(area)}/*`]
}

function covers(row: readonly string[], area: string): boolean {
  return row.some((entry) => (entry.endsWith('/*') ? area.startsWith(entry.slice(0, -1)) : entry === area))
}

/** A chain of areas that ends where it began, or undefined when the table has none. Rows that compose are left out. */
export function findCircle(table: Record<string, readonly string[]>): string[] | undefined {
  const visit = (area: string, path: string[]): string[] | undefined => {
    if (path.includes(area)) return [...path.slice(path.indexOf(area)), area]
    for (const next of table[area] ?? []) {
      const circle = visit(next, [...path, area])
      if (circle) return circle
    }
    return undefined
  }
  for (const area of Object.keys(table)) {
    const circle = visit(area, [])
    if (circle) return circle
  }
  return undefined
}

/** Every import that the table, the roles or a package.json does not allow. */
export function violationsIn(tree: Tree): Violation[] {
  const violations: Violation[] = []
  for (const [file, source] of tree.files) {
    const { imports, problem } = readImports(file, source)
    if (problem) violations.push({ file, line: problem.line, specifier: '', reason: problem.message })
    const area = areaOf(file)
    if (!rowOf(area)) violations.push({ file, line: 1, specifier: '', reason: `${area} is not in the table` })
    for (const found of imports) {
      const reason = reasonAgainst(tree, file, found)
      if (reason) violations.push({ file, line: found.line, specifier: found.specifier ?? '…', reason })
    }
  }
  return violations
}

function reasonAgainst(tree: Tree, file: string, found: Import): string | undefined {
  if (found.specifier === undefined) return 'only a literal can be followed'
  const specifier = found.specifier.replace(/[?#].*$/, '')
  if (specifier.startsWith('.')) return reasonAgainstFile(file, posix.join(posix.dirname(file), specifier))
  if (specifier.startsWith('/') || specifier.startsWith('#')) return 'say where it is, from here'
  if (specifier.startsWith('node:')) {
    return BROWSER.test(file) && !TEST.test(file) ? 'there is no Node in a browser' : undefined
  }
  return reasonAgainstPackage(tree, file, specifier, found.kind)
}

function reasonAgainstFile(file: string, target: string): string | undefined {
  const workspace = file.split('/')[0]
  if (file.includes('/') && target.split('/')[0] !== workspace) {
    return 'leaves its workspace by a relative path; import the package'
  }
  if (TEST.test(target) && !TEST.test(file)) return 'only tests may import this'
  const [from, to] = [areaOf(file), areaOf(target)]
  if (from === to) return undefined
  if (TEST.test(file) && FOR_SERVER_TESTS.has(to)) return undefined
  if (!covers(rowOf(from) ?? [], to)) return `${from} may not import ${to}`
  if (!from.startsWith('server/') || COMPOSING.has(from) || to === BELOW_FEATURES) return undefined
  if (DOOR.test(target) || (from === 'server/manifest' && STORE.test(target))) return undefined
  return `${to} is used through its service.ts alone`
}

function reasonAgainstPackage(tree: Tree, file: string, specifier: string, kind: Import['kind']): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const isTest = TEST.test(file)
  const workspace = tree.workspaces.get(file.includes('/') ? (file.split('/')[0] ?? '') : '')
  const atRoot = tree.workspaces.get('')
  // Code that is bundled or runs in production may lean on the tools of development for types alone.
  const isTool = isTest || !file.includes('/src/') || kind === 'type'
  const declared = [
    ...(workspace?.dependencies ?? []),
    ...(isTool ? (workspace?.devDependencies ?? []) : []),
    ...(isTest ? (atRoot?.devDependencies ?? []) : []),
  ]
  if (!declared.includes(name)) return `${name} is not among the dependencies of this workspace`

  if (name.startsWith('@placard/')) {
    if (specifier !== name) return `only ${name} itself is a door`
    const [from, to] = [areaOf(file), name.slice('@placard/'.length)]
    return from === to || covers(rowOf(from) ?? [], to) ? undefined : `${from} may not import ${to}`
  }
  const beside = file.replace(/\.test(\.tsx?)$/, '$1')
  const role = roles.find(({ packages, only }) => packages.test(name) && !only.test(beside))
  return role ? `only ${role.words} may import this` : undefined
}

const SOURCE = /\.(ts|tsx|mts|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist', 'public', 'data', 'samples', 'results', 'test-results'])

function sourcesIn(project: string, folder: string): string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) || entry.name.startsWith('.') ? [] : sourcesIn(project, path)
    }
    return SOURCE.test(entry.name) ? [path] : []
  })
}

/** The workspaces of a checkout with every source in them. */
export function readTree(project: string): Tree {
  const root = readWorkspace(project, '')
  const folders = root.workspaces.filter((folder) => existsSync(join(project, folder, 'package.json')))
  const files = [...folders.flatMap((folder) => sourcesIn(project, folder)), 'vitest.config.ts']
  return {
    files: new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')])),
    workspaces: new Map(['', ...folders].map((folder) => [folder, readWorkspace(project, folder)])),
  }
}

type PackageJson = {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function readWorkspace(project: string, folder: string): Workspace & { workspaces: string[] } {
  const manifest: PackageJson = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8'))
  return {
    workspaces: manifest.workspaces ?? [],
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
  }
}

if (import.meta.main) {
  const tree = readTree(PROJECT)
  const violations = violationsIn(tree)
  for (const { file, line, specifier, reason } of violations) console.log(`${file}:${line} ${specifier}: ${reason}`)
  const circles = findFileCircles(tree.files)
  for (const circle of circles) console.log(`${circle.join(' → ')}: a circle; move what both need to a file of its own`)
  process.exitCode = violations.length + circles.length > 0 ? 1 : 0
}

// The wings, what each place may import, and the exceptions. boundaries.ts checks the imports against them.

/**
 * The wings of contract, server, web/features and web/pages, from the bottom up. A wing may import itself and the wings
 * before it. Its rooms must not import one another in a circle.
 */
export const WINGS: readonly string[] = ['platform', 'content', 'people', 'screens', 'playout', 'operations']
export const WITH_WINGS = new Set(['contract', 'server', 'web/features', 'web/pages'])

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
  'agent/settings': ['agent/machine'],
  // A program of its own, which runs as root.
  'agent/setup': ['agent/settings', 'agent/machine', 'agent/launcher'],
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

export const ROLES: readonly Role[] = [
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
export const BUILD_FILES: readonly string[] = [
  'vite.config.ts',
  'chunks.ts',
  'pdf-files.ts',
  'words.ts',
  'words.test.ts',
]

/** It starts a version of the agent that is on its machine, and not in this checkout. */
export const STARTER = 'agent/src/launch.ts'

/** The file through which other rooms may import a room of the server. */
export const DOOR = /^server\/src\/[^/]+\/[^/]+\/service\.ts$/
/** The manifest reads the rows of other rooms. */
export const STORE = /^server\/src\/[^/]+\/[^/]+\/(.+\.)?store\.ts$/
/** Places that combine a whole workspace. */
export const COMPOSING = /^(contract|server|web|player)\/app$|^server\/testing$/
/** Server tests may import these: they start the server with the sample data. Contract tests may import all of the contract. */
export const FOR_SERVER_TESTS = /^server\/(testing|operations\/seed)$/

/** Tests, and files that only tests use: shared suites for several adapters, and generators of values. */
export const TEST = /\.test\.tsx?$|\.vitest\.ts$|(^|[/.])(conformance|arbitrary)\.ts$|^server\/src\/testing\//
/** Workspaces without rooms. */
export const ONE_PLACE: ReadonlySet<string> = new Set(['playback', 'table-files', 'client'])
/** Packages that are built into the package of their workspace, which has no dependencies. */
export const BUILT_IN: Readonly<Record<string, readonly string[]>> = { client: ['openapi-fetch'] }
/** Runs in a browser, or must be able to, so it must not use Node. */
export const BROWSER = /^(contract|playback|table-files|client|web|player)\/src\//

import type { Plugin, Rolldown } from 'vite'

/**
 * The chunks of the build. By default the bundler makes a file for every set of modules that the same parts share: more than a
 * hundred, each of which is a request. Here a module belongs to the first of these layers that needs it.
 */
const LAYERS = [
  /** Used by the landing page and the application. */
  'base',
  /** Used by every page of the application. */
  'app',
  /** Used by both pages that people enter by. */
  'entered',
  'sign-in',
  'dashboard',
  /** Loaded by these pages when they are idle: dialogs, and the page that people open next. */
  'soon',
  /** Rendered by a page only once it is complete and idle. */
  'patient',
] as const
type Layer = (typeof LAYERS)[number]

/** The entry modules of the layers, by the end of their ids. They stay separate files, because the document names their scripts. */
const ROOTS = {
  landing: '/web/index.html',
  app: '/web/app.html',
  'sign-in': '/pages/people/sign-in/login.tsx',
  dashboard: '/pages/playout/dashboard/dashboard.tsx',
}
type Root = keyof typeof ROOTS

/**
 * Shared packages, each with the single entry module that imports go through. A module behind the entry belongs to the importers of its
 * names. The entry itself imports the whole package, so that the first page would need all of it otherwise.
 */
const DOORS: Record<string, string> = {
  '@placard/contract': '/contract/src/index.ts',
  '@placard/playback': '/playback/src/index.ts',
  '@placard/table-files': '/table-files/src/index.ts',
  '@mantine/core': '/@mantine/core/esm/index.mjs',
  '@tanstack/react-query': '/@tanstack/react-query/build/modern/index.js',
  '@tanstack/query-core': '/@tanstack/query-core/build/modern/index.js',
}

/** Matches imported or re-exported names and their source. */
const NAMED = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

/** Matches `lazyDialog(() => import('./a.tsx'))` and `lazyPage(…, { ahead: true })`, which are loaded when the page is idle. `words.ts` wraps the import. */
const LAZY =
  /lazy(Dialog|Page)\(\s*\(\)\s*=>\s*(?:withWords\(\[[^\]]*\],\s*)?import\(\s*["'`]([^"'`]+)["'`]\s*\)\)?\s*(?:,\s*(\{[^}]*\}|\w+))?\s*\)/g

/** @returns a plugin that analyses the modules, and their chunks; the bundler decides about all other modules */
export function createLayers(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  const layers = new Map<string, Layer>()
  return {
    plugin: {
      name: 'placard-layers',
      apply: 'build',
      buildEnd() {
        const infoOf = (id: string) => this.getModuleInfo(id)
        const ids = Array.from(this.getModuleIds())
        const rootIds = Object.fromEntries(
          Object.entries(ROOTS).map(([root, end]) => [root, ids.find((id) => id.endsWith(end))]),
        ) as Record<Root, string | undefined>
        const roots = new Set(Object.values(rootIds))
        const from = (id: string | undefined) => reached(id === undefined ? [] : [id], infoOf)
        const [landing, app, signIn, dashboard] = [
          from(rootIds.landing),
          from(rootIds.app),
          from(rootIds['sign-in']),
          from(rootIds.dashboard),
        ]
        const soon = reachedSoon([...app, ...signIn, ...dashboard], infoOf, roots)
        const patient = reached(
          [...dashboard].flatMap((id) => partsOf(id, infoOf, isPatient)),
          infoOf,
        )
        for (const id of ids) {
          if (roots.has(id)) continue
          if (app.has(id)) layers.set(id, landing.has(id) ? 'base' : 'app')
          else if (landing.has(id)) continue
          else if (signIn.has(id)) layers.set(id, dashboard.has(id) ? 'entered' : 'sign-in')
          else if (dashboard.has(id)) layers.set(id, 'dashboard')
          else if (soon.has(id)) layers.set(id, 'soon')
          else if (patient.has(id)) layers.set(id, 'patient')
        }
      },
    },
    // A group also contains the imports of its modules, unless an earlier group has them.
    groups: LAYERS.map((name, index) => ({
      name,
      test: (id) => layers.get(id) === name,
      priority: LAYERS.length - index,
    })),
  }
}

type InfoOf = (id: string) => Rolldown.ModuleInfo | null

/** The given modules and everything that they import statically, directly or not. */
function reached(ids: readonly string[], infoOf: InfoOf): Set<string> {
  const found = new Set(ids)
  for (const id of found) for (const next of importsOf(id, infoOf)) found.add(next)
  return found
}

/** The modules that a module needs at once. For a package with an entry, only those that export the imported names. */
function importsOf(id: string, infoOf: InfoOf): string[] {
  const info = infoOf(id)
  const named = Array.from(info?.code?.matchAll(NAMED) ?? [])
  return (info?.importedIds ?? []).flatMap((next) => {
    const part = doorTo(next)
    if (part === undefined) return [next]
    return exporting(
      next,
      new Set(named.flatMap(([, list = '', from]) => (from === part ? namesIn(list) : []))),
      infoOf,
    )
  })
}

/** The modules behind an entry that export the given names. An entry may lead to another one. */
function exporting(door: string, names: ReadonlySet<string>, infoOf: InfoOf): string[] {
  return (infoOf(door)?.importedIds ?? [])
    .filter((id) => infoOf(id)?.exports.some((name) => names.has(name)))
    .flatMap((id) => (doorTo(id) === undefined ? [id] : exporting(id, names, infoOf)))
}

function doorTo(id: string): string | undefined {
  return Object.keys(DOORS).find((name) => id.endsWith(DOORS[name] as string))
}

function namesIn(list: string): string[] {
  return list.split(',').map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')
}

/** All modules that the given modules load when they are idle, and that those load then. */
function reachedSoon(from: readonly string[], infoOf: InfoOf, roots: ReadonlySet<string | undefined>): Set<string> {
  const soon = new Set<string>()
  const looked = new Set(from)
  for (const id of looked) {
    const parts = partsOf(id, infoOf, isAhead).filter((part) => !roots.has(part))
    for (const one of reached(parts, infoOf)) {
      soon.add(one)
      looked.add(one)
    }
  }
  return soon
}

type Kind = 'Dialog' | 'Page'

const isAhead = (kind: Kind, options: string) =>
  kind === 'Page' ? options.includes('ahead: true') : !/ahead: false|WHEN_ASKED/.test(options)
const isPatient = (_: Kind, options: string) => options.includes('patient: true')

/** The lazy parts that a module loads with options that match. */
function partsOf(id: string, infoOf: InfoOf, are: (kind: Kind, options: string) => boolean): string[] {
  const info = infoOf(id)
  const dynamic = info?.dynamicallyImportedIds ?? []
  if (dynamic.length === 0) return []
  return Array.from(info?.code?.matchAll(LAZY) ?? []).flatMap(([, kind, path = '', options = '']) => {
    return are(kind as Kind, options) ? dynamic.filter((part) => part.endsWith(path.replace(/^(\.\.?\/)+/, '/'))) : []
  })
}

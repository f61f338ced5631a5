import { posix } from 'node:path'
import {
  ALLOWED,
  BROWSER,
  BUILD_FILES,
  BUILT_IN,
  COMPOSING,
  DOOR,
  FOR_SERVER_TESTS,
  ONE_PLACE,
  ROLES,
  STARTER,
  STORE,
  TEST,
  WINGS,
  WITH_WINGS,
} from './boundary-rules.ts'
import { findFileCircles, findRoomCircle } from './file-circles.ts'
import { type Import, readImports } from './imports.ts'
import { PROJECT } from './project-folder.mjs'
import { readTree, type Tree } from './read-tree.ts'

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
  const role = ROLES.find(({ packages, only }) => packages.test(name) && !only.test(beside))
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

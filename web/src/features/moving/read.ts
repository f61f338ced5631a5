import {
  MAX_ITEMS_PER_DISPLAY,
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_PATH_CHARACTERS,
  type MoveInKind,
} from '@placard/contract'
import { kindOf } from '../uploads/file-kind.ts'
import { titleOfFile } from '../uploads/title-of-file.ts'
import { openFolder, type Placed } from './archives/folder.ts'
import { sayable } from './archives/names.ts'
import {
  baseOf,
  type Entry,
  extensionOf,
  folderOf,
  type LeftOut,
  readSmall,
  type Source,
  type Taken,
} from './archives/source.ts'
import type { FileSort, Plan, PlannedEntry, PlannedFile, PlannedPlaylist, Remark } from './plan.ts'
import { ANTHIAS_TABLE, type Asset, isAsset, isAssetList, readAssets } from './products/anthias.ts'
import { DatabaseProblem, isDatabase, readTable } from './products/sqlite.ts'
import { titleFrom } from './products/values.ts'
import { filesOf, readLayout } from './products/xibo.ts'
import { UnreadableSource, why } from './reasons.ts'

/** What somebody dropped or chose. */
export type Brought = {
  /** Of the folder, or of the one file. */
  name: string
  files: readonly Placed[]
}

export type Around = {
  /** Milliseconds since 1970. */
  now: number
  /** By whose clock the moments of others are written. */
  timeZone: string
  signal: AbortSignal
}

/** A plan, and the way to its files. */
export type ReadPlan = { plan: Plan; take: (wanted: ReadonlySet<string>, signal: AbortSignal) => AsyncGenerator<Taken> }

const SORTS: Record<FileSort, readonly string[]> = {
  picture: ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'webp', 'bmp', 'svg', 'heic', 'heif', 'avif', 'tif', 'tiff'],
  film: ['mp4', 'm4v', 'mov', 'mkv', 'avi', 'webm', 'mpg', 'mpeg', 'wmv', 'ts', 'm2ts', '3gp', 'flv', 'ogv'],
  document: ['pdf'],
}
const OFFICE = new Set([
  'doc',
  'docx',
  'ppt',
  'pptx',
  'xls',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'key',
  'pages',
  'pps',
  'ppsx',
])
const ARCHIVES = new Set(['zip', 'tar', 'gz', 'tgz'])
const OTHER_ARCHIVES = new Set(['7z', 'rar', 'bz2', 'xz', 'zst', 'iso'])
const DATABASES = new Set(['db', 'sqlite', 'sqlite3'])
const MOST_DATABASE_BYTES = 64 * 2 ** 20
const MOST_DOCUMENT_BYTES = 16 * 2 ** 20
/** As people count: 2 before 10. */
const NATURAL = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Reads what somebody brought: what there is, and what of it can come. Nothing is sent, and nothing is unpacked but what tells of the
 * rest.
 *
 * @throws UnreadableSource: of the one thing that was brought nothing can be read. An abort throws its reason
 */
export async function readBrought({ name, files }: Brought, around: Around): Promise<ReadPlan> {
  if (files.length === 0) throw new UnreadableSource('empty')
  const plain = files.filter(({ path }) => !ARCHIVES.has(extensionOf(path)))
  const packed = files.filter(({ path }) => ARCHIVES.has(extensionOf(path)))
  const sources = new Map<string, Source>()
  const left: LeftOut[] = []
  if (plain.length > 0) sources.set('', openFolder(name, plain))
  for (const { path, file } of packed) {
    try {
      sources.set(nameAmong(sources, path), await openArchive(file, around.signal))
    } catch (error) {
      if (!(error instanceof UnreadableSource)) throw error
      if (files.length === 1) throw error
      left.push({ path: sayable(path), reason: why(error.reason) })
    }
  }
  const parts: Part[] = []
  for (const [prefix, source] of sources) parts.push(await readSource(prefix, source, around))
  const kinds = new Set(parts.flatMap(({ kind }) => (kind === 'files' ? [] : [kind])))
  const remarks: Remark[] = parts.flatMap((part) => part.remarks)
  if (kinds.has('xibo')) remarks.push({ what: 'no-schedules' })
  const plan: Plan = {
    kind: kinds.has('xibo') ? 'xibo' : kinds.has('anthias') ? 'anthias' : 'files',
    isMixed: new Set(parts.map(({ kind }) => kind)).size > 1,
    name: titleFrom(name, '?'),
    files: parts.flatMap((part) => part.files),
    playlists: parts.flatMap((part) => part.playlists).flatMap(cut),
    folders: parts.flatMap((part) => part.folders).flatMap(cut),
    left: numbered([...left, ...parts.flatMap((part) => part.left)]),
    remarks,
    skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  }
  const entries = plan.playlists.flatMap((playlist) => playlist.entries).length
  if (plan.files.length + plan.left.length + entries > MAX_MOVE_IN_ENTRIES) throw new UnreadableSource('too-many')
  return {
    plan,
    async *take(wanted, signal) {
      for (const [prefix, source] of sources) {
        const own = source.entries.filter(({ path }) => wanted.has(inPlan(prefix, path))).map(({ path }) => path)
        if (own.length === 0) continue
        for await (const taken of source.take(new Set(own), signal)) {
          yield { ...taken, path: inPlan(prefix, taken.path) }
        }
      }
    },
  }
}

/** Two that are called alike are two rows of the report. */
function numbered(left: readonly LeftOut[]): LeftOut[] {
  const seen = new Map<string, number>()
  return left.map((one) => {
    const { path } = one
    const count = (seen.get(path) ?? 0) + 1
    seen.set(path, count)
    return { ...one, path: count === 1 ? path : sayable(`${path} (${count})`) }
  })
}

function nameAmong(sources: ReadonlyMap<string, Source>, path: string): string {
  const name = sayable(path).slice(0, 150).toWellFormed()
  let free = name
  for (let count = 2; sources.has(free); count += 1) free = `${name} (${count})`
  return free
}

const inPlan = (prefix: string, path: string) => (prefix === '' ? path : `${prefix}/${path}`)

/** By its first bytes: what a file is called is only a claim. */
async function openArchive(file: File, signal: AbortSignal): Promise<Source> {
  if (file.size === 0) throw new UnreadableSource('empty')
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  } catch (error) {
    throw new UnreadableSource('not-readable', { cause: error })
  }
  if (head[0] === 0x50 && head[1] === 0x4b) return (await import('./archives/zip.ts')).openZip(file, signal)
  return (await import('./archives/tar.ts')).openTar(file, signal)
}

type Part = Omit<Plan, 'name' | 'kind' | 'isMixed'> & { kind: MoveInKind }

/** A list that grows, of one source. */
type Claims = { source: Source; prefix: string; around: Around; claimed: Set<string>; part: Part }

async function readSource(prefix: string, source: Source, around: Around): Promise<Part> {
  const tooLong = source.entries.filter(({ path }) => inPlan(prefix, path).length > MAX_MOVE_IN_PATH_CHARACTERS)
  const part: Part = {
    kind: 'files',
    files: [],
    playlists: [],
    folders: [],
    left: [
      ...source.left.map(({ path, reason }) => ({ path: sayable(inPlan(prefix, path)), reason })),
      ...tooLong.map(({ path }) => ({ path: sayable(inPlan(prefix, path)), reason: why('name-too-long') })),
    ],
    remarks: [],
    skipped: source.skipped,
  }
  const claims: Claims = { source, prefix, around, claimed: new Set(tooLong.map(({ path }) => path)), part }
  await claimXibo(claims)
  await claimAnthias(claims)
  claimPlain(claims)
  return part
}

/** A layout's export: `layout.json` with its list of files beside it. */
async function claimXibo({ source, prefix, around, claimed, part }: Claims): Promise<void> {
  const paths = new Set(source.entries.map(({ path }) => path))
  for (const { path } of source.entries) {
    if (baseOf(path) !== 'layout.json') continue
    const folder = folderOf(path) === '' ? '' : `${folderOf(path)}/`
    if (!paths.has(`${folder}mapping.json`)) continue
    const read = (file: string) => readText(source, folder + file, around.signal)
    const mapping = jsonIn(await read('mapping.json'))
    const documents = {
      layout: jsonIn(await read('layout.json')),
      mapping,
      playlists: jsonIn(await read('playlist.json')),
      xlf: await read('layout.xml'),
    }
    const find = (file: string) =>
      paths.has(`${folder}library/${file}`) ? inPlan(prefix, `${folder}library/${file}`) : undefined
    const layout = readLayout(documents, { ...around, path: inPlan(prefix, folder) || source.name, find })
    const known = new Map<string, string>()
    for (const { file, name } of filesOf(mapping)) known.set(`${folder}library/${file}`, name)
    for (const entry of source.entries) {
      if (!entry.path.startsWith(folder) || claimed.has(entry.path)) continue
      claimed.add(entry.path)
      const name = known.get(entry.path)
      const sort = sortOf(entry)
      if (name === undefined) continue
      if (sort) part.files = [...part.files, fileOf(prefix, entry, sort, name)]
      else
        part.left = [
          ...part.left,
          { path: sayable(inPlan(prefix, entry.path)), reason: reasonFor(entry, prefix !== '') },
        ]
    }
    part.kind = 'xibo'
    part.playlists = [...part.playlists, ...layout.playlists]
    part.left = [...part.left, ...layout.left.map((one) => ({ ...one, isEntry: true as const }))]
    part.remarks = [...part.remarks, ...layout.remarks]
  }
}

/** A backup of Anthias, its database, or the list that its interface gives out; with the files beside it. */
async function claimAnthias({ source, prefix, around, claimed, part }: Claims): Promise<void> {
  const open = source.entries.filter(({ path }) => !claimed.has(path))
  const byName = new Map<string, string>()
  for (const { path } of open) {
    byName.set(baseOf(path), path)
    byName.set(baseOf(path).replace(/\.[a-z0-9]{1,5}$/i, ''), path)
  }
  for (const entry of open) {
    const assets = await assetsIn(source, entry, around.signal)
    if (!assets) continue
    const find = (name: string) => {
      const path = byName.get(name)
      return path === undefined || path === entry.path ? undefined : inPlan(prefix, path)
    }
    const read = readAssets(assets, { ...around, find })
    claimed.add(entry.path)
    const byPath = new Map(open.map((one) => [inPlan(prefix, one.path), one]))
    for (const one of read.entries) {
      const stored = one.what === 'file' ? byPath.get(one.path) : undefined
      if (!stored || claimed.has(stored.path)) continue
      claimed.add(stored.path)
      part.files = [...part.files, fileOf(prefix, stored, sortOf(stored) ?? 'picture', one.title)]
    }
    // Its settings and its log say nothing to a screen.
    for (const { path, size } of open) {
      if (
        !folderOf(path)
          .split('/')
          .some((folder) => folder === '.screenly' || folder === '.anthias')
      )
        continue
      claimed.add(path)
      if (path.endsWith('-wal') && size > 0) part.remarks = [...part.remarks, { what: 'half-written' }]
    }
    part.kind = 'anthias'
    const path = inPlan(prefix, entry.path)
    part.left = [
      ...part.left,
      ...read.left.map((one) => ({ ...one, path: sayable(`Anthias › ${one.path}`), isEntry: true as const })),
    ]
    if (read.entries.length > 0) part.playlists = [...part.playlists, { path, name: 'Anthias', entries: read.entries }]
  }
}

async function assetsIn(source: Source, entry: Entry, signal: AbortSignal): Promise<Asset[] | undefined> {
  const extension = extensionOf(entry.path)
  if (DATABASES.has(extension) && (!entry.head || isDatabase(entry.head))) {
    const bytes = await readSmall(source, entry.path, MOST_DATABASE_BYTES, signal)
    try {
      const rows = bytes && readTable(bytes, ANTHIAS_TABLE)
      return rows?.every(isAsset) ? rows : undefined
    } catch (error) {
      if (!(error instanceof DatabaseProblem || error instanceof RangeError)) throw error
      console.warn('a database cannot be read', error)
      return undefined
    }
  }
  if (extension !== 'json') return undefined
  const list = jsonIn(await readText(source, entry.path, signal))
  return isAssetList(list) ? list : undefined
}

async function readText(source: Source, path: string, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await readSmall(source, path, MOST_DOCUMENT_BYTES, signal)
  return bytes && new TextDecoder().decode(bytes)
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is nobody's: files in folders. */
function claimPlain({ source, prefix, claimed, part }: Claims): void {
  const folders = new Map<string, PlannedFile[]>()
  for (const entry of source.entries) {
    if (claimed.has(entry.path)) continue
    const sort = sortOf(entry)
    if (!sort) {
      part.left = [...part.left, { path: sayable(inPlan(prefix, entry.path)), reason: reasonFor(entry, prefix !== '') }]
      continue
    }
    const file = fileOf(prefix, entry, sort, baseOf(entry.path))
    part.files = [...part.files, file]
    const folder = folderOf(entry.path)
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  // Beside a product's playlists it is what nothing of it showed.
  if (part.kind !== 'files') return
  part.folders = Array.from(folders)
    .sort(([one], [other]) => NATURAL.compare(one, other))
    .map(([folder, files]) => ({
      path: inPlan(prefix, folder) || source.name,
      name: titleFrom(baseOf(folder), titleFrom(source.name.replace(/\.(zip|tar|tgz|gz)$/gi, ''), '?')),
      entries: files
        .toSorted((one, other) => NATURAL.compare(one.path, other.path))
        .map(({ path, name }): PlannedEntry => ({ what: 'file', path, title: name })),
    }))
}

function fileOf(prefix: string, { path, size }: Entry, sort: FileSort, name: string): PlannedFile {
  const titled = titleOfFile(name, '')
  return { path: inPlan(prefix, path), size, sort, name: titled === '' ? titleFrom(baseOf(path), '?') : titled }
}

/** Undefined: nothing that a screen shows. */
function sortOf({ path, size, head }: Entry): FileSort | undefined {
  const extension = extensionOf(path)
  const named = (Object.keys(SORTS) as FileSort[]).find((sort) => SORTS[sort].includes(extension))
  if (named || !head) return named
  switch (kindOf({ name: baseOf(path), type: '', size }, head)) {
    case 'picture':
    case 'heif':
    case 'other-picture':
    case 'svg':
      return 'picture'
    case 'film':
      return 'film'
    case 'pdf':
      return 'document'
    default:
      return undefined
  }
}

function reasonFor({ path }: Entry, isInside: boolean): LeftOut['reason'] {
  const extension = extensionOf(path)
  if (OFFICE.has(extension)) return 'file.document'
  if (isInside && ARCHIVES.has(extension)) return why('nested')
  return OTHER_ARCHIVES.has(extension) ? why('not-readable') : why('not-shown')
}

/** What is more than a playlist holds goes on in the next. */
function cut(playlist: PlannedPlaylist): PlannedPlaylist[] {
  const { path, name, entries } = playlist
  if (entries.length <= MAX_ITEMS_PER_DISPLAY) return [playlist]
  return Array.from({ length: Math.ceil(entries.length / MAX_ITEMS_PER_DISPLAY) }, (_, index) => ({
    path: `${path} (${index + 1})`,
    name: `${name} (${index + 1})`,
    entries: entries.slice(index * MAX_ITEMS_PER_DISPLAY, (index + 1) * MAX_ITEMS_PER_DISPLAY),
  }))
}

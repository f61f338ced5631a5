import {
  MAX_ITEMS_PER_DISPLAY,
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_PATH_CHARACTERS,
  MAX_MOVE_IN_PATHS,
  type MoveInKind,
} from '@placard/contract'
import { parseJson } from '../../../platform/api/parse-json.ts'
import { kindOf, officeKindOf } from '../uploads/file-kind.ts'
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
import type {
  FileSort,
  Plan,
  PlannedEntry,
  PlannedFile,
  PlannedLayout,
  PlannedPlaylist,
  PlannedTable,
  Remark,
} from './plan.ts'
import { ANTHIAS_TABLE, type Asset, isAsset, isAssetList, readAssets } from './products/anthias.ts'
import { DatabaseProblem, isDatabase, readTable } from './products/sqlite.ts'
import { addressIn, titleFrom } from './products/values.ts'
import { noticeOf, shortcutIn, textIn, wordsIn } from './products/words.ts'
import { filesOf, readLayout } from './products/xibo.ts'
import { type Stays, UnreadableSource, why } from './reasons.ts'

/** Files that were dropped or chosen. */
export type Brought = {
  /** The name of the folder, or of the only file. */
  name: string
  files: readonly Placed[]
}

export type Around = {
  /** Milliseconds since 1970. */
  now: number
  /** Times from other products are converted to this time zone. */
  timeZone: string
  signal: AbortSignal
  /** Receives the share that has been read, from 0 to 1. */
  onRead?: (share: number) => void
}

/** A plan, and a function that reads its files. */
export type ReadPlan = { plan: Plan; take: (wanted: ReadonlySet<string>, signal: AbortSignal) => AsyncGenerator<Taken> }

const SORTS: Record<FileSort, readonly string[]> = {
  picture: ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'webp', 'bmp', 'svg', 'heic', 'heif', 'avif', 'tif', 'tiff'],
  film: ['mp4', 'm4v', 'mov', 'mkv', 'avi', 'webm', 'mpg', 'mpeg', 'wmv', 'ts', 'm2ts', '3gp', 'flv', 'ogv'],
  document: ['pdf'],
}
const ARCHIVES = new Set(['zip', 'tar', 'gz', 'tgz'])
const OTHER_ARCHIVES = new Set(['7z', 'rar', 'bz2', 'xz', 'zst', 'iso'])
const DATABASES = new Set(['db', 'sqlite', 'sqlite3'])
const LISTS = new Set(['json'])
/** Texts become entries of their folder's playlist, not files of the library. */
const TEXTS = new Set(['txt', 'text'])
const SHORTCUTS = new Set(['url', 'webloc'])
/** Longer than anybody reads from a screen. */
const MOST_TEXT_BYTES = 64 * 2 ** 10
const MOST_DATABASE_BYTES = 64 * 2 ** 20
const MOST_DOCUMENT_BYTES = 16 * 2 ** 20
/** Natural order: 2 before 10. */
const NATURAL = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Reads a source and determines its content and the parts that can be brought in. Nothing is sent, and only the files that describe the
 * others are unpacked.
 *
 * @throws UnreadableSource if the only source cannot be read. An abort throws its reason
 */
export async function readBrought({ name, files }: Brought, around: Around): Promise<ReadPlan> {
  if (files.length === 0) throw new UnreadableSource('empty')
  const plain = files.filter(({ path }) => !ARCHIVES.has(extensionOf(path)))
  const packed = files.filter(({ path }) => ARCHIVES.has(extensionOf(path)))
  const sources = new Map<string, Source>()
  const left: LeftOut[] = []
  if (plain.length > 0) sources.set('', openFolder(name, plain))
  const packedBytes = packed.reduce((sum, { file }) => sum + file.size, 0)
  let passedBytes = 0
  const onRead = (bytes: number) => {
    passedBytes += bytes
    around.onRead?.(Math.min(1, passedBytes / packedBytes))
  }
  for (const { path, file } of packed) {
    try {
      sources.set(nameAmong(sources, path), await openArchive(file, around.signal, onRead))
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
    ...withOneTableEach(
      parts.flatMap((part) => part.tables),
      parts.flatMap((part) => part.playlists).flatMap(cut),
    ),
    layouts: parts.flatMap((part) => part.layouts),
    folders: parts.flatMap((part) => part.folders).flatMap(cut),
    left: numbered([...left, ...parts.flatMap((part) => part.left)]),
    remarks,
    skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  }
  if (!fitsIntoReport(plan)) throw new UnreadableSource('too-many')
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

/** A data set that several exports contain is one table. */
function withOneTableEach(
  tables: readonly PlannedTable[],
  playlists: readonly PlannedPlaylist[],
): Pick<Plan, 'tables' | 'playlists'> {
  const first = new Map<string, PlannedTable>()
  const kept = new Map<string, string>()
  for (const table of tables) {
    const contents = JSON.stringify([table.name, table.columns, table.rows])
    const same = first.get(contents) ?? table
    first.set(contents, same)
    kept.set(table.path, same.path)
  }
  const withKept = (entry: PlannedEntry): PlannedEntry =>
    entry.what === 'board' ? { ...entry, table: kept.get(entry.table) ?? entry.table } : entry
  return {
    tables: [...first.values()],
    playlists: playlists.map((playlist) => ({ ...playlist, entries: playlist.entries.map(withKept) })),
  }
}

/** True if everything in the plan fits into the report. */
function fitsIntoReport({ files, tables, playlists, folders, left }: Plan): boolean {
  const all = [...playlists, ...folders]
  const rows = [...files, ...left, ...tables, ...all].map(({ path }) => path)
  const titles = all.flatMap(({ name, entries }) =>
    entries.flatMap((entry) => (entry.what === 'file' && !entry.differs ? [] : [`${name} › ${entry.title}`])),
  )
  const letters = [...rows, ...titles].reduce((sum, { length }) => sum + length, 0)
  return rows.length + titles.length <= MAX_MOVE_IN_ENTRIES && letters <= MAX_MOVE_IN_PATHS
}

/** Numbers the rows of the report that have the same name. */
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

/** Detects the archive format by the first bytes: the name may be wrong. */
async function openArchive(file: File, signal: AbortSignal, onRead: (bytes: number) => void): Promise<Source> {
  if (file.size === 0) throw new UnreadableSource('empty')
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  } catch (error) {
    throw new UnreadableSource('not-readable', { cause: error })
  }
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const opened = await (await import('./archives/zip.ts')).openZip(file, signal)
    onRead(file.size)
    return opened
  }
  return (await import('./archives/tar.ts')).openTar(file, signal, onRead)
}

/** The part of a plan that comes from one source. */
type Part = {
  kind: MoveInKind
  files: PlannedFile[]
  tables: PlannedTable[]
  playlists: PlannedPlaylist[]
  layouts: PlannedLayout[]
  folders: PlannedPlaylist[]
  left: LeftOut[]
  remarks: Remark[]
  skipped: number
}

/** The work on one source: each reader claims files and adds to the part. */
type Claims = { source: Source; prefix: string; around: Around; claimed: Set<string>; part: Part }

async function readSource(prefix: string, source: Source, around: Around): Promise<Part> {
  const tooLong = source.entries.filter(({ path }) => inPlan(prefix, path).length > MAX_MOVE_IN_PATH_CHARACTERS)
  const part: Part = {
    kind: 'files',
    files: [],
    tables: [],
    playlists: [],
    layouts: [],
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
  await claimPlain(claims)
  return part
}

const XIBO_DATA_SETS = 'dataSet.json'
const XIBO_DOCUMENTS = [
  'layout.json',
  'mapping.json',
  'playlist.json',
  'nestedPlaylist.json',
  XIBO_DATA_SETS,
  'layout.xml',
] as const

/** Claims exports of Xibo layouts: a `layout.json` with its list of files beside it. */
async function claimXibo({ source, prefix, around, claimed, part }: Claims): Promise<void> {
  const paths = new Set(source.entries.map(({ path }) => path))
  const folders = source.entries
    .filter(({ path }) => baseOf(path) === 'layout.json')
    .map(({ path }) => (folderOf(path) === '' ? '' : `${folderOf(path)}/`))
    .filter((folder) => paths.has(`${folder}mapping.json`))
  const texts = new Map<string, string>()
  const documentsOf = folders.flatMap((folder) => XIBO_DOCUMENTS.map((file) => folder + file))
  for await (const { path, bytes } of readSmall(source, documentsOf, MOST_DOCUMENT_BYTES, around.signal)) {
    texts.set(path, textIn(bytes))
  }
  for (const folder of folders) {
    const [layout, mapping, playlists, nested, dataSets, xlf] = XIBO_DOCUMENTS.map((file) => texts.get(folder + file))
    const documents = {
      layout: parseJson(layout),
      mapping: parseJson(mapping),
      playlists: parseJson(playlists),
      nested: parseJson(nested),
      dataSets: parseJson(dataSets),
      xlf,
    }
    if (paths.has(folder + XIBO_DATA_SETS) && !Array.isArray(documents.dataSets)) {
      const path = sayable(inPlan(prefix, folder + XIBO_DATA_SETS))
      part.left.push({ path, reason: why('data-sets-unread') })
    }
    const find = (file: string) =>
      paths.has(`${folder}library/${file}`) ? inPlan(prefix, `${folder}library/${file}`) : undefined
    const read = readLayout(documents, { ...around, path: inPlan(prefix, folder) || source.name, find })
    const known = new Map<string, string>(
      filesOf(documents.mapping).map(({ file, name }) => [`${folder}library/${file}`, name] as const),
    )
    for (const entry of source.entries) {
      if (!entry.path.startsWith(folder) || claimed.has(entry.path)) continue
      claimed.add(entry.path)
      const name = known.get(entry.path)
      const sort = sortOf(entry)
      if (name === undefined) continue
      if (sort) part.files.push(fileOf(prefix, entry, sort, name))
      else part.left.push(stays(prefix, entry))
    }
    part.kind = 'xibo'
    part.tables.push(...read.tables)
    part.playlists.push(...read.playlists)
    part.layouts.push(...read.layouts)
    part.left.push(...read.left.map((one) => ({ ...one, isEntry: true as const })))
    part.remarks.push(...read.remarks)
  }
}

/** Anthias' own folders: its settings, its database, copies of it. */
const ANTHIAS_OWN = new Set(['.screenly', '.anthias'])
/** Names the version that made the backup. */
const ANTHIAS_MANIFEST = 'anthias-backup.json'

/** Claims a backup of Anthias, its database, or the list that its API returns, with the files beside it. */
async function claimAnthias({ source, prefix, around, claimed, part }: Claims): Promise<void> {
  const open = source.entries.filter(({ path }) => !claimed.has(path))
  const byPath = new Map(open.map((one) => [inPlan(prefix, one.path), one]))
  const byName = new Map<string, string>()
  for (const { path } of open) {
    byName.set(baseOf(path), path)
    byName.set(baseOf(path).replace(/\.[a-z0-9]{1,5}$/i, ''), path)
  }
  for await (const { path: from, assets } of assetsIn(source, open, around.signal)) {
    claimed.add(from)
    if (assets === 'damaged') {
      part.left.push({ path: sayable(inPlan(prefix, from)), reason: why('damaged-database') })
      continue
    }
    const find = (name: string) => {
      const path = byName.get(name)
      return path === undefined || path === from ? undefined : inPlan(prefix, path)
    }
    const read = readAssets(assets, { ...around, find })
    for (const one of read.entries) {
      const stored = one.what === 'file' ? byPath.get(one.path) : undefined
      if (!stored || claimed.has(stored.path)) continue
      claimed.add(stored.path)
      part.files.push(fileOf(prefix, stored, sortOf(stored) ?? 'picture', one.title))
    }
    // Anthias' settings and logs are not for screens.
    for (const { path, size } of open) {
      const isOwn = folderOf(path)
        .split('/')
        .some((folder) => ANTHIAS_OWN.has(folder))
      if (!isOwn && baseOf(path) !== ANTHIAS_MANIFEST) continue
      claimed.add(path)
      if (path.endsWith('-wal') && size > 0) part.remarks.push({ what: 'half-written' })
    }
    part.kind = 'anthias'
    part.left.push(
      ...read.left.map((one) => ({ ...one, path: sayable(`Anthias › ${one.path}`), isEntry: true as const })),
    )
    if (read.entries.length > 0)
      part.playlists.push({ path: inPlan(prefix, from), name: 'Anthias', entries: read.entries })
  }
}

/** The assets of each database and list that has any. `damaged`: the database cannot be read. */
async function* assetsIn(
  source: Source,
  entries: readonly Entry[],
  signal: AbortSignal,
): AsyncGenerator<{ path: string; assets: Asset[] | 'damaged' }> {
  const named = (extensions: ReadonlySet<string>) => entries.filter(({ path }) => extensions.has(extensionOf(path)))
  const databases = named(DATABASES)
    .filter(({ head }) => !head || isDatabase(head))
    .map(({ path }) => path)
  for await (const { path, bytes } of readSmall(source, databases, MOST_DATABASE_BYTES, signal)) {
    const assets = isDatabase(bytes) ? assetsOf(bytes) : undefined
    if (assets) yield { path, assets }
  }
  // A list begins with a bracket. Documents that are known not to begin with one are not read.
  const lists = named(LISTS)
    .filter(({ head }) => !head || /^\s*\[/.test(textIn(head.slice(0, 64))))
    .map(({ path }) => path)
  for await (const { path, bytes } of readSmall(source, lists, MOST_DOCUMENT_BYTES, signal)) {
    const list = parseJson(textIn(bytes))
    if (isAssetList(list)) yield { path, assets: list }
  }
}

function assetsOf(bytes: Uint8Array<ArrayBuffer>): Asset[] | 'damaged' | undefined {
  try {
    const rows = readTable(bytes, ANTHIAS_TABLE)
    return rows?.every(isAsset) ? rows : undefined
  } catch (error) {
    if (!(error instanceof DatabaseProblem || error instanceof RangeError)) throw error
    console.warn('a database cannot be read', error)
    return 'damaged'
  }
}

/** Claims the remaining files in folders, which belong to no product. */
async function claimPlain({ source, prefix, around, claimed, part }: Claims): Promise<void> {
  const open = source.entries.filter(({ path }) => !claimed.has(path))
  // Next to a product's playlists these files were not shown: they are added to the library, but to no playlist.
  const isPlain = part.kind === 'files'
  const words = isPlain ? await wordsAmong(source, open, around.signal) : new Map<string, PlannedEntry | Stays>()
  const folders = new Map<string, { at: string; entry: PlannedEntry }[]>()
  for (const entry of open) {
    const at = inPlan(prefix, entry.path)
    const sort = sortOf(entry)
    const read = words.get(entry.path)
    if (!sort && (read === undefined || typeof read === 'string')) {
      part.left.push(read === undefined ? stays(prefix, entry) : { path: sayable(at), reason: why(read) })
      continue
    }
    const file = sort && fileOf(prefix, entry, sort, baseOf(entry.path))
    if (file) part.files.push(file)
    const shown: PlannedEntry | undefined = file ? { what: 'file', path: at, title: file.name } : (read as PlannedEntry)
    const folder = folders.get(folderOf(entry.path)) ?? []
    folder.push({ at, entry: shown })
    folders.set(folderOf(entry.path), folder)
  }
  if (!isPlain) return
  part.folders = Array.from(folders)
    .sort(([one], [other]) => NATURAL.compare(one, other))
    .map(([folder, all]) => ({
      path: inPlan(prefix, folder) || source.name,
      name: titleFrom(baseOf(folder), titleFrom(source.name.replace(/\.(zip|tar|tgz|gz)$/gi, ''), '?')),
      entries: all.toSorted((one, other) => NATURAL.compare(one.at, other.at)).map(({ entry }) => entry),
    }))
}

/** Reads texts as notices, and shortcuts as web pages. */
async function wordsAmong(
  source: Source,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Map<string, PlannedEntry | Stays>> {
  const found = new Map<string, PlannedEntry | Stays>()
  const candidates = entries
    .map(({ path }) => path)
    .filter((path) => TEXTS.has(extensionOf(path)) || SHORTCUTS.has(extensionOf(path)))
  for (const path of candidates) found.set(path, 'too-many-words')
  for await (const { path, bytes } of readSmall(source, candidates, MOST_TEXT_BYTES, signal)) {
    const title = titleFrom(titleOfFile(baseOf(path).replace(/\.[a-z]+$/i, '.txt'), ''), '?')
    if (SHORTCUTS.has(extensionOf(path))) {
      const address = addressIn(shortcutIn(textIn(bytes)), 'webpage')
      found.set(path, address ? { what: 'address', ...address, title } : 'address')
    } else {
      const notice = noticeOf(wordsIn(bytes))
      found.set(path, typeof notice === 'string' ? notice : { what: 'notice', notice, title })
    }
  }
  return found
}

const stays = (prefix: string, entry: Entry): LeftOut => ({
  path: sayable(inPlan(prefix, entry.path)),
  reason: reasonFor(entry, prefix !== ''),
})

function fileOf(prefix: string, { path, size }: Entry, sort: FileSort, name: string): PlannedFile {
  const titled = titleOfFile(name, '')
  return { path: inPlan(prefix, path), size, sort, name: titled === '' ? titleFrom(baseOf(path), '?') : titled }
}

/** Undefined: a screen cannot show it. */
function sortOf({ path, size, head }: Entry): FileSort | undefined {
  const extension = extensionOf(path)
  const named = (Object.keys(SORTS) as FileSort[]).find((sort) => SORTS[sort].includes(extension))
  if (named || !head) return named
  switch (kindOf({ name: baseOf(path), type: '', size }, head)) {
    case 'picture':
    case 'heif':
    case 'tiff':
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
  const office = officeKindOf(baseOf(path))
  if (office) return `file.${office}`
  if (isInside && ARCHIVES.has(extension)) return why('nested')
  return OTHER_ARCHIVES.has(extension) ? why('not-readable') : why('not-shown')
}

/** Splits a playlist that has too many entries. */
function cut(playlist: PlannedPlaylist): PlannedPlaylist[] {
  const { path, name, entries } = playlist
  if (entries.length <= MAX_ITEMS_PER_DISPLAY) return [playlist]
  return Array.from({ length: Math.ceil(entries.length / MAX_ITEMS_PER_DISPLAY) }, (_, index) => ({
    path: `${path} (${index + 1})`,
    name: `${name} (${index + 1})`,
    entries: entries.slice(index * MAX_ITEMS_PER_DISPLAY, (index + 1) * MAX_ITEMS_PER_DISPLAY),
  }))
}

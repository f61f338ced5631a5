import {
  BringTable,
  type CellInput,
  CreateItem,
  type DisplayId,
  type ErrorCode,
  MAX_FILES_AT_ONCE,
  MAX_LABEL_CHARACTERS,
  MAX_MOVE_IN_ENTRIES_AT_ONCE,
  type MediaId,
  type MoveInId,
  NO_PICTURE,
  type OrganisationId,
  type PlaylistId,
  problemOf,
  type TableId,
  type ToldMoveInEntry,
} from '@placard/contract'
import { ApiError, codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { addFile } from '../library/add-file.ts'
import { documentsAmong } from '../uploads/documents-among.ts'
import { isFileProblem } from '../uploads/file-check.ts'
import { keepTrying } from '../uploads/keep-trying.ts'
import { isPassing } from '../uploads/upload-state.ts'
import { sayable } from './archives/names.ts'
import type { LeftOut } from './archives/source.ts'
import {
  type FileSort,
  isFileCell,
  type PlannedCell,
  type PlannedEntry,
  type PlannedFile,
  type PlannedLayout,
  type PlannedPlaylist,
  type PlannedTable,
} from './plan.ts'
import type { ReadPlan } from './read.ts'
import { type Reason, why } from './reasons.ts'

/** The user's choices for a plan. */
export type Choice = {
  /** The playlists to create, by path, with their names. */
  playlists: ReadonlyMap<string, string>
  folders: 'playlists' | 'labels' | 'neither'
  /** Playlists of the plan that already exist from an earlier move, by path. */
  known: ReadonlyMap<string, PlaylistId>
  /** False for users who are limited to some displays: they make no tables. */
  makesTables: boolean
  /** Tables of the plan that already exist from an earlier move, by path. */
  knownTables: ReadonlyMap<string, TableId>
  /** The displays that include the playlists. */
  displays: readonly DisplayId[]
  /** The displays that get a layout of the plan, by the path of the layout. Its playlists are in zones there. */
  layouts: ReadonlyMap<string, DisplayId>
}

export type Progress = {
  stage: 'files' | 'tables' | 'playlists'
  /** The number of files, then of tables, then of playlists. */
  total: number
  done: number
  /** The share of the current one that has arrived. */
  share: number
  current: string
  /** The server cannot be reached for now; the move continues automatically. */
  isWaiting: boolean
}

type Options = {
  organisationId: OrganisationId
  id: MoveInId
  read: ReadPlan
  choice: Choice
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** A file that is stored on the server. */
type Here = { mediaId: MediaId; url: string; sort: FileSort; isFilm: boolean }
type Ended =
  /** `reason`: the part that was not brought in. */
  | { status: 'came' | 'there'; mediaId: MediaId; url: string; isFilm: boolean; reason?: Reason | undefined }
  | { status: 'not'; reason: Reason }

/** Results are saved at this interval, so that a later page can continue the move. */
const TOLD_EVERY_MS = 2_000
/** After one of these errors every other file would be refused too. */
const NO_ROOM: ReadonlySet<Reason> = new Set(['error.quota-exceeded', 'error.disk-full'])

/** After one of these errors nothing more can arrive, although the file itself is fine: the move is continued later. */
const ENDS_ALL: ReadonlySet<string> = new Set<ErrorCode>(['not-signed-in', 'not-allowed', 'organisation-not-found'])
const endsAll = (error: unknown): boolean => isPassing(codeOf(error)) || ENDS_ALL.has(codeOf(error))

/**
 * Brings in the chosen parts of a plan: first each file, like every upload, then each table and each playlist as a whole. Anything that
 * has arrived under this id before is not sent again.
 *
 * @throws ApiError if the server cannot be reached any more: started again with the same id, it continues. An abort throws its reason
 */
export async function bringIn({ organisationId, id, read, choice, onProgress, signal }: Options): Promise<void> {
  const { plan } = read
  const params = { organisationId, moveInId: id }
  let isWaiting = false
  let progress: Progress = { stage: 'files', total: plan.files.length, done: 0, share: 0, current: '', isWaiting }
  const show = (more: Partial<Progress>) => {
    progress = { ...progress, ...more, isWaiting }
    onProgress(progress)
  }
  const onWaiting = (now: boolean) => {
    isWaiting = now
    show({})
  }
  const patient = <T>(work: () => Promise<T>) => keepTrying(work, { onWaiting, signal })
  const told = createTold((entries, ended) =>
    patient(() => call('tellMoveIn', { params, body: { entries, ...(ended ? { ended } : {}) }, signal })),
  )

  await patient(() =>
    call('beginMoveIn', { params: { organisationId }, body: { id, kind: plan.kind, name: plan.name }, signal }),
  )
  const before = await patient(() => call('getMoveIn', { params, signal }))
  const came = new Map<string, Here | MediaId>()
  const files = new Map(plan.files.map((file) => [file.path, file]))
  for (const { thing, path, outcome, mediaId, size } of before.entries) {
    // A file with the same name but another size is another file.
    const isSame = files.get(path)?.size === size
    if (thing === 'file' && outcome !== 'not' && mediaId && isSame) came.set(path, mediaId)
  }
  const madeBefore = new Map(
    before.entries.flatMap(({ thing, path, playlistId }) =>
      thing === 'playlist' && playlistId && choice.known.get(path) === playlistId ? [[path, playlistId] as const] : [],
    ),
  )

  const ofThisMove = new Set(before.entries.flatMap(({ thing, tableId }) => (thing === 'table' && tableId) || []))
  /** The tables that are there, by path. */
  const tables = new Map<string, TableId>()
  /** The playlists that are there, by path. */
  const made = new Map<string, PlaylistId>()
  await told.tell(plan.left.map(asEntry))
  const nameRow = createRowNames(plan.left)
  const wanted = new Set(plan.files.map(({ path }) => path).filter((path) => !came.has(path)))
  show({ done: plan.files.length - wanted.size })
  let full: Reason | undefined
  for await (const taken of read.take(wanted, signal)) {
    const file = files.get(taken.path)
    if (!file) continue
    show({ current: file.name, share: 0 })
    const ended: Ended = full
      ? { status: 'not', reason: full }
      : 'why' in taken
        ? { status: 'not', reason: why(taken.why) }
        : await bringFile(organisationId, file, taken.file, {
            onShare: (share) => show({ share }),
            onWaiting,
            signal,
          })
    if (ended.status === 'not') {
      if (NO_ROOM.has(ended.reason)) full = ended.reason
      await told.tell([{ thing: 'file', path: file.path, outcome: 'not', reason: ended.reason }])
    } else {
      const { status: outcome, mediaId, url, isFilm, reason } = ended
      came.set(file.path, { mediaId, url, sort: file.sort, isFilm })
      await told.tell([{ thing: 'file', path: file.path, outcome, mediaId, size: file.size, reason }])
    }
    show({ done: progress.done + 1, share: 0 })
  }
  await told.flush()

  if (choice.folders === 'labels') await labelFolders(plan.folders)
  if (plan.tables.length > 0) show({ stage: 'tables', total: plan.tables.length, done: 0, share: 0, current: '' })
  for (const table of plan.tables) {
    show({ current: table.name })
    await bringTable(table)
    show({ done: progress.done + 1 })
  }
  const offered = [...plan.playlists, ...(choice.folders === 'playlists' ? plan.folders : [])]
  const chosen = offered.filter(({ path }) => choice.playlists.has(path))
  for (const playlist of [...plan.playlists, ...plan.folders]) {
    if (!chosen.includes(playlist)) await leaveOut(playlist, offered.includes(playlist))
  }
  show({ stage: 'playlists', total: chosen.length, done: 0, share: 0, current: '' })
  for (const playlist of chosen) {
    const name = choice.playlists.get(playlist.path) ?? playlist.name
    show({ current: name })
    await bringPlaylist(playlist, name)
    show({ done: progress.done + 1 })
  }
  for (const layout of plan.layouts) {
    const displayId = choice.layouts.get(layout.path)
    if (displayId) await bringLayout(layout, displayId)
  }
  await told.end()

  /** Reports a playlist that the user does not want, with its entries that are not files, so that nothing is missing from the report. */
  async function leaveOut({ path, name, entries }: PlannedPlaylist, isOffered: boolean): Promise<void> {
    const playlistId = choice.known.get(path)
    if (playlistId) made.set(path, playlistId)
    if (playlistId) return told.tell([{ thing: 'playlist', path, outcome: 'there' }])
    if (isOffered) await told.tell([{ thing: 'playlist', path, outcome: 'not', reason: why('left-out') }])
    const alone = entries.filter(({ what }) => what !== 'file')
    await told.tell(alone.map((entry) => lostOf(nameRow(name, entry), why('entry-left-out'))))
  }

  async function labelFolders(folders: readonly PlannedPlaylist[]): Promise<void> {
    for (const { name, entries } of folders) {
      const ids = [...new Set(entries.flatMap((entry) => mediaIdOf(entry) ?? []))]
      const add = [name.slice(0, MAX_LABEL_CHARACTERS).trim().toWellFormed()]
      for (let from = 0; from < ids.length; from += MAX_FILES_AT_ONCE) {
        const body = { ids: ids.slice(from, from + MAX_FILES_AT_ONCE), add, remove: [] }
        try {
          await patient(() => call('labelLibraryFiles', { params: { organisationId }, body, signal }))
        } catch (error) {
          if (signal.aborted || endsAll(error)) throw error
          // A file already has the maximum number of labels.
          await told.tell([{ thing: 'entry', path: name, outcome: 'came', reason: why('without-labels') }])
        }
      }
    }
  }

  function mediaIdOf(entry: PlannedEntry): MediaId | undefined {
    const here = entry.what === 'file' ? came.get(entry.path) : undefined
    return typeof here === 'string' ? here : here?.mediaId
  }

  /** [DT7] Makes a table, completely or not at all. One from an earlier move stays as it is now. */
  async function bringTable({ path, name, columns, rows, differs }: PlannedTable): Promise<void> {
    const fail = (reason: Reason) => told.tell([{ thing: 'table', path, outcome: 'not', reason }])
    if (!choice.makesTables) return fail('error.not-allowed')
    const known = choice.knownTables.get(path)
    if (known) {
      tables.set(path, known)
      if (!ofThisMove.has(known)) await told.tell([{ thing: 'table', path, outcome: 'there' }])
      return
    }
    try {
      let lacksPictures = false
      const values: { cells: Record<string, CellInput> }[] = []
      for (const row of rows) {
        const cells: Record<string, CellInput> = {}
        for (const [id, cell] of Object.entries(row)) {
          const value = await inputOf(cell)
          if (value === undefined) lacksPictures = true
          else cells[id] = value
        }
        values.push({ cells })
      }
      const reason = differs ?? (lacksPictures ? 'pictures-stayed' : undefined)
      const wanted = { path, name, columns, rows: values, ...(reason ? { reason: why(reason) } : {}) }
      const judged = BringTable.safeParse(wanted)
      if (!judged.success) return await fail(`error.${problemOf(judged.error).code}`)
      const { tableId } = await patient(() => call('bringTable', { params, body: judged.data, signal }))
      tables.set(path, tableId)
    } catch (error) {
      if (signal.aborted || endsAll(error)) throw error
      await fail(`error.${codeOf(error)}`)
    }
  }

  /** Undefined for a picture that was not brought in. @throws ApiError */
  async function inputOf(cell: PlannedCell): Promise<CellInput | undefined> {
    if (!isFileCell(cell)) return cell
    const here = await hereOf(cell.file)
    return here?.sort === 'picture' && !here.isFilm ? here.mediaId : undefined
  }

  async function bringPlaylist({ path, entries }: PlannedPlaylist, name: string): Promise<void> {
    const fail = (reason: Reason) => told.tell([{ thing: 'playlist', path, outcome: 'not', reason }])
    const rows = new Map(entries.map((entry) => [entry, nameRow(name, entry)] as const))
    const rowOf = (entry: PlannedEntry) => rows.get(entry) ?? nameRow(name, entry)
    try {
      const before = madeBefore.get(path)
      if (before) return await place(path, before, name)
      const items: CreateItem[] = []
      const lost = new Set<PlannedEntry>()
      for (const entry of entries) {
        const item = await itemOf(entry)
        const judged = item === undefined ? undefined : CreateItem.safeParse(item)
        if (judged?.success) items.push(judged.data)
        else {
          lost.add(entry)
          if (judged) await told.tell([lostOf(rowOf(entry), `error.${problemOf(judged.error).code}`)])
          else if (entry.what === 'board') await told.tell([lostOf(rowOf(entry), why('table-stayed'))])
        }
      }
      const isBoards = entries.every(({ what }) => what === 'board')
      if (items.length === 0) return await fail(why(isBoards ? 'table-stayed' : 'file-stayed'))
      const body = { path, name, items, ...(lost.size > 0 ? { reason: why('some-stayed') } : {}) }
      const { playlistId } = await patient(() => call('bringPlaylist', { params, body, signal }))
      for (const entry of entries) {
        if (!lost.has(entry) && (entry.what !== 'file' || entry.differs))
          await told.tell([entryOf(rowOf(entry), entry)])
      }
      await place(path, playlistId, name)
    } catch (error) {
      if (signal.aborted || endsAll(error)) throw error
      await fail(`error.${codeOf(error)}`)
    }
  }

  /** A playlist of a layout that a display gets has its place there. */
  async function place(path: string, playlistId: PlaylistId, name: string): Promise<void> {
    made.set(path, playlistId)
    const isInZone = plan.layouts.some((one) => choice.layouts.has(one.path) && one.playlists.includes(path))
    if (!isInZone) await putOn(playlistId, name)
  }

  /** [LY12] The loop of the display includes the playlist of the main zone. A layout that it has is replaced, and can be undone. */
  async function bringLayout({ name, playlists, shape, isNear }: PlannedLayout, displayId: DisplayId): Promise<void> {
    const path = nameRow(name, { title: displayId })
    const tell = (outcome: 'came' | 'not', reason?: Reason) => told.tell([{ thing: 'entry', path, outcome, reason }])
    const ids = playlists.flatMap((path) => made.get(path) ?? [])
    const [main, ...others] = ids
    if (!main || ids.length !== playlists.length) return tell('not', why('layout-without-playlist'))
    const zones = others.map((playlistId) => ({ playlistId, stays: false }))
    const body = { layout: { ...shape, zones } }
    try {
      const including = { params: { organisationId, playlistId: main }, body: { displays: [displayId] }, signal }
      await patient(() => call('includePlaylist', including))
      await patient(() => call('setLayout', { params: { organisationId, displayId }, ifMatch: '*', body, signal }))
      await tell('came', isNear ? undefined : why('nearest-arrangement'))
    } catch (error) {
      if (signal.aborted || endsAll(error)) throw error
      await tell('not', `error.${codeOf(error)}`)
    }
  }

  async function putOn(playlistId: PlaylistId, name: string): Promise<void> {
    if (choice.displays.length === 0) return
    const inclusion = { params: { organisationId, playlistId }, body: { displays: [...choice.displays] }, signal }
    try {
      await patient(() => call('includePlaylist', inclusion))
    } catch (error) {
      if (signal.aborted || endsAll(error)) throw error
      console.warn('a playlist was not put on the displays', error)
      await told.tell([{ thing: 'entry', path: name, outcome: 'not', reason: why('not-on-displays') }])
    }
  }

  /** Undefined if its file or its table was not brought in. @throws ApiError */
  async function itemOf(entry: PlannedEntry): Promise<unknown> {
    const { title, seconds, isHidden, schedule, hasSound } = entry
    const shown = { title, visible: !isHidden, ...(schedule ? { schedule } : {}) }
    const lasting = seconds === undefined ? {} : { duration: seconds }
    if (entry.what === 'address') return { ...shown, ...lasting, type: entry.type, url: entry.url }
    if (entry.what === 'notice') return { ...shown, ...lasting, type: 'notice', url: NO_PICTURE, notice: entry.notice }
    if (entry.what === 'board') {
      const tableId = tables.get(entry.table)
      if (!tableId) return undefined
      // Columns of a table from an earlier move may have been changed since.
      const isKnown = choice.knownTables.get(entry.table) === tableId
      const columns = isKnown || entry.columns.length === 0 ? {} : { columns: entry.columns }
      return { ...shown, ...lasting, type: 'board', url: NO_PICTURE, board: { tableId, look: 'plain', ...columns } }
    }
    const here = await hereOf(entry.path)
    if (!here) return undefined
    const type = here.sort === 'document' ? 'deck' : here.isFilm ? 'video' : 'image'
    const sound = hasSound && type === 'video' ? { sound: true } : {}
    return { ...shown, ...lasting, ...sound, type, url: here.url }
  }

  /** For a file that arrived before this page was opened, the address is requested. */
  async function hereOf(path: string): Promise<Here | undefined> {
    const here = came.get(path)
    if (typeof here !== 'string') return here
    const file = await patient(() =>
      call('getLibraryFile', { params: { organisationId, mediaId: here }, signal }),
    ).catch((error: unknown) => {
      if (codeOf(error) === 'media-not-found') return undefined
      throw error
    })
    if (!file) return undefined
    const found: Here = {
      mediaId: here,
      url: file.url,
      sort: file.kind === 'deck' ? 'document' : file.kind,
      isFilm: file.kind === 'film',
    }
    came.set(path, found)
    return found
  }
}

const asEntry = ({ path, reason, isEntry }: LeftOut): ToldMoveInEntry => ({
  thing: isEntry ? 'entry' : 'file',
  path,
  outcome: 'not',
  reason,
})

const entryOf = (path: string, { differs }: PlannedEntry): ToldMoveInEntry => ({
  thing: 'entry',
  path,
  outcome: 'came',
  ...(differs ? { reason: why(differs) } : {}),
})

const lostOf = (path: string, reason: Reason): ToldMoveInEntry => ({ thing: 'entry', path, outcome: 'not', reason })

/** Names the report's rows of playlist entries. Entries with the same name get different rows, always in the same order. */
function createRowNames(left: readonly LeftOut[]) {
  const taken = new Set(left.flatMap(({ path, isEntry }) => (isEntry ? [path] : [])))
  return (playlist: string, { title }: Pick<PlannedEntry, 'title'>): string => {
    for (let count = 1; ; count += 1) {
      const name = sayable(count === 1 ? `${playlist} › ${title}` : `${playlist} › ${title} (${count})`)
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}

type Way = { onShare: (share: number) => void; onWaiting: (isWaiting: boolean) => void; signal: AbortSignal }

async function bringFile(organisationId: OrganisationId, planned: PlannedFile, file: File, way: Way): Promise<Ended> {
  const { onShare, onWaiting, signal } = way
  const { name, sort } = planned
  try {
    if (sort === 'document' || (await documentsAmong([file])).documents.length > 0) {
      const { bringDocument } = await import('./bring-document.ts')
      return await bringDocument(organisationId, file, { name, ...way })
    }
    const added = await addFile(organisationId, file, {
      name,
      onSent: onShare,
      patient: (work) => keepTrying(work, { onWaiting, signal }),
      signal,
    })
    if (added.status !== 'failed') {
      const { id: mediaId, url, kind } = added.file
      const reason = added.lost && why(added.lost)
      return { status: added.status === 'known' ? 'there' : 'came', mediaId, url, isFilm: kind === 'film', reason }
    }
    const { problem } = added
    return { status: 'not', reason: isFileProblem(problem) ? `file.${problem}` : `error.${problem}` }
  } catch (error) {
    if (signal.aborted || endsAll(error)) throw error
    console.warn('a file did not come', error)
    // Any other error is the file's own: it is gone from the disk, or larger than this device can hold.
    return { status: 'not', reason: error instanceof ApiError ? `error.${error.code}` : why('not-readable') }
  }
}

/** Collects results and saves them a few at a time, also while a large film is being sent. */
function createTold(send: (entries: ToldMoveInEntry[], ended: boolean) => Promise<unknown>) {
  let waiting: ToldMoveInEntry[] = []
  let sending: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  async function sendAll() {
    while (waiting.length > 0) {
      const some = waiting.slice(0, MAX_MOVE_IN_ENTRIES_AT_ONCE)
      await send(some, false)
      waiting = waiting.slice(some.length)
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // One request after the other. The next one repeats a failed one.
    sending = sending.catch(() => {}).then(sendAll)
    return sending
  }
  return {
    async tell(entries: readonly ToldMoveInEntry[]) {
      waiting = [...waiting, ...entries]
      if (waiting.length >= MAX_MOVE_IN_ENTRIES_AT_ONCE) return flush()
      timer ??= setTimeout(() => void flush().catch(() => {}), TOLD_EVERY_MS)
    },
    flush,
    async end() {
      await flush()
      await send([], true)
    },
  }
}

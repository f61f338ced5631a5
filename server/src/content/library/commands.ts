import { randomUUID } from 'node:crypto'
import { setImmediate as letOthers } from 'node:timers/promises'
import {
  DEFAULT_FORM_DURATION_SECONDS,
  type FileKind,
  ItemId,
  type ItemType,
  type LibraryChanged,
  type LibraryReplaced,
  MediaId,
  NO_PICTURE,
  type OrganisationId,
  type ProgrammeKey,
  type PutLibraryFiles,
  programmeIdOf,
  type RemoveLibraryFiles,
  type TableKey,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { positionAtEnd } from '../../platform/database/position.ts'
import { AppError, fieldIs } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { type Activity, actorOf, type Change } from '../activity/service.ts'
import { runCommand } from '../commands/service.ts'
import { addressOf, keepFiles, maySeeFiles, readStoredFilm, setFilesRemoved } from '../media/service.ts'
import {
  changed,
  type Done,
  findContents,
  ITEMS,
  type ItemState,
  isAmong,
  isSame,
  mayChange,
  notFound,
  type Sender,
  settingsOf,
  settle,
  targetsOf,
  withIncluders,
} from '../programmes/service.ts'
import { listDependents, replacePicture } from '../tables/service.ts'
import { requireFile, requireFiles } from './service.ts'
import * as store from './store.ts'

/**
 * Adds files at the end of several displays and playlists: all of them or none.
 *
 * @throws AppError media-not-found, display-not-found, playlist-not-found and the errors of `settle`, each with the field at
 * fault
 */
export function putLibraryFiles(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  { ids, ...wanted }: PutLibraryFiles,
): Promise<LibraryChanged> {
  const targets = targetsOf(organisationId, wanted)
  if (targets.length === 0) throw new AppError('invalid-field', { field: 'displays' })
  for (const { key, field } of targets) {
    if (!mayChange(sender.caller, key)) throw new AppError(notFound(key), { field })
  }
  const keys = targets.map(({ key }) => key)
  return runCommand(
    context,
    sender,
    (queries) => withIncluders(queries, keys),
    async (queries, all) => {
      await keepFiles(queries, ids)
      const files = await requireFiles(queries, organisationId, sender.caller, ids)
      const used = await store.countUses(queries, organisationId, ids)
      const titled = files.map((file) => ({ file, title: file.name || used.get(file.id)?.title || titleOf(file) }))
      const done: Done[] = []
      for (const { key, field } of targets) {
        const held = all.find((one) => isSame(one, key))
        if (!held) throw new AppError(notFound(key), { field })
        const found = findContents(queries, held)
        const items: ItemState[] = []
        let last = (await found.items()).at(-1)
        for (const { file, title } of titled) {
          last = itemOf(file, title, positionAtEnd(last), context.now())
          items.push(last)
        }
        await ITEMS.create(queries, held, items)
        const changes = items.map((item): Change => ({ thing: 'item', before: null, after: item }))
        const one = { held, found, activity: activityOf('item-added', 'items-added', changes) }
        // Settled separately, so that the field of the one without room is reported.
        await settle(context, queries, [one], []).catch(fieldIs(field))
        done.push(one)
        await letOthers()
      }
      const includers = all.filter((one) => !isAmong(keys, one))
      const touched = await settle(context, queries, done, includers, { isOfSeveral: true })
      return { answer: { changes: done.map(changeOf) }, touched }
    },
  )
}

const TITLES: Record<FileKind, string> = { picture: 'Picture', film: 'Film', deck: 'PDF' }
const TYPES: Record<FileKind, ItemType> = { picture: 'image', film: 'video', deck: 'deck' }
/** A film plays for its own length, and a page for as long as the player decides. */
const SECONDS: Partial<Record<FileKind, number>> = { picture: DEFAULT_FORM_DURATION_SECONDS }

const titleOf = (file: store.StoredFile) => TITLES[store.kindOf(file)]

function itemOf(file: store.StoredFile, title: string, position: string, now: number): ItemState {
  const url = addressOf({ id: file.id, contentType: file.content_type })
  const kind = store.kindOf(file)
  const duration = SECONDS[kind]
  return {
    id: ItemId.parse(randomUUID()),
    ...settingsOf({
      title,
      url,
      type: TYPES[kind],
      visible: true,
      ...(duration === undefined ? {} : { duration }),
    }),
    mediaId: MediaId.parse(file.id),
    film: readStoredFilm(file.film),
    playlistId: null,
    position,
    revision: 1,
    uploadedAt: now,
  }
}

const changeOf = ({ held }: Done) => ({ programmeId: programmeIdOf(held), revision: held.revision + 1 })

/** A single change is logged as a change of one thing. */
function activityOf(
  one: 'item-added' | 'item-changed' | 'item-removed',
  several: Several,
  changes: Change[],
): Activity {
  const [first] = changes
  if (first && changes.length === 1) {
    return changed(ITEMS, one, first.before as ItemState | null, first.after as ItemState | null).activity
  }
  const fields = several === 'items-changed' ? { fields: ['url' as const] } : {}
  return { kind: several, changes, details: { count: changes.length, ...fields } }
}
type Several = 'items-added' | 'items-changed' | 'items-removed'

/**
 * Replaces a file by another one wherever it is shown, also in cells of tables: everywhere or nowhere.
 *
 * @throws AppError media-not-found, invalid-field, file-of-other-kind, file-used-elsewhere, and the errors of `settle` and
 * `replacePicture`
 */
export function replaceLibraryFile(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  id: MediaId,
  by: MediaId,
): Promise<LibraryReplaced> {
  if (id === by) throw new AppError('invalid-field', { field: 'by' })
  return inTransaction(context, (inside) => replaceInside(inside, sender, organisationId, id, by))
}

/** @param inside of the transaction, which the commands on tables share */
async function replaceInside(
  inside: Context,
  sender: Sender,
  organisationId: OrganisationId,
  id: MediaId,
  by: MediaId,
): Promise<LibraryReplaced> {
  let tables: TableKey[] = []
  const holdTables = async (queries: Queries) => {
    const found = await store.listTablesWith(queries, organisationId, [id])
    // People who are limited to displays see no tables.
    if (found.length > 0 && sender.caller.displays !== null) throw new AppError('file-used-elsewhere')
    tables = found.map(({ tableId }) => ({ organisationId, tableId }))
    return listDependents(queries, tables)
  }
  const inTables = async () => {
    const done: LibraryReplaced['tables'] = []
    for (const key of tables) {
      const { revision } = await replacePicture(inside, { ...sender, commandKey: undefined }, key, id, by)
      done.push({ tableId: key.tableId, revision })
    }
    return { tables: done }
  }
  return changeEverywhere(
    inside,
    sender,
    organisationId,
    [id],
    { hold: holdTables, work: inTables },
    async (queries) => {
      const former = await requireFile(queries, organisationId, sender.caller, id)
      await keepFiles(queries, [by])
      const file = await requireFile(queries, organisationId, sender.caller, by).catch(fieldIs('by'))
      if (store.kindOf(file) !== store.kindOf(former)) throw new AppError('file-of-other-kind', { field: 'by' })
      const url = addressOf({ id: file.id, contentType: file.content_type })
      const film = readStoredFilm(file.film)
      const pages = await store.countPages(queries, organisationId, [id, by])
      // [CT9] A selection of pages is kept only if the new document has as many pages.
      const isAlike = pages.get(id)?.pages === pages.get(by)?.pages
      return {
        kinds: ['item-changed', 'items-changed'],
        after: (item) => ({ ...item, url, mediaId: by, film, deck: isAlike ? item.deck : null }),
      }
    },
  )
}

/**
 * Removes files from the library and from every place that shows them: everywhere or nowhere. A notice stays without its picture.
 *
 * @throws AppError media-not-found, file-in-use, file-is-logo, file-in-take-over, file-in-corner, file-in-table,
 * file-used-elsewhere
 */
export function removeLibraryFiles(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  { ids, everywhere }: RemoveLibraryFiles,
): Promise<LibraryChanged> {
  return changeEverywhere(context, sender, organisationId, ids, NO_MORE, async (queries, isShown) => {
    await requireFiles(queries, organisationId, sender.caller, ids)
    const logo = await store.findLogo(queries, organisationId)
    const at = (ids as readonly string[]).indexOf(logo ?? '')
    if (at >= 0) throw new AppError('file-is-logo', { field: `ids.${at}` })
    const keepers = [
      ['file-in-take-over', await store.listTakeOversWith(queries, organisationId, ids)],
      ['file-in-corner', await store.listCornersWith(queries, organisationId, ids)],
      ['file-in-table', await store.listTablesWith(queries, organisationId, ids)],
    ] as const
    for (const [error, [held]] of keepers) {
      if (held) throw new AppError(error, { field: `ids.${(ids as readonly string[]).indexOf(held.mediaId)}` })
    }
    if (isShown && !everywhere) throw new AppError('file-in-use', { field: 'everywhere' })
    await setFilesRemoved(queries, organisationId, ids, context.now(), actorOf(sender.caller).email)
    return {
      kinds: ['item-removed', 'items-removed'],
      after: (item) => (item.type === 'notice' ? { ...item, url: NO_PICTURE, mediaId: null } : null),
    }
  })
}

/** The effect on each item that shows one of the files. Null: the item is removed. */
type Effect = {
  kinds: ['item-changed', 'items-changed'] | ['item-removed', 'items-removed']
  after: (item: ItemState) => ItemState | null
}

/** A part of the command outside of items. `hold` returns the programmes that it touches, `work` what it adds to the answer. */
type More<Answer> = { hold: (queries: Queries) => Promise<ProgrammeKey[]>; work: () => Promise<Answer> }
const NO_MORE: More<object> = { hold: async () => [], work: async () => ({}) }

/**
 * Runs one command on every item that shows one of these files.
 *
 * @param more done before the items are changed
 * @param prepare called after everything is locked
 */
function changeEverywhere<Answer extends object>(
  context: Context,
  sender: Sender,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
  more: More<Answer>,
  prepare: (queries: Queries, isShown: boolean) => Promise<Effect>,
): Promise<LibraryChanged & Answer> {
  let keys: ProgrammeKey[] = []
  let includers: ProgrammeKey[] = []
  return runCommand(
    context,
    sender,
    async (queries) => {
      await lockOrganisation(queries, organisationId)
      // If the caller may not see a file, `prepare` reports it as missing.
      if (!(await maySeeFiles(queries, organisationId, sender.caller, ids))) return []
      keys = await store.listShowing(queries, organisationId, ids)
      if (!keys.every((key) => mayChange(sender.caller, key))) throw new AppError('file-used-elsewhere')
      includers = await withIncluders(queries, keys)
      return [...includers, ...(await more.hold(queries))]
    },
    async (queries, all) => {
      const { kinds, after } = await prepare(queries, keys.length > 0)
      const further = await more.work()
      const wanted = new Set<string>(ids)
      const done: Done[] = []
      for (const key of keys) {
        const held = all.find((one) => isSame(one, key))
        if (!held) continue
        const found = findContents(queries, held)
        const shown = (await found.items()).filter(({ mediaId }) => mediaId !== null && wanted.has(mediaId))
        const changes = shown.map((before) => {
          const state = after(before)
          return { thing: 'item' as const, before, after: state && { ...state, revision: before.revision + 1 } }
        })
        for (const { before, after: state } of changes) {
          if (state) await ITEMS.update(queries, held, state)
          else await ITEMS.remove(queries, held, before.id)
        }
        if (changes.length === 0) continue
        // A notice that stays counts as changed.
        const [first] = changes
        const one = changes.length === 1 && first?.after ? 'item-changed' : kinds[0]
        done.push({ held, found, activity: activityOf(one, kinds[1], changes) })
        await letOthers()
      }
      const others = all.filter((one) => isAmong(includers, one) && !isAmong(keys, one))
      const touched = await settle(context, queries, done, others, { isOfSeveral: true })
      return { answer: { changes: done.map(changeOf), ...further }, touched }
    },
  )
}

import { isDeepStrictEqual } from 'node:util'
import {
  type CheckedTableSource,
  type CheckTableSource,
  type Column,
  ColumnId,
  type OrganisationId,
  type SetTableSource,
  SourceFindings,
  type SourceHeader,
  type SourceKind,
  type SourceProblem,
  type TableContents,
  TableId,
  type TableKey,
  type TableSource,
  type TableSourceState,
} from '@placard/contract'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { installationSecret } from '../../platform/settings/service.ts'
import { type Sender, serverSender } from '../commands/service.ts'
import {
  type Answered,
  addressOf,
  CLAIMED_MS,
  DUE_AT_ONCE,
  type Failed,
  type FoundColumn,
  failed,
  isAskedLately,
  isParsedLately,
  nextAfter,
  nextAfterFailure,
  type Reading,
  type SoughtColumn,
  type TableProblem,
} from '../feeds/service.ts'
import {
  changeTable,
  columnsWith,
  getTable,
  listRows,
  renewDependents,
  requireTable,
  type StoredTable,
} from '../tables/service.ts'
import { matchRows } from './match-rows.ts'
import { csvAddressOf } from './sheet-address.ts'
import * as store from './store.ts'

/** Interval at which the server looks for sources that are due. */
export const SOURCES_READ_EVERY_MS = 2_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A table of 1 MB takes at most some megabytes in any format. */
const MAX_SOURCE_BYTES = 8 * 2 ** 20
const MOST_TOLD = 20

const ASKED = {
  maxBytes: MAX_SOURCE_BYTES,
  accept:
    'text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/calendar,text/tab-separated-values,text/plain;q=0.8,*/*;q=0.1',
  userAgent: 'Placard (digital signage; reads a table)',
}

export type Sources = {
  /** Starts to read the sources that are due, without waiting. Several nodes may do this at once: each is read by one of them. */
  tick(): Promise<void>
  /** Reads an address and describes its content. @throws AppError url-not-playable, json-path-not-valid, too-many-requests */
  check(organisationId: OrganisationId, asked: CheckTableSource): Promise<CheckedTableSource>
  /** @throws AppError table-not-found */
  get(key: TableKey): Promise<TableSourceState>
  /**
   * Makes a table follow an address, and reads it.
   *
   * @throws AppError table-not-found, and the errors of the address and of columns, each with the field at fault
   */
  set(sender: Sender, key: TableKey, wanted: SetTableSource): Promise<TableContents>
  /** The table keeps its rows. @throws AppError table-not-found */
  remove(sender: Sender, key: TableKey): Promise<TableContents>
  /** Reads the source of a table now. @throws AppError table-not-found, table-without-source, too-many-requests */
  read(key: TableKey): Promise<TableSourceState>
}

type Outcome =
  | { outcome: 'unchanged'; etag: string | null; lastModified: string | null }
  | { outcome: 'read'; kind: SourceKind; findings: SourceFindings; marks: Partial<store.StoredSource> }
  | Failed<SourceProblem>
  /** Somebody has changed the source meanwhile, and it is read again. */
  | { outcome: 'superseded' }

const Columns = z.array(z.object({ from: z.string(), columnId: ColumnId.nullable() }))
type SourceColumn = z.infer<typeof Columns>[number]

const columnsOf = ({ columns }: store.StoredSource): SourceColumn[] => Columns.parse(JSON.parse(columns))
const tableKeyOf = ({ organisation_id, table_id }: Pick<store.StoredSource, 'organisation_id' | 'table_id'>) => ({
  organisationId: organisation_id as OrganisationId,
  tableId: TableId.parse(table_id),
})

export async function createSources(context: Context, reading: Reading): Promise<Sources> {
  const { database, now } = context
  const { queries } = database
  const box = createSecretBox(await installationSecret(queries), 'table source')
  const ownerOf = ({ organisation_id, table_id }: Pick<store.StoredSource, 'organisation_id' | 'table_id'>) =>
    `${organisation_id} ${table_id}`

  /** The header to send. @returns 'header-lost' if its value was encrypted by another installation */
  function headerOf(source: store.StoredSource): SourceHeader | null | 'header-lost' {
    if (source.header_name === null || source.header_value === null) return null
    try {
      return { name: source.header_name, value: box.open(source.header_value, ownerOf(source)) }
    } catch {
      return 'header-lost'
    }
  }

  const ask = (
    organisationId: string,
    url: string,
    header: SourceHeader | null,
    marks: Parameters<Reading['ask']>[3],
  ): Promise<Answered> =>
    reading.ask(
      organisationId,
      url,
      header ? { ...ASKED, secretHeaders: { [header.name]: header.value } } : ASKED,
      marks,
    )

  async function outcomeOf(source: store.StoredSource): Promise<Outcome> {
    const header = headerOf(source)
    if (header === 'header-lost') return failed('header-lost')
    const isKnown = source.body_sha256 !== null && isParsedLately(source.kind, source.parsed_at, now())
    const answer = await ask(source.organisation_id, requestedOf(source.url), header, { ...source, isKnown })
    if (answer.outcome !== 'body') return answer
    const key = tableKeyOf(source)
    const table = await requireTable(queries, key)
    const sought = soughtOf(table, columnsOf(source))
    const { body, contentType, url, sha256, etag, lastModified } = answer
    const reply = await reading.parseTable({
      body,
      contentType,
      url,
      now: now(),
      language: table.language,
      path: source.path,
      timeZone: source.time_zone ?? 'UTC',
      hasNames: source.has_names === 1,
      columns: sought.map(
        ({ from, type, currency }): SoughtColumn => ({ from, type, ...(currency ? { currency } : {}) }),
      ),
    })
    if (reply.status === 'ended') return failed('too-costly')
    if (reply.status === 'refused') return failed(problemOf(reply.problem))
    if (reply.status !== 'read') return failed('damaged')
    if (reply.found.every(({ state }) => state !== 'read')) return failed('no-columns')
    const applied = await apply(source, sought, reply)
    if (typeof applied === 'string') return applied === 'superseded' ? { outcome: applied } : failed(applied)
    const known = new Set(columnsOf(source).map(({ from }) => from))
    const findings = findingsOf(sought, reply.found, {
      twice: applied.twice,
      added: reply.names.filter((name) => !known.has(name)),
    })
    const marks = { body_sha256: sha256, etag, last_modified: lastModified, parsed_at: now() }
    return { outcome: 'read', kind: reply.kind, findings, marks }
  }

  /** Puts the rows of a source into its table, in the same way as an edit. */
  async function apply(
    source: store.StoredSource,
    sought: readonly Sought[],
    { found, rows }: { found: readonly FoundColumn[]; rows: Parameters<typeof matchRows>[3] },
  ): Promise<{ twice: string[] } | 'superseded' | SourceProblem> {
    const key = tableKeyOf(source)
    // Columns that are gone or have turned into something else keep their cells.
    const places = sought.flatMap((_, at) => (found[at]?.state === 'read' ? [at] : []))
    let twice: string[] = []
    let isSuperseded = false
    try {
      await changeTable(
        context,
        serverSender('sources', key.organisationId),
        key,
        async (inside, held) => {
          const present = await store.findSource(inside, source)
          isSuperseded =
            !present ||
            present.url !== source.url ||
            present.columns !== source.columns ||
            !isDeepStrictEqual(soughtOf(held, columnsOf(present)), sought)
          if (isSuperseded) return undefined
          const ids = places.map((at) => (sought[at] as Sought).columnId)
          const keyAt = held.keyColumnId === null ? -1 : ids.indexOf(held.keyColumnId)
          const values = rows.map((row) => places.map((at) => row[at]))
          const matched = matchRows(await listRows(inside, held), ids, keyAt < 0 ? undefined : keyAt, values)
          twice = matched.twice.map(String)
          if (matched.changes.length === 0) return undefined
          return { kind: 'rows-updated', rows: matched.changes, details: { count: matched.changes.length } }
        },
        { bySource: true },
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The table was removed meanwhile.
      return error.code === 'table-not-found' ? 'superseded' : 'does-not-fit'
    }
    return isSuperseded ? 'superseded' : { twice }
  }

  async function readOne(source: store.StoredSource): Promise<void> {
    const outcome = await outcomeOf(source).catch((error): Outcome => {
      if (error instanceof AppError && error.code === 'table-not-found') return { outcome: 'superseded' }
      throw error
    })
    if (outcome.outcome !== 'superseded') await settle(source, outcome)
  }

  async function settle(
    source: store.StoredSource,
    outcome: Exclude<Outcome, { outcome: 'superseded' }>,
  ): Promise<void> {
    const at = now()
    const everyMs = source.every_minutes * MINUTE_MS
    if (outcome.outcome === 'failed') {
      const { problem, status } = outcome
      const next_at = nextAfterFailure(at, everyMs, source.failures, outcome)
      const failure = { asked_at: at, failures: source.failures + 1, problem, status, next_at }
      const isStale =
        source.stale_at === null && source.read_at !== null && at - source.read_at >= source.stale_hours * HOUR_MS
      await record(source, isStale ? { ...failure, stale_at: at } : failure, isStale)
      return
    }
    const fine = { read_at: at, asked_at: at, failures: 0, problem: null, status: null, stale_at: null }
    const marks =
      outcome.outcome === 'unchanged'
        ? { etag: outcome.etag, last_modified: outcome.lastModified }
        : { ...outcome.marks, kind: outcome.kind, findings: JSON.stringify(outcome.findings) }
    await record(source, { ...fine, ...marks, next_at: nextAfter(at, everyMs) }, source.stale_at !== null)
  }

  /** @param isOther it has become stale, or is no longer: boards may show something else */
  async function record(
    source: store.StoredSource,
    change: Partial<store.StoredSource>,
    isOther: boolean,
  ): Promise<void> {
    if (!isOther || source.when_stale === 'keep') return store.updateSource(queries, source, change)
    const key = tableKeyOf(source)
    await renewDependents(context, serverSender('sources', key.organisationId), key, (inside) =>
      store.updateSource(inside, source, change),
    )
  }

  /** The header of a request: the given one, or the stored one if the address has the same origin. */
  function headerFor(wanted: SourceHeader | null | undefined, url: string, known: store.StoredSource | undefined) {
    if (wanted !== undefined) return wanted
    if (!known || new URL(requestedOf(known.url)).origin !== new URL(url).origin) return null
    const header = headerOf(known)
    return header === 'header-lost' ? null : header
  }

  async function stateOf(inside: Queries, key: TableKey): Promise<TableSourceState> {
    const table = await requireTable(inside, key)
    const source = await store.findSource(inside, store.keyOf(key))
    return { source: source ? told(source, table) : null }
  }

  return {
    async tick() {
      if (!reading.hasRoom()) return
      const due = await store.listDue(queries, now(), DUE_AT_ONCE)
      await reading.begin(
        due.map((one) => ({ ...one, url: requestedOf(one.url) })),
        (one) => store.claimSource(queries, one, now() + CLAIMED_MS),
        async (one) => {
          const source = await store.findSource(queries, one)
          if (source) await readOne(source)
        },
      )
    },

    async check(organisationId, { url: typed, header, path, timeZone, tableId, language }) {
      const url = requestedOf(typed)
      const key = tableId && { organisationId, tableId }
      const table = key && (await requireTable(queries, key))
      const known = key && (await store.findSource(queries, store.keyOf(key)))
      reading.takeByHand(organisationId)
      const marks = { isKnown: false, etag: null, last_modified: null, body_sha256: null }
      const answer = await ask(organisationId, url, headerFor(header, url, known), marks)
      if (answer.outcome === 'failed') return { ...NOTHING, problem: answer.problem, status: answer.status }
      if (answer.outcome === 'unchanged') throw new Error('an address that is not known cannot be unchanged')
      const reply = await reading.parseTable({
        body: answer.body,
        contentType: answer.contentType,
        url: answer.url,
        now: now(),
        language: language ?? table?.language ?? 'en',
        path: path ?? null,
        timeZone: timeZone ?? 'UTC',
        hasNames: undefined,
        columns: undefined,
      })
      if (reply.status === 'ended') return { ...NOTHING, problem: 'too-costly' }
      if (reply.status === 'refused') {
        if (reply.problem === 'path') throw new AppError('json-path-not-valid', { field: 'path' })
        return { ...NOTHING, problem: reply.problem }
      }
      if (reply.status !== 'described') return { ...NOTHING, problem: 'damaged' }
      return { ...reply.described, problem: null, status: null }
    },

    get: (key) => database.snapshot((inside) => stateOf(inside, key)),

    async set(sender, key, wanted) {
      const url = requestedOf(wanted.url)
      if (wanted.path !== undefined) await requirePath(wanted.path)
      await changeTable(
        context,
        sender,
        key,
        async (inside, held) => {
          const known = await store.findSource(inside, store.keyOf(key))
          const { columns, ofSource } = mapped(held, wanted)
          const header = headerFor(wanted.header, url, known)
          const isSame = known !== undefined && requestedOf(known.url) === url
          await store.putSource(inside, {
            ...store.keyOf(key),
            url: wanted.url.trim(),
            header_name: header?.name ?? null,
            header_value: header && box.seal(header.value, ownerOf(store.keyOf(key))),
            path: wanted.path ?? null,
            time_zone: wanted.timeZone ?? null,
            every_minutes: wanted.everyMinutes,
            stale_hours: wanted.staleHours,
            when_stale: wanted.whenStale,
            has_names: wanted.hasNames ? 1 : 0,
            columns: JSON.stringify(ofSource),
            kind: isSame ? known.kind : null,
            findings: null,
            body_sha256: null,
            etag: null,
            last_modified: null,
            parsed_at: null,
            read_at: isSame ? known.read_at : null,
            asked_at: null,
            next_at: now() + CLAIMED_MS,
            failures: 0,
            problem: null,
            status: null,
            stale_at: null,
          })
          return {
            kind: 'table-source-set',
            columns,
            keyColumnId: keyOfSource(held, wanted, ofSource, columns),
            subject: { type: 'table', id: key.tableId, title: held.name },
          }
        },
        { bySource: true },
      ).catch((error) => {
        // The form has the key by its name in the source.
        if (error instanceof AppError && error.code === 'row-key-taken')
          throw new AppError(error.code, { field: 'key' })
        throw error
      })
      const source = await store.findSource(queries, store.keyOf(key))
      if (source) await readOne(source)
      return getTable(context, key, undefined)
    },

    remove(sender, key) {
      return changeTable(
        context,
        sender,
        key,
        async (inside, held) => {
          if (!held.source) return undefined
          await store.removeSource(inside, store.keyOf(key))
          return {
            kind: 'table-source-removed',
            subject: { type: 'table', id: key.tableId, title: held.name },
          }
        },
        { bySource: true },
      ).then(() => getTable(context, key, undefined))
    },

    async read(key) {
      await requireTable(queries, key)
      const source = await store.findSource(queries, store.keyOf(key))
      if (!source) throw new AppError('table-without-source')
      if (!isAskedLately(source.asked_at, now())) {
        reading.takeByHand(key.organisationId)
        const claimedUntil = now() + CLAIMED_MS
        if (await store.claimSource(queries, source, claimedUntil)) await readOne({ ...source, next_at: claimedUntil })
      }
      return stateOf(queries, key)
    },
  }
}

const NOTHING: CheckedTableSource = {
  kind: null,
  problem: null,
  status: null,
  hasNames: true,
  columns: [],
  rows: [],
  count: 0,
  lists: [],
  path: null,
}

/** The address to request for a typed one. @throws AppError url-not-playable */
function requestedOf(typed: string): string {
  const url = typed.trim()
  return addressOf(URL.canParse(url) ? csvAddressOf(url) : url)
}

/** @throws AppError json-path-not-valid */
async function requirePath(path: string): Promise<void> {
  const { compile } = await import('json-p3')
  try {
    compile(path)
  } catch {
    throw new AppError('json-path-not-valid', { field: 'path' })
  }
}

/** A path was valid when it was set, so that only a later version can refuse it. */
const problemOf = (problem: TableProblem): SourceProblem => (problem === 'path' ? 'no-list' : problem)

type Sought = Pick<Column, 'type' | 'currency'> & { from: string; columnId: ColumnId }

/** The columns of a table that its source fills. Somebody may have removed some of them. */
function soughtOf({ columns }: StoredTable, ofSource: readonly SourceColumn[]): Sought[] {
  return ofSource.flatMap(({ from, columnId }) => {
    const column = columns.find(({ id }) => id === columnId)
    return column ? [{ from, columnId: column.id, type: column.type, currency: column.currency }] : []
  })
}

/**
 * The columns of a table and those of its source, as wanted.
 *
 * @throws AppError column-not-found, column-name-taken, id-taken, invalid-field, each with the field at fault
 */
function mapped(
  { columns: present }: StoredTable,
  { columns: wanted }: SetTableSource,
): { columns: Column[]; ofSource: SourceColumn[] } {
  let columns = [...present]
  const names = new Set<string>()
  const used = new Set<string>()
  const ofSource = wanted.map(({ from, to }, at): SourceColumn => {
    const field = `columns.${at}`
    if (names.has(from)) throw new AppError('column-name-taken', { field: `${field}.from` })
    names.add(from)
    if (to === null) return { from, columnId: null }
    if (typeof to !== 'string') {
      if (to.type === 'picture') throw new AppError('invalid-field', { field: `${field}.to.type` })
      columns = columnsWith(columns, [to], `${field}.to`)
    }
    const column = typeof to === 'string' ? columns.find(({ id }) => id === to) : columns.at(-1)
    if (!column) throw new AppError('column-not-found', { field: `${field}.to` })
    // Pictures are chosen from the library.
    if (used.has(column.id) || column.type === 'picture') throw new AppError('invalid-field', { field: `${field}.to` })
    used.add(column.id)
    return { from, columnId: column.id }
  })
  if (used.size === 0) throw new AppError('column-not-found', { field: 'columns' })
  return { columns, ofSource }
}

/** The key of a table that follows a source: a column of the source, or none. @throws AppError column-not-found, invalid-field */
function keyOfSource(
  { keyColumnId }: StoredTable,
  { key }: SetTableSource,
  ofSource: readonly SourceColumn[],
  columns: readonly Column[],
): ColumnId | null {
  if (key === undefined) return ofSource.some(({ columnId }) => columnId === keyColumnId) ? keyColumnId : null
  if (key === null) return null
  const id = ofSource.find(({ from }) => from === key)?.columnId
  const column = columns.find((one) => one.id === id)
  if (!column) throw new AppError('column-not-found', { field: 'key' })
  if (column.type === 'yes-no') throw new AppError('invalid-field', { field: 'key' })
  return column.id
}

function findingsOf(
  sought: readonly Sought[],
  found: readonly FoundColumn[],
  { twice, added }: { twice: string[]; added: string[] },
): SourceFindings {
  const findings: SourceFindings = {
    gone: [],
    turned: [],
    unread: [],
    twice: twice.slice(0, MOST_TOLD),
    added: added.slice(0, MOST_TOLD),
  }
  for (const [at, { from: column }] of sought.entries()) {
    const one = found[at]
    if (one?.state === 'gone') findings.gone.push(column)
    else if (one?.state === 'turned') findings.turned.push({ column, sample: one.sample })
    else if (one?.unread) findings.unread.push({ column, ...one.unread })
  }
  return findings
}

const NO_FINDINGS: SourceFindings = { gone: [], turned: [], unread: [], twice: [], added: [] }

/** A source as the API returns it, without the value of its header. */
function told(source: store.StoredSource, { columns }: StoredTable): TableSource {
  const { read_at, problem, stale_hours, findings } = source
  const present = new Set<string | null>(columns.map(({ id }) => id))
  return {
    url: source.url,
    headerName: source.header_name,
    path: source.path,
    timeZone: source.time_zone,
    everyMinutes: source.every_minutes,
    staleHours: stale_hours,
    whenStale: source.when_stale === 'nothing' ? 'nothing' : 'keep',
    hasNames: source.has_names === 1,
    columns: columnsOf(source).map((one) => (present.has(one.columnId) ? one : { ...one, columnId: null })),
    kind: source.kind as SourceKind | null,
    readAt: read_at,
    nextAt: source.next_at,
    problem: problem as SourceProblem | null,
    status: source.status,
    staleAt: problem === null || read_at === null ? null : read_at + stale_hours * HOUR_MS,
    isStale: source.stale_at !== null,
    findings: findings === null ? NO_FINDINGS : (SourceFindings.safeParse(JSON.parse(findings)).data ?? NO_FINDINGS),
  }
}

import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { removeInstallationId } from '../../content/media/service.ts'
import { DATABASE_FILE, type DatabaseSettings, isDamaged, type Queries } from '../../platform/database/database.ts'
import { openDump, type RelatedShape, type TableShape } from '../../platform/database/dump.ts'
import {
  type Loading,
  openPostgresLoading,
  openSqliteLoading,
  placeNew,
  UnfitRows,
} from '../../platform/database/load.ts'
import { openDiskFileStore } from '../../platform/files/disk.ts'
import { diskIo, syncFolder } from '../../platform/files/disk-io.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { letGoPaired } from '../../screens/screens/service.ts'
import { type ArchiveManifest, isPassedOver } from './archive.ts'
import { stampOf } from './kept.ts'
import { type ReadReport, readBackup } from './read.ts'
import { findRevoked, type NotCompared, type Revoked } from './revoked.ts'
import { isRunning } from './running.ts'
import { endTakeOvers, listPaired, type RestoredAccess, raiseRevisions, settleAccess } from './store.ts'
import { ArchiveError, damaged } from './tar.ts'

/** The target is not empty, or in use. The message is a sentence. */
export class PlaceTaken extends Error {
  readonly code: 'not-empty' | 'in-use'
  constructor(code: PlaceTaken['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Access was revoked since the backup, and no decision was given on restoring it. Nothing was changed. */
export class RevokedSince extends Error {
  readonly things: Revoked[]
  /** The moment whose data the backup holds. */
  readonly shows: number
  constructor(things: Revoked[], shows: number) {
    super(`${things.length} things were revoked since the backup was made`)
    this.things = things
    this.shows = shows
  }
}

/** `let-go`: it stays revoked. `revive`: it becomes valid again, as in the backup. */
type OfTheRevoked = 'let-go' | 'revive'

export type Restored = ReadReport & {
  /** The folder to which the previous data was moved. undefined when there was none. */
  replaced: string | undefined
  access: RestoredAccess
  revoked: SettledRevoked
}

/** `since`: access that was revoked after the backup. `screens`: when that is not known, all screens that are paired in the backup. */
export type SettledRevoked = { since: Revoked[] | NotCompared; screens: Revoked[] }

/** In the data folder, so that finished files only have to be renamed. */
const STAGING = '.restoring'

/**
 * Restores a backup to the place that the settings name. Everything is first staged and checked. Then the files are moved into place, and
 * at last, in one step, the database. If the restore is interrupted before that step, it leaves no new installation behind.
 *
 * @param options.files the store for media files. The media folder when omitted
 * @param options.keepAccess tokens and invitations of the backup stay valid
 * @param options.replace moves the existing SQLite database and its files into a separate folder
 * @param options.before the previous data, to find what was revoked since. The replaced data when omitted
 * @param options.revoked decision on revoked access. When nothing can be compared, `let-go` unpairs every paired screen
 * @throws ArchiveError, PlaceTaken, RevokedSince
 */
export async function restoreBackup(
  settings: DatabaseSettings,
  input: AsyncIterable<Uint8Array>,
  options: {
    now: number
    replace: boolean
    keepAccess?: boolean
    before?: DatabaseSettings | undefined
    revoked?: OfTheRevoked | undefined
    files?: Pick<FileStore, 'take' | 'setOwner'> | undefined
  },
): Promise<Restored> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl && options.replace) {
    const way = 'Create an empty database, and set DATABASE_URL to it.'
    throw new PlaceTaken('not-empty', `--replace only works with SQLite. ${way}`)
  }
  if (!options.replace) await requireEmpty(settings)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const staging = join(dataDir, STAGING)
  await takeStaging(staging)
  let loading: Loading | undefined
  try {
    const stagedFiles = join(staging, 'media')
    await mkdir(stagedFiles, { mode: 0o700 })
    let replaced: string | undefined
    let shows = 0
    let settled: Pick<Restored, 'access' | 'revoked'> | undefined
    const publish = async (file: string) => {
      const place = join(dataDir, DATABASE_FILE)
      if (options.replace && (await readdir(dataDir)).includes(DATABASE_FILE)) {
        await rename(file, place)
      } else await placeNew(file, place)
      await syncFolder(diskIo, dataDir)
    }
    const open = (manifest: ArchiveManifest) => {
      const level = manifest.migrations.at(-1) ?? ''
      return databaseUrl ? openPostgresLoading(databaseUrl, level) : openSqliteLoading(staging, level, publish)
    }

    const report = await readBackup(input, {
      async begin(manifest) {
        loading = await open(manifest)
        shows = manifest.at
        requireSameTables(loading.tables, manifest)
      },
      rows: async (table, rows) => loading?.insert(table, rows),
      file: (name, _size, body) => writeSynced(join(stagedFiles, name), body),
    })
    if (!loading) throw new Error('a backup was read and none of it was taken')
    await loading.finish(async (queries) => {
      await raiseRevisions(queries, options.now)
      await endTakeOvers(queries, options.now)
      // The original installation may continue beside this one, so this one gets a new identity.
      await removeInstallationId(queries)
      const { now, keepAccess: keep = false, revoked: choice } = options
      const before = options.before ?? (options.replace ? settings : undefined)
      const revoked = await settleRevoked(queries, before, { now, shows, keep, choice })
      const left = choice === 'let-go' ? undefined : revoked
      const revived = Array.isArray(left?.since) ? left.since.length : 0
      const access = await settleAccess(queries, {
        ...{ at: now, shows, keep, revived },
        unknownScreens: left?.screens.length ?? 0,
      })
      settled = { access, revoked }
    })
    await syncFolder(diskIo, stagedFiles)

    if (!options.replace) await requireEmpty(settings)
    else replaced = await putAside(dataDir, options.now)
    if (options.files)
      for (const name of await readdir(stagedFiles)) await options.files.take(name, join(stagedFiles, name))
    else await moveInto(stagedFiles, join(dataDir, 'media'))
    // The next start assigns the files to this database. Until then they have no owner, so another server on them removes nothing.
    await (options.files ?? (await openDiskFileStore(join(dataDir, 'media'), diskIo, { beside: true }))).setOwner(
      undefined,
    )
    await loading.publish()
    if (!settled) throw new Error('a backup was read and nobody looked at who it lets in')
    return { ...report, replaced, ...settled }
  } catch (error) {
    if (error instanceof UnfitRows) throw new ArchiveError('backup-damaged', `The backup is damaged. ${error.message}`)
    if (isError(error, 'EEXIST')) throw notEmpty(`A database was created in ${dataDir} meanwhile.`)
    throw error
  } finally {
    try {
      await loading?.close()
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
}

/** @throws RevokedSince when a decision is needed and none was given */
async function settleRevoked(
  queries: Queries,
  before: DatabaseSettings | undefined,
  { now, shows, keep, choice }: { now: number; shows: number; keep: boolean; choice: OfTheRevoked | undefined },
): Promise<SettledRevoked> {
  const since = before ? await findRevoked(queries, before, { now, keepAccess: keep }) : 'nothing-there'
  if (Array.isArray(since)) {
    const things = since.map(({ kind, organisationId, name }) => ({ kind, organisationId, name }))
    if (things.length > 0 && choice === undefined) throw new RevokedSince(things, shows)
    if (choice === 'let-go') for (const { revoke } of since) await revoke(queries, now)
    return { since: things, screens: [] }
  }
  const paired = await listPaired(queries)
  if (choice === 'let-go') for (const { id } of paired) await letGoPaired(queries, id, now)
  const screens = paired.map(({ organisationId, name }) => ({ kind: 'screen' as const, organisationId, name }))
  return { since, screens }
}

/** @throws PlaceTaken when the database is not empty */
async function requireEmpty(settings: DatabaseSettings): Promise<void> {
  await using dump = await openDump(settings).catch((error) => {
    if (isDamaged(error)) throw notEmpty(`${settings.dataDir} contains a damaged database.`)
    throw error
  })
  if (!dump) return
  if (!settings.databaseUrl) throw notEmpty(`${settings.dataDir} already contains a database.`)
  for (const table of dump.tables) {
    if (table.name !== 'organisation' && table.name !== 'user') continue
    for await (const _rows of dump.rows(table)) {
      const way = 'Create an empty database, and set DATABASE_URL to it.'
      throw new PlaceTaken('not-empty', `The database already contains data. Nothing was changed. ${way}`)
    }
  }
}

function notEmpty(problem: string): PlaceTaken {
  const way = 'Set DATA_DIR to an empty folder, or use --replace to move the existing data aside.'
  return new PlaceTaken('not-empty', `${problem} Nothing was changed. ${way}`)
}

/** Removes what an interrupted restore has left behind. */
async function takeStaging(staging: string): Promise<void> {
  const owner = join(staging, 'process')
  const pid = Number(await readFile(owner, 'utf8').catch(() => '0'))
  if (pid > 0 && pid !== process.pid && isRunning(pid)) {
    throw new PlaceTaken('in-use', `Another restore is running there (process ${pid}). Nothing was changed.`)
  }
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  await writeFile(owner, String(process.pid), { mode: 0o600 })
}

export function requireSameTables(tables: RelatedShape[], manifest: ArchiveManifest): void {
  const textOf = ({ name, columns }: TableShape) => `${name}(${[...columns].sort().join()})`
  const wanted = tables.filter((table) => !isPassedOver(table)).map(textOf)
  const given = manifest.tables.map(textOf)
  if (wanted.sort().join() !== given.sort().join()) throw damaged()
}

async function writeSynced(path: string, body: AsyncIterable<Buffer>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  let at = 0
  for await (const bytes of body) {
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, at)
      done += bytesWritten
      at += bytesWritten
    }
  }
  await file.datasync()
}

/** File names are generated once and never reused, so a file with the same name is the same file. */
async function moveInto(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
  await syncFolder(diskIo, to)
}

/**
 * Links the existing data into a separate folder, so that it can be put back. Nothing is removed here.
 *
 * @returns the folder. undefined when there was no data
 * @throws PlaceTaken while a server uses the data
 */
async function putAside(dataDir: string, now: number): Promise<string | undefined> {
  const database = join(dataDir, DATABASE_FILE)
  if (!(await readdir(dataDir)).includes(DATABASE_FILE)) return undefined
  foldLogIn(database)
  const aside = join(dataDir, `replaced-${stampOf(now)}-${randomUUID().slice(0, 4)}`)
  await mkdir(join(aside, 'media'), { recursive: true, mode: 0o700 })
  const media = join(dataDir, 'media')
  for (const entry of await readdir(media, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) await link(join(media, entry.name), join(aside, 'media', entry.name))
  }
  await link(database, join(aside, DATABASE_FILE))
  // The log of a damaged database could not be merged. It must not be mistaken for the log of the new one.
  for (const suffix of ['-wal', '-shm']) {
    await rename(database + suffix, join(aside, DATABASE_FILE + suffix)).catch((error) => {
      if (!isError(error, 'ENOENT')) throw error
    })
  }
  await syncFolder(diskIo, aside)
  return aside
}

/** Merges the log into the database file and removes it. Fails when another process has the file open, which SQLite detects. */
function foldLogIn(path: string): void {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    database.exec('pragma busy_timeout = 500; pragma journal_mode = delete')
  } catch (error) {
    if (isDamaged(error)) return
    const busy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
    if (!busy) throw error
    throw new PlaceTaken('in-use', 'The server is using this data. Stop it first. Nothing was changed.')
  } finally {
    database?.close()
  }
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { LOCK_FILE } from './claim.ts'
import { ConfigError } from './config.ts'
import { DATABASE_FILE } from './database/database.ts'

/** The folders and files below the data folder that the server writes to. Missing ones are created later. */
const FOLDERS = ['media', join('media', '.staging'), 'uploads', 'workshop']
const FILES = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, LOCK_FILE]

/** A full disk does not stop the server from starting: people free space by deleting in the dashboard. */
const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT'])

/**
 * A problem with the data folder. `says` and `fix` are sentences: the cause, and the remedy. `mayPass`: a later start may succeed without
 * any action, for example once a disk is mounted.
 */
export type FolderProblem = { says: string; fix: string; mayPass?: true }

/**
 * Creates the data folder if it is missing, and checks that this process can use it and everything in it.
 *
 * @param dataDir an absolute path
 * @throws ConfigError with the folder or file, the reason, its owner and the remedy. An Error with the same text when a later start may
 * succeed
 */
export function ensureDataFolder(dataDir: string): void {
  const problem = problemOfDataFolder(dataDir)
  if (!problem) return
  const message = `the data in ${dataDir} cannot be used. ${problem.says} ${problem.fix}`
  throw problem.mayPass ? new Error(message) : new ConfigError(message)
}

/** Creates the folder if it is missing. @returns undefined when this process can use it */
export function problemOfDataFolder(dataDir: string): FolderProblem | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    // Node reports a missing folder when the disk is read-only.
    const path = nearest(dataDir)
    return problemWith(path, 'folder', dataDir) ?? problemOf(error, path, dataDir)
  }
  const probe = join(dataDir, `.probe-${randomUUID()}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!FULL.has(codeOf(error))) return problemOf(error, dataDir, dataDir)
  } finally {
    rmSync(probe, { force: true })
  }
  for (const name of FOLDERS) {
    const problem = problemWith(join(dataDir, name), 'folder', dataDir)
    if (problem) return problem
  }
  for (const name of FILES) {
    const problem = problemWith(join(dataDir, name), 'file', dataDir)
    if (problem) return problem
  }
  return undefined
}

function problemWith(path: string, kind: 'file' | 'folder', dataDir: string): FolderProblem | undefined {
  if (!statOf(path)) return linkToNothing(path)
  const other = notA(kind, path)
  if (other) return other
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (kind === 'folder' ? constants.X_OK : 0))
    return undefined
  } catch (error) {
    return problemOf(error, path, dataDir)
  }
}

/** @param path the data folder, something in it, or the nearest existing folder above it */
function problemOf(error: unknown, path: string, dataDir: string): FolderProblem {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return { says: `Placard cannot write to ${path}. ${whose(path)}`, fix: giveIt(path, dataDir) }
    case 'EROFS':
      return {
        says: `The disk of ${path} is read-only.`,
        fix: 'Mount it for writing, or set DATA_DIR to another disk.',
      }
    case 'EIO':
      return {
        says: `The disk of ${path} has errors (EIO).`,
        fix: 'Check the system log. If the disk is broken, replace it and restore the newest backup.',
        mayPass: true,
      }
    case 'ENAMETOOLONG':
      return { says: 'The path is too long.', fix: 'Set DATA_DIR to a shorter one.' }
    case 'ELOOP':
      return { says: `${path} is a link that leads back to itself.`, fix: 'Set DATA_DIR to the intended folder.' }
    default:
      return {
        says: `${error instanceof Error ? error.message : String(error)}. ${whose(path)}`,
        fix: 'Set DATA_DIR to a writable folder.',
      }
  }
}

/** The owner of a file or folder and this process's user, both as numbers, because a container may have no user names. */
function whose(path: string): string {
  const there = statOf(path)
  if (!there || process.geteuid === undefined) return ''
  const rights = (there.mode & 0o777).toString(8)
  return `It belongs to user ${there.uid} (mode ${rights}); Placard runs as user ${process.geteuid()}${ownName()}.`
}

function giveIt(path: string, dataDir: string): string {
  if (process.geteuid === undefined) return 'Give this user write access, or set DATA_DIR to another folder.'
  const isOwn = path === dataDir || path.startsWith(join(dataDir, '/'))
  const give = `Run as root: chown -R ${process.geteuid()} ${inShell(dataDir)}`
  return `${isOwn ? give : `Create ${dataDir} and make that user its owner (mkdir, chown)`}; or set DATA_DIR to another folder.`
}

/** Quotes a path as one argument of a shell command. */
const inShell = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

function ownName(): string {
  try {
    return `, ${userInfo().username}`
  } catch {
    return ''
  }
}

function notA(kind: 'file' | 'folder', path: string): FolderProblem | undefined {
  const there = statOf(path)
  if (!there || there.isDirectory() === (kind === 'folder')) return undefined
  return { says: `${path} is not a ${kind}.`, fix: 'Move it away, or set DATA_DIR to another folder.' }
}

function linkToNothing(path: string): FolderProblem | undefined {
  if (!lstatOf(path)?.isSymbolicLink() || statOf(path)) return undefined
  return {
    says: `${path} is a link to ${readlinkSync(path)}, which does not exist or cannot be reached.`,
    fix: 'Mount the disk that it leads to, or remove the link.',
    mayPass: true,
  }
}

/** The path itself, or the nearest existing folder above it. */
function nearest(path: string): string {
  const above = dirname(path)
  return lstatOf(path) || above === path ? path : nearest(above)
}

/** Undefined when nothing exists there, or this process may not see it. */
const statOf = (path: string) => orUndefined(() => statSync(path))
const lstatOf = (path: string) => orUndefined(() => lstatSync(path))

function orUndefined(read: () => Stats): Stats | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

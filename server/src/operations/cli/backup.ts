import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { type Config, readConfig } from '../../platform/config.ts'
import { DATABASE_FILE, type DatabaseSettings } from '../../platform/database/database.ts'
import {
  ArchiveError,
  estimateBytes,
  FileIsThere,
  FileWentMeanwhile,
  freeBytes,
  makeFolder,
  NoRoom,
  type NotCompared,
  NothingThere,
  nameOf,
  PlaceTaken,
  REVOKED_KINDS,
  type ReadReport,
  type Revoked,
  RevokedSince,
  restoreBackup,
  type SettledRevoked,
  verifyBackup,
  type Written,
  writeBackup,
  writeBackupFile,
} from '../backup/service.ts'
import { type Call, type Command, Failure, WrongUse } from './command.ts'
import { openFiles } from './installation.ts'
import type { Terminal } from './terminal.ts'

const backup: Command = {
  name: 'backup',
  words: ['[FILE]'],
  options: {
    verify: {
      kind: 'text',
      value: 'FILE',
      about: 'check an existing backup instead of writing one; - reads it from standard input',
    },
  },
  summary: 'Writes a backup of everything to one file: accounts, displays, texts, pictures and films.',
  details: [
    'The server can keep running: the backup is a consistent snapshot. It is verified before the file gets its final name.',
    'Without FILE it is written to BACKUP_DIR, named after the current time. With - it is written to standard output,',
    'without verification. The file contains everything, including password hashes, keys, and the headers of the addresses',
    'that tables follow. Its mode is 0600. Store it where nobody else has access.',
  ],
  async run(call) {
    const verify = call.text('verify')
    if (verify !== undefined) {
      if (call.words.length > 0) throw new WrongUse('Give a FILE to write or --verify FILE, not both.')
      return verifyOne(call, verify)
    }
    const config = readConfig(call.terminal.env, call.terminal.folder)
    const [file] = call.words
    return file === '-' ? writeToOutput(call, config) : writeToFile(call, config, file)
  },
}

async function writeToFile(call: Call, config: Config, file: string | undefined) {
  const now = Date.now()
  if (file === undefined) await makeFolder(config.backup.folder)
  const path =
    file === undefined ? join(config.backup.folder, nameOf('asked', now)) : resolve(call.terminal.filesFolder, file)
  const written = await saying(config, async () => {
    const source = await sourceOf(config)
    const [wanted, free] = [await estimateBytes(config), await freeBytes(dirname(path))]
    if (free < wanted)
      throw new Failure('disk-full', `The backup needs about ${sizeOf(wanted)}, but only ${sizeOf(free)} are free.`)
    return writeBackupFile(source, path, { now: () => now, media: true })
  })
  return { lines: [`${path}: ${describe(written)}`, ...problemLines(written)], json: { file: path, ...written } }
}

async function writeToOutput(call: Call, config: Config) {
  if (call.flag('json')) throw new WrongUse('Standard output can have the backup or JSON, not both.')
  const { stdout, stderr } = call.terminal
  if ('isTTY' in stdout && stdout.isTTY)
    throw new WrongUse('A backup cannot be written to a terminal. Give a FILE, or redirect the output to one.')
  const now = Date.now()
  const written = await saying(config, async () =>
    writeBackup(await sourceOf(config), sinkOf(stdout), { at: now, media: true, spoolFolder: config.dataDir }),
  )
  for (const line of [describe(written), ...problemLines(written)]) stderr.write(`${line}\n`)
  return { lines: [], json: undefined }
}

async function verifyOne(call: Call, file: string) {
  const report = await saying(undefined, async () => verifyBackup(await inputOf(call.terminal, file)))
  const { manifest } = report
  const made = `made by Placard ${manifest.version} on ${new Date(manifest.at).toISOString()} (${manifest.dialect})`
  return {
    lines: [`The backup is complete: ${describe(report)} It was ${made}.`, ...problemLines(report)],
    json: jsonOf(report),
  }
}

const restore: Command = {
  name: 'restore',
  words: ['FILE'],
  options: {
    'keep-access': {
      kind: 'flag',
      about: 'keep the tokens and invitations of the backup valid: for a move, not after a loss',
    },
    replace: { kind: 'flag', about: 'move existing data aside (SQLite only; the server must be stopped)' },
    before: {
      kind: 'text',
      value: 'PLACE',
      about:
        'the previous data, a data folder or postgres://…, to find what was revoked since; --replace finds them itself',
    },
    'let-go': {
      kind: 'flag',
      about: 'keep revoked what was revoked since; without previous data, every paired screen is let go',
    },
    revive: { kind: 'flag', about: 'make what was revoked since valid again, as in the backup' },
  },
  summary: 'Restores a backup into an empty DATA_DIR or database.',
  details: [
    'The whole backup is checked before anything is changed. A file that is damaged, cut off or from a newer version is',
    'refused, and nothing changes. A backup of an older version is upgraded. A backup of SQLite can be restored into',
    'PostgreSQL and vice versa. Everybody must sign in again afterwards. API tokens and invitations become invalid,',
    'because they may have been revoked since the backup was made. Use --keep-access for a move to another machine,',
    'right after the backup. FILE can be - for standard input.',
    'Screens that were let go, members and accounts that were removed, and passwords that were changed since the backup would',
    'become valid again too. The backup is compared with the previous data, if they exist, and differences are listed. Nothing',
    'is restored until you choose --let-go or --revive.',
    'Do not restore a backup from an untrusted source: its operators become operators here.',
  ],
  async run(call) {
    const config = readConfig(call.terminal.env, call.terminal.folder)
    const file = call.words[0] ?? ''
    const input = await inputOf(call.terminal, file)
    const [letGo, revive] = [call.flag('let-go'), call.flag('revive')]
    if (letGo && revive) throw new WrongUse('Give --let-go or --revive, not both.')
    const before = call.text('before')
    const { replaced, access, revoked, ...report } = await saying(undefined, async () =>
      restoreBackup(config, input, {
        now: Date.now(),
        replace: call.flag('replace'),
        keepAccess: call.flag('keep-access'),
        before: before === undefined ? undefined : placeOf(call.terminal, before),
        revoked: letGo ? 'let-go' : revive ? 'revive' : undefined,
        files: config.s3 ? await openFiles(config) : undefined,
      }),
    )
    return {
      lines: [
        `Restored: ${describe(report)} It was made at ${new Date(report.manifest.at).toISOString()}.`,
        ...problemLines(report),
        ...(report.media === null
          ? ['It was made before an upgrade, without pictures and films. The existing ones stay.']
          : []),
        ...(replaced === undefined ? [] : [`The previous data are in ${replaced}`]),
        ...(access.tokens + access.invitations === 0 ? [] : [accessLine(access)]),
        ...revokedLines(revoked, letGo, report.manifest.at),
        'Start the server now. Everybody must sign in again.',
      ],
      json: {
        ...jsonOf(report),
        replaced: replaced ?? null,
        access: { tokens: access.tokens, invitations: access.invitations, kept: access.kept },
        revoked: {
          compared: Array.isArray(revoked.since),
          since: Array.isArray(revoked.since) ? revoked.since : [],
          screens: revoked.screens,
          letGo,
        },
      },
    }
  },
}

function accessLine({ tokens, invitations, kept }: { tokens: number; invitations: number; kept: boolean }): string {
  const what = `${tokens} ${tokens === 1 ? 'token' : 'tokens'} and ${invitations} ${invitations === 1 ? 'invitation' : 'invitations'}`
  return kept
    ? `${what} of the backup are valid again. Revoke those that were revoked since the backup.`
    : `${what} of the backup are no longer valid. Create new ones if needed.`
}

const NOT_COMPARED: Record<NotCompared, string> = {
  'nothing-there': 'There were no previous data to compare with',
  damaged: 'The previous data are damaged and could not be compared',
  'another-installation': 'The previous data belong to another installation and were not compared',
  older: 'The previous data are older than the backup and were not compared',
}

function revokedLines({ since, screens }: SettledRevoked, letGo: boolean, shows: number): string[] {
  if (Array.isArray(since)) {
    if (since.length === 0) return ['Compared with the previous data: nothing was revoked since the backup.']
    return [
      letGo ? 'Revoked since the backup, and still revoked:' : 'Revoked since the backup, and valid again:',
      ...since.map(lineOf),
    ]
  }
  const when = new Date(shows).toISOString()
  return [
    `${NOT_COMPARED[since]}. Members, accounts and passwords are as they were at ${when}.`,
    ...(screens.length === 0
      ? []
      : letGo
        ? ['These screens were let go. Pair those that are still yours again:', ...screens.map(nameLineOf)]
        : [
            'These screens play again. Let go those that were let go since, or restore again with --let-go:',
            ...screens.map(nameLineOf),
          ]),
  ]
}

const nameLineOf = ({ organisationId, name }: Revoked) =>
  `- ${organisationId === null ? '' : `${organisationId}: `}${JSON.stringify(name)}`
const lineOf = (one: Revoked) => `${nameLineOf(one)}: ${REVOKED_KINDS[one.kind]}`

/** @throws Failure when there is no database */
function placeOf(terminal: Terminal, place: string): DatabaseSettings {
  if (/^postgres(ql)?:/.test(place)) return { databaseUrl: place, dataDir: '' }
  const dataDir = resolve(terminal.filesFolder, place)
  if (existsSync(join(dataDir, DATABASE_FILE))) return { databaseUrl: undefined, dataDir }
  throw new Failure('nothing-there', `There is no database in ${dataDir}. Nothing was changed.`)
}

export const BACKUP_COMMANDS: Command[] = [backup, restore]

async function sourceOf(config: Config) {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, DATABASE_FILE))) throw new NothingThere(config.dataDir)
  return { settings: config, files: await openFiles(config) }
}

/** Translates errors into messages for people. */
async function saying<Result>(config: Config | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof PlaceTaken) throw new Failure(error.code, error.message)
    if (error instanceof RevokedSince) {
      const { things, shows } = error
      throw new Failure(
        'revoked-since',
        `The following were revoked after the backup was made (${new Date(shows).toISOString()}), and would be valid again. Nothing was changed.`,
        [...things.map(lineOf), 'Use --let-go to keep them revoked, or --revive to make them valid again.'],
      )
    }
    if (error instanceof NoRoom) throw new Failure('disk-full', error.message)
    if (error instanceof NothingThere) {
      throw new Failure(
        'nothing-there',
        `There is no database to back up${config?.databaseUrl ? '' : ` in ${config?.dataDir}`}.`,
      )
    }
    if (error instanceof FileIsThere)
      throw new Failure('file-exists', `${error.message} already exists. Nothing was written.`)
    if (error instanceof FileWentMeanwhile) {
      throw new Failure('changed-meanwhile', 'Files were removed during the backup. Run the command again.')
    }
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EISDIR')
    ) {
      throw new Failure(
        'unusable-file',
        `${'path' in error ? String(error.path) : 'The file'} cannot be used: ${error.message}`,
      )
    }
    throw error
  }
}

async function inputOf(terminal: Terminal, file: string): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return terminal.stdin
  const path = resolve(terminal.filesFolder, file)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Failure('unusable-file', `The file ${path} does not exist.`)
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}

function sinkOf(stream: Writable) {
  return {
    write: (bytes: Uint8Array) =>
      new Promise<void>((done, fail) => {
        stream.write(bytes, (error) => (error ? fail(error) : done()))
      }),
  }
}

function describe({ rows, media, sizeBytes }: { rows: number; media: Written['media']; sizeBytes?: number }): string {
  const size = sizeBytes === undefined ? '' : `${sizeOf(sizeBytes)}, `
  return `${size}${rows} ${rows === 1 ? 'row' : 'rows'}, ${media === null ? 'no files' : `${media.files} ${media.files === 1 ? 'file' : 'files'} (${sizeOf(media.bytes)})`}.`
}

function problemLines({ missing, damaged }: { missing: string[]; damaged: string[] }): string[] {
  return [
    ...missing.map((name) => `Missing before the backup was made: ${name}`),
    ...damaged.map((name) => `Damaged before the backup was made: ${name}`),
  ]
}

function jsonOf({ manifest, rows, media, missing, damaged }: ReadReport) {
  const { version, dialect, at, migrations } = manifest
  return { version, dialect, at: new Date(at).toISOString(), level: migrations.at(-1), rows, media, missing, damaged }
}

function sizeOf(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 2 ** (10 * power)
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}

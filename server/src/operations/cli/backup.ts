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
      about: 'write none, and read one to see whether it is whole; - reads it from the input',
    },
  },
  summary: 'Writes everything into one file: accounts, displays, texts, pictures and films.',
  details: [
    'The server may go on: the backup shows one moment. It is read back before the file gets its name, so what has the name',
    'is whole. Without FILE it goes to BACKUP_DIR under the name of the moment; with - to the output, without being read',
    'back. Whoever has the file has everything, password hashes and keys too: its mode is 0600, and it belongs where',
    'nobody else looks.',
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
      throw new Failure('disk-full', `It takes about ${sizeOf(wanted)}; there are ${sizeOf(free)} free.`)
    return writeBackupFile(source, path, { now: () => now, media: true })
  })
  return { lines: [`${path}: ${describe(written)}`, ...problemLines(written)], json: { file: path, ...written } }
}

async function writeToOutput(call: Call, config: Config) {
  if (call.flag('json')) throw new WrongUse('The output takes the backup or JSON, not both.')
  const { stdout, stderr } = call.terminal
  if ('isTTY' in stdout && stdout.isTTY)
    throw new WrongUse('A backup is nothing to look at. Name a FILE, or send the output to one.')
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
    lines: [`It is whole: ${describe(report)} It was ${made}.`, ...problemLines(report)],
    json: jsonOf(report),
  }
}

const restore: Command = {
  name: 'restore',
  words: ['FILE'],
  options: {
    'keep-access': {
      kind: 'flag',
      about: 'tokens and invitations of the backup go on counting: for a move, not after a loss',
    },
    replace: { kind: 'flag', about: 'moves aside the data that are there (SQLite alone; the server must be stopped)' },
    before: {
      kind: 'text',
      value: 'PLACE',
      about: 'the data from before, a data folder or postgres://…, to see what was revoked since; --replace knows them',
    },
    'let-go': {
      kind: 'flag',
      about: 'what was revoked since stays revoked; where there are no data from before, every paired screen is let go',
    },
    revive: { kind: 'flag', about: 'what was revoked since counts again, as in the backup' },
  },
  summary: 'Puts back what a backup holds, into an empty DATA_DIR or database.',
  details: [
    'All of it is read and checked before anything is changed; a file that is damaged, cut off or from a newer version is',
    'refused and leaves nothing behind. One of an older version is brought up to date. A backup of SQLite can be put into',
    'PostgreSQL and the other way round. Everybody signs in again afterwards, and tokens of programs and invitations do not',
    'count any more: they may have been revoked since the backup was made. --keep-access is for a move to another machine,',
    'right after the backup. FILE may be - for the input.',
    'Screens that were let go since, members and accounts that were removed, passwords that were changed and the like would count',
    'again as well. Where the data from before are there they are compared, and what is found is named: nothing is restored until',
    '--let-go or --revive says what becomes of it.',
    'Restore nothing that a stranger gave you: whoever is an operator in it is one here.',
  ],
  async run(call) {
    const config = readConfig(call.terminal.env, call.terminal.folder)
    const file = call.words[0] ?? ''
    const input = await inputOf(call.terminal, file)
    const [letGo, revive] = [call.flag('let-go'), call.flag('revive')]
    if (letGo && revive) throw new WrongUse('Say --let-go or --revive, not both.')
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
        `Restored: ${describe(report)} It shows ${new Date(report.manifest.at).toISOString()}.`,
        ...problemLines(report),
        ...(report.media === null
          ? ['It was made before an upgrade, without pictures and films: those that are there stay.']
          : []),
        ...(replaced === undefined ? [] : [`What was there before is in ${replaced}`]),
        ...(access.tokens + access.invitations === 0 ? [] : [accessLine(access)]),
        ...revokedLines(revoked, letGo, report.manifest.at),
        'Start the server now. Everybody signs in again.',
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
    ? `${what} of the backup count again: revoke those that had been revoked since.`
    : `${what} of the backup do not count any more: make anew what is still wanted.`
}

const NOT_COMPARED: Record<NotCompared, string> = {
  'nothing-there': 'There were no data from before to compare with',
  damaged: 'The data from before are damaged, and could not be compared',
  'another-installation': 'The data from before are of another installation, and were not compared',
  older: 'The data from before are older than the backup, and were not compared',
}

function revokedLines({ since, screens }: SettledRevoked, letGo: boolean, shows: number): string[] {
  if (Array.isArray(since)) {
    if (since.length === 0) return ['Compared with the data from before: nothing that was revoked since counts again.']
    return [
      letGo ? 'Revoked since the backup, and still is:' : 'Revoked since the backup, and counts again:',
      ...since.map(lineOf),
    ]
  }
  const when = new Date(shows).toISOString()
  return [
    `${NOT_COMPARED[since]}: members, accounts and passwords count as they did on ${when}.`,
    ...(screens.length === 0
      ? []
      : letGo
        ? ['These screens are let go. Pair those again that are still yours:', ...screens.map(nameLineOf)]
        : [
            'These screens play again. Let go of those that you had let go since, or restore once more with --let-go:',
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
        `Since ${new Date(shows).toISOString()}, when the backup was made, these were revoked. They would count again. Nothing was changed.`,
        [
          ...things.map(lineOf),
          'Say --let-go, and they stay revoked, or --revive, and they count again as in the backup.',
        ],
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
      throw new Failure('file-exists', `${error.message} is there already. Nothing was written.`)
    if (error instanceof FileWentMeanwhile) {
      throw new Failure('changed-meanwhile', 'Files were removed while they were being read. Start it again.')
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
  if (!found?.isFile()) throw new Failure('unusable-file', `There is no file ${path}`)
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
    ...missing.map((name) => `Lost before the backup was made: ${name}`),
    ...damaged.map((name) => `Spoilt before the backup was made: ${name}`),
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

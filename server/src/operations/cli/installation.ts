import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { claimFiles } from '../../content/media/service.ts'
import { type Accounts, createAccounts } from '../../people/accounts/service.ts'
import { createInProcessBus } from '../../platform/bus/bus.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { ensureDataFolder } from '../../platform/data-folder.ts'
import { openDiskFileStore } from '../../platform/files/disk.ts'
import { diskIo } from '../../platform/files/disk-io.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openS3 } from '../../platform/files/open-s3.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { openUpToDate } from '../backup/service.ts'
import { printable } from './output.ts'
import type { Terminal } from './terminal.ts'

/** The data of an installation, for use by a command while the server is running or not. */
export type Installation = {
  context: Context
  /** Created at the first call. */
  accounts(): Promise<Accounts>
  close(): Promise<void>
}

export async function openInstallation(terminal: Terminal): Promise<Installation> {
  const config = readConfig(terminal.env, terminal.folder)
  const say = (line: string) => terminal.stderr.write(`${printable(line)}\n`)
  ensureDataFolder(config.dataDir)
  // A message for people who mistyped a folder.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'placard.db'))) {
    say(`There is no database in ${config.dataDir} yet. Creating one.`)
  }
  const log = (details: object, message: string) => say(`${message} ${JSON.stringify(details)}`)
  const context: Context = {
    config,
    database: await openUpToDate(config, Date.now, ({ path }) =>
      say(`The database is being upgraded.${path ? ` A backup from before is in ${path}` : ''}`),
    ),
    files: await openFiles(config),
    // The server is another process, so nothing listens to this bus.
    bus: createInProcessBus(),
    log: { info() {}, warn: log, error: log },
    mailer: await createMailer(config.mail, { info() {}, warn: log, error: log }),
    now: Date.now,
  }
  try {
    await claimFiles(context)
  } catch (error) {
    await context.mailer.close()
    await context.database.close()
    throw error
  }
  let accounts: Promise<Accounts> | undefined
  return {
    context,
    accounts() {
      accounts ??= createAccounts(context)
      return accounts
    },
    async close() {
      await (await accounts)?.close()
      await context.mailer.close()
      await context.database.close()
    },
  }
}

/** Opens the store of media files, beside a server that may be running. */
export async function openFiles(config: Config): Promise<FileStore> {
  return config.s3 ? openS3(config.s3) : openDiskFileStore(join(config.dataDir, 'media'), diskIo, { beside: true })
}

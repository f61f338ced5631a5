import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_QUOTA_BYTES } from '@placard/contract'
import { INSTALLATION_KEY } from '../../../content/media/service.ts'
import type { Config } from '../../../platform/config.ts'
import { DATABASE_FILE } from '../../../platform/database/database.ts'
import { inspectDatabase } from '../../../platform/database/inspect.ts'
import { MIGRATION_NAMES } from '../../../platform/database/migrate.ts'
import { fileOf, listKept, listPartial, newestOf, restoredAccessOf } from '../../backup/service.ts'
import { openFiles } from '../installation.ts'
import { bad, type Check, good, passedOver, warning } from './finding.ts'

const OLDEST_POSTGRES = 14
const CLOCKS_APART_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Tokens are valid for up to a year, but a month is enough time to review them. */
const RESTORE_TOLD_MS = 30 * DAY_MS
const NEARLY_FULL = 0.9
/** More names would only fill the screen. */
const NAMED_AT_MOST = 3
const RESTORE = 'Stop the server and restore a backup: placard restore FILE --replace'

const NO_DATABASE = passedOver('Not checked without a database.')

function isThere(config: Config): boolean {
  return config.databaseUrl !== undefined || existsSync(join(config.dataDir, DATABASE_FILE))
}

const database: Check = {
  name: 'database',
  async look({ config }) {
    if (!isThere(config)) {
      return bad(
        `There is no database in ${config.dataDir}.`,
        'Start the server once to create it, or correct DATA_DIR.',
      )
    }
    try {
      const { version, clock } = await inspectDatabase(config)
      if (!config.databaseUrl) return good(`The database is SQLite ${version}.`)
      if (version < OLDEST_POSTGRES) {
        return warning(`PostgreSQL ${version} is too old.`, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)
      }
      if (clock !== undefined && Math.abs(clock - Date.now()) > CLOCKS_APART_MS) {
        return warning('The clocks of this machine and of the PostgreSQL machine differ.', 'Synchronise both with NTP.')
      }
      return good(`PostgreSQL ${version} answers.`)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return bad(
        `The database cannot be opened: ${why}`,
        config.databaseUrl ? 'Start it, or correct DATABASE_URL.' : RESTORE,
      )
    }
  },
}

const integrity: Check = {
  name: 'integrity',
  async look({ config }) {
    if (!isThere(config)) return NO_DATABASE
    if (config.databaseUrl) return passedOver('PostgreSQL checks its own files.')
    const { broken } = await inspectDatabase(config)
    return broken === undefined ? good('The database is intact.') : bad(`The database is damaged: ${broken}`, RESTORE)
  },
}

const durability: Check = {
  name: 'power cuts',
  async look({ config }) {
    if (!isThere(config)) return NO_DATABASE
    const { unsafe } = await inspectDatabase(config)
    if (unsafe === undefined) return good('Saved changes survive a power cut.')
    return config.databaseUrl
      ? bad(`A power cut may lose saved changes: ${unsafe}.`, 'Turn it on in postgresql.conf.')
      : warning(`The database is not in its usual mode: ${unsafe}.`, 'Start the server, which corrects it.')
  },
}

const level: Check = {
  name: 'version of the tables',
  async look({ config, migrations }) {
    if (!isThere(config)) return NO_DATABASE
    const done = await migrations()
    const newest = MIGRATION_NAMES.at(-1) ?? ''
    const unknown = done.find((name) => !MIGRATION_NAMES.includes(name))
    if (unknown !== undefined) {
      return bad(
        `The tables were made by a newer Placard (${unknown}).`,
        'Start that version, or restore a backup from before its upgrade.',
      )
    }
    if (done.length === MIGRATION_NAMES.length) return good(`The tables are up to date (${newest}).`)
    return warning(
      `The tables were made by an older version (${done.at(-1) ?? 'none'}).`,
      `The next start makes a backup and upgrades them (${newest}).`,
    )
  },
}

const mediaFiles: Check = {
  name: 'stored files',
  async look({ config, rows }) {
    if (!isThere(config)) return NO_DATABASE
    const files = await openFiles(config)
    const listed = (await rows('media_file')).map(fileOf)
    const wrong: string[] = []
    for (const { name, sizeBytes } of listed) {
      if ((await files.size(name)) !== sizeBytes) wrong.push(name)
    }
    if (wrong.length === 0) return good(`All ${listed.length} stored files exist.`)
    return bad(
      `${wrong.length} of ${listed.length} stored files are missing or cut off: ${some(wrong)}.`,
      'Restore them from a backup (tar -xf BACKUP media/NAME), or upload them again.',
    )
  },
}

const ownership: Check = {
  name: 'whose stored files',
  async look({ config, rows }) {
    if (!isThere(config)) return NO_DATABASE
    const files = await openFiles(config)
    const own = (await rows('setting')).find(({ key }) => key === INSTALLATION_KEY)?.value
    const owner = await files.owner()
    if (owner === undefined) {
      return own === undefined && (await rows('organisation')).length === 0
        ? passedOver('The owner of the stored files is not recorded yet.')
        : good('The next start of the server records that the stored files belong to this database.')
    }
    if (owner === own) return good('The stored files belong to this database.')
    return bad(
      'The stored files belong to another installation, so none of them is removed.',
      'Configure the database that belongs to them. If they do belong to this one, run: placard media adopt',
    )
  },
}

const orphans: Check = {
  name: 'files that nothing names',
  async look({ config, now, rows }) {
    if (!isThere(config)) return NO_DATABASE
    const files = await openFiles(config)
    const known = new Set((await rows('media_file')).map(fileOf).flatMap(({ name, thumbnail }) => [name, thumbnail]))
    const unknown: string[] = []
    for await (const name of files.listOlderThan(now - 2 * DAY_MS)) if (!known.has(name)) unknown.push(name)
    if (unknown.length === 0) return good('There are no unused files.')
    return warning(
      `${unknown.length} stored files are not used by the database: ${some(unknown)}.`,
      'The running server removes 1 percent of all files per hour, and at least eight. If they remain, check its log.',
    )
  },
}

const leftovers: Check = {
  name: 'left half done',
  async look({ config, now }) {
    const left = [
      ...(await namesIn(config.dataDir)).filter((name) => name === '.restoring'),
      ...(await listPartial(config.backup.folder).catch(() => [])),
    ]
    const uploads = join(config.dataDir, 'uploads')
    for (const name of await namesIn(uploads)) {
      const file = await stat(join(uploads, name)).catch(() => undefined)
      if (file?.isFile() && now - file.mtimeMs > 2 * DAY_MS) left.push(join('uploads', name))
    }
    if (left.length === 0) return good('There are no leftovers of interrupted work.')
    return warning(
      `Leftovers of interrupted work: ${some(left)}.`,
      'The next backup, restore or server start removes them.',
    )
  },
}

const lastBackup: Check = {
  name: 'backup',
  async look({ config, now }) {
    const { folder, keep } = config.backup
    if (keep === 0) {
      return warning(
        'No backups are made (BACKUP_KEEP=0).',
        'Make sure that another tool makes backups, for example with "placard backup -".',
      )
    }
    const kept = await listKept(folder)
    const newest = newestOf(kept, ['daily', 'asked'], now)
    if (!newest) {
      return warning(
        `There is no backup in ${folder} yet.`,
        'The running server makes one within minutes. Or run: placard backup',
      )
    }
    const hours = Math.round((now - newest.at) / 3_600_000)
    const says = `The newest backup is ${hours} hours old.`
    if (hours > 36) return bad(says, 'Check that the server is running, and look for backup errors in its log.')
    const ahead = kept.filter(({ at }) => at > now).map(({ name }) => name)
    if (ahead.length === 0) return good(says)
    return warning(
      `${says} Some are dated in the future: ${some(ahead)}.`,
      'The clock was wrong when they were made. Check them ("placard backup --verify FILE"), then move them away.',
    )
  },
}

const restoredAccess: Check = {
  name: 'access after a restore',
  async look({ now, rows }) {
    const restored = restoredAccessOf(await rows('setting'))
    if (!restored || now - restored.at > RESTORE_TOLD_MS)
      return passedOver('No backup was restored in the last 30 days.')
    const { tokens, invitations, kept, revived, unknownScreens } = restored
    const day = new Date(restored.at).toISOString().slice(0, 10)
    const shows = new Date(restored.shows).toISOString()
    if (revived + unknownScreens > 0) {
      const what =
        revived > 0
          ? `${revived} revoked things are valid again`
          : `it is not known what was revoked after it, so ${unknownScreens} paired screens play again`
      return warning(
        `A backup of ${shows} was restored on ${day}, and ${what}.`,
        'Let go screens, remove members, disable accounts and change passwords that should not be valid.',
      )
    }
    if (!kept || tokens + invitations === 0) {
      return good(
        `A backup was restored on ${day}; its ${tokens} tokens and ${invitations} invitations are no longer valid.`,
      )
    }
    return warning(
      `A backup of ${shows} was restored on ${day}, and its ${tokens} tokens and ${invitations} invitations are valid again.`,
      'On the pages of the organisations, revoke again what was revoked or withdrawn after that backup.',
    )
  },
}

const operators: Check = {
  name: 'operators',
  async look({ rows }) {
    const people = (await rows('user')).filter((row) => row.operator === 1 && row.disabled === 0)
    return people.length > 0
      ? good(`${people.length} ${people.length === 1 ? 'person is an operator' : 'people are operators'}.`)
      : warning('Nobody is an operator.', 'Run: placard user operator EMAIL on')
  },
}

const owners: Check = {
  name: 'owners',
  async look({ rows }) {
    const owned = new Set(
      (await rows('profile')).filter((row) => (row.role ?? 'owner') === 'owner').map((row) => row.org),
    )
    const organisations = (await rows('organisation')).map((row) => String(row.id))
    const without = organisations.filter((id) => !owned.has(id))
    if (without.length === 0) return good('Every organisation has an owner.')
    return warning(
      `These organisations have no owner: ${some(without)}.`,
      `Run: placard user subscribe EMAIL --organisation ${without[0]} --display ID --role owner`,
    )
  },
}

const quotas: Check = {
  name: 'quotas',
  async look({ rows }) {
    const used = new Map<string, number>()
    for (const row of await rows('media_file')) {
      const id = String(row.organisation_id)
      used.set(id, (used.get(id) ?? 0) + Number(row.size_bytes))
    }
    const full = (await rows('organisation')).filter((row) => {
      const quota = Number(row.quota_bytes ?? DEFAULT_QUOTA_BYTES)
      return (used.get(String(row.id)) ?? 0) > NEARLY_FULL * quota
    })
    if (full.length === 0) return good('No organisation is near its quota.')
    return warning(
      `The storage of these organisations is nearly full: ${some(full.map((row) => String(row.id)))}.`,
      'Increase their quota on the operator’s page, or ask them to remove files.',
    )
  },
}

export const DATA_CHECKS: Check[] = [
  database,
  integrity,
  durability,
  level,
  mediaFiles,
  ownership,
  orphans,
  leftovers,
  lastBackup,
  restoredAccess,
  operators,
  owners,
  quotas,
]

function some(names: string[]): string {
  const more = names.length - NAMED_AT_MOST
  return `${names.slice(0, NAMED_AT_MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

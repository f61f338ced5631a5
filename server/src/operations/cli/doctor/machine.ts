import { randomUUID } from 'node:crypto'
import { access, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkshop } from '../../../content/media/service.ts'
import { problemOfDataFolder } from '../../../platform/data-folder.ts'
import { BALLAST_FILE } from '../../../platform/database/ballast.ts'
import { openFileLimit } from '../../../platform/open-files.ts'
import { PROJECT_FOLDER } from '../../../platform/own-files.ts'
import { bad, type Check, good, passedOver, warning } from './finding.ts'

const MIN_NODE_MAJOR = 24
const GIB = 2 ** 30
const LITTLE_ROOM = 2 * GIB
const NO_ROOM = 200 * 2 ** 20
const FEW_NAMES = 10_000
/** Each screen and each open dashboard uses one. */
const FEW_DESCRIPTORS = 4_096
/** The date when this check was written. A clock before it is wrong. */
const WRITTEN = Date.parse('2026-11-01T00:00:00Z')

const node: Check = {
  name: 'node',
  async look() {
    const { node: version } = process.versions
    return Number.parseInt(version, 10) >= MIN_NODE_MAJOR
      ? good(`This is Node ${version}.`)
      : bad(`This is Node ${version}, which is too old.`, 'Start Placard with "npm start", which uses its own Node.')
  },
}

const pages: Check = {
  name: 'pages',
  async look() {
    for (const page of ['web/dist/app.html', 'player/dist/index.html']) {
      const there = await access(join(PROJECT_FOLDER, page)).then(
        () => true,
        () => false,
      )
      if (!there) return bad('The pages are not built.', 'Run "npm start" once in the project folder.')
    }
    return good('The pages are built.')
  },
}

const dataFolder: Check = {
  name: 'data folder',
  async look({ config }) {
    const { dataDir } = config
    const there = await stat(dataDir).catch(() => undefined)
    if (!there?.isDirectory()) {
      return bad(`The folder ${dataDir} does not exist.`, 'Start the server once to create it, or correct DATA_DIR.')
    }
    const problem = problemOfDataFolder(dataDir)
    if (problem) return bad(problem.says, problem.fix)
    if (process.platform !== 'win32' && (there.mode & 0o007) !== 0) {
      return warning(`Every user of this machine can read ${dataDir}.`, `Run: chmod 700 ${dataDir}`)
    }
    return good(`${dataDir} is writable.`)
  },
}

const room: Check = {
  name: 'free space',
  async look({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = bavail * bsize
    const says = `${(free / GIB).toFixed(1)} GiB are free in ${config.dataDir}.`
    const fix = 'Free space: remove old backups or unused files. Changes fail when the disk is full.'
    if (free < NO_ROOM) return bad(says, fix)
    return free < LITTLE_ROOM ? warning(says, fix) : good(says)
  },
}

const reserve: Check = {
  name: 'room for a full disk',
  async look({ config }) {
    if (config.databaseUrl) return passedOver('PostgreSQL uses its own disk.')
    if (config.ballastBytes === 0) return passedOver('No space is reserved for a full disk (BALLAST_MB=0).')
    const there = await stat(join(config.dataDir, BALLAST_FILE)).catch(() => undefined)
    if (there)
      return good(
        `${Math.ceil(there.size / 2 ** 20)} MiB are reserved, so that files can be removed when the disk is full.`,
      )
    return warning(
      'No space is reserved for removing files when the disk is full.',
      'The running server reserves it within 30 seconds. If it does not, free space: uploads are refused until then.',
    )
  },
}

const names: Check = {
  name: 'free files',
  async look({ config }) {
    const { ffree, files } = await statfs(config.dataDir)
    // Some file systems create inodes as needed and report none.
    if (files === 0) return passedOver('This disk has no limit on the number of files.')
    const says = `${ffree} more files fit on the disk.`
    return ffree < FEW_NAMES ? warning(says, 'Remove unused small files, or use a larger disk.') : good(says)
  },
}

const descriptors: Check = {
  name: 'open files',
  async look() {
    const limit = openFileLimit()
    if (limit === undefined) return passedOver('This system does not report the limit of open files.')
    const says = `${limit === Number.POSITIVE_INFINITY ? 'Any number of' : limit} files and connections may be open at once.`
    return limit < FEW_DESCRIPTORS
      ? warning(
          says,
          'Raise the limit to 65536 for the server: LimitNOFILE in systemd, ulimits in Docker, or ulimit -n.',
        )
      : good(says)
  },
}

const clock: Check = {
  name: 'clock',
  async look({ now, rows }) {
    const shown = new Date(now).toISOString()
    const fix = 'Synchronise the clock with NTP. Screens follow this clock.'
    if (now < WRITTEN) return bad(`The clock of this machine is wrong: ${shown}.`, fix)
    const latest = Math.max(0, ...(await rows('display')).map((row) => Number(row.created_at)))
    if (latest > now + 60_000) return warning(`The clock (${shown}) is behind times in the database.`, fix)
    return good(`The clock shows ${shown}.`)
  },
}

const timeZone: Check = {
  name: 'time zone',
  async look({ rows }) {
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
    const unknown = (await rows('display')).filter((row) => !isTimeZone(String(row.time_zone ?? 'UTC')))
    if (unknown.length > 0) {
      const name = `${String(unknown[0]?.organisation_id)}/${String(unknown[0]?.id)}`
      return warning(
        `The time zone of ${name} is unknown on this machine.`,
        `Run: placard display change ${name.replace('/', ' ')} --time-zone ZONE`,
      )
    }
    return good(`The time zone of the server is ${zone}. Each display has its own.`)
  },
}

/** Eight pixels square. Any picture shows that the decoder is installed. */
const SMALL_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVQImWNQcDiAFTEMLQkA+l1IAb9inUIAAAAASUVORK5CYII=',
  'base64',
)

const pictures: Check = {
  name: 'pictures',
  async look() {
    const folder = join(tmpdir(), `placard-doctor-${randomUUID()}`)
    const workshop = await openWorkshop({ folder, log: { warn() {} }, limits: { priority: 0 } })
    try {
      await workshop.make(SMALL_PICTURE, async () => {})
      return good('Pictures can be decoded.')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return bad(
        `Pictures cannot be decoded: ${why}`,
        'Run "npm install" on this machine, because the decoder differs by system.',
      )
    } finally {
      await workshop.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

export const MACHINE_CHECKS: Check[] = [
  node,
  pages,
  dataFolder,
  room,
  reserve,
  names,
  descriptors,
  clock,
  timeZone,
  pictures,
]

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

import { hostname } from 'node:os'
import type { Context } from '../../platform/context.ts'
import { daysOfCertificate } from './certificate.ts'
import * as store from './delivery.store.ts'
import { type AboutServer, SERVER_TROUBLES } from './message.ts'
import { deliveryOf } from './post.ts'

/** The state of the server, as far as this process knows it. */
export type ServerState = {
  backups: () => { lastAt: number | undefined; failure: string | undefined }
  ballast: () => 'kept' | 'spent' | string
}

type Trouble = AboutServer['trouble']

const OF_ALL_NODES = ''
const HOUR_MS = 60 * 60_000
/** A nightly backup that is missing at noon of the next day. */
const BACKUP_LATE_MS = 36 * HOUR_MS
/** A certificate that expires within this number of days is reported. */
const CERTIFICATE_DAYS = 14
const CERTIFICATE_ASKED_EVERY_MS = 6 * HOUR_MS

export type OperatorWatch = {
  /** Mails the operator about each trouble once, until it is over. Does nothing without an address. */
  look(): Promise<void>
}

/** Watches the server's own troubles (SA2). Each node has its own disk and its own backups. */
export function createOperatorWatch(
  context: Pick<Context, 'config' | 'database' | 'mailer' | 'now' | 'log'>,
  { backups, ballast }: ServerState,
  askCertificate: typeof daysOfCertificate = daysOfCertificate,
): OperatorWatch {
  const { config, database, mailer, now } = context
  const here = hostname().slice(0, 200)
  /** All nodes share the public address and its certificate. */
  const nodeOf = (trouble: Trouble) => (trouble === 'certificate' ? OF_ALL_NODES : here)
  const startedAt = now()
  let certificate: { at: number; days: number | undefined } | undefined

  async function listTroubles(): Promise<Map<Trouble, string>> {
    const at = now()
    const found = new Map<Trouble, string>()
    if (ballast() === 'spent') found.set('disk', '')
    const { lastAt, failure } = backups()
    const isLate = at - (lastAt ?? startedAt) > BACKUP_LATE_MS
    if (config.backup.keep > 0 && (failure !== undefined || isLate)) found.set('backup', failure ?? '')
    const days = await daysLeft(at)
    if (days !== undefined && days < CERTIFICATE_DAYS) found.set('certificate', String(Math.max(0, Math.floor(days))))
    return found
  }

  async function daysLeft(at: number): Promise<number | undefined> {
    const { publicUrl } = config
    if (!publicUrl?.startsWith('https:')) return undefined
    if (!certificate || Math.abs(at - certificate.at) >= CERTIFICATE_ASKED_EVERY_MS) {
      const asked = await askCertificate(publicUrl, at)
      // If the certificate cannot be read, the last known value is used.
      certificate = { at, days: asked ?? certificate?.days }
    }
    return certificate.days
  }

  return {
    async look() {
      if (config.operatorMail === undefined || !mailer.enabled) return
      const troubles = await listTroubles()
      const told = new Set((await store.listTroubles(database.queries, [here, OF_ALL_NODES])).map(({ kind }) => kind))
      for (const [trouble, detail] of troubles) {
        if (told.has(trouble)) continue
        await database.transaction(async (queries) => {
          if (!(await store.createTrouble(queries, trouble, nodeOf(trouble), now()))) return
          const message: AboutServer = { what: 'server', trouble, detail }
          await store.createDeliveries(queries, [deliveryOf({ organisationId: null }, message, now())])
        })
      }
      for (const kind of told) {
        const trouble = SERVER_TROUBLES.find((one) => one === kind)
        if (trouble && !troubles.has(trouble)) await store.removeTrouble(database.queries, trouble, nodeOf(trouble))
      }
    },
  }
}

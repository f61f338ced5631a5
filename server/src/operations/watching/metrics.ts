import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../../platform/context.ts'
import type { Ballast } from '../../platform/database/ballast.ts'
import { LEVELS, type Pressure } from '../../platform/pressure.ts'
import type { Live } from '../../playout/live/service.ts'
import type { Uncaught } from './uncaught.ts'

/** Seconds. From an answer from memory to one slow enough for complaints. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export type Metrics = {
  /** All metrics, in Prometheus' text format 0.0.4. */
  read(): Promise<{ contentType: string; text: string }>
  /** Counts an answered request. `route` is its pattern, or undefined when none matched. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void
  close(): void
}

/** Number of screens with an alarm, by kind. */
type AlarmCount = { countAlarms(): Promise<Record<'named' | 'unnamed', Record<'dark' | 'silent', number>>> }

/** Number of machines beneath screens that report, and of those that have a problem. */
type MachineCount = {
  countStates(): Promise<Record<'reporting' | 'hot' | 'disk-full' | 'panel-off', number>>
  countUpdates(): Promise<Record<'current' | 'behind' | 'undone', number> | undefined>
}

/** The result of the last sweep of stored files. */
type SweepCount = { swept(): { waiting: number; foreign: boolean } | undefined }

/**
 * Metrics for an operator's dashboard. Labels are routes, methods and statuses, and never an id, a name or an address, so that their
 * number is limited and they reveal nothing private.
 */
export function createMetrics(
  context: Context,
  live: Live,
  {
    pressure,
    ballast,
    screens,
    machines,
    media,
    uncaught,
  }: {
    pressure: Pressure
    ballast: Ballast
    screens: AlarmCount
    machines: MachineCount
    media: SweepCount
    uncaught: Uncaught
  },
  backups: () => { lastAt: number | undefined; failure: string | undefined },
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const durations = new Histogram({
    name: 'placard_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, without live streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const changes = new Counter({
    name: 'placard_display_changes_total',
    help: 'Stored and announced changes of the content of displays and playlists.',
    registers,
  })
  const stopListening = context.bus.onHint((hint, origin) => {
    // Each node counts its own changes.
    if (hint.kind === 'programme.changed' && origin === 'here') changes.inc()
  })

  new Gauge({
    name: 'placard_live_listeners',
    help: 'Open live streams of players and of dashboards.',
    labelNames: ['stream'],
    registers,
    collect() {
      this.set({ stream: 'player' }, live.manifests.listenerCount())
      this.set({ stream: 'dashboard' }, live.programmes.listenerCount())
    },
  })
  new Gauge({
    name: 'placard_screens_alarm',
    help: 'Screens of the whole installation (the same on each node) that have a problem. dark: connected but drawing nothing for a minute. silent: no report for a minute although not closed.',
    labelNames: ['kind', 'named'],
    registers,
    async collect() {
      // When the database is unavailable, only this figure is missing.
      const unknown = { dark: Number.NaN, silent: Number.NaN }
      const counts = await screens.countAlarms().catch(() => ({ named: unknown, unnamed: unknown }))
      for (const kind of ['dark', 'silent'] as const) {
        this.set({ kind, named: 'yes' }, counts.named[kind])
        this.set({ kind, named: 'no' }, counts.unnamed[kind])
      }
    },
  })
  new Gauge({
    name: 'placard_machines',
    help: 'Machines beneath screens whose agents have reported within six minutes, or within three if they have no open stream, in the whole installation (the same on each node). reporting: all of them. hot: 80 °C or more, or slowed down. disk-full: 90 % or more of the storage is used. panel-off: the panel is off or in standby.',
    labelNames: ['state'],
    registers,
    async collect() {
      const unknown = { reporting: Number.NaN, hot: Number.NaN, 'disk-full': Number.NaN, 'panel-off': Number.NaN }
      const counts = await machines.countStates().catch(() => unknown)
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'placard_agent_updates',
    help: 'Machines beneath screens that can update their agent, in the whole installation (the same on each node). current: they run the version of this server. behind: they do not yet. undone: it failed on them.',
    labelNames: ['state'],
    registers,
    async collect() {
      const unknown = { current: Number.NaN, behind: Number.NaN, undone: Number.NaN }
      const counts = await machines.countUpdates().catch(() => unknown)
      for (const [state, count] of Object.entries(counts ?? { current: 0, behind: 0, undone: 0 }))
        this.set({ state }, count)
    },
  })
  const places = { player: live.places.screens, dashboard: live.places.people }
  new Gauge({
    name: 'placard_live_limit',
    help: 'Maximum number of live streams of this process, of players and of dashboards.',
    labelNames: ['stream'],
    registers,
    collect() {
      for (const [stream, { limits }] of Object.entries(places)) this.set({ stream }, limits.inAll)
    },
  })
  new Counter({
    name: 'placard_live_refused_total',
    help: 'Refused live streams by the limit that was reached: of an address, a provider’s network, a session, an account, an organisation, a display or the server.',
    labelNames: ['stream', 'bound'],
    registers,
    collect() {
      this.reset()
      for (const [stream, { refused }] of Object.entries(places)) {
        for (const [bound, count] of Object.entries(refused())) this.inc({ stream, bound }, count)
      }
    },
  })
  new Gauge({
    name: 'placard_pressure_level',
    help: 'Overload level. Each level refuses more: 0 nothing, 1 reports of screens, 2 new uploads, 3 changes, 4 reads, 5 new live streams.',
    registers,
    collect() {
      this.set(LEVELS.indexOf(pressure.level()))
    },
  })
  new Counter({
    name: 'placard_pressure_refused_total',
    help: 'Requests refused because of overload, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(pressure.refused())) this.inc({ kind }, count)
    },
  })
  new Counter({
    name: 'placard_uncaught_total',
    help: 'Uncaught errors. The process survives rejections and exceptions of one connection; other exceptions end it.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(uncaught.counts())) this.inc({ kind }, count)
    },
  })
  new Gauge({
    name: 'placard_ballast_spent',
    help: '1 when the space reserved for a full disk is in use or could not be reserved. Uploads are then refused.',
    registers,
    collect() {
      this.set(ballast.state() === 'spent' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'placard_data_free_bytes',
    help: 'Free space on the disk with the data.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(context.config.dataDir)
      this.set(bavail * bsize)
    },
  })

  new Gauge({
    name: 'placard_media_waiting',
    help: 'Unused stored files that a later sweep removes, because only a part is removed at once.',
    registers,
    collect() {
      this.set(media.swept()?.waiting ?? 0)
    },
  })
  new Gauge({
    name: 'placard_media_foreign',
    help: '1 when the stored files belong to another installation, so that none of them is removed.',
    registers,
    collect() {
      this.set(media.swept()?.foreign ? 1 : 0)
    },
  })

  new Gauge({
    name: 'placard_backup_last_timestamp_seconds',
    help: 'Time of the newest daily backup, in seconds since 1970. 0 when this process knows none.',
    registers,
    collect() {
      this.set((backups().lastAt ?? 0) / 1_000)
    },
  })
  new Gauge({
    name: 'placard_backup_failing',
    help: '1 when the last daily backup failed. The log contains the reason.',
    registers,
    collect() {
      this.set(backups().failure === undefined ? 0 : 1)
    },
  })

  return {
    answered({ method, route, status, seconds }) {
      durations.observe({ method, route: route ?? 'none', status: String(status) }, seconds)
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close() {
      stopListening()
      registry.clear()
    },
  }
}

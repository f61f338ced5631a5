import { accountRoutes } from './accounts/routes.ts'
import { type Accounts, createAccounts } from './accounts/service.ts'
import { displayRoutes } from './displays/routes.ts'
import { sweepReceipts } from './displays/service.ts'
import { itemRoutes } from './items/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { createLive, type Live } from './live/service.ts'
import { manifestRoutes } from './manifest/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { countLimitedTo, forgetDisplay, sweepInvitations } from './members/service.ts'
import { operatorRoutes } from './operator/routes.ts'
import { createInProcessBus } from './platform/bus/bus.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { openDiskFileStore } from './platform/files/disk.ts'
import { createApi } from './platform/http/api.ts'
import { type BuiltPages, servePages } from './platform/http/pages.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { reportRoutes, screenRoutes } from './screens/routes.ts'
import { createScreenWatch, type ScreenWatch } from './screens/service.ts'
import { tickerRoutes } from './ticker/routes.ts'
import { createUploads, type Uploads } from './uploads/resumable.ts'
import { mediaRoutes, resumableUploadRoutes, uploadRoutes } from './uploads/routes.ts'
import { createMetrics } from './watching/metrics.ts'
import { createReadinessCheck } from './watching/readiness.ts'
import { watchingRoutes } from './watching/routes.ts'

const SWEEP_MS = 60 * 60_000

export type App = {
  context: Context
  accounts: Accounts
  live: Live
  uploads: Uploads
  screens: ScreenWatch
  /** Fastify, for a test to call without a socket. */
  http: ReturnType<typeof createHttpServer>
  /** @returns the address it listens on */
  listen(): Promise<string>
  /** Ends streams, lets requests finish, closes the database. */
  close(): Promise<void>
}

/** Puts the parts together. The only place that knows every feature. */
export async function createApp(
  config: Config,
  options: {
    /** Undefined: the interface for programs alone. */
    pages?: BuiltPages | undefined
    now?: () => number
    database?: Database
  } = {},
): Promise<App> {
  const http = createHttpServer(config)
  const context: Context = {
    config,
    database: options.database ?? (await openDatabase(config)),
    files: await openDiskFileStore(`${config.dataDir}/media`),
    bus: createInProcessBus(),
    log: http.log,
    mailer: createMailer(config.mail, http.log),
    now: options.now ?? Date.now,
  }
  const accounts = await createAccounts(context)
  const live = createLive(context)
  const uploads = await createUploads(context)
  const screens = createScreenWatch(context)
  const api = createApi(http, (cookie) => accounts.identify(cookie))

  accountRoutes(api, context, accounts)
  displayRoutes(api, context, {
    count: (queries, key) => countLimitedTo(queries, key.organisationId, key.displayId),
    forget: (queries, key) => forgetDisplay(queries, key.organisationId, key.displayId),
  })
  memberRoutes(api, context, accounts)
  operatorRoutes(api, context, accounts)
  itemRoutes(api, context)
  tickerRoutes(api, context)
  manifestRoutes(api, context)
  liveRoutes(api, live)
  screenRoutes(api, screens)
  const readiness = createReadinessCheck(context)
  const { metricsToken } = config
  const metrics = metricsToken === undefined ? undefined : createMetrics(http, context, live)
  watchingRoutes(http, {
    readiness,
    metrics: metrics && metricsToken ? { ...metrics, token: metricsToken } : undefined,
  })
  mediaRoutes(http, context)
  await http.register(async (scope) => uploadRoutes(scope, api.inScope(scope), uploads))
  await http.register(async (scope) => resumableUploadRoutes(scope, api.inScope(scope), uploads))
  await http.register(async (scope) => reportRoutes(scope, api.inScope(scope), screens))
  api.refuseOtherMethods()
  await servePages(http, options.pages, { https: config.publicUrl?.startsWith('https:') ?? false })

  const sweep = setInterval(() => {
    sweepReceipts(context).catch((error) => context.log.error({ err: error }, 'old receipts could not be swept'))
    sweepInvitations(context).catch((error) => context.log.error({ err: error }, 'old invitations could not be swept'))
    uploads.sweep().catch((error) => context.log.error({ err: error }, 'old uploads could not be swept'))
    screens.sweep().catch((error) => context.log.error({ err: error }, 'old screens could not be swept'))
  }, SWEEP_MS)
  sweep.unref()

  // Streams never end by themselves, and the server waits for them.
  http.addHook('preClose', async () => {
    readiness.leave()
    live.close()
    await uploads.close()
  })
  return {
    context,
    accounts,
    live,
    uploads,
    screens,
    http,
    listen: () => http.listen({ port: config.port, host: config.host, backlog: 4_096 }),
    async close() {
      clearInterval(sweep)
      await http.close()
      await screens.close()
      metrics?.close()
      await accounts.close()
      await context.mailer.close()
      await context.database.close()
    },
  }
}

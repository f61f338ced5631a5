import { type ProgrammeKey, ROUTES } from '@placard/contract'
import { ACTIVITY_SWEPT_EVERY_MS, createEventLog, type EventLog, sweepActivity } from './content/activity/service.ts'
import { adviceRoutes } from './content/advice/routes.ts'
import { brandRoutes } from './content/brand/routes.ts'
import { RECEIPTS_SWEPT_EVERY_MS, sweepReceipts } from './content/commands/service.ts'
import { cornerPieceRoutes } from './content/corner-pieces/routes.ts'
import { deckRoutes } from './content/decks/routes.ts'
import { displayRoutes } from './content/displays/routes.ts'
import { feedRoutes } from './content/feeds/routes.ts'
import { createFeeds, createReading, FEEDS_READ_EVERY_MS, type Feeds } from './content/feeds/service.ts'
import { itemRoutes } from './content/items/routes.ts'
import { layoutRoutes } from './content/layouts/routes.ts'
import { libraryRoutes } from './content/library/routes.ts'
import { lineRoutes } from './content/lines/routes.ts'
import { type MayFetch, type MayFetchHeld, mediaRoutes } from './content/media/routes.ts'
import { claimFiles, createMedia, MEDIA_SWEPT_EVERY_MS, type Media } from './content/media/service.ts'
import { moveInRoutes } from './content/move-ins/routes.ts'
import { playlistRoutes } from './content/playlists/routes.ts'
import { PLAYLISTS_SWEPT_EVERY_MS, sweepPlaylists } from './content/playlists/service.ts'
import { CLOCKS_SWEPT_EVERY_MS, renewAnswers, renewClocks } from './content/programmes/clocks.ts'
import { sourceRoutes } from './content/sources/routes.ts'
import { createSources, SOURCES_READ_EVERY_MS, type Sources } from './content/sources/service.ts'
import { tableRoutes } from './content/tables/routes.ts'
import { sweepTables, TABLES_SWEPT_EVERY_MS } from './content/tables/service.ts'
import { resumableUploadRoutes, uploadRoutes } from './content/uploads/routes.ts'
import { createUploads, UPLOADS_SWEPT_EVERY_MS, type Uploads } from './content/uploads/service.ts'
import { weatherRoutes } from './content/weather/routes.ts'
import { createWeather, WEATHER_READ_EVERY_MS, type WeatherReader } from './content/weather/service.ts'
import { webPageRoutes } from './content/web-pages/routes.ts'
import { createWebPages } from './content/web-pages/service.ts'
import { assistantRoutes } from './operations/assistants/routes.ts'
import { createDailyBackups, type DailyBackups, openUpToDate } from './operations/backup/service.ts'
import { consoleRoutes } from './operations/console/routes.ts'
import { documentationRoutes } from './operations/documentation/routes.ts'
import { createMqttLink, type MqttLink } from './operations/mqtt/service.ts'
import { forgetTable, removeDisplay } from './operations/removal/service.ts'
import { setupRoutes } from './operations/setup/routes.ts'
import { createSetup, type Setup } from './operations/setup/service.ts'
import { createMetrics } from './operations/watching/metrics.ts'
import { createReadinessCheck } from './operations/watching/readiness.ts'
import { watchingRoutes } from './operations/watching/routes.ts'
import { createUncaught, type Uncaught } from './operations/watching/uncaught.ts'
import { webhookRoutes } from './operations/webhooks/routes.ts'
import { createWebhooks, WEBHOOKS_SWEPT_EVERY_MS, type Webhooks } from './operations/webhooks/service.ts'
import { passkeyRoutes } from './people/accounts/passkeys/routes.ts'
import { accountRoutes } from './people/accounts/routes.ts'
import { ACCOUNTS_SWEPT_EVERY_MS, type AccountEvent, type Accounts, createAccounts } from './people/accounts/service.ts'
import { singleSignOnRoutes } from './people/accounts/single-sign-on/routes.ts'
import { memberRoutes } from './people/members/routes.ts'
import { countLimitedTo, INVITATIONS_SWEPT_EVERY_MS, sweepInvitations } from './people/members/service.ts'
import { createProposalPost, type ProposalPost } from './people/proposals/post.ts'
import { readHolder } from './people/proposals/proposer.ts'
import { createProposalLimits, proposalPictureRoutes, proposalRoutes } from './people/proposals/routes.ts'
import { mayFetchHeld, PROPOSALS_SWEPT_EVERY_MS, sweepProposals } from './people/proposals/service.ts'
import { tokenRoutes } from './people/tokens/routes.ts'
import { createTokens, TOKENS_SWEPT_EVERY_MS, type Tokens } from './people/tokens/service.ts'
import { mayUse } from './platform/access.ts'
import { createInProcessBus } from './platform/bus/bus.ts'
import { openPostgresBus } from './platform/bus/postgres.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { type Ballast, openBallast } from './platform/database/ballast.ts'
import type { Database } from './platform/database/database.ts'
import { AppError } from './platform/errors.ts'
import { type Feature, startSweeps } from './platform/feature.ts'
import { openDiskFileStore } from './platform/files/disk.ts'
import { openS3 } from './platform/files/open-s3.ts'
import { createApi, type Identify } from './platform/http/api.ts'
import { readBearer } from './platform/http/bearer.ts'
import { answerEarly } from './platform/http/early-answers.ts'
import { type BuiltPages, readPlayerBuild, servePages } from './platform/http/pages.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createMailer } from './platform/mail/mailer.ts'
import type { Outside } from './platform/outgoing/fetch-outside.ts'
import { adds, createPressure, type Pressure, precedenceOf, takesRoom, watchEventLoop } from './platform/pressure.ts'
import { retryAfterSeconds } from './platform/retry-after.ts'
import { historyRoutes } from './playout/history/routes.ts'
import { accountEvent, refusedEvent } from './playout/history/service.ts'
import { liveRoutes } from './playout/live/routes.ts'
import { createLive, type Live } from './playout/live/service.ts'
import { createKeptManifests } from './playout/manifest/kept.ts'
import { createNewestManifests } from './playout/manifest/newest.ts'
import { fontRoutes, manifestRoutes } from './playout/manifest/routes.ts'
import { readScreenInserts } from './playout/manifest/screen-inserts.ts'
import { raiseInsert } from './playout/take-overs/door.ts'
import { insertRoutes, showingRoutes, takeOverDoor, takeOverRoutes } from './playout/take-overs/routes.ts'
import {
  coveredUntil,
  replaceInInserts,
  sweepTakeOvers,
  TAKE_OVERS_SWEPT_EVERY_MS,
} from './playout/take-overs/service.ts'
import { createShowings } from './playout/take-overs/showings.ts'
import { twinRoutes } from './playout/twin/routes.ts'
import { createVisits, VISITS_WRITTEN_EVERY_MS, type Visits } from './playout/twin/visits.ts'
import { alertRoutes, mailProgramRoutes } from './screens/alerts/routes.ts'
import { ALERTS_SWEPT_EVERY_MS, type AlertWatch, createAlerts } from './screens/alerts/service.ts'
import { enrolmentRoutes } from './screens/enrolments/routes.ts'
import { ENROLMENTS_SWEPT_EVERY_MS, sweepEnrolments } from './screens/enrolments/service.ts'
import { machineRoutes, screenPictureRoutes } from './screens/machines/routes.ts'
import { createMachines, MACHINES_SWEPT_EVERY_MS, type Machines, UPDATES_TICK_MS } from './screens/machines/service.ts'
import { pairingRoutes } from './screens/pairing/routes.ts'
import {
  createPairing,
  isOn,
  PAIRING_SWEPT_EVERY_MS,
  type ScreenPairing,
  sessionOf,
} from './screens/pairing/service.ts'
import { panelRoutes } from './screens/panels/routes.ts'
import { playRoutes } from './screens/plays/routes.ts'
import { createPlays, PLAYS_SWEPT_EVERY_MS, type PlayCounts } from './screens/plays/service.ts'
import { reportRoutes, screenRoutes } from './screens/screens/routes.ts'
import {
  type Carrier,
  createScreenDoors,
  createScreenWatch,
  findPairedOf,
  SCREENS_SWEPT_EVERY_MS,
  type ScreenWatch,
} from './screens/screens/service.ts'
import { wallRoutes } from './screens/walls/routes.ts'

export type App = {
  context: Context
  accounts: Accounts
  setup: Setup
  tokens: Tokens
  live: Live
  media: Media
  uploads: Uploads
  screens: ScreenWatch
  plays: PlayCounts
  /** Visits of the pages to read. */
  visits: Visits
  alerts: AlertWatch
  webhooks: Webhooks
  feeds: Feeds
  sources: Sources
  weather: WeatherReader
  pairing: ScreenPairing
  machines: Machines
  proposals: ProposalPost
  pressure: Pressure
  ballast: Ballast
  events: EventLog
  backups: DailyBackups
  uncaught: Uncaught
  /** undefined: no broker is set. */
  mqtt: MqttLink | undefined
  /** Fastify, so that tests can call it without a socket. */
  http: ReturnType<typeof createHttpServer>
  /** @returns the address it listens on */
  listen(): Promise<string>
  /** Ends streams, lets requests finish, closes the database. */
  close(): Promise<void>
}

/** Creates and connects all parts. The only file that knows every feature. */
export async function createApp(
  config: Config,
  options: {
    /** undefined: only the API is served. */
    pages?: BuiltPages | undefined
    now?: () => number
    database?: Database
    /** Decides which calls are refused under load. undefined: one that measures this process. */
    pressure?: Pressure
    /** The network from which the server fetches pages of other servers. undefined: the public internet only. */
    outside?: Outside | undefined
    /** Path of the file of the agent that machines get. undefined: they get none. */
    agentFile?: string | undefined
  } = {},
): Promise<App> {
  const http = createHttpServer(config)
  const pressure =
    options.pressure ??
    createPressure((level) =>
      http.log.warn({ level }, 'the server is overloaded and refuses some requests, or the overload has changed'),
    )
  const stopWatching = options.pressure ? () => {} : watchEventLoop(pressure)
  // PostgreSQL has a disk of its own.
  const ballast = await openBallast(config.dataDir, config.databaseUrl ? 0 : config.ballastBytes, http.log)
  const context: Context = {
    config,
    database:
      options.database ??
      (await openUpToDate(config, options.now ?? Date.now, (upgrade) =>
        http.log.warn(upgrade, 'the database is being upgraded; path is the backup from before'),
      )),
    files: config.s3 ? await openS3(config.s3) : await openDiskFileStore(`${config.dataDir}/media`),
    bus: config.databaseUrl ? await openPostgresBus(config.databaseUrl, http.log) : createInProcessBus(),
    log: http.log,
    mailer: await createMailer(config.mail, http.log),
    now: options.now ?? Date.now,
  }
  try {
    await claimFiles(context)
  } catch (error) {
    stopWatching()
    await ballast.close()
    await context.mailer.close()
    await context.bus.close()
    await context.database.close()
    throw error
  }
  const stopSpending = context.database.onFull(ballast.spend)
  void ballast.renew()
  const accounts = await createAccounts(context)
  const setup = createSetup(context, accounts)
  const tokens = createTokens(context)
  const live = createLive(context, async (ids) => {
    const present = await Promise.all(
      [accounts, tokens, pairing].map(({ keepPresentSessions }) => keepPresentSessions(ids)),
    )
    return present.flat()
  })
  const media = await createMedia(context)
  const uploads = await createUploads(context, media)
  const kept = createKeptManifests(context.now)
  const manifests = { kept, newest: createNewestManifests(context, kept) }
  const doors = createScreenDoors(context)
  const screens = createScreenWatch(context, () => pressure.level() === 'calm')
  const plays = createPlays(context)
  const visits = createVisits(context)
  const showings = createShowings(context)
  const proposalPost = createProposalPost(context)
  const pairing = createPairing(
    context,
    screens,
    live.manifests,
    { read: (screen) => readScreenInserts(context, screen), replace: replaceInInserts },
    await readPlayerBuild(options.pages),
  )
  const events = createEventLog(context, () => !ballast.isLast())
  const backups = createDailyBackups(context)
  const webhooks = createWebhooks(context, options.outside)
  const machines = createMachines(
    context,
    (key, at) => coveredUntil(context.database.queries, key, at),
    pairing.connected,
    options.agentFile,
  )
  const alerts = createAlerts(context, screens, machines, { backups: backups.state, ballast: ballast.state })
  const reading = createReading(context, options.outside)
  const feeds = createFeeds(context, reading)
  const sources = await createSources(context, reading)
  const weather = createWeather(context, options.outside)
  const uncaught = createUncaught(context.log)
  const mqtt = config.mqtt && (await createMqttLink(context, config.mqtt, { pairing, machines, raiseInsert }))
  const identify: Identify = (credential) =>
    'token' in credential ? tokens.identify(credential.token) : accounts.identify(credential.cookie)
  const api = createApi(
    http,
    identify,
    (refusal) => {
      const event = refusedEvent(refusal)
      if (event) events.tell(event)
    },
    async (name) => {
      if (pressure.refuses(precedenceOf(name))) {
        throw new AppError('unavailable', { retryAfterSeconds: retryAfterSeconds(), isCounted: true })
      }
      // The remaining room is for deleting. There may be more since the last check.
      const isFull = () => (ballast.state() === 'spent' && takesRoom(name)) || (ballast.isLast() && adds(name))
      if (!isFull()) return
      await ballast.renew()
      if (isFull()) throw new AppError('disk-full', { isCounted: true })
    },
  )

  /** SP3: members may also fetch everything of a display that is only for its paired screens. */
  const mayFetch: MayFetch = async (request, { organisationId, displayIds }) => {
    const screen = await findPairedOf(context, request)
    if (screen && displayIds.some((displayId) => isOn(screen, { organisationId, displayId }))) return true
    const token = readBearer(request.headers)
    const identity = await identify(token === undefined ? { cookie: request.headers.cookie } : { token })
    if (identity.status !== 'member' || identity.caller.organisationId !== organisationId) return false
    return displayIds.some((displayId) => mayUse(identity.caller, displayId))
  }
  const mayFetchProposed: MayFetchHeld = async (request, file) => {
    const token = readBearer(request.headers)
    const identity = await identify(token === undefined ? { cookie: request.headers.cookie } : { token })
    return mayFetchHeld(context, file, { holder: readHolder(context, request), identity })
  }
  const sessionOn = async (request: Carrier, key: ProgrammeKey) => {
    const screen = await findPairedOf(context, request)
    return screen && isOn(screen, key) ? sessionOf(screen.id) : undefined
  }

  /** A token's rights end with those of the person who created it. */
  const people: Accounts = {
    ...accounts,
    async endSessions(email) {
      await accounts.endSessions(email)
      await tokens.sweep()
    },
    async renewStreams(email) {
      await accounts.renewStreams(email)
      await tokens.sweep()
    },
  }
  const tellOfAccount = (event: AccountEvent) => events.tell(accountEvent(event))
  const readiness = createReadinessCheck(context, backups.state, pressure, ballast)
  const { metricsToken } = config
  const metrics =
    metricsToken === undefined
      ? undefined
      : createMetrics(context, live, { pressure, ballast, screens, machines, media, uncaught }, backups.state)

  let endAssistants = async () => {}

  // The order in which features leave and close. Features that clients wait for come first, and features that still write come before
  // those that they need.
  const features: Feature[] = [
    {
      name: 'watching',
      routes: () =>
        watchingRoutes(http, {
          readiness,
          metrics: metrics && metricsToken ? { ...metrics, token: metricsToken } : undefined,
        }),
      leave: readiness.leave,
      close: () => metrics?.close(),
    },
    // Streams never end by themselves, and the server waits for them.
    {
      name: 'live',
      routes: () => liveRoutes(api, context, live, { sessionOn, wordTo: pairing.wordTo }),
      leave: live.close,
    },
    {
      name: 'uploads',
      async routes() {
        await http.register(async (scope) => uploadRoutes(scope, api.inScope(scope), uploads))
        await http.register(async (scope) => resumableUploadRoutes(scope, api.inScope(scope), uploads))
      },
      sweep: { everyMs: UPLOADS_SWEPT_EVERY_MS, run: uploads.sweep },
      leave: uploads.close,
    },
    // After the uploads, which use it to make pictures.
    {
      name: 'media',
      routes: () => mediaRoutes(http, api, context, mayFetch, mayFetchProposed),
      sweep: { everyMs: MEDIA_SWEPT_EVERY_MS, run: media.sweep },
      leave: media.close,
    },
    { name: 'backup', leave: backups.close },
    {
      name: 'screens',
      async routes() {
        screenRoutes(api, screens)
        await http.register(async (scope) => reportRoutes(scope, api.inScope(scope), screens, doors))
      },
      sweep: { everyMs: SCREENS_SWEPT_EVERY_MS, run: screens.sweep },
      close: screens.close,
    },
    {
      name: 'plays',
      routes: () => playRoutes(api, plays, doors.tellPlays),
      sweep: { everyMs: PLAYS_SWEPT_EVERY_MS, run: plays.sweep },
    },
    {
      name: 'alerts',
      async routes() {
        alertRoutes(api, alerts)
        await http.register(async (scope) => mailProgramRoutes(scope, api.inScope(scope), alerts))
      },
      sweep: { everyMs: ALERTS_SWEPT_EVERY_MS, run: alerts.sweep },
      leave: alerts.close,
    },
    {
      name: 'webhooks',
      routes: () => webhookRoutes(api, webhooks),
      sweep: { everyMs: WEBHOOKS_SWEPT_EVERY_MS, run: webhooks.sweep },
      leave: webhooks.close,
    },
    {
      name: 'take-overs',
      async routes() {
        takeOverRoutes(api, context)
        insertRoutes(api, context)
        await http.register(async (scope) => takeOverDoor(scope, api.inScope(scope), context))
        await http.register(async (scope) => showingRoutes(scope, api.inScope(scope), showings, doors.showTakeOver))
      },
      sweep: { everyMs: TAKE_OVERS_SWEPT_EVERY_MS, run: () => sweepTakeOvers(context) },
      close: showings.close,
    },
    {
      name: 'pairing',
      routes: () => pairingRoutes(api, context, pairing, live.places.screens.take),
      sweep: { everyMs: PAIRING_SWEPT_EVERY_MS, run: pairing.sweep },
      leave: pairing.close,
    },
    {
      name: 'machines',
      async routes() {
        machineRoutes(api, machines, live.places.screens.take)
        await http.register(async (scope) => screenPictureRoutes(scope, api.inScope(scope), machines))
      },
      sweep: { everyMs: MACHINES_SWEPT_EVERY_MS, run: machines.sweep },
      leave: machines.close,
    },
    { name: 'agent-updates', sweep: { everyMs: UPDATES_TICK_MS, run: machines.tickUpdates } },
    {
      name: 'enrolments',
      routes: () => enrolmentRoutes(api, context),
      sweep: { everyMs: ENROLMENTS_SWEPT_EVERY_MS, run: () => sweepEnrolments(context) },
    },
    { name: 'mqtt', leave: () => mqtt?.close() },
    { name: 'panels', routes: () => panelRoutes(http, config.publicUrl) },
    { name: 'walls', routes: () => wallRoutes(api, context, pairing.connected) },
    { name: 'history', routes: () => historyRoutes(api, context, events) },
    {
      name: 'activity',
      sweep: { everyMs: ACTIVITY_SWEPT_EVERY_MS, run: () => sweepActivity(context) },
      close: events.close,
    },
    {
      name: 'programmes',
      sweep: {
        everyMs: CLOCKS_SWEPT_EVERY_MS,
        run: async () => {
          await renewClocks(context)
          await renewAnswers(context)
        },
      },
    },
    { name: 'commands', sweep: { everyMs: RECEIPTS_SWEPT_EVERY_MS, run: () => sweepReceipts(context) } },
    {
      name: 'displays',
      routes: () =>
        displayRoutes(api, context, {
          countPeople: (queries, key) => countLimitedTo(queries, key.organisationId, key.displayId),
          removeDisplay,
        }),
    },
    {
      name: 'playlists',
      routes: () => playlistRoutes(api, context),
      sweep: { everyMs: PLAYLISTS_SWEPT_EVERY_MS, run: () => sweepPlaylists(context) },
    },
    {
      name: 'tables',
      routes: () => tableRoutes(api, context),
      sweep: { everyMs: TABLES_SWEPT_EVERY_MS, run: () => sweepTables(context, forgetTable) },
    },
    { name: 'layouts', routes: () => layoutRoutes(api, context) },
    { name: 'corner-pieces', routes: () => cornerPieceRoutes(api, context) },
    { name: 'move-ins', routes: () => moveInRoutes(api, context) },
    { name: 'library', routes: () => libraryRoutes(api, context) },
    { name: 'decks', routes: () => deckRoutes(api, context) },
    { name: 'items', routes: () => itemRoutes(api, context) },
    {
      name: 'proposals',
      async routes() {
        const limits = createProposalLimits()
        proposalRoutes(api, context, limits)
        await http.register(async (scope) => proposalPictureRoutes(scope, api.inScope(scope), context, limits, uploads))
      },
      sweep: { everyMs: PROPOSALS_SWEPT_EVERY_MS, run: () => sweepProposals(context) },
      leave: proposalPost.close,
    },
    { name: 'lines', routes: () => lineRoutes(api, context) },
    {
      name: 'manifest',
      routes: () => {
        fontRoutes(http)
        manifestRoutes(api, context, manifests, async (request, key) => (await sessionOn(request, key)) !== undefined)
      },
    },
    {
      name: 'twin',
      routes: () => twinRoutes(http, api, context, visits, mayFetch),
      sweep: { everyMs: VISITS_WRITTEN_EVERY_MS, run: visits.write },
      close: visits.write,
    },
    { name: 'advice', routes: () => adviceRoutes(api, context) },
    { name: 'brand', routes: () => brandRoutes(api, context) },
    { name: 'web-pages', routes: () => webPageRoutes(api, context, createWebPages(context.now, options.outside)) },
    {
      name: 'sources',
      routes: () => sourceRoutes(api, sources),
      sweep: { everyMs: SOURCES_READ_EVERY_MS, run: sources.tick },
    },
    {
      name: 'feeds',
      routes: () => feedRoutes(api, feeds),
      sweep: { everyMs: FEEDS_READ_EVERY_MS, run: feeds.tick },
      close: reading.close,
    },
    {
      name: 'weather',
      routes: () => weatherRoutes(api, context, weather),
      sweep: { everyMs: WEATHER_READ_EVERY_MS, run: weather.tick },
      close: weather.close,
    },
    { name: 'console', routes: () => consoleRoutes(api, context, people) },
    {
      name: 'people',
      routes: () => memberRoutes(api, context, people),
      sweep: { everyMs: INVITATIONS_SWEPT_EVERY_MS, run: () => sweepInvitations(context) },
    },
    {
      name: 'tokens',
      routes: () => tokenRoutes(api, context),
      sweep: { everyMs: TOKENS_SWEPT_EVERY_MS, run: tokens.sweep },
      close: tokens.close,
    },
    { name: 'setup', routes: () => setupRoutes(api, context, setup, tellOfAccount) },
    {
      name: 'accounts',
      routes() {
        accountRoutes(api, context, accounts, tellOfAccount)
        passkeyRoutes(api, context, accounts, tellOfAccount)
        singleSignOnRoutes(http, api, context, accounts, tellOfAccount)
      },
      sweep: { everyMs: ACCOUNTS_SWEPT_EVERY_MS, run: accounts.sweep },
      close: accounts.close,
    },
    {
      name: 'assistants',
      async routes() {
        endAssistants = await assistantRoutes(http, api, context, identify)
      },
      leave: () => endAssistants(),
    },
    { name: 'documentation', routes: () => documentationRoutes(api, context) },
  ]
  for (const { routes } of features) await routes?.()
  api.refuseOtherMethods()
  await servePages(http, options.pages, {
    https: config.publicUrl?.startsWith('https:') ?? false,
    mediaUrl: config.mediaUrl,
    publicUrl: config.publicUrl,
    isSetUp: () => accounts.hasUsers(),
  })
  const route = ROUTES.getManifest.path
  answerEarly(http, manifests.newest.answerOf, (status, seconds) =>
    metrics?.answered({ method: 'GET', route, status, seconds }),
  )
  const stopSweeps = startSweeps(features, context.log)
  http.addHook('preClose', async () => {
    for (const { leave } of features) await leave?.()
  })
  return {
    context,
    accounts,
    setup,
    tokens,
    live,
    media,
    uploads,
    screens,
    plays,
    visits,
    alerts,
    webhooks,
    feeds,
    sources,
    weather,
    pairing,
    machines,
    proposals: proposalPost,
    pressure,
    ballast,
    events,
    backups,
    uncaught,
    mqtt,
    http,
    listen: () => http.listen({ port: config.port, host: config.host, backlog: 4_096 }),
    async close() {
      stopSweeps()
      stopWatching()
      stopSpending()
      await ballast.close()
      await http.close()
      for (const { close } of features) await close?.()
      await context.mailer.close()
      await context.bus.close()
      await context.database.close()
    },
  }
}

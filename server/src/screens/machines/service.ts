import { randomBytes, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  AGENT_COMMAND_LIVES_MS,
  AGENT_GONE_MS,
  AGENT_HEARTBEAT_MS,
  AGENT_QUIET_MS,
  AGENT_REPORT_MS,
  type AgentHello,
  type AgentOrder,
  type AgentReport,
  type AgentVitals,
  type AgentWord,
  type ChangeAgentUpdates,
  type ChangeMachine,
  type DisplayKey,
  LIVE_EVENTS,
  MAX_PICTURES_PER_ORGANISATION,
  MAX_PICTURES_PER_SCREEN,
  type MachineCommand,
  nameOfOrder,
  type OrganisationId,
  PICTURES_KEPT_MS,
  type PictureBy,
  PictureId,
  ScreenCommandId,
  type ScreenId,
  type ScreenMachine,
  type StartAgentUpdates,
  type VitalsPoint,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { frameOf } from '../../platform/http/event-stream.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createWaitingList } from '../../platform/waiting-list.ts'
import * as screens from '../screens/service.ts'
import { heatOf, panelOf, storageOf } from './judge.ts'
import { readPicture } from './picture.ts'
import type { MachineState } from './store.ts'
import * as store from './store.ts'
import { createUpdates, type UpdateState, type Updates } from './updates.ts'
import { asWanted, type PanelPlan, planPanel } from './wanted-panel.ts'

export { heatOf, type Judged, panelOf, storageOf } from './judge.ts'
export { wantedOfPage } from './page-picture.ts'
export {
  type MachineState,
  removeMachine as forgetMachine,
  removePictures as forgetPictures,
} from './store.ts'
export { UPDATES_TICK_MS, type UpdateState } from './updates.ts'

const MINUTE_MS = 60_000
const POINT_EVERY_MS = 5 * MINUTE_MS
/** Vital signs are collected for this long and written in few statements. A crash loses them, and agents send new ones. */
const WRITE_EVERY_MS = 5_000
/** Rows per statement. Longer statements would delay other users of the database. */
const WRITTEN_AT_ONCE = 250
/** Commands of one machine that are neither done nor expired. */
const MOST_OPEN = 10
const COMMANDS_SHOWN = 10
const COMMANDS_KEPT_MS = 30 * 24 * 60 * MINUTE_MS
const EVENTS_KEPT = 50
const EVENTS_SHOWN = 20
/** Vital signs that are older are not shown: the machine may be off. */
const VITALS_SHOWN_MS = 24 * 60 * MINUTE_MS
/** An agent that has reported within this time counts as connected on another node. */
const CONNECTED_WITHIN_MS = AGENT_QUIET_MS + 30_000
/** An agent that has no stream repeats its hello more often than this. */
const POLLED_WITHIN_MS = 30_000
/** Each listener gets a word at least this often, so that it always knows the opening hours of the next days. */
const REPEATED_MS = 12 * 60 * MINUTE_MS
/** Several changes of a display within this time lead to one word. */
const TOGETHER_MS = 200
const AT_ONCE = 100
export const MACHINES_SWEPT_EVERY_MS = 10 * MINUTE_MS

/** An agent reports once a minute at most, and at once for answers and events. */
const REPORTS = { atOnce: 20, everyMs: 2_000, names: 20_000 }
const HELLOS = { atOnce: 12, everyMs: 5_000, names: 20_000 }
/** An agent fetches it once for each version, and a few times if the network fails. */
const FILES = { atOnce: 4, everyMs: 10 * 60_000, names: 20_000 }
/** One every five seconds, and more than one viewer may ask for them. */
const PICTURES = { atOnce: 6, everyMs: 2_000, names: 20_000 }

/** An agent that has no stream, and has not reported for this long, counts as gone. */
const WITHOUT_STREAM_MS = 3 * AGENT_REPORT_MS

type MachineCounts = Record<'reporting' | 'hot' | 'disk-full' | 'panel-off', number>

/** undefined: the panel or the machine does not say it, or has not said it just now. */
export type MachineAbilities = {
  can: AgentHello['can']
  isPanelOn: boolean | undefined
  volumePercent: number | undefined
}

/** The offer of a machine that has none, as JSON. */
const NO_OFFER = 'null'
const SESSION_PREFIX = 'screen.'

export type Machines = {
  /** @throws AppError screen-not-found, too-many-requests */
  hello(request: screens.Carrier, hello: AgentHello): Promise<AgentWord>
  /** The screen of an agent that may have a stream. @throws AppError screen-not-found */
  listenerOf(request: screens.Carrier): Promise<ScreenId>
  /** @throws AppError screen-not-found; the socket is then untouched */
  join(request: screens.Carrier, socket: Socket, head: Buffer): Promise<void>
  /** @throws AppError screen-not-found, too-many-requests, unavailable */
  report(request: screens.Carrier, report: AgentReport): Promise<void>
  /** @throws AppError screen-not-found */
  requireAgent(request: screens.Carrier): Promise<void>
  /**
   * @throws AppError screen-not-found, too-many-requests, picture-not-wanted, not-an-image, image-damaged
   */
  takePicture(request: screens.Carrier, commandId: ScreenCommandId, bytes: Uint8Array): Promise<void>
  /** @throws AppError screen-not-found */
  get(caller: Caller, id: ScreenId): Promise<ScreenMachine>
  /** @throws AppError screen-not-found */
  change(caller: Caller, id: ScreenId, wanted: ChangeMachine): Promise<void>
  /** @throws AppError screen-not-found, machine-cannot, too-many-commands */
  command(caller: Caller, id: ScreenId, order: AgentOrder): Promise<MachineCommand>
  /** @throws AppError screen-not-found, media-not-found */
  picture(caller: Caller, id: ScreenId, pictureId: PictureId): Promise<{ contentType: string; bytes: Uint8Array }>
  /** The file of the agent. @throws AppError screen-not-found, media-not-found, too-many-requests */
  agentFile(request: screens.Carrier): Promise<Buffer>
  /** @throws AppError screen-not-found, machine-cannot */
  updateNow(caller: Caller, id: ScreenId): Promise<void>
  getUpdates: Updates['get']
  changeUpdates(caller: Caller, wanted: ChangeAgentUpdates): Promise<void>
  /** @throws AppError screen-not-found, machine-cannot */
  startUpdates(caller: Caller, wanted: StartAgentUpdates): Promise<void>
  countUpdates: Updates['count']
  /** Takes the next steps of new versions, and tells the agents that may install one now. */
  tickUpdates(): Promise<void>
  /** The newest vital signs of all machines that reported within the last day. */
  listStates(): Promise<ReadonlyMap<ScreenId, MachineState>>
  /** The versions of the agents of all machines that can update themselves. */
  listUpdates(): Promise<ReadonlyMap<ScreenId, UpdateState>>
  /** The machines of an organisation, by screen: the commands that they can carry out, and what the panel says itself. */
  listAbilities(organisationId: OrganisationId): Promise<ReadonlyMap<ScreenId, MachineAbilities>>
  /** The states of commands, by id. @param ids at most 500 */
  listOutcomes(ids: readonly ScreenCommandId[]): Promise<ReadonlyMap<ScreenCommandId, MachineCommand['state']>>
  /** Numbers of machines of the whole installation that have reported just now. */
  countStates(): Promise<MachineCounts>
  /** Asks for one picture of each of these screens, if its machine can take one. */
  pictureIncidents(organisationId: OrganisationId, ids: readonly ScreenId[]): Promise<void>
  sweep(): Promise<void>
  close(): Promise<void>
}

/**
 * @param coveredUntil the end of the last take-over that covers a display at an instant. null: none does
 * @param connectedPages those of these screens whose page has an open stream
 * @param agentFile path of the file of the agent that machines get. undefined: they get none
 */
export function createMachines(
  context: Context,
  coveredUntil: (key: DisplayKey, now: number) => Promise<number | null>,
  connectedPages: (found: readonly screens.PairedScreen[]) => ReadonlySet<ScreenId>,
  agentFile?: string,
): Machines {
  const { database, bus, now } = context
  const { queries } = database
  const listeners = screens.createListeners(now, AGENT_HEARTBEAT_MS)
  const reports = createRateLimit(REPORTS)
  const hellos = createRateLimit(HELLOS)
  const pictures = createRateLimit(PICTURES)
  const files = createRateLimit(FILES)
  const updates = createUpdates(context, agentFile, coveredUntil)
  const waiting = createWaitingList<store.Report>('vital-signs')
  /** The last words that each listener was told. */
  const words = new Map<ScreenId, { display: string | undefined; plan: string; offer: string; at: number }>()
  let writing: Promise<void> = Promise.resolve()
  /** Displays that have changed just now. */
  const changed = new Set<string>()
  let soon: NodeJS.Timeout | undefined

  const failed = (error: unknown) => context.log.error({ err: error }, 'agents could not be told')

  const stopListening = bus.onHint((hint) => {
    switch (hint.kind) {
      case 'hints.missed':
        listeners.dismissAll()
        return
      case 'machines.changed':
      case 'screens.changed':
        tell(hint.screenIds).catch(failed)
        return
      case 'session.changed':
      case 'session.ended':
        if (hint.sessionId.startsWith(SESSION_PREFIX))
          tell([hint.sessionId.slice(SESSION_PREFIX.length) as ScreenId]).catch(failed)
        return
      case 'programme.changed':
        note(`${hint.organisationId}/${hint.programmeId}`)
        return
    }
  })

  /** Opening hours or take-overs of the display may have changed. */
  function note(display: string): void {
    changed.add(display)
    soon ??= setTimeout(() => {
      soon = undefined
      const those = new Set(changed)
      changed.clear()
      const ids = [...words]
        .filter(([, word]) => word.display !== undefined && those.has(word.display))
        .map(([id]) => id)
      tell(ids, true).catch(failed)
    }, TOGETHER_MS)
    soon.unref()
  }

  /** @param onlyNews a listener whose panel plan and offered version are the same is not told */
  async function tell(ids: readonly ScreenId[], onlyNews = false): Promise<void> {
    for (const { socket, digest, id } of listeners.named(ids)) {
      try {
        const screen = await screens.findPairedBySecret(queries, digest)
        if (!screen || screen.isLetGo) {
          listeners.dismiss(socket)
          continue
        }
        const before = words.get(id)
        const { word, plan } = await wordOf(screen)
        const isSame = plan === before?.plan && words.get(id)?.offer === before.offer
        if (!onlyNews || !isSame) listeners.write(socket, frame(word))
      } catch (error) {
        failed(error)
        // It connects again, and gets the word that it has missed.
        listeners.dismiss(socket)
      }
    }
  }

  function announce(ids: readonly ScreenId[]): void {
    for (let from = 0; from < ids.length; from += AT_ONCE)
      bus.publish({ kind: 'machines.changed', screenIds: ids.slice(from, from + AT_ONCE) })
  }

  async function wordOf(
    screen: screens.PairedScreen,
    known?: store.StoredMachine,
  ): Promise<{ word: AgentWord; plan: string }> {
    const { id, organisationId, displayId, name } = screen
    const machine = known ?? (await store.findMachine(queries, id)) ?? store.NEW_MACHINE
    const at = now()
    const open = await store.listOpen(queries, id, at)
    const panel = await planOf(screen, machine, at)
    const plan = JSON.stringify(panel)
    const update = await updates.wordFor(screen, machine.hello)
    const display = displayId === null ? undefined : `${organisationId}/${displayId}`
    words.set(id, { display, plan, offer: update ? JSON.stringify(update.offer) : NO_OFFER, at })
    const word = {
      id,
      organisationId,
      displayId,
      name,
      at,
      tasks: open.flatMap(({ id: taskId, order, madeAt, by }) => {
        if (by === 'page') return []
        const leftMs = Math.min(AGENT_COMMAND_LIVES_MS, madeAt + AGENT_COMMAND_LIVES_MS - at)
        return [{ id: taskId, order, leftMs }]
      }),
      panel: panel && asWanted(panel, at),
      mayTakePictures: machine.mayTakePictures,
      reportMs: AGENT_QUIET_MS,
      ...(update && { update }),
    }
    return { word, plan }
  }

  async function planOf(
    { organisationId, displayId }: screens.PairedScreen,
    { followsHours }: store.StoredMachine,
    at: number,
  ): Promise<PanelPlan | null> {
    if (displayId === null) return null
    const key = { organisationId, displayId }
    const display = await screens.findOpening(queries, key)
    const follows = followsHours && display !== undefined && display.openingHours !== null
    return planPanel(follows ? screens.openingReader(display, at) : undefined, await coveredUntil(key, at), at)
  }

  /** The paired screen of an agent. @throws AppError screen-not-found */
  async function screenOf(request: screens.Carrier): Promise<screens.PairedScreen> {
    const screen = await screens.findPairedOf(context, request)
    if (!screen) throw new AppError('screen-not-found')
    return screen
  }

  /** A screen that the caller may see. @throws AppError screen-not-found */
  async function get(inside: Queries, caller: Caller, id: ScreenId): Promise<screens.PairedScreen> {
    const screen = await screens.findPaired(inside, caller.organisationId, id)
    if (!screen || !screens.maySeePaired(caller, screen)) throw new AppError('screen-not-found')
    return screen
  }

  /** Resolves when all vital signs that wait now are written, or have failed. */
  function write(): Promise<void> {
    writing = writing
      .then(async () => {
        const all = waiting.takeAll()
        for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE)
          await store.putReports(queries, all.slice(from, from + WRITTEN_AT_ONCE))
      })
      .catch((error) => context.log.error({ err: error }, 'vital signs could not be written'))
    return writing
  }

  const timer = setInterval(() => {
    if (waiting.size() > 0) void write()
  }, WRITE_EVERY_MS)
  timer.unref()

  function isConnected(id: ScreenId, machine: store.StoredMachine, heardAt: number | undefined, at: number): boolean {
    if (listeners.ids().includes(id)) return true
    if (machine.saidAt !== null && Math.abs(at - machine.saidAt) < POLLED_WITHIN_MS) return true
    // With a single process, an agent without a stream here has none.
    return database.dialect === 'postgres' && heardAt !== undefined && at - heardAt < CONNECTED_WITHIN_MS
  }

  /** The machines whose last report says how they are now: their agents report again as soon as something changes notably. */
  function keepReporting<Row extends { at: number }>(found: ReadonlyMap<ScreenId, Row>): [ScreenId, Row][] {
    const here = new Set(listeners.ids())
    const at = now()
    // With several processes, the stream may be at another one.
    const mayBeElsewhere = database.dialect === 'postgres'
    return [...found].filter(([id, row]) => mayBeElsewhere || here.has(id) || at - row.at < WITHOUT_STREAM_MS)
  }

  /** The agent while it is connected, and otherwise the page: it shows less, but a screen without an agent has nothing else. */
  function pictureBy(
    screen: screens.PairedScreen,
    machine: store.StoredMachine,
    heardAt: number | undefined,
    at: number,
  ): PictureBy | null {
    const hasAgent = machine.hello?.can.includes('picture') === true
    if (hasAgent && isConnected(screen.id, machine, heardAt, at)) return 'agent'
    return connectedPages([screen]).has(screen.id) ? 'page' : null
  }

  /** The program that carries a command out. @throws AppError machine-cannot */
  async function doerOf(
    inside: Queries,
    screen: screens.PairedScreen,
    machine: store.StoredMachine,
    wanted: AgentOrder,
    madeBy: string | null,
  ): Promise<PictureBy> {
    const can = machine.hello?.can ?? []
    const isPicture = wanted.kind === 'picture'
    if (isPicture && !machine.mayTakePictures) throw new AppError('machine-cannot')
    // A page that has a problem would compose a picture of what it should show.
    if (isPicture && madeBy !== null) {
      const heardAt = (await store.findState(inside, screen.id))?.at
      const by = pictureBy(screen, machine, heardAt, now())
      if (by !== null) return by
    }
    const fits = wanted.kind !== 'resolution' || machine.hello?.resolutions.includes(wanted.mode)
    if (!can.includes(wanted.kind) || !fits) throw new AppError('machine-cannot')
    return 'agent'
  }

  async function order(
    inside: Queries,
    screen: screens.PairedScreen,
    wanted: AgentOrder,
    madeBy: string | null,
  ): Promise<MachineCommand & { by: PictureBy }> {
    const { id: screenId } = screen
    const machine = (await store.findMachine(inside, screenId)) ?? store.NEW_MACHINE
    const by = await doerOf(inside, screen, machine, wanted, madeBy)
    const at = now()
    const open = await store.listOpen(inside, screenId, at)
    // The series that a person looks at shows this moment as well.
    if (madeBy === null && open.some((one) => one.order.kind === 'picture')) throw new AppError('machine-cannot')
    // A newer series takes the place of the one before.
    const over = wanted.kind === 'picture' ? open.filter((one) => one.order.kind === 'picture') : []
    if (open.length - over.length >= MOST_OPEN) throw new AppError('too-many-commands')
    for (const { id } of over)
      await store.answerCommand(inside, screenId, id, { state: 'done', told: null, detail: '', endedAt: at }, at)
    const id = ScreenCommandId.parse(randomBytes(16).toString('hex'))
    // The command belongs to the row of the machine, which a screen without an agent may not have yet.
    await store.changeMachine(inside, screen, { mayTakePictures: machine.mayTakePictures })
    await store.createCommand(inside, screenId, { id, order: wanted, madeAt: at, madeBy, by })
    if (wanted.kind === 'panel') await store.changeMachine(inside, screen, { switchedOffAt: wanted.isOn ? null : at })
    return { id, order: wanted, madeAt: at, madeBy, state: 'waiting', told: null, detail: '', endedAt: null, by }
  }

  return {
    async hello(request, hello) {
      const screen = await screenOf(request)
      requireNoWait(hellos.take(screen.id, now()))
      await store.changeMachine(queries, screen, { hello, saidAt: now() })
      await updates.take(screen, hello)
      return (await wordOf(screen)).word
    },

    async listenerOf(request) {
      const screen = await screenOf(request)
      const machine = await store.findMachine(queries, screen.id)
      if (!machine?.hello) throw new AppError('screen-not-found')
      return screen.id
    },

    async join(request, socket, head) {
      const digest = screens.screenDigestOf(context, request)
      const screen = await screenOf(request)
      if (digest === undefined) throw new AppError('screen-not-found')
      listeners.join(socket, screen.id, digest, head, frame((await wordOf(screen)).word))
      socket.once('close', () => {
        if (!listeners.ids().includes(screen.id)) words.delete(screen.id)
      })
      // The state may have changed before the listener was registered.
      await tell([screen.id])
    },

    async report(request, { vitals, events, answers }) {
      const screen = await screenOf(request)
      const { id } = screen
      const at = now()
      requireNoWait(reports.take(id, at))
      if (vitals)
        waiting.put(
          id,
          { id, at, vitals, pointAt: at - (at % POINT_EVERY_MS), point: pointOf(vitals) },
          screen.organisationId,
        )
      if (events.length === 0 && answers.length === 0) return
      await database.transaction(async (inside) => {
        if (!(await store.findMachine(inside, id))) return
        for (const { commandId, state, told, detail } of answers) {
          const answer = { state, told: told ?? null, detail, endedAt: state === 'taken' ? null : at }
          await store.answerCommand(inside, id, commandId, answer, at)
        }
        if (events.length === 0) return
        const happened = events.map(({ kind, agoMs, detail }) => ({ id: randomUUID(), at: at - agoMs, kind, detail }))
        await store.createEvents(inside, id, happened)
        await store.keepEvents(inside, id, EVENTS_KEPT)
      })
      if (answers.length > 0) announce([id])
    },

    async requireAgent(request) {
      await screenOf(request)
    },

    async takePicture(request, commandId, bytes) {
      const screen = await screenOf(request)
      const { id, organisationId } = screen
      const at = now()
      requireNoWait(pictures.take(id, at))
      const read = readPicture(bytes)
      if (read === 'unknown') throw new AppError('not-an-image')
      if (read === 'damaged') throw new AppError('image-damaged')
      await database.transaction(async (inside) => {
        // A person who forbids pictures or moves the screen holds this lock, and deletes the pictures that are there.
        await lockOrganisation(inside, organisationId)
        const machine = await store.findMachine(inside, id)
        if (!machine?.mayTakePictures) throw new AppError('picture-not-wanted')
        const command = (await store.listOpen(inside, id, at)).find((one) => one.id === commandId)
        if (command?.order.kind !== 'picture') throw new AppError('picture-not-wanted')
        const because = command.madeBy === null ? 'incident' : 'asked'
        const picture = { id: PictureId.parse(randomUUID()), takenAt: at, because, by: command.by } as const
        await store.createPicture(inside, { ...picture, screenId: id, organisationId, ...read, bytes })
        const most = { ofScreen: MAX_PICTURES_PER_SCREEN, ofOrganisation: MAX_PICTURES_PER_ORGANISATION }
        await store.keepPictures(inside, { id, organisationId }, most)
      })
    },

    async get(caller, id) {
      const screen = await get(queries, caller, id)
      await write()
      const at = now()
      const machine = (await store.findMachine(queries, id)) ?? store.NEW_MACHINE
      const state = await store.findState(queries, id)
      const { hello, saidAt, mayTakePictures, followsHours } = machine
      const { update: _, ...said } = hello ?? {}
      const agent = hello && {
        ...(said as Omit<AgentHello, 'update'>),
        isConnected: isConnected(id, machine, state?.at, at),
        seenAt: Math.max(state?.at ?? 0, saidAt ?? 0),
      }
      return {
        at,
        agent: agent ?? null,
        vitals: state && at - state.at < VITALS_SHOWN_MS ? { ...state.vitals, at: state.at } : null,
        day: await store.listPoints(queries, id, at - PICTURES_KEPT_MS),
        commands: await store.listCommands(queries, id, COMMANDS_SHOWN, at),
        events: await store.listEvents(queries, id, EVENTS_SHOWN),
        pictures: await store.listPictures(queries, id, at - PICTURES_KEPT_MS),
        pictureBy: pictureBy(screen, machine, state?.at, at),
        mayTakePictures,
        followsHours,
        update: await updates.stateOf(screen, hello),
      }
    },

    async change(caller, id, wanted) {
      await database.transaction(async (inside) => {
        await lockOrganisation(inside, caller.organisationId)
        const screen = await get(inside, caller, id)
        const before = (await store.findMachine(inside, id)) ?? store.NEW_MACHINE
        const { mayTakePictures = before.mayTakePictures, followsHours = before.followsHours } = wanted
        if (mayTakePictures === before.mayTakePictures && followsHours === before.followsHours) return
        await store.changeMachine(inside, screen, { mayTakePictures, followsHours })
        if (!mayTakePictures) await store.removePictures(inside, id)
        await writeDown(inside, caller, 'screen-changed', screen)
      })
      announce([id])
    },

    async command(caller, id, wanted) {
      const { by, ...command } = await database.transaction(async (inside) => {
        await lockOrganisation(inside, caller.organisationId)
        const screen = await get(inside, caller, id)
        const made = await order(inside, screen, wanted, actorOf(caller).email)
        await writeDown(inside, caller, 'screen-commanded', screen, { command: nameOfOrder(wanted), count: 1 })
        return made
      })
      if (by === 'page') bus.publish({ kind: 'screens.changed', screenIds: [id] })
      else announce([id])
      return command
    },

    async agentFile(request) {
      const screen = await screenOf(request)
      requireNoWait(files.take(screen.id, now()))
      const bytes = await updates.file()
      if (!bytes) throw new AppError('media-not-found')
      return bytes
    },

    async updateNow(caller, id) {
      const release = await updates.release()
      await database.transaction(async (inside) => {
        await lockOrganisation(inside, caller.organisationId)
        const screen = await get(inside, caller, id)
        await updates.updateNow(inside, screen, release)
        await writeDown(inside, caller, 'screen-commanded', screen, { command: 'update', count: 1 })
      })
      announce([id])
    },

    getUpdates: updates.get,
    async changeUpdates(caller, wanted) {
      announce(await updates.change(caller, wanted))
    },
    async startUpdates(caller, wanted) {
      announce(await updates.start(caller, wanted))
    },
    countUpdates: updates.count,
    async tickUpdates() {
      const due = await updates.tick()
      const hasOffer = (id: ScreenId) => (words.get(id)?.offer ?? NO_OFFER) !== NO_OFFER
      // To find out what one machine may install takes some queries, and a version takes days to reach all.
      await tell(
        listeners.ids().filter((id) => due.has(id) !== hasOffer(id)),
        true,
      )
    },

    async picture(caller, id, pictureId) {
      await get(queries, caller, id)
      const found = await store.findPicture(queries, id, pictureId, now() - PICTURES_KEPT_MS)
      if (!found) throw new AppError('media-not-found')
      return found
    },

    async listStates() {
      await write()
      return store.listStates(queries, now() - VITALS_SHOWN_MS)
    },

    listUpdates: updates.listStates,

    async listAbilities(organisationId) {
      await write()
      const found = await store.listAbilities(queries, organisationId)
      const states = new Map(keepReporting(await store.listStates(queries, now() - AGENT_GONE_MS, organisationId)))
      return new Map(
        [...found].map(([id, can]) => {
          const vitals = states.get(id)?.vitals
          const judged = vitals && panelOf(vitals)
          const isPanelOn = judged === undefined ? undefined : judged === 'well'
          return [id, { can, isPanelOn, volumePercent: vitals?.volumePercent }]
        }),
      )
    },

    async listOutcomes(ids) {
      if (ids.length === 0) return new Map()
      return new Map((await store.listCommandsOf(queries, ids, now())).map(({ id, state }) => [id, state]))
    },

    async countStates() {
      await write()
      const states = keepReporting(await store.listStates(queries, now() - AGENT_GONE_MS))
      const countOf = (of: (vitals: AgentVitals) => string | undefined) =>
        states.filter(([, { vitals }]) => of(vitals) === 'wrong').length
      return {
        reporting: states.length,
        hot: countOf(heatOf),
        'disk-full': countOf(storageOf),
        'panel-off': countOf(panelOf),
      }
    },

    async pictureIncidents(organisationId, ids) {
      for (const id of ids) {
        const isMade = await database.transaction(async (inside) => {
          const screen = await screens.findPaired(inside, organisationId, id)
          if (!screen) return false
          try {
            await order(inside, screen, { kind: 'picture', forMs: 0 }, null)
            return true
          } catch (error) {
            // Its machine takes no pictures, or takes them already.
            if (error instanceof AppError) return false
            throw error
          }
        })
        if (isMade) announce([id])
      }
    },

    async sweep() {
      const at = now()
      const kept = at - PICTURES_KEPT_MS
      await store.removeBefore(queries, {
        pictures: kept,
        points: kept - POINT_EVERY_MS,
        commands: at - COMMANDS_KEPT_MS,
      })
      const here = new Set(listeners.ids())
      for (const id of words.keys()) if (!here.has(id)) words.delete(id)
      const old = [...words].filter(([, word]) => Math.abs(at - word.at) >= REPEATED_MS).map(([id]) => id)
      await tell(old)
    },

    async close() {
      stopListening()
      clearTimeout(soon)
      clearInterval(timer)
      listeners.close()
      await write()
    },
  }

  function writeDown(
    inside: Queries,
    caller: Caller,
    kind: 'screen-changed' | 'screen-commanded',
    { id, name, displayId }: screens.PairedScreen,
    details: { command?: string; count?: number } = {},
  ): Promise<void> {
    return writeEntry(inside, {
      organisationId: caller.organisationId,
      programmeId: displayId,
      at: now(),
      actor: actorOf(caller),
      activity: { kind, changes: [], subject: { type: 'screen', id, title: name }, details },
    })
  }
}

function requireNoWait(waitMs: number): void {
  if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

function pointOf({ temperatureC, loadPercent, memoryMb, diskMb }: AgentVitals): Omit<VitalsPoint, 'at'> {
  const memoryPercent = percentOf(memoryMb)
  const diskPercent = percentOf(diskMb)
  return {
    ...(temperatureC === undefined ? {} : { temperatureC }),
    ...(loadPercent === undefined ? {} : { loadPercent }),
    ...(memoryPercent === undefined ? {} : { memoryPercent }),
    ...(diskPercent === undefined ? {} : { diskPercent }),
  }
}

/** Rounded to a tenth. */
function percentOf(share: { used: number; of: number } | undefined): number | undefined {
  if (!share || share.of === 0) return undefined
  return Math.min(100, Math.round((share.used / share.of) * 1_000) / 10)
}

const frame = (word: AgentWord) => frameOf(LIVE_EVENTS.agent, word)

import {
  AGENT_GONE_MS,
  type AgentHello,
  type AgentUpdates,
  type AgentWord,
  type ChangeAgentUpdates,
  type DisplayId,
  type DisplayKey,
  type IncidentVersions,
  type OrganisationId,
  type ScreenId,
  type ScreenMachine,
  type StartAgentUpdates,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { installationSecret } from '../../platform/settings/service.ts'
import { VERSION } from '../../platform/version.ts'
import * as screens from '../screens/service.ts'
import { type AgentFile, createSigner, readAgentFile, type Signer, writeStatement } from './agent-file.ts'
import type { Judged } from './judge.ts'
import {
  fellBack,
  isQuiet,
  judgeUpdate,
  listDue,
  type Member,
  needsTenth,
  nextStep,
  PROVEN_MS,
  type Rollout,
  turnOf,
} from './rollout.ts'
import { findMachine } from './store.ts'
import * as store from './updates.store.ts'

export const UPDATES_TICK_MS = 60_000
/** The form of a release's version. Text of any other form is not shown, and not written into mails. */
const VERSION_NAME = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]{1,20})?$/

type Own = { file: AgentFile; signer: Signer }
type Named = store.NamedMember

/** `since`: when the version before came back. */
export type UpdateState =
  | { state: Exclude<Judged, 'wrong'> }
  | { state: 'wrong'; since: number; versions: IncidentVersions }

export type Updates = {
  /** Stores the versions that an agent reports when it connects. */
  take(screen: screens.PairedScreen, hello: AgentHello): Promise<void>
  /** undefined: the agent cannot update itself, or this server has no file for it. */
  wordFor(screen: screens.PairedScreen, hello: AgentHello | undefined): Promise<AgentWord['update']>
  stateOf(screen: screens.PairedScreen, hello: AgentHello | undefined): Promise<ScreenMachine['update']>
  /** The file, if it is the one that this installation offers. A node of another version has another. */
  file(): Promise<Buffer | undefined>
  get(caller: Caller): Promise<AgentUpdates>
  /** @returns the machines that must be told */
  change(caller: Caller, wanted: ChangeAgentUpdates): Promise<readonly ScreenId[]>
  /** @returns the machines that must be told @throws AppError screen-not-found, machine-cannot */
  start(caller: Caller, wanted: StartAgentUpdates): Promise<readonly ScreenId[]>
  /** Call it before a transaction begins, because the transaction would wait for it. */
  release(): Promise<store.Release | undefined>
  /** @throws AppError machine-cannot */
  updateNow(inside: Queries, screen: screens.PairedScreen, release: store.Release | undefined): Promise<void>
  /** Takes the next step of each rollout. @returns the machines that may install the version now */
  tick(): Promise<ReadonlySet<ScreenId>>
  /** The machines of the whole installation that can update themselves. */
  listStates(): Promise<ReadonlyMap<ScreenId, UpdateState>>
  count(): Promise<{ current: number; behind: number; undone: number } | undefined>
}

/**
 * @param path of the file of the agent. undefined: this server has none
 * @param coveredUntil the end of the last take-over that covers a display at an instant. null: none does
 */
export function createUpdates(
  context: Context,
  path: string | undefined,
  coveredUntil: (key: DisplayKey, now: number) => Promise<number | null>,
): Updates {
  const { database, now } = context
  const { queries } = database
  let opening: Promise<Own | undefined> | undefined

  /** Reads the file and offers it. Does so once in each process. */
  function own(): Promise<Own | undefined> {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function open(): Promise<Own | undefined> {
    const file = path === undefined ? undefined : await readAgentFile(path)
    if (!file) return undefined
    const { hash, bytes } = file
    await store.putRelease(queries, { version: VERSION, hash, sizeBytes: bytes.length }, now())
    return { file, signer: createSigner(await installationSecret(queries)) }
  }

  /** undefined: this node has no file, or the installation offers another file. */
  async function offered(): Promise<(Own & { release: store.Release }) | undefined> {
    const mine = await own()
    const release = mine && (await store.findRelease(queries))
    return mine && release?.hash === mine.file.hash ? { ...mine, release } : undefined
  }

  async function isQuietAt(
    { organisationId, displayId }: Pick<screens.PairedScreen, 'organisationId' | 'displayId'>,
    at: number,
  ): Promise<boolean> {
    if (displayId === null) return true
    const key = { organisationId, displayId }
    const display = await screens.findOpening(queries, key)
    if (!display) return true
    const hours = display.openingHours === null ? undefined : screens.openingReader(display, at)(at)
    return isQuiet(hours, display.timeZone, (await coveredUntil(key, at)) !== null, at)
  }

  async function turnIn(inside: Queries, screen: screens.PairedScreen, release: store.Release) {
    const rollout = await store.findRollout(inside, screen.organisationId)
    const one = needsTenth(release.hash, rollout) ? undefined : screen.id
    const members = await store.listMembers(inside, screen.organisationId, one)
    const member = members.find(({ id }) => id === screen.id)
    return member && { member, turn: turnOf(release.hash, rollout, member, members) }
  }

  /** Applies the next step, if there is one. */
  async function step(inside: Queries, organisationId: OrganisationId, release: store.Release): Promise<void> {
    const members = await store.listMembers(inside, organisationId)
    const rollout = await store.findRollout(inside, organisationId)
    const change = nextStep(release.hash, rollout, members, now())
    if (!change) return
    await store.putRollout(inside, organisationId, { ...rollout, ...change })
    const stopped = change.stoppedId && members.find(({ id }) => id === change.stoppedId)
    if (!stopped) return
    context.log.warn({ organisationId, screenId: stopped.id, problem: stopped.failed?.problem }, 'an update was undone')
    await writeEntry(inside, {
      organisationId,
      programmeId: null,
      at: now(),
      actor: { kind: 'unknown', id: null, email: '' },
      activity: {
        kind: 'updates-stopped',
        changes: [],
        subject: { type: 'screen', id: stopped.id, title: stopped.name },
      },
    })
  }

  /** @returns the machines of the organisation */
  async function advance(organisationId: OrganisationId, release: store.Release): Promise<readonly Named[]> {
    const members = await store.listMembers(queries, organisationId)
    const rollout = await store.findRollout(queries, organisationId)
    // Several nodes may find the step. With the lock they check again, one after the other.
    if (nextStep(release.hash, rollout, members, now())) {
      await database.transaction(async (inside) => {
        await lockOrganisation(inside, organisationId)
        await step(inside, organisationId, release)
      })
    }
    return members
  }

  async function change(
    caller: Caller,
    apply: (rollout: Rollout, members: readonly Named[], release: store.Release | undefined) => Partial<Rollout>,
    log: (inside: Queries, members: readonly Named[]) => Promise<void>,
  ): Promise<readonly ScreenId[]> {
    const { organisationId } = caller
    const release = (await offered())?.release
    return database.transaction(async (inside) => {
      await lockOrganisation(inside, organisationId)
      const members = await store.listMembers(inside, organisationId)
      const before = await store.findRollout(inside, organisationId)
      const after = { ...before, ...apply(before, members, release) }
      if (JSON.stringify(after) === JSON.stringify(before)) return []
      await store.putRollout(inside, organisationId, after)
      await log(inside, members)
      if (release) await step(inside, organisationId, release)
      return members.map(({ id }) => id)
    })
  }

  /** The versions by their names, with a part of the file's hash where the names are the same or there is none. */
  async function versionsOf({ id, hash }: Member, release: store.Release): Promise<IncidentVersions> {
    const said = (await findMachine(queries, id))?.hello?.version ?? ''
    const version = VERSION_NAME.test(said) ? said : undefined
    if (version === undefined) return { running: `(${hash.slice(0, 12)})`, undone: release.version }
    if (version !== release.version) return { running: version, undone: release.version }
    return { running: `${version} (${hash.slice(0, 12)})`, undone: `${version} (${release.hash.slice(0, 12)})` }
  }

  const writeDown = (
    inside: Queries,
    caller: Caller,
    activity: Parameters<typeof writeEntry>[1]['activity'],
  ): Promise<void> =>
    writeEntry(inside, {
      organisationId: caller.organisationId,
      programmeId: null,
      at: now(),
      actor: actorOf(caller),
      activity,
    })

  return {
    async take(screen, { update }) {
      if (!update) return store.removeUpdate(queries, screen.id)
      await store.putUpdate(queries, screen, update, now())
      // A failure stops the rest at once.
      const release = update.failed === null ? undefined : (await offered())?.release
      if (release && update.failed?.hash === release.hash) await advance(screen.organisationId, release)
    },

    async wordFor(screen, hello) {
      if (!hello?.update) return undefined
      const mine = await own()
      if (!mine) return undefined
      const key = mine.signer.publicKey
      const at = await offered()
      const found = at && (await turnIn(queries, screen, at.release))
      const isTurn = found?.turn === 'now' || (found?.turn === 'turn' && (await isQuietAt(screen, now())))
      if (!at || !found || !isTurn) return { key, offer: null }
      const { serial, version, hash, sizeBytes } = at.release
      const statement = writeStatement({ serial, version, hash, sizeBytes })
      return { key, offer: { statement, signature: at.signer.sign(statement), attempt: found.member.attempt } }
    },

    async stateOf(screen, hello) {
      const release = hello && (await offered())?.release
      if (!release) return null
      const { version, hash } = release
      const found = await turnIn(queries, screen, release)
      if (!found) return { state: 'unable', version, hash, problem: null }
      const { member, turn } = found
      const problem = member.failed?.hash === hash ? member.failed.problem : null
      switch (turn) {
        case 'current':
          return { state: member.settledAt === null ? 'trying' : 'current', version, hash, problem: null }
        case 'failed':
          return { state: 'undone', version, hash, problem }
        case 'now':
          return { state: 'under-way', version, hash, problem }
        case 'turn':
          return { state: (await isQuietAt(screen, now())) ? 'under-way' : 'quiet', version, hash, problem }
        case 'waits':
          return { state: 'waits', version, hash, problem }
      }
    },

    file: async () => (await offered())?.file.bytes,

    async get(caller) {
      const { organisationId } = caller
      const at = now()
      const release = (await offered())?.release
      const members = await store.listMembers(queries, organisationId)
      const rollout = await store.findRollout(queries, organisationId)
      const isBehind = release !== undefined && members.some(({ hash }) => hash !== release.hash)
      const isOf = isBehind && rollout.hash === release.hash
      const named = (id: ScreenId | null) => (isOf && members.find((one) => one.id === id)) || undefined
      const trial = named(rollout.trialId)
      const stopped = named(rollout.stoppedId)
      const problem = stopped?.failed?.problem
      // The screen that tried it may have been let go.
      const stage = isOf && (rollout.stage !== 'trial' || trial) ? rollout.stage : 'waiting'
      const settledAt = trial?.hash === release?.hash ? trial?.settledAt : null
      return {
        at,
        release: release ? { version: release.version, hash: release.hash } : null,
        isAutomatic: rollout.isAutomatic,
        isPaused: rollout.isPaused,
        stage: isBehind ? stage : null,
        trial: trial ? { id: trial.id, name: trial.name } : null,
        stopped: stopped && problem ? { id: stopped.id, name: stopped.name, problem } : null,
        nextAt: stage === 'trial' && settledAt ? settledAt + PROVEN_MS : null,
        machines: members.map((one) => ({
          id: one.id,
          name: one.name,
          place: one.place,
          isCurrent: one.hash === release?.hash && one.settledAt !== null,
          isConnected: at - one.seenAt < AGENT_GONE_MS,
          problem:
            one.hash !== release?.hash && one.failed?.hash === release?.hash ? (one.failed?.problem ?? null) : null,
        })),
      }
    },

    change: (caller, { isAutomatic, isPaused }) =>
      change(
        caller,
        (before) => ({ isAutomatic: isAutomatic ?? before.isAutomatic, isPaused: isPaused ?? before.isPaused }),
        (inside) => writeDown(inside, caller, { kind: 'updates-changed', changes: [] }),
      ),

    start: (caller, { screenId }) =>
      change(
        caller,
        (before, members, release) => {
          if (!release) throw new AppError('machine-cannot')
          const resumed = { stoppedId: null, isPaused: false, resumedAt: now(), hash: release.hash }
          if (screenId === null) {
            return {
              ...resumed,
              ...(before.hash === release.hash ? {} : { stage: 'waiting', since: now(), trialId: null }),
            }
          }
          const trial = members.find(({ id }) => id === screenId)
          if (!trial) throw new AppError('screen-not-found')
          if (fellBack(trial, release.hash)) throw new AppError('machine-cannot')
          return { ...resumed, stage: 'trial', since: now(), trialId: trial.id }
        },
        (inside, members) => {
          const trial = members.find(({ id }) => id === screenId)
          return writeDown(inside, caller, {
            kind: trial ? 'screen-commanded' : 'updates-changed',
            changes: [],
            ...(trial && {
              subject: { type: 'screen', id: trial.id, title: trial.name },
              details: { command: 'update', count: 1 },
            }),
          })
        },
      ),

    release: async () => (await offered())?.release,

    async updateNow(inside, screen, release) {
      const found = release && (await turnIn(inside, screen, release))
      if (!found || found.turn === 'current') throw new AppError('machine-cannot')
      const attempt = found.turn === 'failed' ? (found.member.failed?.attempt ?? 0) + 1 : found.member.attempt
      await store.askForUpdate(inside, screen.id, release.hash, attempt)
    },

    async tick() {
      const release = (await offered())?.release
      const due = new Set<ScreenId>()
      if (!release) return due
      const at = now()
      for (const organisationId of await store.listBehind(queries, release.hash)) {
        const members = await advance(organisationId, release)
        const rollout = await store.findRollout(queries, organisationId)
        const quiet = new Map<DisplayId | null, Promise<boolean>>()
        const isQuietFor = ({ displayId }: Named) => {
          const known = quiet.get(displayId) ?? isQuietAt({ organisationId, displayId }, at)
          quiet.set(displayId, known)
          return known
        }
        for (const { id } of await listDue(release.hash, rollout, members, isQuietFor)) due.add(id)
      }
      return due
    },

    async listStates() {
      // The file of the installation, because this node may have another one, or none.
      const release = await store.findRelease(queries)
      const states = new Map<ScreenId, UpdateState>()
      if (!release) return states
      for (const { member, rollout } of await store.listAllMembers(queries)) {
        const state = judgeUpdate(release.hash, rollout, member)
        const since = member.failed?.at ?? 0
        states.set(
          member.id,
          state === 'wrong' ? { state, since, versions: await versionsOf(member, release) } : { state },
        )
      }
      return states
    },

    async count() {
      const release = (await offered())?.release
      return release && store.countUpdates(queries, release.hash)
    },
  }
}

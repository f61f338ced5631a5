import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type CreateDisplay,
  DEFAULT_DIAGONAL_INCHES,
  DEFAULT_DISTANCE_CM,
  DEFAULT_DWELL_SECONDS,
  type Display,
  type DisplayId,
  type DisplayKey,
  MAX_DISPLAYS_PER_ORGANISATION,
  type OrganisationId,
  TimeZone,
  type UpdateDisplay,
} from '@placard/contract'
import { hasReadCard } from '@placard/playback'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { type Actor, actorOf, COMMAND_LINE, type Provider, writeEntry } from '../activity/service.ts'
import { holdProgramme, requireRevision } from '../commands/service.ts'
import { changeProgramme, type Sender } from '../programmes/service.ts'
import * as store from './store.ts'

export { type Sender, serverSender } from '../commands/service.ts'
export { keepKnownDisplays, listDisplayNames } from './store.ts'

/** The actor of a change that is not a command on a display. */
export type Doer = ({ caller: Pick<Caller, 'userId' | 'email'> } | { actor: Provider }) & { request?: { id: string } }

/**
 * Creates an empty display.
 *
 * @throws AppError id-taken, too-many-displays, organisation-not-found
 */
export async function createDisplay(
  context: Context,
  key: DisplayKey,
  wanted: string | Omit<CreateDisplay, 'id'>,
  sender?: Doer,
): Promise<Display> {
  const settings = typeof wanted === 'string' ? { name: wanted } : wanted
  let awaited = false
  const display = await context.database.transaction(async (queries) => {
    if (!(await lockOrganisation(queries, key.organisationId))) throw new AppError('organisation-not-found')
    if ((await store.countDisplays(queries, key.organisationId)) >= MAX_DISPLAYS_PER_ORGANISATION) {
      throw new AppError('too-many-displays')
    }
    const now = context.now()
    // Continues the revisions of the last display with that id, because players ignore revisions that are not above their own.
    const removed = await store.findRemovedDisplay(queries, key)
    const made: Display = {
      organisationId: key.organisationId,
      id: key.displayId,
      name: settings.name,
      timeZone: settings.timeZone ?? serverTimeZone(),
      fillsWithoutLines: settings.fillsWithoutLines ?? false,
      dwellSeconds: settings.dwellSeconds ?? DEFAULT_DWELL_SECONDS,
      diagonalInches: settings.diagonalInches ?? DEFAULT_DIAGONAL_INCHES,
      distanceCm: settings.distanceCm ?? DEFAULT_DISTANCE_CM,
      language: settings.language ?? null,
      pairedOnly: false,
      openingHours: settings.openingHours ?? null,
      readCode: null,
      shortCode: null,
      town: null,
      weatherUnits: {},
      revision: (removed?.revision ?? 0) + 1,
    }
    if (!(await store.createDisplay(queries, { ...made, loopStartedAt: now, createdAt: now }))) {
      throw new AppError('id-taken', { field: 'id' })
    }
    if (removed) await store.forgetRemovedDisplay(queries, key)
    awaited = removed !== undefined
    await writeDisplayEntry(context, queries, sender, key, 'display-added', made.name, {
      before: made.revision - 1,
      after: made.revision,
    })
    return made
  })
  // Screens of the removed display may still be listening.
  if (awaited) context.bus.publish({ kind: 'programme.changed', ...hintOf(key), revision: display.revision })
  return display
}

/** @param sender undefined: the operator, at the server itself */
function writeDisplayEntry(
  context: Context,
  queries: Queries,
  sender: Doer | undefined,
  key: DisplayKey,
  kind: 'display-added' | 'display-removed',
  title: string,
  revisions: { before: number; after: number },
): Promise<void> {
  return writeEntry(queries, {
    ...hintOf(key),
    at: context.now(),
    actor: doerOf(sender),
    revisions,
    activity: { kind, changes: [], subject: { type: 'display', id: key.displayId, title } },
    requestId: sender?.request?.id,
  })
}

function doerOf(sender: Doer | undefined): Actor {
  if (sender && 'actor' in sender) return sender.actor
  return sender ? actorOf(sender.caller) : COMMAND_LINE
}

/** Creates the display unless the organisation has one with that id. @returns true if it was created */
export async function ensureDisplay(context: Context, key: DisplayKey, name: string): Promise<boolean> {
  if (await store.findDisplay(context.database.queries, key)) return false
  try {
    await createDisplay(context, key, name)
    return true
  } catch (error) {
    // Another request has just created it.
    if (error instanceof AppError && error.code === 'id-taken') return false
    throw error
  }
}

/** The time zone of the server, or UTC if it is not known. */
function serverTimeZone(): string {
  return TimeZone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone).data ?? 'UTC'
}

/** @param caller limits the list to the displays that they may use; undefined: all displays of the organisation */
export async function listDisplays(
  context: Context,
  organisationId: OrganisationId,
  caller?: Pick<Caller, 'displays'>,
): Promise<Display[]> {
  const displays = await store.listDisplays(context.database.queries, organisationId)
  return displays.filter(({ id }) => caller === undefined || mayUse(caller, id)).map(withoutLoop)
}

/** @throws AppError display-not-found if one of them is not a display of the organisation */
export async function requireDisplays(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly DisplayId[],
): Promise<void> {
  const known = await store.keepKnownDisplays(queries, organisationId, ids)
  if (known.length < ids.length) throw new AppError('display-not-found', { field: 'displays' })
}

function withoutLoop({ loopStartedAt: _, ...display }: store.StoredDisplay): Display {
  return display
}

/** Sets the town that a display is in, and the units of its weather. @throws AppError display-not-found */
export function setTown(context: Context, sender: Sender, key: DisplayKey, wanted: Whereabouts): Promise<Display> {
  return updateDisplay(context, sender, key, wanted)
}

/** An absent field is not changed. */
type Whereabouts = { [Name in 'town' | 'weatherUnits']?: Display[Name] | undefined }

/** Changes the name and the settings. @throws AppError display-not-found */
export async function updateDisplay(
  context: Context,
  sender: Sender,
  key: DisplayKey,
  wanted: UpdateDisplay & Whereabouts,
): Promise<Display> {
  const { revision, display } = await changeProgramme(context, sender, key, async (queries) => {
    const before = await store.getDisplay(queries, key)
    const after = {
      name: wanted.name ?? before.name,
      timeZone: wanted.timeZone ?? before.timeZone,
      fillsWithoutLines: wanted.fillsWithoutLines ?? before.fillsWithoutLines,
      dwellSeconds: wanted.dwellSeconds ?? before.dwellSeconds,
      diagonalInches: wanted.diagonalInches ?? before.diagonalInches,
      distanceCm: wanted.distanceCm ?? before.distanceCm,
      language: wanted.language === undefined ? before.language : wanted.language,
      pairedOnly: wanted.pairedOnly ?? before.pairedOnly,
      openingHours: wanted.openingHours === undefined ? before.openingHours : wanted.openingHours,
      readCode: wanted.readCode === undefined ? before.readCode : wanted.readCode,
      town: wanted.town === undefined ? before.town : wanted.town,
      weatherUnits: wanted.weatherUnits ?? before.weatherUnits,
    }
    // A short code is kept for ever once assigned, because it may be printed or remembered.
    const shortCode = before.shortCode ?? (after.readCode ? await newShortCode(queries) : null)
    const answer = { display: { ...withoutLoop(before), ...after, shortCode } }
    const isSame = SETTINGS.every((setting) => isDeepStrictEqual(after[setting], before[setting]))
    if (isSame) return { answer, changed: false }
    await store.updateSettings(queries, key, { ...after, shortCode })
    const subject = { type: 'display' as const, id: key.displayId, title: after.name, ...formerTitle(before, after) }
    const beginsAnew = hasReadCard(before) !== hasReadCard(after)
    return { answer, changed: true, beginsAnew, activity: { kind: 'display-changed', changes: [], subject } }
  })
  return { ...display, revision }
}

const SETTINGS = [
  'name',
  'timeZone',
  'fillsWithoutLines',
  'dwellSeconds',
  'diagonalInches',
  'distanceCm',
  'language',
  'openingHours',
  'pairedOnly',
  'readCode',
  'town',
  'weatherUnits',
] as const

/** Excludes characters that are easily confused (0 and o; 1, l and i), and vowels, so that no words can occur. */
const SHORT_CODE_LETTERS = 'bcdfghjkmnpqrstvwxz23456789'
/** 387 million combinations: guessing one is not feasible, and the page that it leads to is public. */
const SHORT_CODE_LENGTH = 6

async function newShortCode(queries: Queries): Promise<string> {
  for (;;) {
    const letters = Array.from(
      { length: SHORT_CODE_LENGTH },
      () => SHORT_CODE_LETTERS[randomInt(SHORT_CODE_LETTERS.length)],
    )
    const code = letters.join('')
    if (!(await store.findByShortCode(queries, code))) return code
  }
}

/** Finds the display whose reading page has that short address (TW2). */
export function findByShortCode(context: Context, shortCode: string) {
  return store.findByShortCode(context.database.queries, shortCode)
}

const formerTitle = (before: { name: string }, after: { name: string }) =>
  before.name === after.name ? {} : { formerTitle: before.name }

/** Counts everything that would be removed with a display, except people. @throws AppError display-not-found */
export function describeContents(context: Context, key: DisplayKey) {
  return context.database.snapshot(async (queries) => {
    const display = await store.findDisplay(queries, key)
    if (!display) throw new AppError('display-not-found')
    return { revision: display.revision, ...(await store.countContents(queries, key)) }
  })
}

/** Removes the data that a feature stores for a display, in the transaction that removes the display. */
export type ForgetDisplay = (queries: Queries, key: DisplayKey) => Promise<void>

/**
 * Permanently removes a display and everything that it contains. `removal/` knows which features store data for it. The id and
 * the last revision remain, so that players of the display are told that there is nothing to show.
 *
 * @param ifMatch the revision for which the contents were shown
 * @param forget removes the data of the features above
 * @throws AppError display-not-found, changed-meanwhile
 */
export async function removeDisplay(
  context: Context,
  key: DisplayKey,
  ifMatch: IfMatch,
  forget: ForgetDisplay,
  sender?: Doer,
): Promise<void> {
  const revision = await context.database.transaction(async (queries) => {
    // Changes that limit a person to displays take this lock too.
    await lockOrganisation(queries, key.organisationId)
    if (!(await holdProgramme(queries, context.database.dialect, key))) throw new AppError('display-not-found')
    const display = await store.getDisplay(queries, key)
    requireRevision(display, ifMatch)
    await forget(queries, key)
    await store.removeDisplay(queries, key)
    const last = display.revision + 1
    await store.createRemovedDisplay(queries, key, { revision: last, removedAt: context.now() })
    await writeDisplayEntry(context, queries, sender, key, 'display-removed', display.name, {
      before: display.revision,
      after: last,
    })
    return last
  })
  context.bus.publish({ kind: 'programme.removed', ...hintOf(key), revision })
}

const hintOf = ({ organisationId, displayId }: DisplayKey) => ({ organisationId, programmeId: displayId })

export function keyOf(params: { organisationId: OrganisationId; displayId: DisplayId }): DisplayKey {
  return { organisationId: params.organisationId, displayId: params.displayId }
}

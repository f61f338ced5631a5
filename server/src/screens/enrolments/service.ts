import { createHash, randomUUID } from 'node:crypto'
import {
  type CreateEnrolment,
  ENROLMENT_CODE_CHARACTERS,
  type Enrolment,
  EnrolmentCode,
  type EnrolmentCreated,
  EnrolmentId,
  type EnrolScreen,
  MAX_ENROLMENTS_PER_ORGANISATION,
  MAX_PAIRED_SCREENS_PER_ORGANISATION,
  MAX_PLACE_CHARACTERS,
  MAX_SCREEN_NAME_CHARACTERS,
  type ScreenAbout,
  ScreenId,
} from '@placard/contract'
import { actorOf, writeEntry } from '../../content/activity/service.ts'
import { listDisplays } from '../../content/displays/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { digestOf, newTypedCode } from '../../platform/secret.ts'
import * as screens from '../screens/service.ts'
import * as store from './store.ts'

export const ENROLMENTS_SWEPT_EVERY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** The valid codes for displays that the caller may use, newest first. */
export async function listEnrolments(context: Context, caller: Caller): Promise<Enrolment[]> {
  const found = await store.listEnrolments(context.database.queries, caller.organisationId, context.now())
  return found.filter(({ displayId }) => mayUse(caller, displayId)).map(toEnrolment)
}

function toEnrolment({ organisationId: _, ...enrolment }: store.StoredEnrolment): Enrolment {
  return enrolment
}

/** @throws AppError display-not-found, too-many-enrolments */
export async function createEnrolment(
  context: Context,
  caller: Caller,
  wanted: CreateEnrolment,
): Promise<EnrolmentCreated> {
  const { organisationId } = caller
  const displays = await listDisplays(context, organisationId, caller)
  const display = displays.find(({ id }) => id === wanted.displayId)
  if (!display) throw new AppError('display-not-found', { field: 'displayId' })
  return context.database.transaction(async (queries) => {
    await lockOrganisation(queries, organisationId)
    const now = context.now()
    const present = await store.listEnrolments(queries, organisationId, now)
    if (present.length >= MAX_ENROLMENTS_PER_ORGANISATION) throw new AppError('too-many-enrolments')
    const { displayId, place, screens, days } = wanted
    const enrolment: store.StoredEnrolment = {
      id: EnrolmentId.parse(randomUUID()),
      organisationId,
      displayId,
      place,
      screens,
      enrolled: 0,
      createdBy: caller.email,
      createdAt: now,
      expiresAt: now + days * DAY_MS,
    }
    const code = EnrolmentCode.parse(newTypedCode(ENROLMENT_CODE_CHARACTERS))
    await store.createEnrolment(queries, enrolment, digestOf(code))
    await writeDown(context, queries, caller, enrolment, 'enrolment-made', display.name)
    return { enrolment: toEnrolment(enrolment), code }
  })
}

/** Screens that the code has enrolled stay paired. @throws AppError enrolment-not-found */
export async function withdrawEnrolment(context: Context, caller: Caller, id: EnrolmentId): Promise<void> {
  const displays = await listDisplays(context, caller.organisationId, caller)
  await context.database.transaction(async (queries) => {
    const found = await store.findEnrolment(queries, caller.organisationId, id)
    const display = displays.find((one) => one.id === found?.displayId)
    if (!found || !display) throw new AppError('enrolment-not-found')
    await store.removeEnrolment(queries, id)
    await writeDown(context, queries, caller, found, 'enrolment-withdrawn', display.name)
  })
}

export function sweepEnrolments({ database, now }: Context): Promise<void> {
  return store.removeEnrolmentsBefore(database.queries, now())
}

/**
 * [PX7] Pairs a screen by an enrolment code. A device that asks again without its secret (the answer was lost, or its storage was
 * cleared) gets the same screen again.
 *
 * @param secret the digest of the screen's secret
 * @returns undefined if the code is not valid or has enrolled all its screens, if the organisation has too many, or if this screen was
 *   released
 */
export async function enrolScreen(
  context: Context,
  { code: typed, machine, name, place }: EnrolScreen,
  about: ScreenAbout,
  secret: string,
): Promise<screens.PairedScreen | undefined> {
  const { database, now } = context
  const code = EnrolmentCode.safeParse(typed).data
  if (code === undefined) return undefined
  const found = await store.findByCode(database.queries, digestOf(code), now())
  if (!found || (found.limit && !found.limit.includes(found.enrolment.displayId))) return undefined
  const { enrolment, display } = found
  const { organisationId, displayId, createdBy } = enrolment
  const id = screenIdOf(code, machine)
  return inTransaction(context, async (inside, queries) => {
    await lockOrganisation(queries, organisationId)
    const at = now()
    const before = await screens.findPaired(queries, organisationId, id)
    if (before) {
      await screens.changePaired(queries, id, { secret: { digest: secret, about, pairedAt: at } })
      await screens.settleFilms(inside, organisationId, [before.displayId])
      return before
    }
    if (await screens.isKnown(queries, id)) return undefined
    if ((await screens.countPaired(queries, organisationId)) >= MAX_PAIRED_SCREENS_PER_ORGANISATION) return undefined
    const number = await store.countEnrolled(queries, enrolment.id)
    if (number === undefined) return undefined
    const screen: screens.PairedScreen = {
      id,
      organisationId,
      displayId,
      name: shortened(name, MAX_SCREEN_NAME_CHARACTERS) || numbered(display.name, number),
      place: shortened(place, MAX_PLACE_CHARACTERS) || enrolment.place,
      diagonalInches: display.diagonalInches,
      distanceCm: display.distanceCm,
      about,
      pairedAt: at,
      seenAt: null,
      sentTo: null,
      films: screens.NO_FILMS_TOLD,
    }
    await screens.createPaired(queries, screen, secret)
    await screens.settleFilms(inside, organisationId, [displayId])
    await writeEntry(queries, {
      organisationId,
      programmeId: displayId,
      at,
      actor: { kind: 'person', id: null, email: createdBy },
      activity: { kind: 'screen-enrolled', changes: [], subject: { type: 'screen', id, title: screen.name } },
    })
    return screen
  })
}

/** Cannot be made up without the code. */
function screenIdOf(code: EnrolmentCode, machine: string): ScreenId {
  return ScreenId.parse(createHash('sha256').update(`${code} ${machine}`).digest('hex').slice(0, 32))
}

/** Text of a device, cut to its limit. */
function shortened(text: string, most: number): string {
  return text.slice(0, most).toWellFormed().trim()
}

/** “Reception 3”. */
function numbered(displayName: string, number: number): string {
  const end = ` ${number}`
  return displayName.slice(0, MAX_SCREEN_NAME_CHARACTERS - end.length).toWellFormed() + end
}

function writeDown(
  { now }: Context,
  queries: Queries,
  caller: Caller,
  { id, organisationId, displayId, screens: count }: store.StoredEnrolment,
  kind: 'enrolment-made' | 'enrolment-withdrawn',
  displayName: string,
): Promise<void> {
  const subject = { type: 'enrolment' as const, id, title: displayName }
  const activity = { kind, changes: [], subject, details: { count } }
  return writeEntry(queries, { organisationId, programmeId: displayId, at: now(), actor: actorOf(caller), activity })
}

import { AlertKey, DisplayId, MemberId, OrganisationId, Role, type UserId } from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../../platform/database/database.ts'
import { updateWhere } from '../../platform/database/where.ts'

const Limit = z.array(DisplayId)
const readLimit = (text: string | null) => (text === null ? null : Limit.parse(JSON.parse(text)))

/** A person who may receive alerts: their choice, and the displays that they may see. */
export type Listener = {
  memberId: MemberId
  organisationId: OrganisationId
  email: string
  role: Role
  /** The displays that they chose. Null: all. */
  displays: DisplayId[] | null
  /** The displays that they are limited to. Null: not limited. */
  limit: DisplayId[] | null
  key: AlertKey
}

function listeners(queries: Queries) {
  return (
    queries
      .selectFrom('alert_choice')
      .innerJoin('profile', 'profile.member_id', 'alert_choice.member_id')
      .innerJoin('user', 'user.id', 'profile.user_id')
      .innerJoin('organisation', 'organisation.id', 'profile.org')
      .select(['alert_choice.member_id', 'profile.org', 'profile.email', 'profile.role', 'alert_choice.secret'])
      .select(['alert_choice.displays', 'profile.displays as limit'])
      // A member who has moved to another organisation has no choice there yet.
      .whereRef('profile.org', '=', 'alert_choice.organisation_id')
      .where('user.disabled', '=', 0)
      .where('organisation.suspended_at', 'is', null)
  )
}

type ListenerRow = Awaited<ReturnType<ReturnType<typeof listeners>['execute']>>[number]

function toListener(row: ListenerRow): Listener {
  return {
    memberId: MemberId.parse(row.member_id),
    organisationId: OrganisationId.parse(row.org),
    email: row.email,
    role: Role.parse(row.role),
    displays: readLimit(row.displays),
    limit: readLimit(row.limit),
    key: AlertKey.parse(row.secret),
  }
}

/** All people of an organisation who made a choice and have an active account. */
export async function listListeners(queries: Queries, organisationId: OrganisationId): Promise<Listener[]> {
  const rows = await listeners(queries).where('profile.org', '=', organisationId).orderBy('profile.email').execute()
  return rows.map(toListener)
}

export async function findListener(
  queries: Queries,
  by: { memberId: string } | { key: AlertKey },
): Promise<Listener | undefined> {
  const row = await ('key' in by
    ? listeners(queries).where('alert_choice.secret', '=', by.key)
    : listeners(queries).where('alert_choice.member_id', '=', by.memberId)
  ).executeTakeFirst()
  return row && toListener(row)
}

export async function findMemberId(
  queries: Queries,
  organisationId: OrganisationId,
  userId: UserId,
): Promise<MemberId | undefined> {
  const row = await queries
    .selectFrom('profile')
    .select('member_id')
    .where('org', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && MemberId.parse(row.member_id)
}

/** @returns undefined for a person who never chose, which means no displays */
export async function findChoice(
  queries: Queries,
  organisationId: OrganisationId,
  memberId: MemberId,
): Promise<{ displays: DisplayId[] | null } | undefined> {
  const row = await queries
    .selectFrom('alert_choice')
    .select('displays')
    .where('member_id', '=', memberId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return row && { displays: readLimit(row.displays) }
}

/** @param key stored if the person has none yet */
export async function putChoice(
  queries: Queries,
  organisationId: OrganisationId,
  memberId: MemberId,
  displays: readonly DisplayId[] | null,
  key: AlertKey,
): Promise<void> {
  const chosen = { displays: displays === null ? null : JSON.stringify(displays), organisation_id: organisationId }
  await queries
    .insertInto('alert_choice')
    .values({ member_id: memberId, secret: key, ...chosen })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(chosen))
    .execute()
}

/** Removes the display from every choice of an organisation. */
export async function forgetDisplayOfChoices(
  queries: Queries,
  organisationId: OrganisationId,
  displayId: DisplayId,
): Promise<void> {
  const rows = await queries
    .selectFrom('alert_choice')
    .select(['member_id', 'displays'])
    .where('organisation_id', '=', organisationId)
    .where('displays', 'is not', null)
    .execute()
  for (const row of rows) {
    const displays = readLimit(row.displays) ?? []
    if (!displays.includes(displayId)) continue
    const left = JSON.stringify(displays.filter((id) => id !== displayId))
    await updateWhere(queries, 'alert_choice', { member_id: row.member_id }, { displays: left })
  }
}

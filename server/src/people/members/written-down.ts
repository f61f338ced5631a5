import type { ActivityKind, OrganisationId, SettingChange } from '@placard/contract'
import { type Actor, type NamedRights, writeEntry } from '../../content/activity/service.ts'
import { listDisplays } from '../../content/displays/service.ts'
import { listTables } from '../../content/tables/service.ts'
import type { Context } from '../../platform/context.ts'
import { type Queries, within } from '../../platform/database/database.ts'
import type { Rights } from './store.ts'

type Happened = {
  kind: Extract<ActivityKind, `${'invitation' | 'member' | 'subscription' | 'account'}-${string}`>
  organisationId: OrganisationId
  actor: Actor
  /** `title`: email of the member, or of the maker of the invitation. Never its token. */
  subject: { type: 'invitation' | 'member'; id: string; title: string }
  rights?: Rights
  formerRights?: Rights
  settings?: SettingChange[]
}

/** Writes to the organisation's log about its members, in the transaction of the change. */
export async function writeDown(
  context: Context,
  queries: Queries,
  { kind, organisationId, actor, subject, rights, formerRights, settings = [] }: Happened,
): Promise<void> {
  const named = (of: Rights) => nameRights(context, queries, organisationId, of)
  const details = {
    ...(rights === undefined ? {} : { rights: await named(rights) }),
    ...(formerRights === undefined ? {} : { formerRights: await named(formerRights) }),
    ...(settings.length === 0 ? {} : { settings }),
  }
  const activity = { kind, changes: [], subject, details }
  await writeEntry(queries, { organisationId, programmeId: null, at: context.now(), actor, activity })
}

async function nameRights(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  { role, displays, tables }: Rights,
): Promise<NamedRights> {
  const inside = { ...context, database: within(context.database, queries) }
  const namesOf = (present: { name: string }[]) => present.map(({ name }) => name)
  if (tables !== null)
    return { role, displays: [], tables: namesOf(await listTables(inside, { organisationId, tables })) }
  if (displays === null) return { role, displays }
  return { role, displays: namesOf(await listDisplays(inside, organisationId, { displays })) }
}

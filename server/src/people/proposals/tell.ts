import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type Activity, type Actor, writeEntry } from '../../content/activity/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'

type Told = {
  kind: Extract<Activity['kind'], `proposal-${string}`>
  id: string
  /** The name of a link. Empty for a proposal: content that is not approved must not appear anywhere else. */
  title: string
  proposedBy?: string
  count?: number
}

export function tell(
  context: Context,
  queries: Queries,
  key: ProgrammeKey,
  actor: Actor,
  { kind, id, title, ...details }: Told,
): Promise<void> {
  const activity = { kind, changes: [], subject: { type: 'proposal' as const, id, title }, details }
  const programmeId = programmeIdOf(key)
  return writeEntry(queries, { organisationId: key.organisationId, programmeId, at: context.now(), actor, activity })
}

import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type Activity, type Actor, writeEntry } from '../../content/activity/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'

type Told = {
  kind: Extract<Activity['kind'], `proposal-${string}`>
  id: string
  /** Of a link its name. Of a proposal nothing: what nobody has approved is nowhere else. */
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

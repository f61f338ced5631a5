import type { ActivityKind, OrganisationId, SettingChange } from '@placard/contract'
import { type Provider, writeEntry } from '../../content/activity/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Records an action of the provider in the organisation's log, in the same transaction. */
export function writeDown(
  context: Context,
  queries: Queries,
  by: Provider,
  kind: Extract<ActivityKind, `organisation-${string}`>,
  { id, name }: { id: OrganisationId; name: string },
  settings: SettingChange[] = [],
): Promise<void> {
  const subject = { type: 'organisation' as const, id, title: name }
  const activity = { kind, changes: [], subject, details: settings.length === 0 ? {} : { settings } }
  return writeEntry(queries, { organisationId: id, programmeId: null, at: context.now(), actor: by, activity })
}

import { listDisplays } from '../../content/displays/service.ts'
import type { Context } from '../../platform/context.ts'
import { findOrganisation } from '../../platform/organisations/service.ts'
import { findMembership } from '../members/service.ts'
import * as store from './store.ts'

/**
 * Names that people around the owner of a password know: those of their organisation and its displays. Names of other
 * organisations are never used, because refusals would reveal them one word at a time.
 */
export async function listOwnWords(context: Context, email: string): Promise<string[]> {
  const { queries } = context.database
  const user = await store.findUser(queries, email)
  const membership = user && (await findMembership(queries, { email }))
  if (!membership || membership.userId !== user.id) return []
  const { org } = membership.profile
  const organisation = await findOrganisation(queries, org)
  const displays = await listDisplays(context, org, membership)
  return [org, organisation?.name ?? '', ...displays.flatMap(({ id, name }) => [id, name])]
}

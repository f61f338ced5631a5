import type { DisplayKey } from '@placard/contract'
import { type Doer, type ForgetDisplay, removeDisplay as remove } from '../../content/displays/service.ts'
import { removeContents } from '../../content/programmes/service.ts'
import type { ForgetTable } from '../../content/tables/service.ts'
import { forgetDisplay as forgetLimits, forgetTable as forgetTableOfMembers } from '../../people/members/service.ts'
import {
  forgetDisplay as forgetLimitsOfTokens,
  forgetTable as forgetTableOfTokens,
} from '../../people/tokens/service.ts'
import type { Context } from '../../platform/context.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { forgetDisplay as forgetTakeOvers } from '../../playout/take-overs/service.ts'
import { forgetDisplay as forgetChoices } from '../../screens/alerts/service.ts'
import { forgetDisplayOfScreens } from '../../screens/screens/service.ts'
import { forgetDisplay as forgetLimitsOfWebhooks } from '../webhooks/service.ts'

/** Functions that remove each feature's rows, in this order. Tables with `on delete cascade` on these need none. */
const FORGET: readonly ForgetDisplay[] = [
  removeContents,
  forgetLimits,
  forgetLimitsOfTokens,
  forgetLimitsOfWebhooks,
  forgetChoices,
  forgetTakeOvers,
  forgetDisplayOfScreens,
]

/**
 * Removes a display permanently, with everything that any feature stores for it, in one transaction.
 *
 * @param ifMatch the revision that the caller was shown
 * @param sender undefined: the operator, on the server itself
 * @throws AppError display-not-found, changed-meanwhile
 */
export function removeDisplay(context: Context, key: DisplayKey, ifMatch: IfMatch, sender?: Doer): Promise<void> {
  const forget: ForgetDisplay = async (queries, display) => {
    for (const forgetOne of FORGET) await forgetOne(queries, display)
  }
  return remove(context, key, ifMatch, forget, sender)
}

/** Removes what features keep about a table, when it is removed for good. */
export const forgetTable: ForgetTable = async (queries, key) => {
  await forgetTableOfMembers(queries, key)
  await forgetTableOfTokens(queries, key)
}

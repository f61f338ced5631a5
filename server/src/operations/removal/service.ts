import type { DisplayKey } from '@placard/contract'
import { type Doer, type ForgetDisplay, removeDisplay as remove } from '../../content/displays/service.ts'
import { removeContents } from '../../content/programmes/service.ts'
import { forgetDisplay as forgetLimits } from '../../people/members/service.ts'
import { forgetDisplay as forgetLimitsOfTokens } from '../../people/tokens/service.ts'
import type { Context } from '../../platform/context.ts'
import type { IfMatch } from '../../platform/http/api.ts'
import { forgetDisplay as forgetTakeOvers } from '../../playout/take-overs/service.ts'
import { forgetDisplay as forgetChoices } from '../../screens/alerts/service.ts'
import { forgetDisplayOfScreens } from '../../screens/screens/service.ts'
import { forgetDisplay as forgetLimitsOfWebhooks } from '../webhooks/service.ts'

/**
 * How each feature takes its rows away, in this order. A table that hangs on these by `on delete cascade` needs no place here.
 */
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
 * Removes a display for good with all that every feature keeps of it, in one transaction.
 *
 * @param ifMatch the revision that its contents were shown for
 * @param sender undefined: the operator, at the server itself
 * @throws AppError display-not-found, changed-meanwhile
 */
export function removeDisplay(context: Context, key: DisplayKey, ifMatch: IfMatch, sender?: Doer): Promise<void> {
  const forget: ForgetDisplay = async (queries, display) => {
    for (const forgetOne of FORGET) await forgetOne(queries, display)
  }
  return remove(context, key, ifMatch, forget, sender)
}

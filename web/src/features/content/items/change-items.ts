import type { ChangeItems, ItemId } from '@placard/contract'
import { call } from '../../../platform/api/call.ts'
import type { CallSeveral } from '../entries/several.ts'

type Given = Extract<ChangeItems, { do: 'update' }>['change']

/** The call for several items. */
export const changeItems: CallSeveral<ItemId, Given> = async (key, body, idempotencyKey) => {
  const { items, ...answer } = await call('changeItems', { params: key, body, idempotencyKey })
  return { ...answer, change: { list: 'items', put: items } }
}

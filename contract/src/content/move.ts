import { z } from '../platform/zod.ts'

/**
 * A place in an ordered list, named by its neighbours and never by an index, so that two people who move at once both
 * get what they asked for. `direction` swaps with the neighbour and does nothing at the ends (T3); `after` puts it behind
 * that one, or first when null.
 */
export const Move = <Id extends z.ZodType<string>>(id: Id) =>
  z.union([z.strictObject({ direction: z.enum(['up', 'down']) }), z.strictObject({ after: id.nullable() })])

import { z } from '../platform/zod.ts'

/**
 * A place in an ordered list, given relative to its neighbours instead of by index, so that two people who move things at the
 * same time both get what they asked for. `direction` swaps with the neighbour and does nothing at the ends (T3). `after`
 * places it behind that entry, or first if null.
 */
export const Move = <Id extends z.ZodType<string>>(id: Id) =>
  z.union([z.strictObject({ direction: z.enum(['up', 'down']) }), z.strictObject({ after: id.nullable() })])

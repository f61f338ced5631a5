import { randomId } from '../../../platform/api/random-id.ts'

/** The id of a new column. The server refuses one that the table has already. */
export const randomColumnId = () => randomId().replaceAll('-', '').slice(0, 6)

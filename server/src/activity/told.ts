import { isDeepStrictEqual } from 'node:util'
import type { ChangedField } from '@placard/contract'

/** What the log calls each field of a thing; null: a change of it is not told. */
export type Told<Thing> = Record<keyof Thing, ChangedField | null>

/** What of a thing differs, in the words of the log and in the order of the table. */
export function fieldsThatDiffer<Thing extends object>(told: Told<Thing>, now: Thing, former: Thing): ChangedField[] {
  const names = Object.keys(told) as (keyof Thing)[]
  const differing = names.flatMap((name) =>
    told[name] === null || isDeepStrictEqual(now[name], former[name]) ? [] : [told[name]],
  )
  return [...new Set(differing)]
}

import { isDeepStrictEqual } from 'node:util'
import type { ChangedField } from '@placard/contract'

/** The log's name for each field of a thing; null: a change of it is not told. */
export type Told<Thing> = Record<keyof Thing, ChangedField | null>

/** Lists the fields of a thing that differ, in the words of the log and in the order of the table. */
export function fieldsThatDiffer<Thing extends object>(told: Told<Thing>, now: Thing, former: Thing): ChangedField[] {
  const names = Object.keys(told) as (keyof Thing)[]
  const differing = names.flatMap((name) =>
    told[name] === null || isDeepStrictEqual(now[name], former[name]) ? [] : [told[name]],
  )
  return [...new Set(differing)]
}

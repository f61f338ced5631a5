import { isDeepStrictEqual } from 'node:util'
import type { ChangedField } from '@placard/contract'

/** The log's name for each field of a thing. Null: changes of the field are not logged. */
export type Told<Thing> = Record<keyof Thing, ChangedField | null>

/** Lists the fields that differ, by their names in the log and in the order of the table. */
export function fieldsThatDiffer<Thing extends object>(told: Told<Thing>, now: Thing, former: Thing): ChangedField[] {
  const names = Object.keys(told) as (keyof Thing)[]
  const differing = names.flatMap((name) =>
    told[name] === null || isDeepStrictEqual(now[name], former[name]) ? [] : [told[name]],
  )
  return [...new Set(differing)]
}

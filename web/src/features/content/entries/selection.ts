/** The things of a list that are selected, and the one from which Shift reaches. */
export type Selection<Id> = { readonly chosen: ReadonlySet<Id>; readonly anchor: Id | undefined }

export const NOTHING_SELECTED = { chosen: new Set<never>(), anchor: undefined } as const

export function selectionOf<Id>(ids: readonly Id[]): Selection<Id> {
  return { chosen: new Set(ids), anchor: ids[0] }
}

/**
 * One of them selected, or not any more. With Shift everything between it and the one before becomes as it does.
 *
 * @param order the ids as they are seen
 */
export function withToggled<Id>(
  { chosen, anchor }: Selection<Id>,
  order: readonly Id[],
  id: Id,
  isRange: boolean,
): Selection<Id> {
  const to = order.indexOf(id)
  const from = isRange && anchor !== undefined ? order.indexOf(anchor) : to
  const reached = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(chosen)
  for (const one of reached) {
    if (chosen.has(id)) next.delete(one)
    else next.add(one)
  }
  return { chosen: next, anchor: id }
}

/** Those that are still there, in the order in which they are seen. */
export function selectedOf<Id>({ chosen }: Selection<Id>, order: readonly Id[]): Id[] {
  return order.filter((id) => chosen.has(id))
}

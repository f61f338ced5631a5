/** The selected entries of a list, and the one from which a Shift selection extends. */
export type Selection<Id> = { readonly chosen: ReadonlySet<Id>; readonly anchor: Id | undefined }

export const NOTHING_SELECTED = { chosen: new Set<never>(), anchor: undefined } as const

export function selectionOf<Id>(ids: readonly Id[]): Selection<Id> {
  return { chosen: new Set(ids), anchor: ids[0] }
}

/**
 * Toggles one entry. With Shift, all entries between it and the previous one get the same state.
 *
 * @param order the ids in the displayed order
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

/** The selected entries that still exist, in the displayed order. */
export function selectedOf<Id>({ chosen }: Selection<Id>, order: readonly Id[]): Id[] {
  return order.filter((id) => chosen.has(id))
}

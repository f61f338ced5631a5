/** From an instant until just before another: milliseconds since 1970. */
export type Window = { begin: number; end: number }

export const inOrder = (one: Window, other: Window) => one.begin - other.begin

/** Merges windows that touch or overlap, so that there is a gap after each. @param windows in the order of their beginnings */
export function joined(windows: readonly Window[]): Window[] {
  const list: Window[] = []
  for (const window of windows) {
    const last = list[list.length - 1]
    if (last && window.begin <= last.end) last.end = Math.max(last.end, window.end)
    else list.push({ ...window })
  }
  return list
}

/** The intersection of two lists. Both must be `joined`, and so is the result. */
export function common(some: readonly Window[], others: readonly Window[]): Window[] {
  const list: Window[] = []
  let [at, beside] = [0, 0]
  for (;;) {
    const [one, other] = [some[at], others[beside]]
    if (!one || !other) return list
    const [begin, end] = [Math.max(one.begin, other.begin), Math.min(one.end, other.end)]
    if (begin < end) list.push({ begin, end })
    if (one.end <= other.end) at += 1
    else beside += 1
  }
}

/** The first list without the times of the second. Both must be `joined`, and so is the result. */
export function without(some: readonly Window[], others: readonly Window[]): Window[] {
  const list: Window[] = []
  let beside = 0
  for (const { begin, end } of some) {
    let from = begin
    for (let other = others[beside]; other && other.begin < end; other = others[beside]) {
      if (other.begin > from) list.push({ begin: from, end: other.begin })
      from = Math.max(from, other.end)
      if (other.end > end) break
      beside += 1
    }
    if (from < end) list.push({ begin: from, end })
  }
  return list
}

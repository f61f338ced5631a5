/** True: this page's films may sound, as the last one that should have found out; undefined before the first. */
let allowed: boolean | undefined
const listeners = new Set<() => void>()

export function tellSound(isAllowed: boolean): void {
  if (allowed === isAllowed) return
  allowed = isAllowed
  for (const listener of Array.from(listeners)) listener()
}

/** True: a film that should sound has had to play muted. */
export const isSoundBlocked = () => allowed === false

/** @returns the undo */
export function onSoundChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

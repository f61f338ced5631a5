/** True when this page may play films with sound, according to the last film that tried. Undefined before the first. */
let allowed: boolean | undefined
const listeners = new Set<() => void>()

export function tellSound(isAllowed: boolean): void {
  if (allowed === isAllowed) return
  allowed = isAllowed
  for (const listener of Array.from(listeners)) listener()
}

/** True when a film with sound had to play muted. */
export const isSoundBlocked = () => allowed === false

/** @returns a function that removes the listener */
export function onSoundChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Keeps the screen on while it is wanted, and releases the lock otherwise.
 * @param onChange returns a function that removes the listener
 * @returns a function that stops this and releases the lock
 */
export function holdWakeLockWhile(isWanted: () => boolean, onChange: (look: () => void) => () => void): () => void {
  let letGo: (() => void) | undefined
  const look = () => {
    if (isWanted()) letGo ??= holdWakeLock()
    else {
      letGo?.()
      letGo = undefined
    }
  }
  const stop = onChange(look)
  look()
  return () => {
    stop()
    letGo?.()
  }
}

/** Keeps the screen on where the browser supports it (Chromium 84, https only). Returns a function that releases the lock. */
function holdWakeLock(): () => void {
  let held: WakeLockSentinel | undefined
  let released = false

  async function take(): Promise<void> {
    if (released || document.hidden || !('wakeLock' in navigator)) return
    try {
      const taken = await navigator.wakeLock.request('screen')
      if (released) void taken.release()
      else held = taken
    } catch {
      // Refused, because of a low battery for instance. It is requested again when the page is next visible.
    }
  }

  // The browser releases the lock whenever the page is hidden.
  const seen = () => void take()
  document.addEventListener('visibilitychange', seen)
  void take()
  return () => {
    released = true
    document.removeEventListener('visibilitychange', seen)
    void held?.release()
  }
}

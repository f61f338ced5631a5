/** Keeps the glass lit while it is wanted, and lets it go while not. @param onChange answers its undo @returns the undo */
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

/** Keeps the glass lit where the browser can (Chromium 84, https only). Answers the undo. */
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
      // Refused, with a low battery for instance. The next time the page is seen it is asked for again.
    }
  }

  // The browser takes the lock away whenever the page is hidden.
  const seen = () => void take()
  document.addEventListener('visibilitychange', seen)
  void take()
  return () => {
    released = true
    document.removeEventListener('visibilitychange', seen)
    void held?.release()
  }
}

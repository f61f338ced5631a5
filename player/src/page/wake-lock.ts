/** Keeps the glass lit where the browser can (Chromium 84, https only). Answers the undo. */
export function holdWakeLock(): () => void {
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

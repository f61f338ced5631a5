/**
 * Waits for a piece of work, up to a limit. The work itself continues.
 *
 * @param work the awaited work
 * @param withinMs the longest wait
 * @param late creates the error that is thrown after it
 */
export async function inTime<T>(work: Promise<T>, withinMs: number, late: () => Error): Promise<T> {
  let alarm: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(late()), withinMs)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(alarm)
  }
}

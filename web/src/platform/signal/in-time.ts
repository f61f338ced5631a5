/**
 * Waits for a piece of work, but not for ever. The work itself goes on.
 *
 * @param work settles whenever it does
 * @param withinMs the longest wait
 * @param late makes the error that is thrown after it
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

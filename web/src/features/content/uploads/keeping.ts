/**
 * Code that keeps uploads over a reload comes with the first of them: most pages have none. Where it does not come
 * nothing is kept, and nothing fails.
 */
export async function withKept<T>(
  act: (module: typeof import('./kept-uploads.ts')) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await act(await import('./kept-uploads.ts'))
  } catch (error) {
    console.warn('unfinished uploads cannot be kept', error)
    return undefined
  }
}

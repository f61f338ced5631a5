/**
 * Loads the code that keeps uploads across a reload with the first upload, because most pages have none. If it cannot be loaded,
 * nothing is kept and nothing fails.
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

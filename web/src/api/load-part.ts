import { CHUNK_TIMEOUT_MS } from '@placard/contract'
import { createSignal } from './signal.ts'

/** X6: a part of the application could not be loaded: most likely a newer version has replaced it. */
export const partFailed = createSignal()

type Part<Props> = { default: (props: Props) => React.ReactNode }

/** Loads a part of the application. @throws after CHUNK_TIMEOUT_MS, or when it cannot be had; both are announced */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let alarm: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(new Error('ChunkLoadError: a part of the page took too long')), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    partFailed.announce()
    throw error
  } finally {
    clearTimeout(alarm)
  }
}

/** The same for a dialog: the page under it, with all that is typed there, must outlive its failure. */
export function loadDialog<Props>(load: () => Promise<Part<Props>>): Promise<Part<Props>> {
  return loadPart(load).catch((error: unknown) => {
    console.error(error)
    return { default: () => null }
  })
}

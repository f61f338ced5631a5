import { first } from './messages/en/first.ts'
import type { en } from './messages/en.ts'

/** English: the messages of the first pages, and those of all other pages once `loadLateWords` has loaded them. */
export const english = { ...first } as typeof en

let loading: Promise<void> | undefined

/**
 * Loads the messages that the first pages do not need. Pages and dialogs with code of their own wait for them. Code that the first
 * pages load directly must not use them (`late-words.test.ts`).
 */
function loadLateWords(): Promise<void> {
  loading ??= import('./messages/en/late.ts').then(
    ({ late }) => {
      Object.assign(english, late)
    },
    (error: unknown) => {
      // The next caller tries again.
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Wraps a dynamic `import()`, so that it also waits for the late messages. */
export function withLateWords<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), loadLateWords()])
    return module
  }
}

/** The same for rarely used pages, whose messages are in a separate file. */
export function withOwnWords<Module>(
  load: () => Promise<Module>,
  loadWords: () => Promise<{ words: Partial<typeof en> }>,
): () => Promise<Module> {
  return async () => {
    const [module, { words }] = await Promise.all([withLateWords(load)(), loadWords()])
    Object.assign(english, words)
    return module
  }
}

import { first } from './messages/en/first.ts'
import type { en } from './messages/en.ts'

/** English: the words of the first pages, and of all others once `loadLateWords` has brought them. */
export const english = { ...first } as typeof en

let loading: Promise<void> | undefined

/**
 * Brings the words that the first pages do without. Pages and dialogs with a script of their own wait for them; what the first
 * pages load by themselves may use none (`late-words.test.ts`).
 */
function loadLateWords(): Promise<void> {
  loading ??= import('./messages/en/late.ts').then(
    ({ late }) => {
      Object.assign(english, late)
    },
    (error: unknown) => {
      // The next that needs them tries again.
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The same dynamic `import()`, answered once the late words are here too. */
export function withLateWords<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), loadLateWords()])
    return module
  }
}

/** The same of pages that few come to, whose words are in a file of their own beside the late ones. */
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

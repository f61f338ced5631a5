import { OrganisationId, ProgrammeId, ScreenId } from '@placard/contract'
import { z } from 'zod'

const programme = { organisationId: OrganisationId, programmeId: ProgrammeId, revision: z.int() }

/**
 * A hint that something is worth another look, never the thing itself: whoever hears it reads what it needs. Published
 * after the change is committed.
 */
export const Hint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('programme.changed'), ...programme }),
  z.object({ kind: z.literal('programme.removed'), ...programme }),
  /** `because` as in Bye. */
  z.object({
    kind: z.literal('session.ended'),
    sessionId: z.string(),
    because: z.literal('not-subscribed').optional(),
  }),
  /** Its owner's rights have changed: its streams are made anew, with everything that they may see now. */
  z.object({ kind: z.literal('session.changed'), sessionId: z.string() }),
  /** It is unsubscribed. */
  z.object({ kind: z.literal('organisation.suspended'), organisationId: OrganisationId }),
  /** Of these screens something is to be told to them: where they belong, or what they are to do. A hundred at most. */
  z.object({ kind: z.literal('screens.changed'), screenIds: z.array(ScreenId) }),
  /** For a while nothing was heard from elsewhere: everything is worth another look. */
  z.object({ kind: z.literal('hints.missed') }),
])
export type Hint = z.infer<typeof Hint>

/** Seam: in this process, or through PostgreSQL when there are several. */
export type Bus = {
  publish(hint: Hint): void
  /** Calls the listener with each hint until the returned function is called. */
  onHint(listener: HintListener): () => void
  close(): Promise<void>
}

/** `origin`: whether this process published it. */
export type HintListener = (hint: Hint, origin: 'here' | 'elsewhere') => void

export function createInProcessBus(): Bus & { tell: HintListener } {
  const listeners = new Set<HintListener>()
  const tell: HintListener = (hint, origin) => {
    for (const listener of listeners) listener(hint, origin)
  }
  return {
    tell,
    publish: (hint) => tell(hint, 'here'),
    onHint(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {},
  }
}

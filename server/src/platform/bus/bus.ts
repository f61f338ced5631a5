import { OrganisationId, ProgrammeId, ScreenId, TableId } from '@placard/contract'
import { z } from 'zod'

const programme = { organisationId: OrganisationId, programmeId: ProgrammeId, revision: z.int() }

/**
 * A hint that something has changed. It never carries the change itself: listeners read what they need. It is published after the change
 * is committed.
 */
export const Hint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('programme.changed'), ...programme }),
  z.object({ kind: z.literal('programme.removed'), ...programme }),
  /** A table was changed or removed. */
  z.object({ kind: z.literal('table.changed'), organisationId: OrganisationId, tableId: TableId }),
  /** `because` has the same meaning as in Bye. */
  z.object({
    kind: z.literal('session.ended'),
    sessionId: z.string(),
    because: z.literal('not-subscribed').optional(),
  }),
  /** The rights of the session's owner have changed. Its streams are re-created with everything that the owner may see now. */
  z.object({ kind: z.literal('session.changed'), sessionId: z.string() }),
  /** The organisation was unsubscribed. */
  z.object({ kind: z.literal('organisation.suspended'), organisationId: OrganisationId }),
  /** There is news for these screens: where they belong, or what they should do. A hundred at most. */
  z.object({ kind: z.literal('screens.changed'), screenIds: z.array(ScreenId) }),
  /** There is news for the machines of these screens. A hundred at most. */
  z.object({ kind: z.literal('machines.changed'), screenIds: z.array(ScreenId) }),
  /** Hints from other nodes may have been missed, so anything may have changed. */
  z.object({ kind: z.literal('hints.missed') }),
])
export type Hint = z.infer<typeof Hint>

/** Seam: inside this process, or through PostgreSQL when there are several nodes. */
export type Bus = {
  publish(hint: Hint): void
  /** Calls the listener with each hint until the returned function is called. */
  onHint(listener: HintListener): () => void
  close(): Promise<void>
}

/** `origin`: `here` when this process published the hint. */
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

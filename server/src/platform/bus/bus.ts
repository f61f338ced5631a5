import type { DisplayKey, OrganisationId } from '@placard/contract'

/**
 * A hint that something is worth another look, never the thing itself: whoever hears it reads what it needs. Published
 * after the change is committed.
 */
export type Hint =
  | ({ kind: 'display.changed'; revision: number } & DisplayKey)
  | ({ kind: 'display.removed'; revision: number } & DisplayKey)
  | { kind: 'session.ended'; sessionId: string }
  /** What its owner may do has changed: its streams are made anew, for what they may see now. */
  | { kind: 'session.changed'; sessionId: string }
  /** It is unsubscribed. */
  | { kind: 'organisation.suspended'; organisationId: OrganisationId }

/** Seam: in this process, or through PostgreSQL when there are several. */
export type Bus = {
  publish(hint: Hint): void
  /** Calls the listener with each hint until the returned function is called. */
  onHint(listener: (hint: Hint) => void): () => void
}

export function createInProcessBus(): Bus {
  const listeners = new Set<(hint: Hint) => void>()
  return {
    publish(hint) {
      for (const listener of listeners) listener(hint)
    },
    onHint(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

import type { Socket } from 'node:net'
import { type Bye, HEARTBEAT_MS, type Heartbeat, LIVE_EVENTS, type ScreenId } from '@placard/contract'
import { frameOf } from '../../platform/http/event-stream.ts'

/** Time for a listener to go by itself after a goodbye. */
const GOODBYE_MS = 10_000

/** The screens that play nothing yet and wait here. Few, and each hears its own. */
export type Listeners = {
  /** @param id what a hint names; @param digest of the secret that it waits by */
  join(socket: Socket, id: ScreenId, digest: string, head: Buffer, first: Buffer): void
  /** Those that a hint is about. */
  named(ids: readonly ScreenId[]): { socket: Socket; digest: string }[]
  ids(): ScreenId[]
  write(socket: Socket, bytes: Buffer): void
  /** Says goodbye to all: they come back at once, and are looked at anew. */
  dismissAll(): void
  close(): void
}

export function createListeners(now: () => number): Listeners {
  const listeners = new Map<Socket, { id: ScreenId; digest: string }>()

  const heartbeat = setInterval(() => {
    const bytes = frameOf(LIVE_EVENTS.heartbeat, { at: now() } satisfies Heartbeat)
    for (const socket of listeners.keys()) write(socket, bytes)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  /** One that does not take what it is sent is cut: it comes back, and hears all that it has missed. */
  function write(socket: Socket, bytes: Buffer): void {
    if (socket.writableNeedDrain) socket.destroy()
    else socket.write(bytes)
  }

  function dismissAll(): void {
    for (const socket of [...listeners.keys()]) {
      listeners.delete(socket)
      socket.end(frameOf(LIVE_EVENTS.bye, { reason: 'stopping', retryAfterMs: 0 } satisfies Bye))
      setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
    }
  }

  return {
    join(socket, id, digest, head, first) {
      if (socket.destroyed) return
      listeners.set(socket, { id, digest })
      socket.once('close', () => listeners.delete(socket))
      socket.cork()
      socket.write(head)
      socket.write(first)
      socket.uncork()
    },
    named: (ids) => Array.from(listeners, ([socket, one]) => ({ socket, ...one })).filter(({ id }) => ids.includes(id)),
    ids: () => Array.from(listeners.values(), ({ id }) => id),
    write,
    dismissAll,
    close() {
      clearInterval(heartbeat)
      dismissAll()
    },
  }
}

import type { Socket } from 'node:net'
import { type Bye, HEARTBEAT_MS, type Heartbeat, LIVE_EVENTS, type ScreenId } from '@placard/contract'
import { frameOf } from '../../platform/http/event-stream.ts'

/** Time that a listener has to disconnect by itself after a goodbye. */
const GOODBYE_MS = 10_000

/** Streams that each get their own events: of screens that wait to be paired, and of agents. */
export type Listeners = {
  /** @param id as in hints; @param digest of the secret that the screen waits with */
  join(socket: Socket, id: ScreenId, digest: string, head: Buffer, first: Buffer): void
  /** The listeners that a hint is about. */
  named(ids: readonly ScreenId[]): { socket: Socket; id: ScreenId; digest: string }[]
  ids(): ScreenId[]
  write(socket: Socket, bytes: Buffer): void
  /** Sends a goodbye to one: it reconnects at once, and is checked again. */
  dismiss(socket: Socket): void
  /** Sends a goodbye to all: they reconnect at once, and are checked again. */
  dismissAll(): void
  close(): void
}

/** @param heartbeatMs the interval of the heartbeat */
export function createListeners(now: () => number, heartbeatMs = HEARTBEAT_MS): Listeners {
  const listeners = new Map<Socket, { id: ScreenId; digest: string }>()

  const heartbeat = setInterval(() => {
    const bytes = frameOf(LIVE_EVENTS.heartbeat, { at: now() } satisfies Heartbeat)
    for (const socket of listeners.keys()) write(socket, bytes)
  }, heartbeatMs)
  heartbeat.unref()

  /** A listener that is behind is disconnected. It gets the current state when it reconnects. */
  function write(socket: Socket, bytes: Buffer): void {
    if (socket.writableNeedDrain) socket.destroy()
    else socket.write(bytes)
  }

  function dismiss(socket: Socket): void {
    listeners.delete(socket)
    socket.end(frameOf(LIVE_EVENTS.bye, { reason: 'stopping', retryAfterMs: 0 } satisfies Bye))
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  }

  function dismissAll(): void {
    for (const socket of [...listeners.keys()]) dismiss(socket)
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
    dismiss,
    dismissAll,
    close() {
      clearInterval(heartbeat)
      dismissAll()
    },
  }
}

import type { Socket } from 'node:net'
import { type Bye, type DisplayKey, HEARTBEAT_MS, type Heartbeat, LIVE_EVENTS } from '@placard/contract'
import type { Log } from '../platform/log.ts'
import { frameOf } from './frame.ts'

/** After so many sockets the event loop gets its turn: one crowded display must not hold up the others. */
const SOCKETS_PER_TURN = 64
/** A listener that has this much unread is not listening. */
const MAX_UNREAD_BYTES = 1024 * 1024
/** The longest a listener is asked to stay away when the server stops, so that a fleet returns in a spread. */
const RETURN_SPREAD_MS = 5_000

type Frame = { revision: number; bytes: Buffer }

type Channel = {
  key: DisplayKey
  sockets: Set<Socket>
  /** Listeners that are on their way in; they keep the channel open, so that no announcement passes them by. */
  joining: number
  /** The newest document, serialised once. */
  frame: Promise<Frame | undefined>
  /** Of the newest document that was read; 0 until there is one. */
  revision: number
  /** A change was announced that the frame may not have. */
  stale: boolean
  sending: boolean
}

export type Hub = {
  /**
   * Makes a socket a listener of a display until it closes. The head of the answer must be on it already.
   *
   * @param lastRevision what the listener has; it gets a snapshot unless that is the newest
   * @param sessionId when the stream must end with that session
   * @returns false when there is no such display; the socket is then untouched
   */
  join(
    socket: Socket,
    key: DisplayKey,
    lastRevision: number | undefined,
    head: Buffer,
    sessionId?: string,
  ): Promise<boolean>
  /**
   * Tells that a display has changed: it is read once and its bytes go to every listener.
   *
   * @param revision nothing is done when the listeners have it already; undefined: that is to be found out
   */
  announce(key: DisplayKey, revision?: number): void
  /** The displays that somebody listens to. */
  listened(): DisplayKey[]
  /** The sessions that have a stream here. */
  sessionIds(): string[]
  /** Ends the streams of a session. @param reason `stopping`: they may come back at once, and are looked at anew */
  endSession(sessionId: string, reason: Bye['reason'], because?: Bye['because']): void
  /** Ends the streams of a display that is no more. */
  endDisplay(key: DisplayKey): void
  listenerCount(): number
  /** Says goodbye to every listener and ends the streams. */
  close(): void
}

/**
 * Fans documents out to sockets. A change costs one read and one serialisation, whoever listens; every socket gets the
 * same bytes, written straight to it.
 *
 * @param event name of the documents' event
 * @param read the newest document of a display; undefined when there is none such
 */
export function createHub(
  event: string,
  read: (key: DisplayKey) => Promise<{ revision: number } | undefined>,
  options: { log: Log; now: () => number; random: () => number },
): Hub {
  const channels = new Map<string, Channel>()
  const channelOf = new WeakMap<Socket, Channel>()
  const sessions = new Map<string, Set<Socket>>()
  const sessionOf = new WeakMap<Socket, string>()

  async function readFrame(key: DisplayKey): Promise<Frame | undefined> {
    const document = await read(key)
    return document && { revision: document.revision, bytes: frameOf(event, document, document.revision) }
  }

  /** Sends what is newest until nothing newer is announced. Changes that come meanwhile share the next round. */
  async function send(channel: Channel): Promise<void> {
    if (channel.sending) return
    channel.sending = true
    try {
      while (channel.stale && channel.sockets.size > 0) {
        channel.stale = false
        const [known, newest] = await Promise.all([channel.frame, readFrame(channel.key)])
        if (!newest || (known && newest.revision <= known.revision)) continue
        channel.frame = Promise.resolve(newest)
        channel.revision = newest.revision
        await writeToAll(channel.sockets, newest.bytes)
      }
    } catch (error) {
      // The listeners keep what they have. The next change, or their next connection, brings them up to date.
      options.log.error({ err: error, ...channel.key }, 'a change could not be sent')
    } finally {
      channel.sending = false
    }
  }

  function open(key: DisplayKey): Channel {
    const frame = readFrame(key)
    const channel = { key, sockets: new Set<Socket>(), joining: 0, frame, revision: 0, stale: false, sending: false }
    channels.set(nameOf(key), channel)
    frame.then(
      (read) => {
        channel.revision = Math.max(channel.revision, read?.revision ?? 0)
      },
      // Whoever joins meets it.
      () => {},
    )
    return channel
  }

  function closeIfEmpty(channel: Channel): void {
    if (channel.sockets.size === 0 && channel.joining === 0) channels.delete(nameOf(channel.key))
  }

  const heartbeat = setInterval(async () => {
    const bytes = heartbeatFrame()
    for (const channel of channels.values()) {
      // A change is a sign of life itself, and must not wait for one.
      await writeToAll(channel.sockets, bytes, () => !channel.sending)
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  function heartbeatFrame(): Buffer {
    return frameOf(LIVE_EVENTS.heartbeat, { at: options.now() } satisfies Heartbeat)
  }

  function leave(this: Socket): void {
    const channel = channelOf.get(this)
    if (channel) {
      channel.sockets.delete(this)
      closeIfEmpty(channel)
    }
    const sessionId = sessionOf.get(this)
    if (sessionId === undefined) return
    const sockets = sessions.get(sessionId)
    sockets?.delete(this)
    if (sockets?.size === 0) sessions.delete(sessionId)
  }

  function end(socket: Socket, bye: Bye): void {
    socket.end(frameOf(LIVE_EVENTS.bye, bye))
  }

  return {
    async join(socket, key, lastRevision, head, sessionId) {
      const channel = channels.get(nameOf(key)) ?? open(key)
      channel.joining += 1
      try {
        const frame = await channel.frame
        if (!frame) return false
        if (socket.destroyed) return true
        channel.sockets.add(socket)
        channelOf.set(socket, channel)
        if (sessionId !== undefined) {
          sessionOf.set(socket, sessionId)
          sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(socket))
        }
        socket.once('close', leave)
        // Who is up to date hears at once that the stream lives, not only at the next heartbeat.
        const first = frame.revision === lastRevision ? heartbeatFrame() : frame.bytes
        socket.write(Buffer.concat([head, first]))
        if (channel.stale) send(channel)
        return true
      } finally {
        channel.joining -= 1
        closeIfEmpty(channel)
      }
    },
    announce(key, revision) {
      const channel = channels.get(nameOf(key))
      if (!channel || (revision !== undefined && revision <= channel.revision)) return
      channel.stale = true
      send(channel)
    },
    listened: () => Array.from(channels.values(), ({ key }) => key),
    sessionIds: () => [...sessions.keys()],
    endSession(sessionId, reason, because) {
      const bye = { reason, retryAfterMs: 0, ...(because && { because }) }
      for (const socket of sessions.get(sessionId) ?? []) end(socket, bye)
    },
    endDisplay(key) {
      for (const socket of channels.get(nameOf(key))?.sockets ?? [])
        end(socket, { reason: 'stopping', retryAfterMs: 0 })
    },
    listenerCount() {
      let count = 0
      for (const channel of channels.values()) count += channel.sockets.size
      return count
    },
    close() {
      clearInterval(heartbeat)
      for (const channel of channels.values()) {
        for (const socket of channel.sockets) {
          end(socket, { reason: 'stopping', retryAfterMs: Math.round(options.random() * RETURN_SPREAD_MS) })
        }
      }
    },
  }
}

function nameOf(key: DisplayKey): string {
  return `${key.organisationId}/${key.displayId}`
}

/** @param goOn asked before each turn; when it says no, the rest is left out */
async function writeToAll(sockets: Set<Socket>, bytes: Buffer, goOn = () => true): Promise<void> {
  let written = 0
  for (const socket of sockets) {
    if (written % SOCKETS_PER_TURN === 0 && !goOn()) return
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy()
    else socket.write(bytes)
    written += 1
    if (written % SOCKETS_PER_TURN === 0) await new Promise(setImmediate)
  }
}

import type { Socket } from 'node:net'
import {
  type Bye,
  HEARTBEAT_MS,
  type Heartbeat,
  LIVE_EVENTS,
  type OwnerKey,
  ownerIdOf,
  type ProgrammeKey,
} from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { frameOf } from '../../platform/http/event-stream.ts'
import type { Log } from '../../platform/log.ts'

/** The event loop gets a turn after this many listeners, so that one crowded display does not delay the others. */
const LISTENERS_PER_TURN = 64
/** A listener that accepts no bytes for this long is disconnected. Detected after at most twice that time. */
const STALLED_MS = 30_000
/** Time limit for one document, however slowly it is accepted: the largest one (MAX_MANIFEST_BYTES) at 2 kB a second. */
const LONGEST_MS = 10 * 60_000
/** Time that a listener has to disconnect by itself after a goodbye. */
const GOODBYE_MS = 10_000
/** When the server stops, listeners are told to wait a random time up to this, so that they do not all reconnect at once. */
const RETURN_SPREAD_MS = 5_000

/** `isForMembers`: not for listeners without a session. */
type Frame = { revision: number; bytes: Buffer; isForMembers: boolean }

type Listener<Key> = {
  socket: Socket
  channel: Channel<Key>
  sessionId: string | undefined
  maySee: (() => Promise<boolean>) | undefined
  /** Revision of the newest document that was sent to it. */
  revision: number
  /** Set while the listener has not accepted everything, and gets nothing more. The connection is cut when it fires. */
  behind: NodeJS.Timeout | undefined
}

type Channel<Key> = {
  key: Key
  listeners: Set<Listener<Key>>
  /** Listeners that are connecting. They keep the channel open, so that they miss no announcement. */
  joining: number
  /** The newest document, serialised once. */
  frame: Promise<Frame | undefined>
  /** Revision of the newest document that was read. 0 before the first. */
  revision: number
  /** True if a change was announced that the frame may not contain. */
  stale: boolean
  sending: boolean
}

export type Member = { sessionId: string; maySee?: (() => Promise<boolean>) | undefined }

/** Distributes the documents of programmes, or of tables. */
export type Hub<Key extends OwnerKey = ProgrammeKey> = {
  /**
   * Makes a socket a listener of a programme until it closes. Writes the response head first.
   *
   * @param lastRevision the revision that the listener has; it gets a snapshot unless that is the newest
   * @param member.sessionId set if the stream must end with that session
   * @param member.maySee checked before each change is sent, if the right to see the programme may end before the session
   * @returns false if there is no such programme; the socket is then untouched
   * @throws AppError paired-screens-only; the socket is then untouched as well
   */
  join(socket: Socket, key: Key, lastRevision: number | undefined, head: Buffer, member?: Member): Promise<boolean>
  /**
   * Announces a change of a programme: it is read once, and its bytes are sent to every listener.
   *
   * @param revision nothing is done if the listeners have it already; undefined: not known, the programme is read
   */
  announce(key: Key, revision?: number): void
  /** The programmes with at least one listener. */
  listened(): Key[]
  /** The sessions with a stream on this node. */
  sessionIds(): string[]
  /**
   * Ends the streams of a session. Clients that do not disconnect are cut off. @param reason `stopping`: clients may reconnect at
   * once, and are then checked again
   */
  endSession(sessionId: string, reason: Bye['reason'], because?: Bye['because']): void
  /**
   * Sends an event other than a document to the streams of a session. @param mayStay called for each programme that the session
   * listens to; if false, that stream ends, and the client may reconnect for programmes that it may see
   */
  tell(sessionId: string, bytes: Buffer, mayStay: (key: Key) => boolean): void
  /** Ends the streams of a programme that was removed. */
  endProgramme(key: Key): void
  listenerCount(): number
  /** Sends a goodbye to every listener and ends the streams. */
  close(): void
}

/**
 * Distributes documents to sockets. A change costs one read and one serialisation for any number of listeners; the same bytes are
 * written directly to every socket.
 *
 * A listener with a slow connection gets fewer documents, each of them complete: nothing is written until it has accepted the
 * previous one, and then the newest is sent. So at most one document waits for it, in addition to its socket's buffer.
 *
 * @param event name of the documents' event
 * @param read returns the newest document of a programme; undefined if there is no such programme
 * @param options.stalledMs time after which a listener that accepts no bytes is cut off
 * @param options.longestMs time limit for all waiting bytes
 */
export function createHub<Key extends OwnerKey>(
  event: string,
  read: (key: Key) => Promise<{ revision: number; pairedOnly?: boolean | undefined } | undefined>,
  options: { log: Log; now: () => number; random: () => number; stalledMs?: number; longestMs?: number },
): Hub<Key> {
  const { stalledMs = STALLED_MS, longestMs = LONGEST_MS } = options
  const channels = new Map<string, Channel<Key>>()
  const listenerOf = new WeakMap<Socket, Listener<Key>>()
  const sessions = new Map<string, Set<Listener<Key>>>()

  async function readFrame(key: Key): Promise<Frame | undefined> {
    const document = await read(key)
    if (!document) return undefined
    const { revision, pairedOnly = false } = document
    return { revision, bytes: frameOf(event, document, revision), isForMembers: pairedOnly }
  }

  /** Sends the newest document until no newer one is announced. Changes that arrive meanwhile are sent in the next round. */
  async function send(channel: Channel<Key>): Promise<void> {
    if (channel.sending) return
    channel.sending = true
    try {
      while (channel.stale && channel.listeners.size > 0) {
        channel.stale = false
        const [known, newest] = await Promise.all([channel.frame, readFrame(channel.key)])
        if (!newest || (known && newest.revision <= known.revision)) continue
        channel.frame = Promise.resolve(newest)
        channel.revision = newest.revision
        if (newest.isForMembers) dismissStrangers(channel)
        await dismissBlind(channel)
        await inTurns(channel.listeners, (listener) => give(listener, newest))
      }
    } catch (error) {
      // The listeners keep the previous document until the next change or connection.
      options.log.error({ err: error, ...channel.key }, 'a change could not be sent')
    } finally {
      channel.sending = false
    }
  }

  function dismissStrangers({ listeners }: Channel<Key>): void {
    for (const listener of listeners)
      if (listener.sessionId === undefined) end(listener, { reason: 'stopping', retryAfterMs: 0 })
  }

  async function dismissBlind({ listeners }: Channel<Key>): Promise<void> {
    for (const listener of listeners) {
      if (listener.maySee && !(await listener.maySee())) end(listener, { reason: 'stopping', retryAfterMs: 0 })
    }
  }

  function open(key: Key): Channel<Key> {
    const frame = readFrame(key)
    const channel: Channel<Key> = {
      key,
      listeners: new Set(),
      joining: 0,
      frame,
      revision: 0,
      stale: false,
      sending: false,
    }
    channels.set(nameOf(key), channel)
    frame.then(
      (read) => {
        channel.revision = Math.max(channel.revision, read?.revision ?? 0)
      },
      // A joining listener gets the error.
      () => {},
    )
    return channel
  }

  function closeIfEmpty(channel: Channel<Key>): void {
    if (channel.listeners.size === 0 && channel.joining === 0) channels.delete(nameOf(channel.key))
  }

  const heartbeat = setInterval(async () => {
    const bytes = heartbeatFrame()
    for (const channel of channels.values()) {
      const beat = ({ socket }: Listener<Key>) => {
        if (!mustWaitFor(socket)) socket.write(bytes)
      }
      // A change is itself a sign of life, and must not wait for heartbeats.
      await inTurns(channel.listeners, beat, () => !channel.sending)
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  function heartbeatFrame(): Buffer {
    return frameOf(LIVE_EVENTS.heartbeat, { at: options.now() } satisfies Heartbeat)
  }

  function give(listener: Listener<Key>, frame: Frame): void {
    // A listener that joined or caught up during this round already has it.
    if (listener.revision >= frame.revision || mustWaitFor(listener.socket)) return
    listener.revision = frame.revision
    listener.socket.write(frame.bytes)
  }

  /** True if a socket has not accepted all bytes written to it. It is then watched until it has, or is cut off. */
  function mustWaitFor(socket: Socket): boolean {
    if (!socket.writableNeedDrain) return false
    const listener = listenerOf.get(socket)
    if (listener && !listener.behind) {
      // Node restarts this timeout with each byte that is sent, but also with each byte received, which does not show that the
      // client reads.
      socket.setTimeout(stalledMs, cut)
      listener.behind = setTimeout(() => socket.destroy(), longestMs).unref()
      socket.once('drain', catchUp)
    }
    return true
  }

  function catchUp(this: Socket): void {
    const listener = listenerOf.get(this)
    if (!listener) return
    clearTimeout(listener.behind)
    listener.behind = undefined
    this.setTimeout(0, cut)
    const { channel } = listener
    channel.frame.then(
      (newest) => {
        if (newest && channel.listeners.has(listener)) give(listener, newest)
      },
      // The listener has joined with a frame, so there was one.
      () => {},
    )
  }

  function leave(this: Socket): void {
    const listener = listenerOf.get(this)
    if (listener) forget(listener)
  }

  function forget(listener: Listener<Key>): void {
    const { channel, sessionId } = listener
    // After a goodbye the connection closes later, when there may be a new channel of the same name.
    if (!channel.listeners.delete(listener)) return
    clearTimeout(listener.behind)
    closeIfEmpty(channel)
    if (sessionId === undefined) return
    const ofSession = sessions.get(sessionId)
    ofSession?.delete(listener)
    if (ofSession?.size === 0) sessions.delete(sessionId)
  }

  /** Nothing can be written after a goodbye, so the socket is no longer a listener. */
  function end(listener: Listener<Key>, bye: Bye): void {
    const { socket } = listener
    forget(listener)
    socket.end(frameOf(LIVE_EVENTS.bye, bye))
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  }

  return {
    async join(socket, key, lastRevision, head, member) {
      const channel = channels.get(nameOf(key)) ?? open(key)
      channel.joining += 1
      try {
        let frame = await channel.frame
        // The display may have been opened to everybody just now, while the kept frame was read before.
        if (frame?.isForMembers && !member) frame = await readFrame(key)
        if (!frame) return false
        if (frame.isForMembers && !member) throw new AppError('paired-screens-only')
        if (socket.destroyed) return true
        const { sessionId, maySee } = member ?? {}
        const listener: Listener<Key> = {
          socket,
          channel,
          sessionId,
          maySee,
          revision: frame.revision,
          behind: undefined,
        }
        channel.listeners.add(listener)
        listenerOf.set(socket, listener)
        if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(listener))
        socket.once('close', leave)
        // Sent in one packet, and without copying the document for each listener.
        socket.cork()
        socket.write(head)
        // An up-to-date listener gets a heartbeat at once, as a sign that the stream works.
        socket.write(frame.revision === lastRevision ? heartbeatFrame() : frame.bytes)
        socket.uncork()
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
      for (const listener of sessions.get(sessionId) ?? []) end(listener, bye)
    },
    tell(sessionId, bytes, mayStay) {
      for (const listener of [...(sessions.get(sessionId) ?? [])]) {
        const { socket, channel } = listener
        // A listener that is behind is disconnected, and gets the news when it reconnects.
        const isBehind = mustWaitFor(socket)
        if (!isBehind) socket.write(bytes)
        if (isBehind || !mayStay(channel.key)) end(listener, { reason: 'stopping', retryAfterMs: 0 })
      }
    },
    endProgramme(key) {
      for (const listener of channels.get(nameOf(key))?.listeners ?? [])
        end(listener, { reason: 'stopping', retryAfterMs: 0 })
    },
    listenerCount() {
      let count = 0
      for (const channel of channels.values()) count += channel.listeners.size
      return count
    },
    close() {
      clearInterval(heartbeat)
      for (const channel of channels.values()) {
        for (const listener of channel.listeners) {
          end(listener, { reason: 'stopping', retryAfterMs: Math.round(options.random() * RETURN_SPREAD_MS) })
        }
      }
    },
  }
}

function nameOf(key: OwnerKey): string {
  return `${key.organisationId}/${ownerIdOf(key)}`
}

function cut(this: Socket): void {
  this.destroy()
}

/** @param goOn checked before each turn; when it returns false, the rest is skipped */
async function inTurns<Key>(
  listeners: Set<Listener<Key>>,
  write: (listener: Listener<Key>) => void,
  goOn = () => true,
): Promise<void> {
  let written = 0
  for (const listener of listeners) {
    if (written % LISTENERS_PER_TURN === 0 && !goOn()) return
    write(listener)
    written += 1
    if (written % LISTENERS_PER_TURN === 0) await new Promise(setImmediate)
  }
}

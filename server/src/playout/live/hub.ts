import type { Socket } from 'node:net'
import {
  type Bye,
  HEARTBEAT_MS,
  type Heartbeat,
  LIVE_EVENTS,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { frameOf } from '../../platform/http/event-stream.ts'
import type { Log } from '../../platform/log.ts'

/** After so many listeners the event loop gets its turn: one crowded display must not hold up the others. */
const LISTENERS_PER_TURN = 64
/** A listener that takes no byte of what waits for it for so long is not there. It is noticed after twice as long at most. */
const STALLED_MS = 30_000
/** The longest a document may take, however it trickles: the largest one at 2 kB a second (MAX_MANIFEST_BYTES). */
const LONGEST_MS = 10 * 60_000
/** Time for a listener to go by itself after a goodbye. */
const GOODBYE_MS = 10_000
/** The longest a listener is asked to stay away when the server stops, so that a fleet returns in a spread. */
const RETURN_SPREAD_MS = 5_000

/** `isForMembers`: who listens without a session may not have it. */
type Frame = { revision: number; bytes: Buffer; isForMembers: boolean }

type Listener = {
  socket: Socket
  channel: Channel
  sessionId: string | undefined
  maySee: (() => Promise<boolean>) | undefined
  /** Of the newest document that was written to it. */
  revision: number
  /** While it has not taken what was written to it, and gets nothing more: when it is cut. */
  behind: NodeJS.Timeout | undefined
}

type Channel = {
  key: ProgrammeKey
  listeners: Set<Listener>
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

export type Member = { sessionId: string; maySee?: (() => Promise<boolean>) | undefined }

export type Hub = {
  /**
   * Makes a socket a listener of a programme until it closes. The head of the answer must be on it already.
   *
   * @param lastRevision what the listener has; it gets a snapshot unless that is the newest
   * @param member.sessionId when the stream must end with that session
   * @param member.maySee asked before each change is told, where the right to see it may go while the session stays
   * @returns false when there is no such programme; the socket is then untouched
   * @throws AppError paired-screens-only; the socket is then untouched as well
   */
  join(
    socket: Socket,
    key: ProgrammeKey,
    lastRevision: number | undefined,
    head: Buffer,
    member?: Member,
  ): Promise<boolean>
  /**
   * Tells that a programme has changed: it is read once and its bytes go to every listener.
   *
   * @param revision nothing is done when the listeners have it already; undefined: that is to be found out
   */
  announce(key: ProgrammeKey, revision?: number): void
  /** The programmes that somebody listens to. */
  listened(): ProgrammeKey[]
  /** The sessions that have a stream here. */
  sessionIds(): string[]
  /**
   * Ends the streams of a session; who does not go by itself is cut. @param reason `stopping`: they may come back at once, and
   * are looked at anew
   */
  endSession(sessionId: string, reason: Bye['reason'], because?: Bye['because']): void
  /**
   * Writes to the streams of a session, beside the documents. @param mayStay of each programme that it listens to; streams on
   * others end then, and it may come back for what it may
   */
  tell(sessionId: string, bytes: Buffer, mayStay: (key: ProgrammeKey) => boolean): void
  /** Ends the streams of a programme that is no more. */
  endProgramme(key: ProgrammeKey): void
  listenerCount(): number
  /** Says goodbye to every listener and ends the streams. */
  close(): void
}

/**
 * Fans documents out to sockets. A change costs one read and one serialisation, whoever listens; every socket gets the
 * same bytes, written straight to it.
 *
 * A listener on a slow line gets fewer documents and each of them whole: nothing is written to it until it has taken what
 * was, and then the newest. So it holds one document at most beside what its socket buffers.
 *
 * @param event name of the documents' event
 * @param read the newest document of a programme; undefined when there is none such
 * @param options.stalledMs how long a listener may take no byte of what waits for it
 * @param options.longestMs how long it may take for all of it
 */
export function createHub(
  event: string,
  read: (key: ProgrammeKey) => Promise<{ revision: number; pairedOnly?: boolean | undefined } | undefined>,
  options: { log: Log; now: () => number; random: () => number; stalledMs?: number; longestMs?: number },
): Hub {
  const { stalledMs = STALLED_MS, longestMs = LONGEST_MS } = options
  const channels = new Map<string, Channel>()
  const listenerOf = new WeakMap<Socket, Listener>()
  const sessions = new Map<string, Set<Listener>>()

  async function readFrame(key: ProgrammeKey): Promise<Frame | undefined> {
    const document = await read(key)
    if (!document) return undefined
    const { revision, pairedOnly = false } = document
    return { revision, bytes: frameOf(event, document, revision), isForMembers: pairedOnly }
  }

  /** Sends what is newest until nothing newer is announced. Changes that come meanwhile share the next round. */
  async function send(channel: Channel): Promise<void> {
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
      // The listeners keep what they have. The next change, or their next connection, brings them up to date.
      options.log.error({ err: error, ...channel.key }, 'a change could not be sent')
    } finally {
      channel.sending = false
    }
  }

  function dismissStrangers({ listeners }: Channel): void {
    for (const listener of listeners)
      if (listener.sessionId === undefined) end(listener, { reason: 'stopping', retryAfterMs: 0 })
  }

  async function dismissBlind({ listeners }: Channel): Promise<void> {
    for (const listener of listeners) {
      if (listener.maySee && !(await listener.maySee())) end(listener, { reason: 'stopping', retryAfterMs: 0 })
    }
  }

  function open(key: ProgrammeKey): Channel {
    const frame = readFrame(key)
    const channel: Channel = {
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
      // A listener that joins meets it.
      () => {},
    )
    return channel
  }

  function closeIfEmpty(channel: Channel): void {
    if (channel.listeners.size === 0 && channel.joining === 0) channels.delete(nameOf(channel.key))
  }

  const heartbeat = setInterval(async () => {
    const bytes = heartbeatFrame()
    for (const channel of channels.values()) {
      const beat = ({ socket }: Listener) => {
        if (!mustWaitFor(socket)) socket.write(bytes)
      }
      // A change is a sign of life itself, and must not wait for one.
      await inTurns(channel.listeners, beat, () => !channel.sending)
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  function heartbeatFrame(): Buffer {
    return frameOf(LIVE_EVENTS.heartbeat, { at: options.now() } satisfies Heartbeat)
  }

  function give(listener: Listener, frame: Frame): void {
    // A listener that came in during this round, or caught up in it, has it already.
    if (listener.revision >= frame.revision || mustWaitFor(listener.socket)) return
    listener.revision = frame.revision
    listener.socket.write(frame.bytes)
  }

  /** True: a socket has not taken all bytes that were written to it. It is then looked after until it has, or is cut. */
  function mustWaitFor(socket: Socket): boolean {
    if (!socket.writableNeedDrain) return false
    const listener = listenerOf.get(socket)
    if (listener && !listener.behind) {
      // Node puts it off with each byte that goes out, and with each that comes in, which is no sign that anybody reads.
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
      // It has what it joined with, so there was one.
      () => {},
    )
  }

  function leave(this: Socket): void {
    const listener = listenerOf.get(this)
    if (listener) forget(listener)
  }

  function forget(listener: Listener): void {
    const { channel, sessionId } = listener
    // Of one that was told goodbye the connection closes later, and there may be another channel of that name.
    if (!channel.listeners.delete(listener)) return
    clearTimeout(listener.behind)
    closeIfEmpty(channel)
    if (sessionId === undefined) return
    const ofSession = sessions.get(sessionId)
    ofSession?.delete(listener)
    if (ofSession?.size === 0) sessions.delete(sessionId)
  }

  /** Nothing can be written behind a goodbye, so it is no listener any more. */
  function end(listener: Listener, bye: Bye): void {
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
        // It may have been opened to everybody this moment, and what is kept here was read before.
        if (frame?.isForMembers && !member) frame = await readFrame(key)
        if (!frame) return false
        if (frame.isForMembers && !member) throw new AppError('paired-screens-only')
        if (socket.destroyed) return true
        const { sessionId, maySee } = member ?? {}
        const listener: Listener = { socket, channel, sessionId, maySee, revision: frame.revision, behind: undefined }
        channel.listeners.add(listener)
        listenerOf.set(socket, listener)
        if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? new Set()).add(listener))
        socket.once('close', leave)
        // In one packet, and without a copy of the document for each who comes.
        socket.cork()
        socket.write(head)
        // A listener that is up to date hears at once that the stream lives, not only at the next heartbeat.
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
        // One that is behind comes back, and hears it then.
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

function nameOf(key: ProgrammeKey): string {
  return `${key.organisationId}/${programmeIdOf(key)}`
}

function cut(this: Socket): void {
  this.destroy()
}

/** @param goOn asked before each turn; when it says no, the rest is left out */
async function inTurns(
  listeners: Set<Listener>,
  write: (listener: Listener) => void,
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

import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { Tries } from './protocol.ts'

export type CountedRequests = {
  /** The attempts since `countAnew`. */
  tries(): Tries
  countAnew(): void
  /** The part of an EventSource that a screen needs. It never reconnects by itself. */
  openStream(url: string): EventSource
  fetch(url: string, init: RequestInit): Promise<Response>
}

/** Counts the requests of screens, each on a connection of its own, and their results. @param origin of the server */
export function createCountedRequests(origin: string): CountedRequests {
  let tries = noTries()

  function request(url: string, headers: Record<string, string>, onAnswer: (answer: IncomingMessage) => void) {
    let isAnswered = false
    const call: ClientRequest = get(origin + url, { agent: false, headers }, (answer) => {
      isAnswered = true
      if (answer.statusCode !== 200 && answer.statusCode !== 304) tries.failed += 1
      onAnswer(answer)
    })
    call.on('socket', (socket) => socket.on('connect', () => tries.connectedAt.push(Date.now())))
    call.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') tries.refused += 1
      else if (!isAnswered) tries.failed += 1
    })
    return call
  }

  return {
    tries: () => tries,
    countAnew() {
      tries = noTries()
    },
    openStream(url) {
      const target = new EventTarget()
      let isClosed = false
      const fail = () => {
        if (!isClosed) target.dispatchEvent(new Event('error'))
        isClosed = true
      }
      const call = request(url, { accept: 'text/event-stream' }, (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume()
          fail()
          return
        }
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          const frames = (text + chunk).split('\n\n')
          text = frames.pop() ?? ''
          for (const frame of frames) if (!isClosed) dispatch(target, frame)
        })
        answer.on('close', fail)
        answer.on('error', fail)
      })
      call.on('error', fail)
      const close = () => {
        isClosed = true
        call.destroy()
      }
      return Object.assign(target, { close }) as unknown as EventSource
    },
    fetch(url, { headers, signal }) {
      tries.polls += 1
      return new Promise((resolve, reject) => {
        const call = request(url, headers as Record<string, string>, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          const { statusCode: status = 0, headers: told } = answer
          const own = told['retry-after'] ? { 'retry-after': told['retry-after'] } : undefined
          answer.on('end', () =>
            resolve(new Response(status === 304 ? null : text, { status, ...(own && { headers: own }) })),
          )
          answer.on('error', reject)
        })
        call.on('error', reject)
        signal?.addEventListener('abort', () => call.destroy(new Error('given up')))
      })
    },
  }
}

function noTries(): Tries {
  return { connectedAt: [], refused: 0, failed: 0, polls: 0 }
}

function dispatch(target: EventTarget, frame: string): void {
  const type = /^event: ?(.*)$/m.exec(frame)?.[1]
  const data = [...frame.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n')
  if (data) target.dispatchEvent(new MessageEvent(type ?? 'message', { data }))
}

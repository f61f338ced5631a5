import { type ClientRequest, get } from 'node:http'

/**
 * The part of EventSource that the player uses, without a browser. It does not connect again by itself; the player does that.
 */
export function openEventStream(url: string): EventSource {
  const target = new EventTarget()
  let isClosed = false
  const fail = () => {
    if (!isClosed) target.dispatchEvent(new Event('error'))
    isClosed = true
  }
  const request: ClientRequest = get(url, { agent: false, headers: { accept: 'text/event-stream' } }, (answer) => {
    if (answer.statusCode !== 200) {
      answer.resume()
      fail()
      return
    }
    let text = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) dispatch(frame)
    })
    answer.on('close', fail)
    answer.on('error', fail)
  })
  request.on('error', fail)

  function dispatch(frame: string): void {
    if (isClosed) return
    const type = /^event: ?(.*)$/m.exec(frame)?.[1]
    const data = [...frame.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n')
    if (data) target.dispatchEvent(new MessageEvent(type ?? 'message', { data }))
  }

  return Object.assign(target, {
    close() {
      isClosed = true
      request.destroy()
    },
  }) as unknown as EventSource
}

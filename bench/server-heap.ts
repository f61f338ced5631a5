import { once } from 'node:events'
import { BenchError } from './bench-error.ts'

/** Settings of a server whose heap can be inspected. @param port a free port of 127.0.0.1 */
export const inspectable = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })

/**
 * The memory that a server's scripts still need: its heap after a garbage collection, in MiB.
 *
 * @param port of `inspectable`
 */
export async function neededMiBOf(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  if (!target) throw new BenchError('The server does not let its heap be looked at.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await once(socket, 'open')
    const asked = async (id: number, method: string) => {
      socket.send(JSON.stringify({ id, method }))
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent]
      return (JSON.parse(String(data)) as { result: { usedSize: number } }).result
    }
    await asked(1, 'HeapProfiler.collectGarbage')
    const { usedSize } = await asked(2, 'Runtime.getHeapUsage')
    return usedSize / 2 ** 20
  } finally {
    socket.close()
  }
}

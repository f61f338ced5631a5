import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SECONDS = 30

/** The behaviour of the origin. `cut`: every connection breaks. `garbage`: pieces of the right length that are no film. */
export type Behaviour = 'well' | 'no-list' | 'no-pieces' | 'garbage' | 'cut'

/** A foreign https server with a film in pieces of a second, whose picture always moves. */
export type StreamOrigin = {
  list: string
  behave(behaviour: Behaviour): void
  /** The names of the files that were requested since the last call. */
  asked(): string[]
  close(): Promise<void>
}

/** Makes the film and its certificate with ffmpeg and openssl. @returns undefined if one of them is missing */
export async function launchStreamOrigin(): Promise<StreamOrigin | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-stream-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const film = `testsrc2=size=320x180:rate=15:duration=${SECONDS}`
    const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '15', '-sc_threshold', '0']
    const cut = ['-hls_time', '1', '-hls_playlist_type', 'vod', '-hls_segment_filename', join(folder, 'piece-%02d.ts')]
    await run('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', film, ...encode, ...cut, join(folder, 'list.m3u8')])
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    await run('openssl', ['req', ...kind, '-subj', '/CN=localhost', ...files])
  } catch (error) {
    await close()
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }

  let behaviour: Behaviour = 'well'
  let asked: string[] = []
  const sockets = new Set<Socket>()
  const tls = { key: await readFile(join(folder, 'key.pem')), cert: await readFile(join(folder, 'cert.pem')) }
  const server = createServer(tls, async (request, response) => {
    const name = /^\/([\w-]+\.(?:ts|m3u8))$/.exec(request.url ?? '')?.[1] ?? ''
    asked.push(name)
    const isList = name.endsWith('.m3u8')
    const isGone = name === '' || (behaviour === 'no-list' && isList) || (behaviour === 'no-pieces' && !isList)
    const type = isList ? 'application/vnd.apple.mpegurl' : 'video/mp2t'
    if (isGone) return void response.writeHead(404, { 'access-control-allow-origin': '*' }).end()
    const content = await readFile(join(folder, name))
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': type })
    response.end(behaviour === 'garbage' && !isList ? Buffer.alloc(content.length, 'no film ') : content)
  })
  server.on('secureConnection', (socket) => {
    if (behaviour === 'cut') return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    list: `https://localhost:${port}/list.m3u8`,
    behave(next) {
      behaviour = next
      if (next === 'cut') for (const socket of sockets) socket.destroy()
    },
    asked() {
      const names = asked
      asked = []
      return names
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await close()
    },
  }
}

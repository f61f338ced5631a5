import {
  type AgentHello,
  type AgentReport,
  AgentWord,
  type DisplayKey,
  pathOf,
  type ScreenCommandId,
  type ScreenId,
} from '@placard/contract'
import sharp from 'sharp'
import type { z } from 'zod'
import { pairScreen } from './pair-screen.ts'
import type { Client, TestServer } from './server.ts'
import { openStream, type Stream } from './stream.ts'

export const HELLO: AgentHello = {
  version: '1.0.0',
  machine: 'Raspberry Pi 5 Model B Rev 1.0',
  system: 'Debian GNU/Linux 13 (trixie)',
  browser: 'Chromium 142.0.7444.59',
  panel: 'Samsung QM43',
  can: ['picture', 'panel', 'volume', 'resolution', 'restart-browser', 'restart-machine'],
  resolutions: ['1920x1080@60', '3840x2160@30'],
}

/** An agent as the contract describes it, without a machine: it has the secret of a paired screen and nothing else. */
export type TestAgent = {
  id: ScreenId
  client: Client
  hello(change?: Partial<AgentHello>): Promise<{ status: number; body: AgentWord }>
  /** Resolves with the first word. */
  listen(): Promise<{ stream: Stream; word: AgentWord; next(fits: (word: AgentWord) => boolean): Promise<AgentWord> }>
  report(report: z.input<typeof AgentReport>): Promise<number>
  /** @returns the status, and the code of an error */
  send(commandId: ScreenCommandId, bytes: Uint8Array, contentType?: string): Promise<{ status: number; code?: string }>
}

/** Pairs a screen, whose page has a browser's cookie, and gives its secret to an agent. */
export async function pairAgent(
  server: TestServer,
  admin: Client,
  key: DisplayKey,
  name = 'Reception',
  place = '',
): Promise<TestAgent> {
  const wanted = { as: 'new' as const, displayId: key.displayId, name, place }
  const { player, screen } = await pairScreen(server, admin, wanted, key)
  return agentOf(server, player, screen.id)
}

/** @param client with the cookie of the screen, or of another one */
export function agentOf(server: TestServer, client: Client, id: ScreenId): TestAgent {
  return {
    id,
    client,
    hello: (change = {}) => client.call('helloAgent', { params: {}, body: { ...HELLO, ...change } }),
    async listen() {
      const stream = await openStream(server.url + pathOf('streamAgent', {}), { cookie: client.cookie() })
      if (stream.status !== 200) throw new Error(`the stream was refused: ${stream.status}`)
      const next = async (fits: (word: AgentWord) => boolean) => {
        for (;;) {
          const word = AgentWord.parse((await stream.next('agent')).data)
          if (fits(word)) return word
        }
      }
      return { stream, word: await next(() => true), next }
    },
    report: async (body) => (await client.call('reportAgent', { params: {}, body })).status,
    async send(commandId, bytes, contentType = 'image/jpeg') {
      const address = `${server.url}${pathOf('sendAgentPicture', {})}?commandId=${commandId}`
      const headers = {
        cookie: client.cookie(),
        origin: server.url,
        'x-requested-with': 'placard',
        'content-type': contentType,
      }
      const response = await fetch(address, { method: 'POST', headers, body: Buffer.from(bytes) })
      const text = await response.text()
      const code = text === '' ? undefined : (JSON.parse(text) as { error: { code: string } }).error.code
      return { status: response.status, ...(code === undefined ? {} : { code }) }
    },
  }
}

export function tinyPicture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 36, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
}

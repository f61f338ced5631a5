import {
  type AgentHello,
  type AgentReport,
  type AgentTask,
  type AgentVitals,
  AgentWord,
  pathOf,
  type ScreenId,
} from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

const { organisationId, displayId } = DISPLAY

const HELLO: AgentHello = {
  version: '1.4.0',
  machine: 'Raspberry Pi 5 Model B Rev 1.0',
  system: 'Debian GNU/Linux 13 (trixie)',
  browser: 'Chromium 142.0.7444.59',
  panel: 'Samsung QM43',
  can: ['picture', 'panel', 'volume', 'rotate', 'resolution', 'restart-browser', 'restart-machine'],
  resolutions: ['1920x1080@60', '3840x2160@30'],
}

const ANSWERS = { 'panel-on': 'panel-on', 'panel-off': 'panel-standby' } as const

/**
 * A program that stands in for the agent of a machine, and speaks with the server as an agent does: it has the secret of the screen's page
 * and sends only outwards. Its pictures are those of the page.
 */
export async function startMachine(screen: Page, url: string, hello: Partial<AgentHello> = {}) {
  const cookies = await screen.context().cookies(url)
  const secret = cookies.find(({ name }) => name === 'screen')?.value
  const headers = { cookie: `screen=${secret}`, origin: url, 'x-requested-with': 'placard' }
  const abort = new AbortController()
  /** The commands in the order in which they came. */
  const done: AgentTask['order'][] = []
  const seen = new Set<string>()
  const failures: unknown[] = []
  let power: 'on' | 'standby' = 'on'
  let vitals: AgentVitals = {}

  async function post(path: string, body: unknown): Promise<Response> {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const report = (told: Partial<AgentReport>) => post(pathOf('reportAgent', {}), told)
  /** @param change the values that differ from the last report */
  const tell = (change: AgentVitals) => {
    vitals = { ...vitals, panel: { power, input: 'HDMI 1', by: 'cec' }, ...change }
    return report({ vitals })
  }

  async function carryOut({ id, order }: AgentTask): Promise<void> {
    done.push(order)
    if (order.kind === 'picture') {
      const bytes = await screen.screenshot({ type: 'jpeg', quality: 70 })
      const address = `${url}${pathOf('sendAgentPicture', {})}?commandId=${id}`
      const sent = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/jpeg' },
        body: new Uint8Array(bytes),
      })
      if (!sent.ok) throw new Error(`a picture was refused: ${sent.status}`)
      await report({ answers: [{ commandId: id, state: 'done', told: 'pictures-sent', detail: '' }] })
      return
    }
    if (order.kind === 'panel') {
      power = order.isOn ? 'on' : 'standby'
      const told = ANSWERS[order.isOn ? 'panel-on' : 'panel-off']
      await report({ answers: [{ commandId: id, state: 'done', told, detail: `pwr-state: ${power}` }] })
      await tell({})
      return
    }
    await report({ answers: [{ commandId: id, state: 'done', told: 'done', detail: '' }] })
  }

  /** The last message of the server. */
  let word = AgentWord.parse(await (await post(pathOf('helloAgent', {}), { ...HELLO, ...hello })).json())
  async function listen(): Promise<void> {
    const stream = await fetch(url + pathOf('streamAgent', {}), { headers, signal: abort.signal })
    let rest = ''
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^event: agent\ndata: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        word = AgentWord.parse(JSON.parse(data))
        for (const task of word.tasks) {
          if (seen.has(task.id)) continue
          seen.add(task.id)
          await carryOut(task).catch((error) => failures.push(error))
        }
      }
    }
  }
  const ended = listen().catch(() => {})

  return {
    done,
    failures,
    word: () => word,
    tell,
    report,
    /** Says hello again. @param change the values that differ */
    greet: (change: Partial<AgentHello>) => post(pathOf('helloAgent', {}), { ...HELLO, ...hello, ...change }),
    async stop() {
      abort.abort()
      await ended
    },
  }
}

/** Starts a paired screen in its own browser. */
export async function startScreen(
  browser: Browser,
  placard: Placard,
  name: string,
  viewport = { width: 1280, height: 720 },
): Promise<{ page: Page; id: ScreenId }> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const { code } = await placard.call('createEnrolment', {
    params: { organisationId },
    body: { displayId, screens: 1, days: 1 },
  })
  await page.goto(`${placard.url}/screen#enrol=${code}&name=${encodeURIComponent(name)}`)
  const find = async () => {
    const { screens } = await placard.call('listOrganisationScreens', { params: { organisationId } })
    return screens.find(({ paired }) => paired?.name === name)?.paired?.id
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return { page, id: (await find()) as ScreenId }
}

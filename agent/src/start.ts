import { uptime } from 'node:os'
import { join } from 'node:path'
import { AGENT_REPORT_MS, type AgentCommandKind, type AgentEventKind, type AgentTold } from '@placard/contract'
import { type Keeper, type Pace as KeeperPace, keepBrowser, type RestartReason } from './browser/keep.ts'
import type { Launcher } from './launcher/launcher.ts'
import { type Ask, createAsk, lastLineOf } from './machine/ask.ts'
import { createCec } from './machine/cec.ts'
import { createDdc } from './machine/ddc.ts'
import { createLine } from './machine/line.ts'
import { createOutput } from './machine/output.ts'
import { createOwnCommand } from './machine/own-command.ts'
import { findPanel, type Panel } from './machine/panel.ts'
import { aboutMachine, createVitals } from './machine/vitals.ts'
import { createVolume } from './machine/volume.ts'
import { type Link, type Pace as LinkPace, openLink } from './server/link.ts'
import { type Obeying, obey } from './server/obey.ts'
import { followPanel } from './server/want-panel.ts'
import { pageAddress, type Settings } from './settings/settings.ts'
import { openState } from './state.ts'
import { createUpdater } from './updates/updater.ts'

const EVENT_OF: Record<RestartReason, AgentEventKind | undefined> = {
  gone: 'browser-gone',
  crashed: 'browser-crashed',
  stuck: 'page-stuck',
  black: 'page-black',
  asked: undefined,
}
/** A panel may be connected later, so a machine without one looks again. */
const LOOK_FOR_PANEL_MS = 10 * 60_000
const JUST_STARTED_SECONDS = 180
const BACK_WITHIN_MS = 60_000
const FULL_PERCENT = 98
/** A new version works if the server and the page have answered for this long. */
const WELL_MS = 20_000
const LOOK_MS = 1_000
const LINK_PACE: LinkPace = { askMs: 10_000, pairedMs: 2_000, retryMs: 1_000, reportMs: AGENT_REPORT_MS }
/** The cookie of a paired screen: over https, and over http. */
const COOKIE = /(?:^|; )(?:__Host-)?screen=([A-Za-z0-9_-]{43})(?:;|$)/

export type Machine = {
  settings: Settings & { address: string }
  version: string
  browser: string
  /** Problems with the settings files. */
  notes?(): readonly string[]
  /** The folder in which the agent stores its data. */
  folder: string
  say(line: string): void
  /** undefined: it was started without the launcher, and cannot update itself. */
  launcher?: Launcher | undefined
  /** Ends the agent. The service starts it again. */
  restart?(): void
  ask?: Ask
  devices?: string
  pace?: { keeper?: Partial<KeeperPace>; link?: Partial<LinkPace>; pictureEveryMs?: number; wellMs?: number }
}

export type Agent = { close(): Promise<void> }

/** Starts everything: the browser, the panel, and the connection to the server. */
export function startAgent({
  settings,
  version,
  browser,
  notes,
  folder,
  say,
  launcher,
  restart = () => {},
  ask = createAsk(),
  devices,
  pace = {},
}: Machine): Agent {
  const { origin } = new URL(settings.address)
  const about = aboutMachine()
  let isFull = false
  const state = openState(folder, (reason) => {
    say(`cannot store the state: ${reason}`)
    // With the numbers of the disk.
    if (!isFull) link.report()
    tellFull(reason)
  })
  const output = createOutput(ask)
  const volume = createVolume(ask)
  const readVitals = createVitals(ask, folder)
  const own = settings.panelOn && settings.panelOff && { on: settings.panelOn, off: settings.panelOff }
  const line = settings.panelLine
  const all = [createCec(ask, devices), createDdc(ask), output.panel, createOwnCommand(ask, own)]
  const ways = line
    ? [createLine(ask, line)]
    : all.filter(({ by }) => settings.panel === 'auto' || settings.panel === by)
  let panel: Panel | undefined
  let can: AgentCommandKind[] = []
  let modes: string[] = []
  let panelName = ''
  let mayTakePictures = false
  let browserSince = performance.now()
  let browserName = ''
  let isClosed = false
  /** When the server has answered first. */
  let heardAt: number | undefined

  const keeper: Keeper = keepBrowser({
    program: browser,
    profile: join(folder, 'profile'),
    flags: settings.browserFlags,
    address: pageAddress(settings, about.serial),
    ...(notes && { notes }),
    say,
    onRestart(reason, detail) {
      browserSince = performance.now()
      const event = EVENT_OF[reason]
      if (event) link.tell(event, detail)
    },
    onUnreachable: () => link.tell('page-unreachable'),
    ...(pace.keeper && { pace: pace.keeper }),
  })

  /** The secret that the browser sends to this server now, or the last one while the browser starts. */
  async function secret(): Promise<string | undefined> {
    const before = state.get()
    const stored = before.origin === origin ? before.secret : undefined
    const cookies = await keeper
      .page()
      ?.cookiesFor(settings.address)
      .catch(() => undefined)
    const found = cookies === undefined ? undefined : COOKIE.exec(cookies)?.[1]
    if (found && found !== stored) state.set({ origin, secret: found })
    return found ?? stored
  }

  /** Looks for the abilities of the machine. */
  async function look(): Promise<void> {
    if (!panel && settings.panel !== 'none') {
      panel = await findPanel(ways, state.get().panelBy)
      if (panel) {
        state.set({ panelBy: panel.by })
        panelName = (await panel.name?.()) ?? ''
        say(`the panel answers by ${panel.by}${panelName && `: ${panelName}`}`)
      }
    }
    const found = await output.modes()
    modes = found ?? []
    const hasVolume = (await volume.get()) !== undefined
    const mayRestart = settings.restartMachine && (await ask('systemctl', ['--version'])).code === 0
    can = [
      ...(settings.pictures ? (['picture'] as const) : []),
      ...(panel ? (['panel'] as const) : []),
      ...(hasVolume ? (['volume'] as const) : []),
      ...(found ? (['rotate'] as const) : []),
      ...(modes.length > 1 ? (['resolution'] as const) : []),
      'restart-browser',
      ...(mayRestart ? (['restart-machine'] as const) : []),
    ]
  }
  const looked = look()
  const looking = setInterval(() => {
    const before = can.join()
    void look().then(() => {
      if (can.join() !== before) link.greet()
    })
  }, LOOK_FOR_PANEL_MS)

  async function setPanel(isOn: boolean): Promise<{ told: AgentTold; detail: string }> {
    if (!panel) return { told: 'panel-silent', detail: 'no panel answers' }
    const outcome = await panel.set(isOn)
    say(`panel ${isOn ? 'on' : 'off'}: ${outcome.told} ${outcome.detail}`)
    if (outcome.told !== 'panel-silent') link.tell(isOn ? 'panel-on' : 'panel-off', outcome.detail)
    link.report()
    return outcome
  }

  function tellFull(detail: string): void {
    if (!isFull) link.tell('disk-full', detail)
    isFull = true
  }

  const link: Link = openLink({
    origin,
    secret,
    say,
    pace: { ...LINK_PACE, ...pace.link },
    async hello() {
      await looked
      const page = keeper.page()
      if (page) browserName = await page.browser().catch(() => browserName)
      const { machine, system } = about
      return {
        ...{ version, machine, system, browser: browserName, panel: panelName, can, resolutions: modes.slice(0, 40) },
        ...(updater && { update: updater.state() }),
      }
    },
    async vitals(clockOffsetMs) {
      const vitals = await readVitals()
      const { diskMb } = vitals
      if (diskMb && diskMb.of > 0) {
        if ((100 * diskMb.used) / diskMb.of >= FULL_PERCENT) tellFull(`${diskMb.used} of ${diskMb.of} MB`)
        else isFull = false
      }
      const input = await panel?.input?.()
      const volumePercent = await volume.get()
      return {
        ...vitals,
        ...(clockOffsetMs !== undefined && { clockOffsetMs }),
        browserUpSeconds: Math.round((performance.now() - browserSince) / 1_000),
        ...(panel && { panel: { power: await panel.power(), by: panel.by, ...(input && { input }) } }),
        ...(volumePercent !== undefined && { volumePercent }),
      }
    },
    // It was let go: a USB stick may set it up again.
    onUnknown: () => state.set({ isKnown: false }),
    onWord(word) {
      heardAt = performance.now()
      state.set({ isKnown: true })
      mayTakePictures = word.mayTakePictures && settings.pictures
      updater?.take(word.update)
      follower.take(word.panel)
      obeying.take(word.tasks)
    },
  })

  const obeying: Obeying = obey(
    {
      can: () => can,
      mayTakePictures: () => mayTakePictures,
      async picture(maxBytes) {
        const page = keeper.page()
        if (!page) throw new Error('the browser starts')
        return page.picture(maxBytes)
      },
      sendPicture: (id, jpeg) => link.sendPicture(id, jpeg),
      setPanel,
      async setVolume(percent) {
        const outcome = await volume.set(percent)
        link.report()
        return outcome
      },
      rotate: (degrees) => output.rotate(degrees),
      setMode: (mode) => output.setMode(mode),
      async restartBrowser() {
        const before = keeper.page()
        keeper.restart()
        const until = performance.now() + BACK_WITHIN_MS
        while (performance.now() < until && !isClosed) {
          await new Promise((done) => setTimeout(done, 100))
          const page = keeper.page()
          if (page && page !== before && page.isShown()) return { isDone: true, detail: '' }
        }
        return { isDone: false, detail: 'the page is not back' }
      },
      async restartMachine() {
        const { code, text } = await ask('systemctl', ['reboot'])
        return { isDone: code === 0, detail: lastLineOf(text) }
      },
      answer: (answer) => link.answer(answer),
      answered: () => link.flushed(3_000),
    },
    state.get().begun,
    (begun) => state.set({ begun }),
    pace.pictureEveryMs,
  )

  const follower = followPanel(async (isOn) => {
    await looked
    return panel === undefined || (await setPanel(isOn)).told !== 'panel-silent'
  })
  const updater =
    launcher &&
    createUpdater({
      launcher,
      secret,
      download: (sizeBytes) => link.fetchAgent(sizeBytes),
      restart,
      onChange: () => link.greet(),
      onUndone: (hash, problem) => link.tell('agent-update-undone', `${hash.slice(0, 12)} ${problem}`),
      say,
    })
  let wellSince: number | undefined
  const watching = setInterval(() => {
    if (!updater?.isTrial()) return clearInterval(watching)
    const now = performance.now()
    if (heardAt === undefined || !keeper.page()?.isShown()) wellSince = undefined
    else wellSince ??= now
    if (wellSince === undefined || now - wellSince < (pace.wellMs ?? WELL_MS)) return
    try {
      updater.settle()
      link.tell('agent-updated', `${version} ${launcher?.hash.slice(0, 12)}`)
    } catch (error) {
      tellFull((error as Error).message)
    }
  }, LOOK_MS)
  link.tell(uptime() < JUST_STARTED_SECONDS ? 'machine-started' : 'agent-started', version)

  return {
    async close() {
      isClosed = true
      clearInterval(looking)
      clearInterval(watching)
      updater?.close()
      follower.close()
      obeying.close()
      link.close()
      await keeper.close()
    },
  }
}

import { readMessage, type ToWorker } from './messages.ts'

/** The same worker at two addresses: a script answers for nothing outside its own folder, and both pages are the player. */
const IS_SCREEN = typeof location !== 'undefined' && location.pathname.startsWith('/screen')
const WORKER_PATH = IS_SCREEN ? '/screen/sw.js' : '/display/sw.js'
const SCOPE = IS_SCREEN ? '/screen' : '/display/'
/** How often the server is asked for a newer worker. A fleet that was switched on together does not ask together. */
const UPDATE_EVERY_MS = 10 * 60_000
/** The first item has the line to itself. */
const REGISTER_AFTER_MS = 5_000

export type WorkerLink = {
  /** True: a worker answers for this page. Only then can it start without a network. */
  controls(): boolean
  /** True: one does, or may yet. */
  canControl(): boolean
  /** True: the browser has dropped it, or never took it, and refuses it now. */
  isRefused(): boolean
  /** Has the browser take the worker; where it has, nothing changes. Never rejects. */
  register(): Promise<void>
  /** Says to the worker what it knows of this page, and has it keep its build. */
  remind(): void
  /** This page shows what it should. Said once, it stays said. */
  painted(): void
  onControl(listener: () => void): () => void
  close(): void
}

type Listener = { onBuild(build: string): void; onMissing(url: string): void }

/** The build that a page was made from; undefined when it is served without having been built. */
export function ownBuild(): string | undefined {
  return document.querySelector('meta[name="placard-build"]')?.getAttribute('content') ?? undefined
}

/** To a worker that is there already; none is asked for. */
export function tellPainted(): void {
  const build = ownBuild()
  if (build === undefined) return
  const message: ToWorker = { type: 'painted', build }
  navigator.serviceWorker?.controller?.postMessage(message)
}

/**
 * Has the page served by its worker, where there can be one: in a secure context (https, or this very machine).
 *
 * @param own as `ownBuild` says
 */
export function linkWorker(own: string | undefined, listener: Listener): WorkerLink {
  const container = window.isSecureContext && own !== undefined ? navigator.serviceWorker : undefined
  const controlListeners = new Set<() => void>()
  let hasPainted = false
  let registration: ServiceWorkerRegistration | undefined
  let closed = false
  let isRefused = false

  function tell(message: ToWorker): void {
    container?.controller?.postMessage(message)
  }

  function remind(): void {
    if (hasPainted && own !== undefined) tell({ type: 'painted', build: own })
    tell({ type: 'which' })
  }

  const hear = (event: MessageEvent) => {
    const message = readMessage(event.data)
    if (message?.type === 'build') listener.onBuild(message.build)
    if (message?.type === 'missing') listener.onMissing(message.url)
  }
  const changed = () => {
    remind()
    for (const one of controlListeners) one()
  }
  const refused = (isSo: boolean) => {
    if (isSo === isRefused) return
    isRefused = isSo
    for (const one of controlListeners) one()
  }

  async function register(): Promise<void> {
    if (closed || !container) return
    try {
      registration = await container.register(workerUrl() as string, { scope: SCOPE, updateViaCache: 'none' })
      refused(false)
    } catch {
      // The current item goes on playing, and the next round tries again.
      refused(true)
    }
  }

  async function update(): Promise<void> {
    // One that the browser has dropped updates nothing any more.
    await register()
    await registration?.update().catch(() => {})
    remind()
  }

  container?.addEventListener('message', hear)
  container?.addEventListener('controllerchange', changed)
  // Listening by addEventListener alone, messages would wait for ever.
  container?.startMessages?.()
  const registering = setTimeout(() => void register(), REGISTER_AFTER_MS)
  const updating = setInterval(() => void update(), UPDATE_EVERY_MS * (0.75 + Math.random() / 2))
  remind()

  return {
    controls: () => container?.controller != null,
    canControl: () => container != null && (container.controller != null || !isRefused),
    isRefused: () => isRefused,
    register,
    remind,
    painted() {
      if (hasPainted) return
      hasPainted = true
      remind()
      void register()
    },
    onControl(one) {
      controlListeners.add(one)
      return () => controlListeners.delete(one)
    },
    close() {
      closed = true
      clearTimeout(registering)
      clearInterval(updating)
      controlListeners.clear()
      container?.removeEventListener('message', hear)
      container?.removeEventListener('controllerchange', changed)
    },
  }
}

type ScriptUrls = { createScriptURL(url: string): unknown }
type Policies = { createPolicy(name: string, rules: { createScriptURL(): string }): ScriptUrls }

/** The page's policy takes no plain string as the address of a script; this one can never be another. */
function workerUrl(): unknown {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  if (!trustedTypes) return WORKER_PATH
  return trustedTypes.createPolicy('placard-worker', { createScriptURL: () => WORKER_PATH }).createScriptURL('')
}

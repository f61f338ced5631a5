import { readMessage, type ToWorker } from './messages.ts'

/** The same worker at two addresses. A worker can only serve its own folder, and both pages are the player. */
const IS_SCREEN = typeof location !== 'undefined' && location.pathname.startsWith('/screen')
const WORKER_PATH = IS_SCREEN ? '/screen/sw.js' : '/display/sw.js'
const SCOPE = IS_SCREEN ? '/screen' : '/display/'
/** Interval of the checks for a newer worker. It varies, so that screens that were switched on together do not check together. */
const UPDATE_EVERY_MS = 10 * 60_000
/** The first item is loaded before the worker is registered. */
const REGISTER_AFTER_MS = 5_000

export type WorkerLink = {
  /** True when a worker answers for this page. Only then can the page start without a network. */
  controls(): boolean
  /** True when a worker answers for this page, or may later. */
  canControl(): boolean
  /** True when the browser has dropped the worker, or never registered it, and refuses it now. */
  isRefused(): boolean
  /** Registers the worker. If it is registered already, nothing changes. Never rejects. */
  register(): Promise<void>
  /** Tells the worker again that this page has painted, if it has, and has the worker store its build. */
  remind(): void
  /** Call when this page shows what it should. Once is enough. */
  painted(): void
  onControl(listener: () => void): () => void
  close(): void
}

type Listener = { onBuild(build: string): void; onMissing(url: string): void }

/** The build of this page; undefined when the page was not built. */
export function ownBuild(): string | undefined {
  return document.querySelector('meta[name="placard-build"]')?.getAttribute('content') ?? undefined
}

/** Tells a worker that is already there that the page has painted. Does not register one. */
export function tellPainted(): void {
  const build = ownBuild()
  if (build === undefined) return
  const message: ToWorker = { type: 'painted', build }
  navigator.serviceWorker?.controller?.postMessage(message)
}

/**
 * Registers the page's worker where the browser allows one: in a secure context (https, or localhost).
 *
 * @param own the result of `ownBuild`
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
      // The current item goes on playing. The next round tries again.
      refused(true)
    }
  }

  async function update(): Promise<void> {
    // A registration that the browser has dropped no longer updates.
    await register()
    await registration?.update().catch(() => {})
    remind()
  }

  container?.addEventListener('message', hear)
  container?.addEventListener('controllerchange', changed)
  // With addEventListener alone, messages would be queued for ever.
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

/** The page's policy accepts no plain string as a script address. This policy can only create this one. */
function workerUrl(): unknown {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  if (!trustedTypes) return WORKER_PATH
  return trustedTypes.createPolicy('placard-worker', { createScriptURL: () => WORKER_PATH }).createScriptURL('')
}

import type { Browser } from './launch.ts'
import type { BrowserEvent } from './pipe.ts'

const OPEN_WITHIN_MS = 60_000
const FRAME_WITHIN_MS = 10_000
const QUALITIES = [75, 55, 35, 20]
/** The longer side of a picture that is too large at every quality. */
const SMALLER_PIXELS = 1_280

/** The only page of the browser. */
export type Page = {
  /** @throws Error if the address cannot be opened */
  navigate(url: string): Promise<void>
  reload(): Promise<void>
  /** Resolves when the page's script engine has answered. @throws Error if it does not */
  ping(withinMs: number): Promise<void>
  /** True if the page is dark on purpose: outside of the opening hours of its display. */
  isAsleep(): Promise<boolean>
  /** A small picture, as PNG. @param pixels at most this wide and high */
  thumbnail(pixels: number): Promise<Buffer>
  /** A picture of everything on the page, as JPEG of at most `maxBytes`. */
  picture(maxBytes: number): Promise<Buffer>
  /** The cookies that the browser sends to an address, as a `Cookie` header. */
  cookiesFor(url: string): Promise<string>
  /** Resolves when the page's process has crashed. */
  crashed: Promise<void>
  /** True while the browser shows an error page of its own. */
  isError(): boolean
  /** True when the browser shows an address that it was sent to, and no error. */
  isShown(): boolean
  /** The name and the version of the browser. */
  browser(): Promise<string>
}

type Target = { targetId: string; type: string; url: string }

/** Waits for the browser's first page and attaches to it. All other pages are closed: they would cover it. */
export async function openPage({ pipe }: Browser): Promise<Page> {
  let own: Target | undefined
  let session = ''
  let isError = false
  let isShown = false
  let crash: () => void = () => {}
  const crashed = new Promise<void>((done) => {
    crash = done
  })

  const found = new Promise<Target>((done) => {
    pipe.onEvent(({ method, params }) => {
      const target = params.targetInfo as Target | undefined
      if (method === 'Target.targetCreated' && target?.type === 'page') {
        if (!own) {
          own = target
          done(target)
        } else if (own.targetId !== target.targetId)
          void pipe.send('Target.closeTarget', { targetId: target.targetId }).catch(() => {})
      } else if (method === 'Target.targetCrashed' && params.targetId === own?.targetId) crash()
      else if (method === 'Target.targetDestroyed' && params.targetId === own?.targetId) crash()
    })
  })
  await pipe.send('Target.setDiscoverTargets', { discover: true }, undefined, OPEN_WITHIN_MS)
  const { targetId } = await withLimit(found, OPEN_WITHIN_MS)
  session = String((await pipe.send('Target.attachToTarget', { targetId, flatten: true })).sessionId)
  pipe.onEvent(({ method, params, sessionId }: BrowserEvent) => {
    if (sessionId !== session) return
    if (method === 'Inspector.targetCrashed') crash()
    else if (method === 'Page.frameNavigated') {
      const frame = params.frame as { parentId?: string; url: string; unreachableUrl?: string }
      if (frame.parentId) return
      isError = frame.unreachableUrl !== undefined || frame.url.startsWith('chrome-error:')
      isShown = !isError && /^https?:/.test(frame.url)
    } else if (method === 'Page.javascriptDialogOpening') {
      // A question that nobody answers stops the page.
      void send('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' }).catch(() => {})
    }
  })
  const send = (method: string, params: Record<string, unknown> = {}, withinMs?: number) =>
    pipe.send(method, params, session, withinMs)
  await send('Inspector.enable')
  await send('Page.enable')

  /** One frame as the compositor has it, scaled by the browser. A clip of a screenshot would resize the page for a moment. */
  async function frame(format: 'png' | 'jpeg', pixels: number): Promise<Buffer> {
    let stop: () => void = () => {}
    const data = new Promise<Buffer>((done) => {
      stop = pipe.onEvent(({ method, params, sessionId }) => {
        if (sessionId === session && method === 'Page.screencastFrame') done(Buffer.from(String(params.data), 'base64'))
      })
    })
    try {
      await send('Page.startScreencast', { format, quality: 70, maxWidth: pixels, maxHeight: pixels })
      return await withLimit(data, FRAME_WITHIN_MS)
    } finally {
      stop()
      void send('Page.stopScreencast').catch(() => {})
    }
  }

  return {
    crashed,
    isError: () => isError,
    isShown: () => isShown,
    async browser() {
      return String((await pipe.send('Browser.getVersion')).product).replace('/', ' ')
    },
    async navigate(url) {
      const { errorText } = await send('Page.navigate', { url }, OPEN_WITHIN_MS)
      if (errorText) throw new Error(String(errorText))
    },
    async reload() {
      await send('Page.reload')
    },
    async ping(withinMs) {
      await send('Runtime.evaluate', { expression: '1', returnByValue: true }, withinMs)
    },
    async isAsleep() {
      const expression = "document.querySelector('.dark') !== null"
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true })
      return (result as { value?: unknown } | undefined)?.value === true
    },
    thumbnail: (pixels) => frame('png', pixels),
    async picture(maxBytes) {
      for (const quality of QUALITIES) {
        const { data } = await send('Page.captureScreenshot', { format: 'jpeg', quality, optimizeForSpeed: true })
        const picture = Buffer.from(String(data), 'base64')
        if (picture.length <= maxBytes) return picture
      }
      for (let pixels = SMALLER_PIXELS; ; pixels /= 2) {
        const picture = await frame('jpeg', Math.round(pixels))
        if (picture.length <= maxBytes || pixels < 100) return picture
      }
    },
    async cookiesFor(url) {
      const { cookies } = await send('Network.getCookies', { urls: [url] })
      return (cookies as { name: string; value: string }[]).map(({ name, value }) => `${name}=${value}`).join('; ')
    },
  }
}

function withLimit<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the browser shows nothing')), limitMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

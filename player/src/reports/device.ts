import type { FilmFormat, ScreenDevice } from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'
import { listPlayable } from './can-play.ts'

const MB = 2 ** 20

/** The browser's information about its device. */
type Told = {
  devicePixelRatio: number
  /** Only in Chromium, and only over https. */
  deviceMemory?: number | undefined
  /** Absent over plain http, and before Chromium 61. */
  estimate?: (() => Promise<StorageEstimate>) | undefined
  /** Absent over plain http, and before Chromium 55. */
  persist?: (() => Promise<boolean>) | undefined
}

function browser(): Told {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number }
  // In a frame without an origin, access to `navigator.storage` throws.
  const estimate = () => navigator.storage.estimate()
  const persist = async () => (await navigator.storage.persisted()) || askToPersist()
  return { devicePixelRatio, deviceMemory, estimate, persist }
}

let asked = false

/** Only once per page: a browser that shows a prompt must not do so every hour. */
async function askToPersist(): Promise<boolean> {
  if (asked) return false
  asked = true
  return navigator.storage.persist()
}

/**
 * [SH3] The properties and playable formats of this device. Never rejects. Values that the browser does not give are
 * left out.
 */
export async function lookAtDevice(): Promise<{ canPlay?: FilmFormat[]; device: ScreenDevice }> {
  const [canPlay, device] = await Promise.all([listPlayable().catch(() => undefined), readDevice()])
  return { ...(canPlay ? { canPlay } : {}), device }
}

export async function readDevice(
  { devicePixelRatio, deviceMemory, estimate, persist }: Told = browser(),
): Promise<ScreenDevice> {
  const [isPersistent, storageMb] = await Promise.all([answerOf(persist), readStorage(estimate)])
  return {
    // A browser that does not know its panel reports 0.
    pixelRatio: devicePixelRatio > 0 && devicePixelRatio <= 16 ? devicePixelRatio : 1,
    ...(deviceMemory !== undefined && deviceMemory > 0 && deviceMemory <= 1_024 ? { memoryGb: deviceMemory } : {}),
    ...(storageMb ? { storageMb } : {}),
    ...(isPersistent === undefined ? {} : { isPersistent }),
  }
}

/** A browser with a damaged store may never answer. */
const SAID_WITHIN_MS = 5_000

async function answerOf<T>(ask: (() => Promise<T>) | undefined): Promise<T | undefined> {
  try {
    return ask && (await withTimeout(SAID_WITHIN_MS, ask))
  } catch {
    return undefined
  }
}

async function readStorage(estimate: Told['estimate']): Promise<ScreenDevice['storageMb']> {
  const { usage, quota } = (await answerOf(estimate)) ?? {}
  if (usage === undefined || quota === undefined) return undefined
  return { used: megabytes(usage), of: megabytes(quota) }
}

/** Some browsers report no limit. */
const megabytes = (bytes: number) => Math.max(0, Math.min(1_000_000_000, Math.floor(bytes / MB)))

import type { FilmFormat, ScreenDevice } from '@placard/contract'
import { withTimeout } from '../read/with-timeout.ts'
import { listPlayable } from './can-play.ts'

const MB = 2 ** 20

/** The words of a browser about the device that it runs on. */
type Told = {
  devicePixelRatio: number
  /** Chromium alone, and over https alone. */
  deviceMemory?: number | undefined
  /** None over plain http, nor before Chromium 61. */
  estimate?: (() => Promise<StorageEstimate>) | undefined
}

function browser(): Told {
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number }
  // In a frame without an origin the mere asking throws.
  const estimate = () => navigator.storage.estimate()
  return { devicePixelRatio, deviceMemory, estimate }
}

/** [SH3] What this device is and can play. Never rejects: what the browser does not say is left out. */
export async function lookAtDevice(): Promise<{ canPlay?: FilmFormat[]; device: ScreenDevice }> {
  const [canPlay, device] = await Promise.all([listPlayable().catch(() => undefined), readDevice()])
  return { ...(canPlay ? { canPlay } : {}), device }
}

export async function readDevice(
  { devicePixelRatio, deviceMemory, estimate }: Told = browser(),
): Promise<ScreenDevice> {
  const storageMb = await readStorage(estimate)
  return {
    // A browser that does not know its panel says 0.
    pixelRatio: devicePixelRatio > 0 && devicePixelRatio <= 16 ? devicePixelRatio : 1,
    ...(deviceMemory !== undefined && deviceMemory > 0 && deviceMemory <= 1_024 ? { memoryGb: deviceMemory } : {}),
    ...(storageMb ? { storageMb } : {}),
  }
}

/** A browser with a damaged store may never say. */
const SAID_WITHIN_MS = 5_000

async function readStorage(estimate: Told['estimate']): Promise<ScreenDevice['storageMb']> {
  try {
    const { usage, quota } = (estimate && (await withTimeout(SAID_WITHIN_MS, estimate))) ?? {}
    if (usage === undefined || quota === undefined) return undefined
    return { used: megabytes(usage), of: megabytes(quota) }
  } catch {
    return undefined
  }
}

/** Some browsers say that there is no end. */
const megabytes = (bytes: number) => Math.max(0, Math.min(1_000_000_000, Math.floor(bytes / MB)))

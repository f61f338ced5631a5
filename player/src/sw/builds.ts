import { isRecord } from '../page/read/is-record.ts'

/** A build that did not paint is left alone for this long. */
export const REFUSED_FOR_MS = 60 * 60_000
/** As many trials may be cut off, by a power cut or by the build itself taking the browser down, before it counts as broken. */
const TRIALS = 3

/** Decides which build of the player is trusted. Times are milliseconds since 1970. */
export type Builds = {
  /** The last that painted an item. */
  proven: string | undefined
  trial: { build: string; begun: number } | undefined
  refused: { build: string; until: number } | undefined
}

export const NO_BUILDS: Builds = { proven: undefined, trial: undefined, refused: undefined }

/**
 * [OF11] The build that a page is to be made from.
 *
 * @param installed the newest, whole on this device
 */
export function choose({ proven, refused }: Builds, installed: string, now: number): string {
  if (proven === undefined || proven === installed) return installed
  // A clock that was put back must not shut a build out for years.
  const isRefused = refused?.build === installed && now < refused.until && refused.until - now <= REFUSED_FOR_MS
  return isRefused ? proven : installed
}

/** A page is about to be made from it. */
export function tried(builds: Builds, build: string, now: number): Builds {
  if (builds.proven === undefined || builds.proven === build) return builds
  const begun = (builds.trial?.build === build ? builds.trial.begun : 0) + 1
  return begun > TRIALS ? failed(builds, build, now) : { ...builds, trial: { build, begun } }
}

/** It painted: what was before it is not needed any more. */
export function painted(build: string): Builds {
  return { ...NO_BUILDS, proven: build }
}

export function failed(builds: Builds, build: string, now: number): Builds {
  if (builds.proven === undefined || builds.proven === build) return builds
  return { ...builds, trial: undefined, refused: { build, until: now + REFUSED_FOR_MS } }
}

/** From the device, where anybody may have edited it ([B95]). */
export function readBuilds(value: unknown): Builds {
  if (!isRecord(value)) return NO_BUILDS
  const { proven, trial, refused } = value
  return {
    proven: typeof proven === 'string' ? proven : undefined,
    trial:
      isRecord(trial) && typeof trial.build === 'string' && typeof trial.begun === 'number'
        ? { build: trial.build, begun: trial.begun }
        : undefined,
    refused:
      isRecord(refused) && typeof refused.build === 'string' && typeof refused.until === 'number'
        ? { build: refused.build, until: refused.until }
        : undefined,
  }
}

import { isRecord } from '../page/read/is-record.ts'

/** A build that did not paint is not used for this long. */
export const REFUSED_FOR_MS = 60 * 60_000
/**
 * A build counts as broken after this many unfinished trials. A power cut can end a trial, and so can a build that
 * crashes the browser.
 */
const TRIALS = 3

/** The state that decides which build of the player is trusted. Times are milliseconds since 1970. */
export type Builds = {
  /** The last build that painted an item. */
  proven: string | undefined
  trial: { build: string; begun: number } | undefined
  refused: { build: string; until: number } | undefined
}

export const NO_BUILDS: Builds = { proven: undefined, trial: undefined, refused: undefined }

/**
 * [OF11] The build that a page should use.
 *
 * @param installed the newest build that is complete on this device
 */
export function choose({ proven, refused }: Builds, installed: string, now: number): string {
  if (proven === undefined || proven === installed) return installed
  // If the clock was set back, the build must not be refused for years.
  const isRefused = refused?.build === installed && now < refused.until && refused.until - now <= REFUSED_FOR_MS
  return isRefused ? proven : installed
}

/** A page is about to use the build. */
export function tried(builds: Builds, build: string, now: number): Builds {
  if (builds.proven === undefined || builds.proven === build) return builds
  const begun = (builds.trial?.build === build ? builds.trial.begun : 0) + 1
  return begun > TRIALS ? failed(builds, build, now) : { ...builds, trial: { build, begun } }
}

/** The build painted, so the build before it is not needed any more. */
export function painted(build: string): Builds {
  return { ...NO_BUILDS, proven: build }
}

export function failed(builds: Builds, build: string, now: number): Builds {
  if (builds.proven === undefined || builds.proven === build) return builds
  return { ...builds, trial: undefined, refused: { build, until: now + REFUSED_FOR_MS } }
}

/** The value is on the device, where anybody may have edited it ([B95]). */
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

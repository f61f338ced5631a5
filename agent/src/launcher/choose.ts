import { fileOf, hashOf, type Kept, type Problem, readKept, removeOthers, writeKept } from './folder.ts'

/** A version that ends twice before it was well is left. */
const TRIAL_STARTS = 2
/** A version that was well before is left after this many starts that ended soon, one after the other. */
const SOON_ENDED_STARTS = 5

export type Chosen = {
  path: string
  hash: string
  /** It was installed, and was not well yet. */
  isTrial: boolean
}

/** Leaves a version: the one before it is the next to run. */
export function leave(kept: Kept, hash: string, problem: Problem): Kept {
  const attempt = kept.next?.hash === hash ? kept.next.attempt : 0
  const failed = [...kept.failed.filter((one) => one.hash !== hash), { hash, problem, attempt, isTold: false }]
  if (kept.next?.hash === hash) return { ...kept, next: null, failed, silent: null }
  return { ...kept, current: kept.before, before: null, starts: 0, failed }
}

/** The server may have been away while the version was on trial, so one silence is forgiven. */
export function leaveSilent(kept: Kept, hash: string): Kept {
  if (kept.silent === hash || kept.next?.hash !== hash) return leave(kept, hash, 'no-answer')
  return { ...kept, next: null, silent: hash }
}

/**
 * Chooses the version to run: the newest that is whole and has not failed, and at the end the file of the package. Never throws.
 *
 * @param folder of the updates
 * @param packaged the file of the package
 */
export function choose(folder: string, packaged: string): Chosen {
  const ofPackage = hashOf(packaged) ?? ''
  const chosen: Chosen = { path: packaged, hash: ofPackage, isTrial: false }
  let kept = readKept(folder)
  // apt has installed another package since.
  if ((kept.current !== null || kept.next !== null) && kept.packaged !== ofPackage) {
    kept = { ...kept, current: null, before: null, next: null, starts: 0 }
    if (!store(folder, kept)) return chosen
    removeOthers(folder, kept)
  }
  while (kept.next) {
    const { hash, starts } = kept.next
    if (starts >= TRIAL_STARTS) kept = leave(kept, hash, 'exited')
    else if (hashOf(fileOf(folder, hash)) !== hash) kept = leave(kept, hash, 'damaged')
    else {
      const tried = { ...kept, next: { ...kept.next, starts: starts + 1 } }
      // Without a count it could begin again for ever.
      if (store(folder, tried)) return { path: fileOf(folder, hash), hash, isTrial: true }
      break
    }
    store(folder, kept)
  }
  while (kept.current) {
    const { current: hash, starts } = kept
    if (hashOf(fileOf(folder, hash)) !== hash) kept = leave(kept, hash, 'damaged')
    else if (starts >= SOON_ENDED_STARTS) kept = leave(kept, hash, 'exited')
    else {
      store(folder, { ...kept, starts: starts + 1 })
      return { path: fileOf(folder, hash), hash, isTrial: false }
    }
    store(folder, kept)
  }
  return chosen
}

/** The version on trial is well: it is the current one from now on. @throws Error if that cannot be stored */
export function settle(folder: string, hash: string): void {
  const kept = readKept(folder)
  if (kept.next?.hash !== hash) return
  const settled: Kept = {
    ...kept,
    before: kept.current,
    current: hash,
    next: null,
    starts: 0,
    silent: null,
    failed: kept.failed.filter((one) => one.hash !== hash),
  }
  writeKept(folder, settled)
  removeOthers(folder, settled)
}

/** A version that has run for a while may end again. */
export function forgetStarts(folder: string): void {
  const kept = readKept(folder)
  if (kept.starts > 0) store(folder, { ...kept, starts: 0 })
}

function store(folder: string, kept: Kept): boolean {
  try {
    writeKept(folder, kept)
    return true
  } catch {
    return false
  }
}

import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a browser's profile ready for the next start: ends a browser that a killed agent has left behind, and removes
 * its lock and what would show the question about restoring pages.
 */
export function prepareProfile(profile: string): void {
  mkdirSync(join(profile, 'Default'), { recursive: true, mode: 0o700 })
  endLeftover(profile)
  forgetCrash(profile)
}

/** A lock of a killed browser, or from before the machine was renamed, would prevent the next browser from starting. */
function endLeftover(profile: string): void {
  let owner: number
  try {
    owner = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1))
  } catch {
    return
  }
  try {
    const command = readFileSync(`/proc/${owner}/cmdline`, 'utf8').split('\0')
    if (command.includes(`--user-data-dir=${profile}`)) process.kill(owner, 'SIGKILL')
  } catch {
    // It has ended.
  }
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, name), { force: true })
}

function forgetCrash(profile: string): void {
  const file = join(profile, 'Default', 'Preferences')
  try {
    const before = readFileSync(file, 'utf8')
    const after = before
      .replace(/"exit_type":"[A-Za-z]*"/, '"exit_type":"Normal"')
      .replace('"exited_cleanly":false', '"exited_cleanly":true')
    if (after !== before) {
      writeFileSync(`${file}.new`, after)
      renameSync(`${file}.new`, file)
    }
  } catch {
    // The browser makes the file.
  }
  for (const name of ['Sessions', 'Sessions_Encrypted'])
    rmSync(join(profile, 'Default', name), { recursive: true, force: true })
}

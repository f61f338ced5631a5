import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '../launcher/folder.ts'
import { lastLineOf } from '../machine/ask.ts'
import { CONNECTION_ID, KEYFILE, keyfileOf } from './keyfile.ts'
import type { Setup } from './places.ts'
import { readSmall } from './read-file.ts'
import type { Wifi } from './wifi.ts'

const CONNECT_SECONDS = 45
const EXTRA_MS = 10_000
/** After a start of the machine its radio needs some seconds. */
const RADIO_TRIES = 6
const RADIO_PAUSE_MS = 5_000
const READABLE = 0o644

/**
 * Gives a network to NetworkManager, which connects to it now and at each start.
 *
 * @returns `isStored`: the password is in NetworkManager's file, so no other file needs it
 */
export async function connect(
  wifi: Wifi,
  { places, ask, say, pauseMs = RADIO_PAUSE_MS }: Setup,
): Promise<{ isStored: boolean; problem?: string }> {
  const { connections } = places
  if (!existsSync(connections) || !(await ask('nmcli', ['--version'])).isThere) {
    const problem = 'Wi-Fi needs NetworkManager. Connect a cable and run: sudo apt install network-manager'
    return { isStored: false, problem }
  }
  const path = join(connections, KEYFILE)
  const read = readSmall(path)
  const stored = read && 'text' in read ? read.text : undefined
  const keyfile = keyfileOf(wifi, stored)
  if (keyfile === undefined) {
    const problem = `the password of the Wi-Fi “${wifi.name}” was taken before, and is not stored here. Enter it again`
    return { isStored: false, problem }
  }
  if (wifi.country) await setCountry(wifi.country, { places, ask, say })
  try {
    if (keyfile !== stored) writeWhole(connections, KEYFILE, Buffer.from(keyfile))
  } catch (error) {
    return { isStored: false, problem: `the Wi-Fi cannot be stored: ${(error as Error).message}` }
  }
  if (keyfile === stored) return { isStored: true }
  // Raspberry Pi OS keeps the radio off until somebody switches it on.
  await ask('nmcli', ['radio', 'wifi', 'on'])
  await ask('nmcli', ['connection', 'load', path])
  const up = ['--wait', String(CONNECT_SECONDS), 'connection', 'up', 'uuid', CONNECTION_ID]
  const tryNow = () => ask('nmcli', up, CONNECT_SECONDS * 1_000 + EXTRA_MS)
  let answer = await tryNow()
  for (let tries = 1; answer.code !== 0 && NO_RADIO.test(answer.text) && tries < RADIO_TRIES; tries += 1) {
    await new Promise((done) => setTimeout(done, pauseMs))
    answer = await tryNow()
  }
  const { code, text } = answer
  if (code !== 0) return { isStored: true, problem: `Wi-Fi “${wifi.name}”: ${reasonOf(text)}` }
  say(`connected to the Wi-Fi “${wifi.name}”`)
  return { isStored: true }
}

const NO_RADIO = /No suitable device/

/** The reasons of nmcli that people can do something about, in other words. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  // Also for a device that another program manages. The text of nmcli may name a wired one instead.
  [NO_RADIO, 'no Wi-Fi device is ready. If /etc/network/interfaces names it, remove it there and restart the machine'],
  [/Secrets were required/, 'the password is wrong. Enter another wifi-password'],
  [
    /network could not be found/,
    'this network was not found. Check wifi-name, and wifi-hidden if it has no visible name',
  ],
]

const reasonOf = (text: string): string =>
  REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? lastLineOf(text).replace(/^Error: /, '')

/** Sets the rules for radio: now, and when the driver is loaded. */
async function setCountry(country: string, { places, ask, say }: Setup): Promise<void> {
  const line = `options cfg80211 ieee80211_regdom=${country}\n`
  const read = readSmall(places.country)
  try {
    if (!read || !('text' in read) || read.text !== line)
      writeWhole(dirname(places.country), basename(places.country), Buffer.from(line), READABLE)
  } catch (error) {
    say(`the country of the Wi-Fi cannot be stored: ${(error as Error).message}`)
  }
  await ask('iw', ['reg', 'set', country])
}

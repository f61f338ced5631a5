import { createAsk } from './machine/ask.ts'
import { NOTES, OF_STICK, OWN_FILES } from './settings/files.ts'
import { withStick } from './setup/mount.ts'
import type { Setup } from './setup/places.ts'
import { setUp } from './setup/set-up.ts'
import { readStick, takeStick } from './setup/stick.ts'

/**
 * A program of the package that runs as root and ends: it sets up Wi-Fi from the machine's settings files. With the path of a
 * device, it takes the settings of the USB stick there.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`)
const ask = createAsk()
const setup: Setup = {
  say,
  ask,
  places: {
    files: OWN_FILES,
    ofStick: OF_STICK,
    connections: '/etc/NetworkManager/system-connections',
    country: '/etc/modprobe.d/placard-screen.conf',
    agentState: '/var/lib/placard-screen/state.json',
    folder: process.env.STATE_DIRECTORY ?? '/var/lib/placard-screen-setup',
    notes: NOTES,
  },
}
const device = process.argv[2]
if (device) {
  const onStick = await withStick(device, ask, say, readStick)
  if (onStick) await takeStick(onStick, setup)
} else await setUp(setup)

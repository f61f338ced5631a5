import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AMIXER_CONTROLS, AMIXER_NONE, AMIXER_PCM, vcgencmdThrottled, wpctlVolume } from './answers.vitest.ts'
import { createPrograms, type Programs } from './programs.vitest.ts'
import { aboutMachine, createVitals } from './vitals.ts'
import { createVolume } from './volume.ts'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})
afterEach(() => programs.remove())

function put(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(programs.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
const read = () => createVitals(programs.ask, programs.folder, programs.folder)()

it('PX5 the vital signs are those of the files of the system', async () => {
  put({
    'sys/class/thermal/thermal_zone0/type': 'acpitz\n',
    'sys/class/thermal/thermal_zone0/temp': '91000\n',
    'sys/class/thermal/thermal_zone1/type': 'cpu-thermal\n',
    'sys/class/thermal/thermal_zone1/temp': '61328\n',
    'proc/meminfo': 'MemTotal:        4000000 kB\nMemFree:          100000 kB\nMemAvailable:    3000000 kB\n',
    'proc/net/route': 'Iface\tDestination\tGateway\nwlan0\t0001A8C0\t00000000\nwlan0\t00000000\t0101A8C0\n',
    'proc/net/wireless':
      'Inter-| sta-|   Quality        |\n face | tus | link level noise |\n wlan0: 0000   58.  -52.  -256        0\n',
  })
  programs.put('vcgencmd', [{ to: 'get_throttled', text: vcgencmdThrottled('50000') }])
  const vitals = await read()
  expect(vitals).toMatchObject({
    temperatureC: 61.3,
    throttled: 'before',
    memoryMb: { used: 1_024, of: 4_096 },
    network: { by: 'wifi', signalDbm: -52 },
  })
  expect(vitals.diskMb?.of).toBeGreaterThan(0)
  expect(vitals.diskMb?.used).toBeLessThanOrEqual(vitals.diskMb?.of ?? 0)
  expect(vitals.upSeconds).toBeGreaterThan(0)
})

it.each([
  ['50005', 'now'],
  ['0', 'no'],
])('PX5 throttled=0x%s is %s', async (bits, throttled) => {
  programs.put('vcgencmd', [{ to: '', text: vcgencmdThrottled(bits) }])
  expect((await read()).throttled).toBe(throttled)
})

it('PX5 what a machine does not have is absent, and vcgencmd is looked for once', async () => {
  put({ 'proc/net/route': 'Iface\tDestination\n' })
  const vitals = createVitals(programs.ask, programs.folder, programs.folder)
  await vitals()
  const { diskMb, loadPercent, upSeconds, ...rest } = await vitals()
  expect(rest).toEqual({ network: { by: 'none' } })
  put({ 'proc/net/route': 'Iface\tDestination\neth0\t00000000\n' })
  expect((await vitals()).network).toEqual({ by: 'wire' })
})

it('PX5 the machine and its system are named as they name themselves', () => {
  put({
    'proc/device-tree/model': 'Raspberry Pi 5 Model B Rev 1.0\0',
    'proc/device-tree/serial-number': '10000000abcdef01\0',
    'etc/os-release': 'NAME="Debian GNU/Linux"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    'etc/machine-id': '0123456789abcdef0123456789abcdef\n',
  })
  expect(aboutMachine(programs.folder)).toMatchObject({
    machine: 'Raspberry Pi 5 Model B Rev 1.0',
    system: 'Debian GNU/Linux 13 (trixie)',
    serial: expect.stringContaining('10000000abcdef01'),
  })
})

it('PX4 the volume is set by PipeWire where it runs', async () => {
  programs.put('wpctl', [
    { to: 'get-volume', text: wpctlVolume('0.40') },
    { to: 'set-volume', text: '' },
  ])
  const volume = createVolume(programs.ask)
  expect(await volume.get()).toBe(40)
  programs.calls()
  expect(await volume.set(7)).toMatchObject({ isDone: true })
  expect(programs.calls().at(-1)).toEqual(['wpctl', 'set-volume', '@DEFAULT_AUDIO_SINK@', '0.07'])
})

it('PX4 the volume is set by ALSA elsewhere, and not at all without a control', async () => {
  programs.put('wpctl', [{ to: '', code: 1 }])
  programs.put('amixer', [
    { to: 'scontrols', text: AMIXER_CONTROLS },
    { to: 'PCM', text: AMIXER_PCM },
  ])
  const volume = createVolume(programs.ask)
  expect(await volume.get()).toBe(42)
  programs.calls()
  expect(await volume.set(55)).toMatchObject({ isDone: true })
  expect(programs.calls().at(-1)).toEqual(['amixer', 'sset', 'PCM', '55%'])
  programs.put('amixer', [{ to: '', text: AMIXER_NONE, code: 1 }])
  expect(await volume.get()).toBe(undefined)
  expect(await volume.set(5)).toMatchObject({ isDone: false })
})

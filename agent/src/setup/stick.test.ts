import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageAddress, readSettings } from '../settings/settings.ts'
import { createTestMachine, type TestMachine } from './machine.vitest.ts'

const SETTINGS = 'address = https://s.example\nenrol = ABCDE\nname = Reception\nplace = Second floor\n'
const WIFI = 'wifi-name = Clinic\nwifi-password = correct horse\n'
const PAIRED = JSON.stringify({ begun: [], origin: 'https://s.example', secret: 'S' })

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
})
afterEach(() => machine.remove())
const taken = () => machine.read(machine.setup.places.ofStick)
const notes = () => machine.read(join(machine.setup.places.notes, 'stick'))
const file = () => join(machine.stick, 'placard-screen.conf')

describe('[PX7] placard-screen.conf on a USB stick', () => {
  it('makes a machine appear under its name, with Wi-Fi, and leaves the stick as it was', async () => {
    machine.write(machine.boot, 'name = From the card\n')
    const text = `\uFEFF# For floor 2\r\n${SETTINGS.replaceAll('\n', '\r\n')}${WIFI}`
    expect(await machine.plug(text)).toEqual([
      'USB stick, placard-screen.conf: address, enrol, name, place taken',
      'connected to the Wi-Fi “Clinic”',
    ])
    expect(machine.read(file())).toBe(text)
    expect(notes()).toBe('USB stick: address, enrol, name, place taken\nUSB stick: connected to the Wi-Fi “Clinic”\n')
    // The agent reads the files of the machine, and then that of the stick.
    const { settings, problems: wrong } = readSettings([machine.read(machine.boot), taken()])
    expect(wrong).toEqual([])
    expect(pageAddress(settings, 'x')).toMatch(
      /^https:\/\/s\.example\/screen#enrol=ABCDE&name=Reception&place=Second\+floor&machine=/,
    )
    // The agent runs as another user.
    expect(statSync(machine.setup.places.ofStick).mode & 0o777).toBe(0o644)
    expect(machine.read(machine.keyfile)).toContain('psk=correct horse')
  })

  it('says on the screen that it was read, while the machine connects', async () => {
    machine.programs.put('nmcli', [{ to: ' up ', seconds: 1 }, { to: '' }])
    const plugged = machine.plug(WIFI)
    const note = 'USB stick: connecting to the Wi-Fi “Clinic”. You can remove the stick\n'
    await vi.waitUntil(() => notes() === note, { timeout: 10_000, interval: 10 })
    await plugged
    expect(notes()).toBe('USB stick: connected to the Wi-Fi “Clinic”\n')
  })

  it('[F144] may stay in: the next starts change nothing', async () => {
    await machine.plug(SETTINGS + WIFI)
    machine.programs.calls()
    machine.write(machine.setup.places.agentState, PAIRED)
    expect(await machine.plug()).toEqual([])
    expect(machine.programs.calls()).toEqual([['nmcli', '--version']])
  })

  it('counts until a settings file of the machine is changed, which then counts more', async () => {
    machine.write(machine.boot, `name = From the card\n${WIFI}`)
    await machine.start()
    await machine.plug(SETTINGS)
    await machine.start()
    expect(taken()).toContain('Reception')
    // A password that is removed is no change.
    machine.write(machine.boot, `name = From the card\n${WIFI}`)
    await machine.start()
    expect(taken()).toContain('Reception')
    machine.write(machine.boot, 'name = Another\n')
    expect(await machine.start()).toEqual([
      'a settings file was changed after the USB stick was read. The settings of the stick are removed',
    ])
    expect(taken()).toBe('')
    await machine.plug()
    expect(taken()).toContain('Reception')
  })

  it('with a name that Windows has made longer is named', async () => {
    machine.write(`${file()}.txt`, SETTINGS)
    expect(await machine.plug()).toEqual([
      'USB stick, placard-screen.conf: the file is named placard-screen.conf.txt. Rename it to placard-screen.conf',
    ])
    expect(taken()).toBe('')
  })

  it('a stick without the file changes nothing and says nothing', async () => {
    await machine.plug('no address\n')
    expect(notes()).not.toBe('')
    rmSync(file())
    expect(await machine.plug()).toEqual([])
    expect([taken(), notes()]).toEqual(['', ''])
  })

  it.each(['no', 'no # comment'])('usb-stick = %s', async (value) => {
    machine.write(machine.boot, `usb-stick = ${value}\n`)
    const said = await machine.plug(SETTINGS)
    if (value === 'no') {
      expect(said[0]).toContain('a settings file of this machine says usb-stick = no')
      expect(taken()).toBe('')
    } else {
      expect(taken()).toContain('Reception')
      expect(await machine.start()).toEqual([`${machine.boot}: line 1: usb-stick: first, always, no`])
    }
  })
})

describe('[F142] a stick with a broken file', () => {
  it.each([
    [`${SETTINGS}adress = https://x.example\n`, 'line 5: adress: there is no such setting'],
    [
      `${SETTINGS}address = signage.example.org\n`,
      'line 5: address: enter an address such as https://signage.example.org',
    ],
    [`${SETTINGS}wifi-name = Clinic\n`, 'wifi-password is missing: enter it, or none for a network without a password'],
    [Buffer.from(`${SETTINGS}name = Caf\xe9\n`, 'latin1'), 'it is not a text in UTF-8. Save it again as UTF-8'],
    [Buffer.from(`\uFEFF${SETTINGS}`, 'utf16le'), 'it is not a text in UTF-8. Save it again as UTF-8'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), 'it is not a text in UTF-8. Save it again as UTF-8'],
    [`${SETTINGS}wifi-name = A\nwifi-password = ********\n`, undefined],
  ])('gives a sentence with what to do, and nothing of it is taken: %j', async (text, problem) => {
    const said = await machine.plug(text)
    if (problem) {
      expect(said).toEqual([`USB stick, placard-screen.conf: ${problem}. Nothing was taken`])
      expect(taken()).toBe('')
      expect(notes()).toBe(`${said[0]}\n`)
    } else expect(said.at(-1)).toContain('Enter it again')
    expect(machine.read(machine.keyfile)).toBe('')
  })

  it('changes nothing of an earlier stick', async () => {
    await machine.plug(SETTINGS)
    const before = taken()
    await machine.plug('address = x\n')
    expect(taken()).toBe(before)
  })
})

describe('[B223] a stick in a screen that plays', () => {
  it('does not move a paired screen to another server; Wi-Fi alone is taken', async () => {
    machine.write(machine.setup.places.agentState, PAIRED)
    const said = await machine.plug(`address = https://evil.example\n${WIFI}`)
    expect(said[0]).toContain('this screen is paired, so only Wi-Fi is taken')
    expect(taken()).toBe('')
    expect(machine.read(machine.keyfile)).toContain('psk=correct horse')
  })

  it('does if a file of the machine says so, or when the screen was let go', async () => {
    machine.write(machine.setup.places.agentState, PAIRED)
    machine.write(machine.boot, 'usb-stick = always\n')
    await machine.plug(SETTINGS)
    expect(taken()).toContain('s.example')
    rmSync(machine.setup.places.ofStick)
    rmSync(machine.boot)
    // The stick itself cannot say so.
    await machine.plug(`usb-stick = always\n${SETTINGS}`)
    expect(taken()).toBe('')
    machine.write(machine.setup.places.agentState, JSON.stringify({ ...JSON.parse(PAIRED), isKnown: false }))
    await machine.plug(SETTINGS)
    expect(taken()).toContain('s.example')
  })
})

describe('[B224] a stick with settings that name programs', () => {
  it('they are left out with their line, and the shell’s characters stay text', async () => {
    const said = await machine.plug(
      `browser = /bin/sh\nbrowser-flags = --renderer-cmd-prefix=/bin/sh\npanel-on = /sbin/reboot\npanel-off = /sbin/reboot\npictures = no\nname = $(reboot); \`id\` && "x" | y\n${SETTINGS.replace('name', 'place')}`,
    )
    expect(said.slice(0, -1)).toEqual(
      ['browser', 'browser-flags', 'panel-on', 'panel-off', 'pictures'].map(
        (name, index) => `USB stick, placard-screen.conf: line ${index + 1}: ${name} is not taken from a stick`,
      ),
    )
    const { settings } = readSettings([taken()])
    expect(settings).toEqual({
      address: 'https://s.example/screen',
      enrol: 'ABCDE',
      name: '$(reboot); `id` && "x" | y',
      place: 'Second floor',
      panel: 'auto',
      pictures: true,
      restartMachine: true,
      browserFlags: [],
    })
    await machine.plug('wifi-name = $(reboot)\nwifi-password = `reboot`;#[ipv4]\n')
    expect(machine.read(machine.keyfile)).toContain('\npsk=`reboot`;#[ipv4]\n')
  })
})

describe('[B225] no file of that name on a stick', () => {
  const NOT_TAKEN = /^USB stick, placard-screen\.conf: .+\. Nothing was taken$/

  it('a link to a file of the machine is not followed', async () => {
    machine.write(join(machine.root, 'secret'), SETTINGS)
    symlinkSync(join(machine.root, 'secret'), file())
    expect(await machine.plug()).toEqual([expect.stringMatching(/it is a link\. Copy the file itself/)])
    expect(taken()).toBe('')
  })

  it.each([
    ['a folder', () => mkdirSync(file())],
    ['a pipe, which nobody writes', () => execFileSync('mkfifo', [file()])],
    ['a link to a device without end', () => symlinkSync('/dev/zero', file())],
    ['a link in a circle', () => symlinkSync('placard-screen.conf', file())],
    ['9 KiB', () => machine.write(file(), '# \n'.repeat(3_072))],
    ['4 GiB, most of them a hole', () => execFileSync('truncate', ['-s', '4G', file()])],
  ])('%s is not read', async (_, make) => {
    make()
    expect(await machine.plug()).toEqual([expect.stringMatching(NOT_TAKEN)])
    expect(taken()).toBe('')
  })

  it('8 KiB are read', async () => {
    const text = `${SETTINGS}#`.padEnd(8 * 1_024, 'x')
    await machine.plug(text)
    expect(taken()).toContain('Reception')
  })
})

describe('[B226] characters that end a line early', () => {
  it.each(['\r', '\0', '\u0085', '\u2028', '\u2029', '\v', '\u001b', '\t'])(
    '%j in a value puts no line into another file',
    async (sign) => {
      const bad = `Hall${sign}psk=evil${sign}browser = /bin/sh`
      for (const line of [`name = ${bad}`, `wifi-name = ${bad}`, `wifi-name = A\nwifi-password = ${bad}`]) {
        const said = await machine.plug(`${SETTINGS}${line}\n${WIFI.replace(/^.*\n/, '')}`)
        expect(said.join()).toMatch(/line [56]: .*Nothing was taken/)
        machine.write(machine.boot, `${line}\n`)
        await machine.start()
      }
      expect([taken(), machine.read(machine.keyfile)]).toEqual(['', ''])
    },
  )

  it('a name with every printable sign, brackets and a form of numbers stays one network', async () => {
    for (const name of ['[ipv4]', '1;2;3;', '\\n\\s;=#', 'psk=x', '🏥;', '%s%n', '../../x']) {
      await machine.plug(`wifi-name = ${name}\nwifi-password = none\n`)
      const lines = machine.read(machine.keyfile).split('\n')
      expect(lines).toHaveLength(14)
      expect(lines.find((line) => line.startsWith('ssid='))).toBe(
        `ssid=${[...Buffer.from(name)].map((byte) => `${byte};`).join('')}`,
      )
    }
  })
})

describe('[B229] the state of the agent, which its user may write', () => {
  it.each([
    ['a link', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => mkdirSync(path)],
    ['300 KiB', (path: string) => machine.write(path, `${' '.repeat(300 * 1_024)}{}`)],
    ['no JSON', (path: string) => machine.write(path, '{"secret":')],
    ['null', (path: string) => machine.write(path, 'null')],
  ])('%s counts as paired, and stops nothing', async (_, make) => {
    make(machine.setup.places.agentState)
    expect((await machine.plug(SETTINGS + WIFI)).join()).toContain('this screen is paired')
    expect(taken()).toBe('')
    expect(machine.read(machine.keyfile)).toContain('psk=')
  })
})

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pageAddress, readSettings } from '../settings/settings.ts'
import { createTestMachine, type TestMachine } from './machine.vitest.ts'
import { setUp } from './set-up.ts'
import { takePassword } from './take-password.ts'

const PASSWORD = 'correct horse'
const WIFI = `wifi-name = Clinic\nwifi-password = ${PASSWORD}\n`

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
})
afterEach(() => machine.remove())

/** The values of a key file, as GLib reads them. */
const valuesOf = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
const nameIn = (text: string) =>
  Buffer.from(valuesOf(text).ssid?.split(';').slice(0, -1).map(Number) ?? []).toString('utf8')

describe('[PX7] Wi-Fi of placard-screen.conf', () => {
  it('is a connection of NetworkManager that only root can read, and the password leaves the file', async () => {
    machine.write(
      machine.boot,
      `address = https://s.example\n${WIFI}wifi-country = de\nwifi-hidden = yes\nname = Hall\n`,
    )
    expect(await machine.start()).toEqual(['connected to the Wi-Fi “Clinic”'])
    const { mode } = statSync(machine.keyfile)
    expect(mode & 0o777).toBe(0o600)
    const keyfile = machine.read(machine.keyfile)
    expect(nameIn(keyfile)).toBe('Clinic')
    expect(valuesOf(keyfile)).toMatchObject({ type: 'wifi', hidden: 'true', 'key-mgmt': 'wpa-psk', psk: PASSWORD })
    expect(readdirSync(machine.setup.places.connections)).toEqual(['placard-screen.nmconnection'])
    expect(machine.read(machine.setup.places.country)).toBe('options cfg80211 ieee80211_regdom=DE\n')
    const uuid = valuesOf(keyfile).uuid
    expect(machine.programs.calls()).toEqual([
      ['nmcli', '--version'],
      ['iw', 'reg', 'set', 'DE'],
      ['nmcli', 'radio', 'wifi', 'on'],
      ['nmcli', 'connection', 'load', machine.keyfile],
      ['nmcli', '--wait', '45', 'connection', 'up', 'uuid', uuid],
    ])
    expect(machine.read(machine.boot)).toBe(
      'address = https://s.example\nwifi-name = Clinic\nwifi-password = ********     \nwifi-country = de\nwifi-hidden = yes\nname = Hall\n',
    )
    // The agent reads the same file.
    const { settings, problems } = readSettings([machine.read(machine.boot)])
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ address: 'https://s.example/screen', name: 'Hall' })
  })

  it('[F144] is applied once: the next starts change nothing, whatever was set up since', async () => {
    machine.write(machine.boot, WIFI)
    await machine.start()
    const before = machine.read(machine.keyfile)
    machine.programs.calls()
    expect(await machine.start()).toEqual([])
    expect(machine.read(machine.keyfile)).toBe(before)
    await machine.plug('wifi-name = Other\nwifi-password = none\n')
    machine.programs.calls()
    expect(await machine.start()).toEqual([])
    expect(nameIn(machine.read(machine.keyfile))).toBe('Other')
    expect(machine.programs.calls()).toEqual([])
  })

  it('can be changed without its password, which is entered again for another network alone', async () => {
    machine.write(machine.boot, WIFI)
    await machine.start()
    machine.write(machine.boot, `${machine.read(machine.boot)}wifi-hidden = yes\n`)
    await machine.start()
    expect(valuesOf(machine.read(machine.keyfile))).toMatchObject({ hidden: 'true', psk: PASSWORD })
    machine.write(machine.boot, machine.read(machine.boot).replace('Clinic', 'Ward'))
    const before = machine.read(machine.keyfile)
    expect((await machine.start())[0]).toMatch(/“Ward” was taken before, and is not stored here. Enter it again$/)
    expect(machine.read(machine.keyfile)).toBe(before)
    machine.write(machine.boot, WIFI.replace('Clinic', 'Ward'))
    expect(await machine.start()).toEqual(['connected to the Wi-Fi “Ward”'])
  })

  it('of a card that was copied after its first start asks for the password', async () => {
    machine.write(machine.boot, 'wifi-name = Clinic\nwifi-password = ********\n')
    const [said] = await machine.start()
    expect(said).toMatch(/placard-screen\.conf: the password of the Wi-Fi “Clinic” was taken before/)
    expect(machine.read(join(machine.setup.places.notes, 'files'))).toContain('“Clinic” was taken before')
  })

  it('may have no password, or one as 64 hexadecimal digits', async () => {
    machine.write(machine.boot, 'wifi-name = Guests\nwifi-password = none\n')
    await machine.start()
    expect(machine.read(machine.keyfile)).not.toMatch(/psk|wifi-security/)
    expect(machine.read(machine.boot)).toContain('wifi-password = none')
    const key = 'ab'.repeat(32)
    machine.write(machine.boot, `wifi-name = Guests\nwifi-password = ${key}\n`)
    await machine.start()
    expect(valuesOf(machine.read(machine.keyfile)).psk).toBe(key)
  })

  it('[B228] in more than one line: every password leaves the file', async () => {
    machine.write(machine.boot, `wifi-password = another one\nwifi-password = short\n${WIFI}wifi-password = none\n`)
    expect((await machine.start())[0]).toContain('line 2: wifi-password: ')
    machine.write(machine.boot, `wifi-password = another one\n${WIFI}`)
    await machine.start()
    expect(machine.read(machine.boot)).toBe(
      'wifi-password = ********   \nwifi-name = Clinic\nwifi-password = ********     \n',
    )
    expect(valuesOf(machine.read(machine.keyfile)).psk).toBe(PASSWORD)
  })

  it('waits for a radio that is not ready yet', async () => {
    const text = 'Error: Connection activation failed: No suitable device found for this connection\n'
    machine.programs.put('nmcli', [{ to: ' up ', text, code: 4 }, { to: '' }])
    machine.write(machine.boot, WIFI)
    const slow = { ...machine.setup, pauseMs: 200 }
    const ready = setTimeout(() => machine.programs.put('nmcli', [{ to: '' }]), 300)
    await setUp(slow)
    clearTimeout(ready)
    expect(machine.said).toEqual(['connected to the Wi-Fi “Clinic”'])
  })

  it('with a backslash in its password is written as GLib reads it', async () => {
    machine.write(machine.boot, 'wifi-name = Clinic\nwifi-password = a\\n b\\\\;#=x\n')
    await machine.start()
    expect(valuesOf(machine.read(machine.keyfile)).psk).toBe('a\\\\n b\\\\\\\\;#=x')
  })

  it('keeps every byte of the other lines of the file, with a mark of Windows and letters of many bytes', async () => {
    const before = `\uFEFF# Café №1\r\nname = Zoë\r\n  WIFI-name=Ärzte 🏥\r\n\twifi-password   =   ${PASSWORD}  \r\nplace = Über\r\n`
    machine.write(machine.boot, before)
    await machine.start()
    expect(machine.read(machine.boot)).toBe(before.replace(PASSWORD, '********     '))
    expect(nameIn(machine.read(machine.keyfile))).toBe('Ärzte 🏥')
  })

  it.each([
    ['wifi-name = ', 'line 1: wifi-name: the name of a network has 1 to 32 bytes'],
    [`wifi-name = ${'ü'.repeat(17)}`, 'line 1: wifi-name: the name of a network has 1 to 32 bytes'],
    [
      'wifi-name = A\nwifi-password = short',
      'line 2: wifi-password: a password has 8 to 63 characters of an English keyboard, or 64 hexadecimal digits. Enter none for a network without a password',
    ],
    [
      `wifi-name = A\nwifi-password = ${PASSWORD}\nwifi-country = Germany`,
      'line 3: wifi-country: enter the two letters of the country, such as DE',
    ],
    [`wifi-name = A\nwifi-password = ${PASSWORD}\nwifi-hidden = 1`, 'line 3: wifi-hidden: yes or no'],
    [`wifi-ssid = A\nwifi-password = ${PASSWORD}`, 'line 1: wifi-ssid: there is no such setting'],
    [`wifi-password = ${PASSWORD}`, 'wifi-name is missing: enter the name of the network'],
    ['wifi-name = A', 'wifi-password is missing: enter it, or none for a network without a password'],
  ])('with a wrong line %j is reported with its number, and nothing is set up', async (text, problem) => {
    machine.write(machine.boot, `${text}\n`)
    expect(await machine.start()).toEqual([`${machine.boot}: ${problem}`])
    expect(machine.read(join(machine.setup.places.notes, 'files'))).toBe(`placard-screen.conf: ${problem}\n`)
    expect(machine.read(machine.keyfile)).toBe('')
    expect(machine.read(machine.boot)).toBe(`${text}\n`)
    machine.write(machine.boot, WIFI)
    await machine.start()
    expect(machine.read(join(machine.setup.places.notes, 'files'))).toBe('')
  })
})

describe('[F141] a machine that cannot connect', () => {
  it('without NetworkManager: says what to install, and keeps the password until then', async () => {
    machine.remove()
    machine = createTestMachine(null)
    machine.write(machine.boot, WIFI)
    const problem = 'Wi-Fi needs NetworkManager. Connect a cable and run: sudo apt install network-manager'
    expect(await machine.start()).toEqual([`${machine.boot}: ${problem}`])
    expect(machine.read(machine.boot)).toBe(WIFI)
    machine.programs.put('nmcli', [{ to: '' }])
    expect(await machine.start()).toEqual(['connected to the Wi-Fi “Clinic”'])
  })

  // The texts of NetworkManager 1.52: src/nmcli/connections.c and src/libnmc-base/nm-client-utils.c.
  it.each([
    [
      'Error: Connection activation failed: No suitable device found for this connection (device lo not available because profile is not compatible with device (connection type is not "loopback")).',
      'no Wi-Fi device is ready. If /etc/network/interfaces names it, remove it there and restart the machine',
    ],
    [
      'Error: Connection activation failed: No suitable device found for this connection (device wlan0 not available because device is strictly unmanaged).',
      'no Wi-Fi device is ready. If /etc/network/interfaces names it, remove it there and restart the machine',
    ],
    [
      'Error: Connection activation failed: Secrets were required, but not provided',
      'the password is wrong. Enter another wifi-password',
    ],
    [
      'Error: Connection activation failed: The Wi-Fi network could not be found',
      'this network was not found. Check wifi-name, and wifi-hidden if it has no visible name',
    ],
    ['Error: Timeout expired (45 seconds)', 'Timeout expired (45 seconds)'],
  ])('says why: %s', async (text, reason) => {
    machine.programs.put('nmcli', [{ to: ' up ', text: `${text}\n`, code: 4 }, { to: '' }])
    machine.write(machine.boot, WIFI)
    expect(await machine.start()).toEqual([`${machine.boot}: Wi-Fi “Clinic”: ${reason}`])
    expect(machine.read(join(machine.setup.places.notes, 'files'))).toContain(reason)
    // NetworkManager goes on trying, so the password is stored there and no longer here.
    expect(valuesOf(machine.read(machine.keyfile)).psk).toBe(PASSWORD)
    expect(machine.read(machine.boot)).not.toContain(PASSWORD)
  })
})

describe('[F140] a disk that is full, or a power cut', () => {
  it('a connection that cannot be stored leaves the password where it is', async () => {
    // Root may write on every disk that takes something, so the place of the new file is taken.
    mkdirSync(`${machine.keyfile}.new`)
    machine.write(machine.boot, WIFI)
    expect((await machine.start())[0]).toContain('the Wi-Fi cannot be stored: ')
    expect(machine.read(machine.boot)).toBe(WIFI)
    rmSync(`${machine.keyfile}.new`, { recursive: true })
    expect(await machine.start()).toEqual(['connected to the Wi-Fi “Clinic”'])
  })

  it('the state that cannot be stored is reported, and the Wi-Fi is set up', async () => {
    machine.write(machine.setup.places.folder, 'no folder')
    machine.write(machine.boot, WIFI)
    expect(await machine.start()).toEqual([
      'connected to the Wi-Fi “Clinic”',
      expect.stringContaining('cannot store the state: '),
    ])
    // It is applied once more, with the password that NetworkManager has.
    await machine.start()
    expect(valuesOf(machine.read(machine.keyfile)).psk).toBe(PASSWORD)
  })

  it('after the connection was stored and before the password was removed: the next start removes it', async () => {
    machine.write(machine.boot, WIFI)
    await machine.start()
    rmSync(machine.setup.places.folder, { recursive: true })
    machine.write(machine.boot, WIFI)
    machine.programs.calls()
    expect(await machine.start()).toEqual([])
    expect(machine.read(machine.boot)).not.toContain(PASSWORD)
    expect(machine.programs.calls()).toEqual([['nmcli', '--version']])
  })

  it('a state that is damaged counts as none', async () => {
    machine.write(machine.boot, WIFI)
    await machine.start()
    for (const damaged of ['', '{', 'null', '{"wifi":null}', '{"wifi":null,"atStick":null}', '[]']) {
      machine.write(join(machine.setup.places.folder, 'state.json'), damaged)
      expect(await machine.start(), damaged).toEqual([])
      expect(valuesOf(machine.read(machine.keyfile)).psk).toBe(PASSWORD)
    }
  })
})

describe('[F143] a password that cannot be removed', () => {
  /** Root writes into every file that is not marked as immutable. */
  const lock = (isLocked: boolean) => {
    if (process.getuid?.() !== 0) chmodSync(machine.boot, isLocked ? 0o444 : 0o644)
    else return spawnSync('chattr', [isLocked ? '+i' : '-i', machine.boot]).status === 0
    return true
  }

  it('is named in the journal, the Wi-Fi is set up, and it is removed once that is possible', async ({ skip }) => {
    machine.write(machine.boot, WIFI)
    if (!lock(true)) skip('this file system has no immutable files')
    try {
      expect(await machine.start()).toEqual([
        'connected to the Wi-Fi “Clinic”',
        expect.stringMatching(/the Wi-Fi password cannot be removed \(E(?:ACCES|PERM).*\)\. Remove it yourself$/),
      ])
    } finally {
      lock(false)
    }
    expect(await machine.start()).toEqual([])
    expect(machine.read(machine.boot)).toBe(WIFI.replace(PASSWORD, '********     '))
  })

  it('nothing is written into a file that somebody has changed meanwhile', () => {
    machine.write(machine.boot, `# new\n${WIFI}`)
    expect(() => takePassword(machine.boot, WIFI)).toThrow('changed meanwhile')
    expect(machine.read(machine.boot)).toBe(`# new\n${WIFI}`)
    const same = WIFI.replace('Clinic', 'clinic')
    machine.write(machine.boot, same)
    expect(() => takePassword(machine.boot, WIFI)).toThrow('changed meanwhile')
    expect(machine.read(machine.boot)).toBe(same)
  })
})

describe('[B228] the password of the Wi-Fi', () => {
  it.each([
    ['connected', [{ to: '' }]],
    ['not connected', [{ to: ' up ', text: 'Error: no', code: 4 }, { to: '' }]],
    ['without NetworkManager', null],
  ])('is in no line of the journal, no file but the connection, and no address: %s', async (_, nmcli) => {
    machine.remove()
    machine = createTestMachine(nmcli)
    const text = `address = https://s.example\nenrol = ABC\n${WIFI}`
    machine.write(machine.boot, text)
    const said = [...(await machine.start()), ...(await machine.plug(text))]
    // Wrong lines with it.
    for (const wrong of [
      `${WIFI}wifi-country = ${PASSWORD}\n`,
      `${WIFI}wifi-hidden = x\n`,
      `wifi-name = A\nwifi-password = ${PASSWORD}ü\n`,
      `wifi-password = ${PASSWORD}\u0007\nwifi-name = A\n`,
    ]) {
      machine.write(machine.boot, wrong)
      said.push(...(await machine.start()), ...(await machine.plug(wrong)))
    }
    expect(said.join('\n')).not.toContain(PASSWORD)
    const calls = machine.programs.calls().flat().join('\n')
    expect(calls).not.toContain(PASSWORD)
    const { notes, folder, ofStick, country } = machine.setup.places
    for (const path of [join(notes, 'files'), join(notes, 'stick'), join(folder, 'state.json'), ofStick, country])
      expect(machine.read(path), path).not.toContain(PASSWORD)
    const { settings } = readSettings([text])
    expect(JSON.stringify(settings)).not.toContain(PASSWORD)
    expect(pageAddress(settings, 'serial')).not.toContain('correct')
  })
})

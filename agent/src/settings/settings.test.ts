import { describe, expect, it } from 'vitest'
import { pageAddress, readSettings } from './settings.ts'

describe('PX7 placard-screen.conf', () => {
  it('makes a machine appear under its name, with an id that stays', () => {
    const { settings, problems } = readSettings([
      '# A comment\naddress = https://signage.example.org\n',
      '\uFEFFenrol = ABCDE-FGHJK-MNPQR-STUVW-XYZ23\r\nNAME=Reception & café\r\nplace = Second floor\r\n\r\n',
    ])
    expect(problems).toEqual([])
    const address = pageAddress(settings, 'serial')
    expect(address).toMatch(/^https:\/\/signage\.example\.org\/screen#enrol=ABCDE-FGHJK-MNPQR-STUVW-XYZ23&/)
    const told = new URLSearchParams(new URL(address).hash.slice(1))
    expect([told.get('name'), told.get('place')]).toEqual(['Reception & café', 'Second floor'])
    expect(told.get('machine')).toMatch(/^[0-9a-f]{32}$/)
    expect(pageAddress(settings, 'serial')).toBe(address)
    expect(pageAddress(settings, 'another')).not.toBe(address)
  })

  it.each([
    ['https://signage.example.org', 'https://signage.example.org/screen'],
    ['http://10.0.0.5:3000/', 'http://10.0.0.5:3000/screen'],
    ['https://s.example/display/vnr/?id=ece&rotate=90', 'https://s.example/display/vnr/?id=ece&rotate=90'],
  ])('the address %s opens %s', (address, opened) => {
    expect(pageAddress(readSettings([`address=${address}`]).settings, 'x')).toBe(opened)
  })

  it('the file of the boot partition counts more than that of the package', () => {
    const { settings } = readSettings(['address = https://a.example\npictures = no', 'address = https://b.example'])
    expect(settings).toMatchObject({ address: 'https://b.example/screen', pictures: false })
  })

  it.each([
    ['address = file:///etc/passwd', 'address'],
    ['address = javascript:alert(1)', 'address'],
    ['address = https://admin:secret@s.example', 'address'],
    ['address = https://s.example#enrol=x', 'address'],
    ['panel = everything', 'panel'],
    ['panel-on = rm -rf /', 'panel-on'],
    ['browser = chromium', 'browser'],
    ['pictures = maybe', 'pictures'],
    ['name = a\0b', 'zero byte'],
    ['constructor = 1', 'no such setting'],
    ['no equals sign', 'no such setting'],
    ['\u{1F600} = 1', 'no such setting'],
  ])('[B175] the wrong line %j is reported with its number and left out', (line, word) => {
    const { settings, problems } = readSettings([`place = Hall\n${line}\nenrol = E`])
    expect(problems).toEqual([expect.stringMatching(/^line 2: /)])
    expect(problems[0]).toContain(word)
    expect(settings).toEqual({
      place: 'Hall',
      enrol: 'E',
      panel: 'auto',
      pictures: true,
      restartMachine: true,
      browserFlags: [],
    })
  })

  it('[B175] words of a command keep their blanks in quotes, and no flag opens a debugging port', () => {
    const { settings } = readSettings([
      'panel-on = /usr/local/bin/line "power on; reboot" $HOME\nbrowser-flags = --a --remote-debugging-port=9222 --b',
    ])
    expect(settings.panelOn).toEqual(['/usr/local/bin/line', 'power on; reboot', '$HOME'])
    expect(settings.browserFlags).toEqual(['--a', '--b'])
  })
})

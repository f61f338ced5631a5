import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CEC_INFO,
  CEC_INFO_UNPLUGGED,
  CEC_NO_ANSWER,
  CEC_NO_DEVICE,
  CEC_REFUSED,
  CEC_SENT,
  cecPower,
  DDC_DETECT,
  DDC_ERROR,
  DDC_NO_BUS,
  ddcValue,
  WLR_RANDR,
  WLR_RANDR_CANNOT,
  WLR_RANDR_HEADLESS,
  WLR_RANDR_NONE,
  WLR_RANDR_OFF,
} from './answers.vitest.ts'
import { createCec } from './cec.ts'
import { createDdc } from './ddc.ts'
import { createOutput } from './output.ts'
import { createOwnCommand } from './own-command.ts'
import { findPanel } from './panel.ts'
import { createPrograms, type Programs } from './programs.vitest.ts'

let programs: Programs
let devices: string

beforeEach(() => {
  programs = createPrograms()
  devices = join(programs.folder, 'dev')
  mkdirSync(devices)
})
afterEach(() => programs.remove())

const cec = () => createCec(programs.ask, devices, 1)

describe('PX4 a panel by HDMI-CEC', () => {
  function putCec(power: string, sent = CEC_SENT): void {
    for (const name of ['cec0', 'cec1']) writeFileSync(join(devices, name), '')
    programs.put('cec-ctl', [
      { to: 'cec0', text: CEC_INFO_UNPLUGGED },
      { to: '--give-device-power-status', text: power },
      { to: '--give-osd-name', text: '    Received from TV (0):\n    SET_OSD_NAME (0x47):\n\tname: Lobby TV\n' },
      { to: '--to 0', text: sent },
      { to: '', text: CEC_INFO },
    ])
  }

  it('is found on the adapter with something plugged in, and wakes on its input', async () => {
    putCec(cecPower('on'))
    const panel = cec()
    expect(await panel.find()).toBe(true)
    programs.calls()
    expect(await panel.set(true)).toEqual({ told: 'panel-on', detail: 'pwr-state: on (0x00)' })
    const to = ['cec-ctl', '-d', join(devices, 'cec1'), '--playback', '--osd-name', 'Placard', '--to', '0']
    expect(programs.calls()).toEqual([
      [...to, '--image-view-on'],
      [...to, '--active-source', 'phys-addr=1.0.0.0'],
      [...to, '--give-device-power-status'],
    ])
    expect(await panel.name?.()).toBe('Lobby TV')
  })

  it.each([
    [
      'that goes to standby',
      false,
      cecPower('standby'),
      { told: 'panel-standby', detail: 'pwr-state: standby (0x01)' },
    ],
    ['on its way to standby', false, cecPower('to-standby'), { told: 'panel-standby' }],
    ['on its way on', true, cecPower('to-on'), { told: 'panel-on' }],
    ['that stays on', false, cecPower('on'), { told: 'panel-silent', detail: 'pwr-state: on (0x00)' }],
    ['that does not say its power', false, CEC_NO_ANSWER, { told: 'panel-sent', detail: 'Tx, OK, Rx, Timeout' }],
  ])('a panel %s is answered as it says', async (_, isOn, power, told) => {
    putCec(power)
    const panel = cec()
    await panel.find()
    expect(await panel.set(isOn)).toMatchObject(told)
  })

  it('a panel that does not take the message is silent, although the exit code is 0', async () => {
    putCec(cecPower('on'), CEC_REFUSED)
    const panel = cec()
    await panel.find()
    expect(await panel.set(false)).toEqual({ told: 'panel-silent', detail: 'Tx, Not Acknowledged (4), Max Retries' })
  })

  it('is not there without an adapter, without a program, or with nobody on the bus', async () => {
    expect(await cec().find()).toBe(false)
    writeFileSync(join(devices, 'cec0'), '')
    expect(await cec().find()).toBe(false)
    programs.put('cec-ctl', [{ to: '', text: CEC_NO_DEVICE, code: 1 }])
    expect(await cec().find()).toBe(false)
    putCec(CEC_REFUSED)
    expect(await cec().find()).toBe(false)
  })
})

describe('PX4 a panel by DDC/CI', () => {
  function putDdc(power: string, input = ddcValue('60', '11')): void {
    programs.put('ddcutil', [
      { to: 'detect', text: DDC_DETECT },
      { to: 'getvcp D6', text: power, code: power === DDC_ERROR ? 1 : 0 },
      { to: 'getvcp 60', text: input },
      { to: 'setvcp', text: '' },
    ])
  }

  it('is the first that answers, with its name and its input, and switches by fixed values', async () => {
    putDdc(ddcValue('D6', '01'))
    const panel = createDdc(programs.ask)
    expect(await panel.find()).toBe(true)
    expect([await panel.name?.(), await panel.input?.(), await panel.power()]).toEqual(['DELL U2415', 'HDMI-1', 'on'])
    programs.calls()
    expect(await panel.set(true)).toEqual({ told: 'panel-on', detail: 'VCP D6 SNC x01' })
    putDdc(ddcValue('D6', '04'))
    expect(await panel.set(false)).toEqual({ told: 'panel-off', detail: 'VCP D6 SNC x04' })
    expect(programs.calls().filter((call) => call.includes('setvcp'))).toEqual([
      ['ddcutil', '--bus', '4', '--noverify', 'setvcp', 'D6', '0x01'],
      ['ddcutil', '--bus', '4', '--noverify', 'setvcp', 'D6', '0x04'],
    ])
  })

  it('a panel that is off and no longer answers was sent the command', async () => {
    putDdc(ddcValue('D6', '01'))
    const panel = createDdc(programs.ask)
    await panel.find()
    putDdc(DDC_ERROR)
    expect(await panel.set(false)).toEqual({ told: 'panel-sent', detail: 'VCP D6 ERR' })
    expect(await panel.power()).toBe('unknown')
  })

  it('is not there without a bus, or if no panel tells its power', async () => {
    programs.put('ddcutil', [{ to: '', text: DDC_NO_BUS, code: 1 }])
    expect(await createDdc(programs.ask).find()).toBe(false)
    putDdc(DDC_ERROR)
    expect(await createDdc(programs.ask).find()).toBe(false)
  })
})

describe('PX4 the output of the compositor', () => {
  const put = () => programs.put('wlr-randr', [{ to: '', text: WLR_RANDR }])
  const output = () => createOutput(programs.ask)

  it('is switched, turned clockwise, and set to a mode that it has', async () => {
    put()
    expect(await output().modes()).toEqual(['1920x1200@60', '1920x1080@60', '1280x720@50'])
    programs.calls()
    expect(await output().panel.set(false)).toEqual({ told: 'panel-sent', detail: expect.any(String) })
    expect(await output().rotate(90)).toMatchObject({ isDone: true })
    expect(await output().setMode('1920x1080@60')).toMatchObject({ isDone: true })
    expect(programs.calls().filter((call) => call.length > 1)).toEqual([
      ['wlr-randr', '--output', 'HDMI-A-1', '--off'],
      ['wlr-randr', '--output', 'HDMI-A-1', '--transform', '270'],
      ['wlr-randr', '--output', 'HDMI-A-1', '--mode', '1920x1080@60.000000Hz'],
    ])
  })

  it('an output that is off says so, and one without rates has no modes to choose', async () => {
    programs.put('wlr-randr', [{ to: '', text: WLR_RANDR_OFF }])
    expect(await output().panel.power()).toBe('standby')
    programs.put('wlr-randr', [{ to: '', text: WLR_RANDR_HEADLESS }])
    expect([await output().panel.power(), await output().modes()]).toEqual(['unknown', []])
  })

  it('[B172] a mode that it does not have is never given to the program', async () => {
    put()
    expect(await output().setMode('--off')).toMatchObject({ isDone: false })
    expect(await output().setMode('9999x9999@60')).toMatchObject({ isDone: false })
    expect(programs.calls().filter((call) => call.length > 1)).toEqual([])
  })

  it.each([
    ['without a compositor', WLR_RANDR_NONE],
    ['with one that cannot be steered', WLR_RANDR_CANNOT],
  ])('is not there %s', async (_, text) => {
    programs.put('wlr-randr', [{ to: '', text, code: 1 }])
    expect(await output().panel.find()).toBe(false)
    expect(await output().modes()).toBe(undefined)
  })
})

describe('PX4 the way to a panel', () => {
  const command = { on: ['panel-line', 'power=1; touch x', '$(id)'], off: ['panel-line', '0'] }
  const ways = () => [
    cec(),
    createDdc(programs.ask),
    createOutput(programs.ask).panel,
    createOwnCommand(programs.ask, command),
  ]

  it('is the first that answers, and the one that is known is not looked for again', async () => {
    programs.put('ddcutil', [{ to: '', text: DDC_NO_BUS, code: 1 }])
    programs.put('wlr-randr', [{ to: '', text: WLR_RANDR }])
    expect((await findPanel(ways(), undefined))?.by).toBe('output')
    expect(programs.calls().map(([name]) => name)).toEqual(['ddcutil', 'wlr-randr'])
    expect((await findPanel(ways(), 'output'))?.by).toBe('output')
    expect(programs.calls().map(([name]) => name)).toEqual(['wlr-randr'])
  })

  it('[B175] a command of the settings gets its words as they are: no shell reads them', async () => {
    programs.put('panel-line', [{ to: '', text: 'ok 1\n' }])
    const panel = await findPanel(ways(), undefined)
    expect(await panel?.set(true)).toEqual({ told: 'panel-sent', detail: 'ok 1' })
    expect(programs.calls()).toEqual([['panel-line', 'power=1; touch x', '$(id)']])
  })

  it('[F104] a program that hangs is ended, and one that is missing is no panel', async () => {
    programs.put('panel-line', [{ to: '', seconds: 60 }])
    expect(await programs.ask('panel-line', [], 100)).toEqual({
      isThere: true,
      code: undefined,
      text: 'panel-line did not answer',
    })
    expect(await programs.ask('no-such-program', [])).toMatchObject({ isThere: false })
  })
})

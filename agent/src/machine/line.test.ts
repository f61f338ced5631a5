import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAsk } from './ask.ts'
import { createLine, MAKERS, readLine } from './line.ts'

const ask = createAsk()
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/**
 * The bytes of the makers' documents, written out: the commands, and the panel's answers while it is on and off, and to a command. `no`
 * is a refusal. MDC: Samsung's example of "power on" for the panel 1. SICP: Philips' of the panel 1.
 */
const DOCUMENTED: Record<string, Record<'on' | 'off' | 'ask' | 'isOn' | 'isOff' | 'toOn' | 'toOff' | 'no', Buffer>> = {
  'samsung-mdc': {
    on: hex('AA 11 01 01 01 14'),
    off: hex('AA 11 01 01 00 13'),
    ask: hex('AA 11 01 00 12'),
    isOn: hex('AA FF 01 03 41 11 01 56'),
    isOff: hex('AA FF 01 03 41 11 00 55'),
    toOn: hex('AA FF 01 03 41 11 01 56'),
    toOff: hex('AA FF 01 03 41 11 00 55'),
    no: hex('AA FF 01 03 4E 11 00 62'),
  },
  lg: {
    on: Buffer.from('ka 01 01\r'),
    off: Buffer.from('ka 01 00\r'),
    ask: Buffer.from('ka 01 ff\r'),
    isOn: Buffer.from('a 01 OK01x'),
    isOff: Buffer.from('a 01 OK00x'),
    toOn: Buffer.from('a 01 OK01x'),
    toOff: Buffer.from('a 01 OK00x'),
    no: Buffer.from('a 01 NG00x'),
  },
  nec: {
    on: Buffer.from('\x010A0A0C\x02C203D60001\x03\x73\r', 'latin1'),
    off: Buffer.from('\x010A0A0C\x02C203D60004\x03\x76\r', 'latin1'),
    ask: Buffer.from('\x010A0A06\x0201D6\x03\x74\r', 'latin1'),
    isOn: Buffer.from('\x0100AB12\x020200D60000040001\x03\x74\r', 'latin1'),
    isOff: Buffer.from('\x0100AB12\x020200D60000040004\x03\x71\r', 'latin1'),
    toOn: Buffer.from('\x0100AB0E\x0200C203D60001\x03\x1d\r', 'latin1'),
    toOff: Buffer.from('\x0100AB0E\x0200C203D60004\x03\x18\r', 'latin1'),
    no: Buffer.from('\x0100AB04\x02BE\x03\x00\r', 'latin1'),
  },
  philips: {
    on: hex('06 01 00 18 02 1D'),
    off: hex('06 01 00 18 01 1E'),
    ask: hex('05 01 00 19 1D'),
    isOn: hex('06 01 00 19 02 1C'),
    isOff: hex('06 01 00 19 01 1F'),
    toOn: hex('06 01 00 00 06 01'),
    toOff: hex('06 01 00 00 06 01'),
    no: hex('06 01 00 00 15 12'),
  },
  'sony-bravia': {
    on: Buffer.from('*SCPOWR0000000000000001\n'),
    off: Buffer.from('*SCPOWR0000000000000000\n'),
    ask: Buffer.from('*SEPOWR################\n'),
    isOn: Buffer.from('*SAPOWR0000000000000001\n'),
    isOff: Buffer.from('*SAPOWR0000000000000000\n'),
    toOn: Buffer.from('*SAPOWR0000000000000000\n'),
    toOff: Buffer.from('*SAPOWR0000000000000000\n'),
    no: Buffer.from('*SAPOWRFFFFFFFFFFFFFFFF\n'),
  },
  pjlink: {
    on: Buffer.from('%1POWR 1\r'),
    off: Buffer.from('%1POWR 0\r'),
    ask: Buffer.from('%1POWR ?\r'),
    isOn: Buffer.from('%1POWR=1\r'),
    isOff: Buffer.from('%1POWR=0\r'),
    toOn: Buffer.from('%1POWR=OK\r'),
    toOff: Buffer.from('%1POWR=OK\r'),
    no: Buffer.from('%1POWR=ERR3\r'),
  },
}

/** A panel that speaks as its maker documents, and needs a moment for a change. */
function createPanel(maker: string, { refuses = false, isMute = false } = {}) {
  const words = DOCUMENTED[maker]
  if (!words) throw new Error(`nothing is documented of ${maker}`)
  let isOn = false
  let wanted = false
  const heard: string[] = []
  return {
    heard,
    answer(command: Buffer): Buffer | undefined {
      const name = (['on', 'off', 'ask'] as const).find((one) => words[one].equals(command))
      heard.push(name ?? command.toString('hex'))
      if (isMute || name === undefined) return undefined
      if (refuses) return words.no
      if (name === 'ask') {
        const now = isOn ? words.isOn : words.isOff
        isOn = wanted
        return now
      }
      wanted = name === 'on'
      return name === 'on' ? words.toOn : words.toOff
    },
  }
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function onNetwork(panel: ReturnType<typeof createPanel>, greeting = ''): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (greeting) socket.write(greeting)
    socket.on('data', (command: Buffer) => {
      const answer = panel.answer(command)
      // In two pieces, as a slow line brings it.
      if (answer) socket.write(answer.subarray(0, 2), () => setTimeout(() => socket.write(answer.subarray(2)), 5))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A serial line of this machine, whose other end is the input and output of a program. */
const PSEUDO_TERMINAL = `
import os, select, sys, tty
master, slave = os.openpty()
tty.setraw(slave)
os.write(2, (os.ttyname(slave) + "\\n").encode())
while True:
    ready = select.select([master, 0], [], [])[0]
    if master in ready: os.write(1, os.read(master, 4096))
    if 0 in ready:
        data = os.read(0, 4096)
        if not data: sys.exit()
        os.write(master, data)
`
const hasTerminals = spawnSync('python3', ['-c', 'import os; os.openpty()']).status === 0
if (!hasTerminals) console.warn('SKIPPED: serial lines. Debian: apt install python3')

async function onSerial(panel: ReturnType<typeof createPanel>): Promise<string> {
  const program = spawn('python3', ['-c', PSEUDO_TERMINAL])
  closing.push(() => program.kill())
  const [name] = await once(program.stderr, 'data')
  program.stdout.on('data', (command: Buffer) => {
    const answer = panel.answer(command)
    if (answer) program.stdin.write(answer)
  })
  return String(name).trim()
}

describe('PX4 a panel on the line of its maker', () => {
  it('each maker of the table is documented here', () => {
    expect(Object.keys(MAKERS).sort()).toEqual(Object.keys(DOCUMENTED).sort())
  })

  for (const [maker, { port, isSerial }] of Object.entries(MAKERS)) {
    const greeting = maker === 'pjlink' ? 'PJLINK 0\r' : ''

    it(`${maker}: goes on and off by the network, and says so itself`, async () => {
      expect(port).toBeGreaterThan(0)
      const panel = createPanel(maker)
      const line = createLine(ask, { maker, where: await onNetwork(panel, greeting) }, 1)
      expect(line.by).toBe('network')
      expect(await line.set(true)).toMatchObject({ told: 'panel-on' })
      expect(await line.power()).toBe('on')
      const off = await line.set(false)
      expect(['panel-off', 'panel-standby']).toContain(off.told)
      expect(panel.heard).toEqual(['on', 'ask', 'ask', 'ask', 'off', 'ask', 'ask'])
    })

    it.skipIf(!isSerial || !hasTerminals)(`${maker}: the same by a serial line`, async () => {
      const panel = createPanel(maker)
      const where = await onSerial(panel)
      const line = createLine(ask, { maker, where }, 1)
      expect(line.by).toBe('serial')
      expect(await line.set(true)).toMatchObject({ told: 'panel-on' })
      expect(['panel-off', 'panel-standby']).toContain((await line.set(false)).told)
      expect(new Set(panel.heard)).toEqual(new Set(['on', 'ask', 'off']))
    })

    it(`${maker}: a refusal and a line without a panel are told`, async () => {
      const where = await onNetwork(createPanel(maker, { refuses: true }), greeting)
      expect(await createLine(ask, { maker, where }, 1).set(true)).toEqual({
        told: 'panel-silent',
        detail: 'the panel refused',
      })
      const nobody = createLine(ask, { maker, where: '127.0.0.1:1' }, 1)
      expect(await nobody.set(true)).toMatchObject({ told: 'panel-silent', detail: /ECONNREFUSED/ })
      expect(await nobody.power()).toBe('unknown')
    })
  }

  it('[F117] a panel that answers nothing, or a word without an end, is silent after some seconds', async () => {
    const where = await onNetwork(createPanel('lg', { isMute: true }))
    expect(await createLine(ask, { maker: 'lg', where }, 1).set(true)).toMatchObject({ told: 'panel-silent' })
  }, 20_000)

  it('a projector that asks for a password is not switched, and says why', async () => {
    const where = await onNetwork(createPanel('pjlink'), 'PJLINK 1 498e4a67\r')
    expect(await createLine(ask, { maker: 'pjlink', where }, 1).set(true)).toEqual({
      told: 'panel-silent',
      detail: 'the projector asks for a password',
    })
  })

  it('[B209] only a maker of the table, and only a terminal or an address, is taken from the settings', () => {
    expect(readLine('samsung-mdc:/dev/ttyUSB0')).toEqual({ maker: 'samsung-mdc', where: '/dev/ttyUSB0' })
    expect(readLine('lg:192.0.2.7')).toEqual({ maker: 'lg', where: '192.0.2.7' })
    expect(readLine('nec:[2001:db8::7]:7142')).toEqual({ maker: 'nec', where: '[2001:db8::7]:7142' })
    const wrong = ['lg', 'lg:', 'nobody:192.0.2.7', '__proto__:x', 'constructor:x', 'lg:/etc/passwd', 'lg:/dev/mem']
    const more = ['lg:/dev/ttyUSB0/../mem', 'lg:a b', 'lg:x;reboot', 'pjlink:/dev/ttyUSB0']
    for (const value of [...wrong, ...more])
      expect({ value, read: readLine(value) }).toEqual({ value, read: expect.any(String) })
  })
})

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { connect } from 'node:net'
import { type Ask, lastLineOf } from './ask.ts'
import { type Panel, type PanelPower, toldOf } from './panel.ts'

/** An answer that is whole: the power that it tells, or that the panel took or refused a command. */
type Read = PanelPower | 'taken' | 'refused'

type Maker = {
  /** The TCP port of its network line. Absent: it has none. */
  port?: number
  /** True: it has a serial line of 9600 baud, 8 bits, no parity, one stop bit. */
  isSerial: boolean
  /** The bytes before which nothing may be sent. Undefined while they are not whole. */
  greets?: (text: string) => 'greeted' | 'refused' | undefined
  on: Buffer
  off: Buffer
  ask: Buffer
  /** @returns undefined while the answer is not whole */
  read: (answer: Buffer) => Read | undefined
}

/**
 * [PX4] The lines of makers that describe them publicly: the bytes for "on", "off" and "are you on?", and the answers to them, for
 * the panel with the number 1. No real panel was tried.
 */
export const MAKERS: Readonly<Record<string, Maker>> = {
  /** Samsung, "Multiple Display Control (MDC) Protocol", command 0x11 "Power Control". */
  'samsung-mdc': {
    port: 1515,
    isSerial: true,
    on: mdc(0x11, 1),
    off: mdc(0x11, 0),
    ask: mdc(0x11),
    read: readMdc,
  },
  /** LG, owner's manuals of its commercial displays, "Controlling multiple products", command ka "Power". */
  lg: {
    port: 9761,
    isSerial: true,
    on: Buffer.from('ka 01 01\r'),
    off: Buffer.from('ka 01 00\r'),
    ask: Buffer.from('ka 01 ff\r'),
    read: (answer) => {
      const [, word, value] = /a 0?1 (OK|NG)([0-9a-f]{2})x/i.exec(answer.toString('latin1')) ?? []
      if (word === undefined) return undefined
      if (word.toUpperCase() === 'NG') return 'refused'
      return value === '01' ? 'on' : 'off'
    },
  },
  /** NEC (Sharp NEC), "External Control": "Power control procedure" with the operation code D6. */
  nec: {
    port: 7142,
    isSerial: true,
    on: nec('C203D60001'),
    off: nec('C203D60004'),
    ask: nec('01D6'),
    read: (answer) => {
      const message = messageOf(answer.toString('latin1'))
      if (message === undefined) return undefined
      const [, power] = /^0200D600[0-9A-F]{4}000([1-4])$/.exec(message) ?? []
      if (power) return power === '1' ? 'on' : power === '4' ? 'off' : 'standby'
      return message.startsWith('00C203D6') ? 'taken' : 'refused'
    },
  },
  /** Philips, "SICP Commands Document": 0x18 "Power state set", 0x19 "Power state get". */
  philips: {
    port: 5000,
    isSerial: true,
    on: sicp(0x18, 2),
    off: sicp(0x18, 1),
    ask: sicp(0x19),
    read: readSicp,
  },
  /** Sony, "Simple IP control" of BRAVIA professional displays, command POWR. */
  'sony-bravia': {
    port: 20_060,
    isSerial: false,
    on: Buffer.from(`*SCPOWR${'1'.padStart(16, '0')}\n`),
    off: Buffer.from(`*SCPOWR${'0'.repeat(16)}\n`),
    ask: Buffer.from(`*SEPOWR${'#'.repeat(16)}\n`),
    read: (answer) => {
      const [, value] = /\*SAPOWR(.{16})\n/.exec(answer.toString('latin1')) ?? []
      if (value === undefined) return undefined
      if (/^F+$/.test(value)) return 'refused'
      return Number(value) === 1 ? 'on' : 'standby'
    },
  },
  /** JBMIA, "PJLink Specifications" class 1, for projectors. One that asks for a password is not switched. */
  pjlink: {
    port: 4352,
    isSerial: false,
    greets: (text) => (/^PJLINK 0\r/.test(text) ? 'greeted' : /^PJLINK .*\r/.test(text) ? 'refused' : undefined),
    on: Buffer.from('%1POWR 1\r'),
    off: Buffer.from('%1POWR 0\r'),
    ask: Buffer.from('%1POWR ?\r'),
    read: (answer) => {
      const [, value] = /%1POWR=(OK|ERR\d|[0-3])\r/.exec(answer.toString('latin1')) ?? []
      if (value === undefined) return undefined
      if (value === 'OK') return 'taken'
      // 2: it cools down. 3: it warms up.
      return value.startsWith('ERR') ? 'refused' : value === '1' || value === '3' ? 'on' : 'standby'
    },
  },
}

const NAMES = Object.keys(MAKERS).join(', ')

export type LineSetting = { maker: string; where: string }

/** Reads `samsung-mdc:/dev/ttyUSB0` or `lg:192.0.2.7:9761`. @returns the words about what is wrong */
export function readLine(value: string): LineSetting | string {
  const [, name = '', where = ''] = /^([a-z-]+):(.+)$/.exec(value) ?? []
  const maker = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
  if (!maker) return `a maker of this list (${NAMES}), a colon, and a device or an address`
  const isDevice = /^\/dev\/tty[A-Za-z]+\d+$/.test(where)
  if (isDevice && !maker.isSerial) return `${name} has no serial line`
  // A name, an address of IPv4, or one of IPv6 in brackets.
  if (!isDevice && !/^(\[[0-9a-f:.]+\]|[a-z\d.-]+)(:\d{1,5})?$/i.test(where))
    return 'a device such as /dev/ttyUSB0, or an address'
  return { maker: name, where }
}

const WITHIN_MS = 4_000
/** A panel takes some seconds to wake. */
const LOOKS = 8
const LOOK_EVERY_MS = 1_000
/** A read of a serial line ends after this many tenths of a second without a byte. */
const QUIET_TENTHS = 2
const MOST_BYTES = 4_096

/** A panel on the serial or network line of its maker, as the settings name it. */
export function createLine(ask: Ask, setting: LineSetting, lookEveryMs = LOOK_EVERY_MS): Panel {
  const maker = MAKERS[setting.maker] as Maker
  const { where } = setting
  const isSerial = where.startsWith('/dev/')
  /** Panels take one command at a time. */
  let busy: Promise<unknown> = Promise.resolve()

  function exchange(bytes: Buffer): Promise<Read> {
    const next = busy.then(() => (isSerial ? bySerial(ask, where, maker, bytes) : byNetwork(where, maker, bytes)))
    busy = next.catch(() => {})
    return next
  }

  async function power(): Promise<PanelPower> {
    const told = await exchange(maker.ask).catch(() => 'unknown' as const)
    return told === 'taken' || told === 'refused' ? 'unknown' : told
  }

  return {
    by: isSerial ? 'serial' : 'network',
    // It is named in the settings, and may be off now.
    find: async () => true,
    power,
    name: async () => `${setting.maker} (${where})`,
    async set(isOn) {
      const told = await exchange(isOn ? maker.on : maker.off).catch((error: Error) => error)
      if (told instanceof Error) return { told: 'panel-silent', detail: lastLineOf(told.message) }
      if (told === 'refused') return { told: 'panel-silent', detail: 'the panel refused' }
      for (let look = 1; ; look++) {
        const now = await power()
        if ((now !== 'unknown' && (now === 'on') === isOn) || look === LOOKS)
          return toldOf(now, isOn, `${setting.maker}: ${now}`)
        await new Promise((done) => setTimeout(done, lookEveryMs))
      }
    },
  }
}

/** @throws Error if the line cannot be opened, or nothing whole comes */
async function bySerial(ask: Ask, device: string, { read }: Maker, bytes: Buffer): Promise<Read> {
  // Opening a line waits for a carrier until `clocal` is set; `stty` does not.
  const modes = ['9600', 'cs8', '-cstopb', '-parenb', 'raw', '-echo', 'clocal', '-crtscts']
  const { code, text } = await ask('stty', ['-F', device, ...modes, 'min', '0', 'time', String(QUIET_TENTHS)])
  if (code !== 0) throw new Error(lastLineOf(text) || 'stty did not answer')
  let line: FileHandle | undefined
  try {
    line = await open(device, constants.O_RDWR | constants.O_NOCTTY)
    await line.write(bytes)
    const until = performance.now() + WITHIN_MS
    let answer = Buffer.alloc(0)
    while (performance.now() < until && answer.length < MOST_BYTES) {
      const { bytesRead, buffer } = await line.read(Buffer.alloc(256), 0, 256, null)
      answer = Buffer.concat([answer, buffer.subarray(0, bytesRead)])
      const told = read(answer)
      if (told !== undefined) return told
    }
    throw new Error(`no answer from ${device}`)
  } finally {
    await line?.close()
  }
}

/** @throws Error if nobody is there, or nothing whole comes */
function byNetwork(where: string, { port = 0, greets, read }: Maker, bytes: Buffer): Promise<Read> {
  const [, host = '', own] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(where) ?? []
  return new Promise((done, fail) => {
    const socket = connect({ host, port: own === undefined ? port : Number(own) })
    let answer = Buffer.alloc(0)
    let isGreeted = greets === undefined
    const end = (told: Read | Error) => {
      clearTimeout(timer)
      socket.destroy()
      if (told instanceof Error) fail(told)
      else done(told)
    }
    const timer = setTimeout(() => end(new Error(`no answer from ${where}`)), WITHIN_MS)
    socket.on('error', end)
    socket.on('close', () => end(new Error(`${where} closed the line`)))
    socket.on('connect', () => {
      if (isGreeted) socket.write(bytes)
    })
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]).subarray(0, MOST_BYTES)
      if (!isGreeted) {
        const greeting = greets?.(answer.toString('latin1'))
        if (greeting === 'refused') return end(new Error('the projector asks for a password'))
        if (greeting === undefined) return
        isGreeted = true
        answer = Buffer.alloc(0)
        socket.write(bytes)
        return
      }
      const told = read(answer)
      if (told !== undefined) end(told)
    })
  })
}

/** AA, command, number of the panel, length, data, sum of all but the first. */
function mdc(command: number, ...data: number[]): Buffer {
  const body = [command, 1, data.length, ...data]
  return Buffer.from([0xaa, ...body, body.reduce((sum, byte) => sum + byte, 0) & 0xff])
}

/** AA FF, number, length, `A` or `N`, command, values, sum. */
function readMdc(answer: Buffer): Read | undefined {
  const start = answer.indexOf(Buffer.from([0xaa, 0xff]))
  const length = start < 0 ? undefined : answer[start + 3]
  if (length === undefined || answer.length < start + 5 + length) return undefined
  const body = answer.subarray(start + 1, start + 4 + length)
  const sum = body.reduce((all, byte) => all + byte, 0) & 0xff
  if (sum !== answer[start + 4 + length] || answer[start + 4] !== 0x41) return 'refused'
  return answer[start + 6] === 1 ? 'on' : 'off'
}

/** SOH, the head with the length of the message, STX, the message, ETX, the exclusive or of all after SOH, CR. */
function nec(message: string): Buffer {
  const length = (message.length + 2).toString(16).toUpperCase().padStart(2, '0')
  const body = Buffer.from(`0A0A${length}\x02${message}\x03`, 'latin1')
  return Buffer.concat([Buffer.from([1]), body, Buffer.from([xorOf(body), 0x0d])])
}

/** The length of all, number of the panel, group, data, the exclusive or of all before. */
function sicp(...data: number[]): Buffer {
  const body = Buffer.from([data.length + 4, 1, 0, ...data])
  return Buffer.concat([body, Buffer.from([xorOf(body)])])
}

/** A command is answered with 00 and 06, a question with its own code and the value. */
function readSicp(answer: Buffer): Read | undefined {
  const [length = 0, , , code, value] = answer
  if (length < 5 || answer.length < length) return undefined
  if (xorOf(answer.subarray(0, length - 1)) !== answer[length - 1]) return 'refused'
  if (code === 0x19) return value === 2 ? 'on' : 'off'
  return code === 0 && value === 6 ? 'taken' : 'refused'
}

/** From STX to ETX, once the two bytes after it are there. */
function messageOf(answer: string): string | undefined {
  const [start, end] = [answer.indexOf('\x02'), answer.indexOf('\x03')]
  return start >= 0 && end > start && answer.length >= end + 3 ? answer.slice(start + 1, end) : undefined
}

function xorOf(bytes: Buffer): number {
  return bytes.reduce((all, byte) => all ^ byte, 0)
}

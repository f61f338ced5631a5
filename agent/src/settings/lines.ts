/** The name of the settings file, wherever it is. */
export const SETTINGS_FILE = 'placard-screen.conf'

/** A line `name = value` of placard-screen.conf. */
export type Line = {
  number: number
  /** In small letters. Empty: the line has no name. */
  name: string
  value: string
  /** Place of the value in the text. */
  at: number
}

/** Reads the lines of a settings file. Comments begin with #, and are left out like empty lines. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.replace(/^\uFEFF/, '').trim()
    if (line !== '' && !line.startsWith('#')) {
      const [, name = '', value = ''] = /^([a-z-]+)\s*=\s*(.*)$/i.exec(line) ?? []
      const at = start + whole.indexOf(line) + line.length - value.length
      lines.push({ number: index + 1, name: name.toLowerCase(), value, at })
    }
    start += whole.length + 1
  }
  return lines
}

export const isWifi = (name: string): boolean => name.startsWith('wifi-')

/** True for the settings that the program for Wi-Fi and USB sticks reads, and the agent does not. */
export const isForSetup = (name: string): boolean => isWifi(name) || name === 'usb-stick'

/** A control character could end a line early in a file that is made of a value. */
export const hasControl = (value: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(value)

import type { Wifi } from './wifi.ts'

/** The name of the connection's file in NetworkManager's folder. */
export const KEYFILE = 'placard-screen.nmconnection'
/** The same on all machines, so that the connection can be named. */
export const CONNECTION_ID = '6b0c6a3e-52b5-4a0e-9d53-8f6f0a7d1c24'
const PASSWORD_LINE = /^psk=(.*)$/m

/**
 * Writes a connection in NetworkManager's format of key files. The name is written as numbers, because it may contain any
 * character.
 *
 * @param stored the file that is in place, for a password that was taken from the settings before
 * @returns undefined if the password is not known: it was taken for another network, or on another machine
 */
export function keyfileOf({ name, password, isHidden }: Wifi, stored: string | undefined): string | undefined {
  const network = `ssid=${[...Buffer.from(name)].map((byte) => `${byte};`).join('')}`
  const isSame = stored?.split('\n').includes(network)
  const before = isSame && stored ? PASSWORD_LINE.exec(stored)?.[1] : undefined
  if (password.kind === 'taken' && before === undefined) return undefined
  const secret = password.kind === 'given' ? escaped(password.text) : before
  return [
    '# placard-screen writes this file from placard-screen.conf. apt purge placard-screen removes it.',
    '[connection]',
    'id=placard-screen',
    `uuid=${CONNECTION_ID}`,
    'type=wifi',
    // It tries again for ever: nobody is at the machine.
    'autoconnect-retries=0',
    '[wifi]',
    'mode=infrastructure',
    network,
    ...(isHidden ? ['hidden=true'] : []),
    // WPA2 and WPA3.
    ...(password.kind === 'open' ? [] : ['[wifi-security]', 'key-mgmt=wpa-psk', `psk=${secret}`]),
    '[ipv4]',
    'method=auto',
    '[ipv6]',
    'method=auto',
    '',
  ].join('\n')
}

/** As GLib reads it: a blank at the beginning and a backslash have two characters. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replace(/^ /, '\\s')

import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '..', '..')
/** Code that opens a connection by itself, with a global of the platform or a function of Node's modules. */
const OPENS = [
  /(?<![.\w])fetch\(/,
  /new (?:WebSocket|EventSource|XMLHttpRequest)\(/,
  /import \{[^}]*\b(?<!type )(?:request|get|connect|createConnection|Agent)\b[^}]*\} from 'node:(?:https?|http2|net|tls|dgram)'/,
  /import (?:\* as )?\w+ from 'node:(?:https?|http2|net|tls|dgram)'|from 'undici'/,
]
/** These files only open addresses that the operator has set, never ones that people typed. */
const OF_THE_OPERATOR = [
  'screens/alerts/certificate.ts',
  'operations/cli/doctor/network.ts',
  'operations/mqtt/service.ts',
]

it('[FD2] [B70] only one function opens addresses that people type', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.split(sep).includes('testing'))
    .map((file) => file.replaceAll(sep, '/'))
  const opening = files.filter((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8')
    return OPENS.some((one) => one.test(text))
  })
  expect(opening.sort()).toEqual([...OF_THE_OPERATOR, 'platform/outgoing/fetch-outside.ts'].sort())
})

import { type ApiCall, type Schema, takesToken } from './document.ts'

/** Valid sample values that the schemas do not contain. */
const SAMPLES: Record<string, unknown> = {
  title: 'Welcome',
  text: 'Welcome, everybody',
  url: 'https://www.example.org/picture.jpg',
  name: 'Entrance hall',
  id: 'entrance-hall',
  email: 'somebody@example.org',
  timeZone: 'Europe/Vienna',
}

/** A command line that makes the call. Placeholders are in capitals, because curl interprets braces. */
export function curlOf(call: ApiCall, origin: string): string {
  const [type] = Object.keys(call.requestBody?.content ?? {})
  const address = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  )
  const method = call.method === 'GET' ? '' : call.method === 'HEAD' ? '--head ' : `-X ${call.method} `
  const headers = call.parameters.filter((one) => one.in === 'header' && one.required)
  return [
    `curl ${method}'${origin}${address}'`,
    ...(takesToken(call) ? ["-H 'Authorization: Bearer plc_…'"] : []),
    ...headers.map(({ name, schema }) => `-H '${name}: ${headerValueOf(name, schema)}'`),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...bodyOf(type, call),
  ].join(' \\\n  ')
}

function headerValueOf(name: string, { const: fixed }: Schema): string {
  if (fixed !== undefined) return String(fixed)
  if (name === 'If-Match') return '*'
  return name === 'Upload-Length' ? '300000' : '0'
}

function bodyOf(type: string | undefined, call: ApiCall): string[] {
  if (type === undefined) return []
  if (type !== 'application/json') return ["--data-binary '@FILE'"]
  const schema = call.requestBody?.content[type]?.schema
  return [`--data '${JSON.stringify(schema ? sampleOf(schema) : {})}'`]
}

/** A sample with the required fields; if there are none, with the first optional one. */
function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return sampleOf(choice, name)
  if (schema.properties) {
    const names = schema.required?.length ? schema.required : Object.keys(schema.properties).slice(0, 1)
    return Object.fromEntries(names.map((one) => [one, sampleOf(schema.properties?.[one] ?? {}, one)]))
  }
  switch (schema.type) {
    case 'array':
      return []
    case 'integer':
    case 'number':
      return 30
    case 'boolean':
      return true
    default:
      return SAMPLES[name] ?? '…'
  }
}

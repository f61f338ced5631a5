/** The parts of the OpenAPI document that the page reads. It is not validated, because this page's own server made it. */
export type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Reference = { $ref: string }
type Content = Record<string, { schema?: Schema }>
type Answer = { description: string; content?: Content }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  'x-access': string
  security: Record<string, unknown>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { content: Content }
  responses: Record<string, Answer | Reference>
}
export type ApiDocument = {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Answer>
  }
}

/** A call with its references resolved. `method` is in capitals. */
export type ApiCall = Omit<Operation, 'parameters' | 'responses'> & {
  method: string
  path: string
  parameters: Parameter[]
  answers: (Answer & { status: string })[]
}

/** The last part of a reference, which is the name of the schema. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

export function callsOf({ paths, components }: ApiDocument): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, responses, ...operation }]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: parameters.flatMap((one) => ('$ref' in one ? (components.parameters[nameIn(one.$ref)] ?? []) : one)),
      answers: Object.entries(responses).flatMap(([status, one]) => {
        const answer = '$ref' in one ? components.responses[nameIn(one.$ref)] : one
        return answer ? { ...answer, status } : []
      }),
    })),
  )
}

/** True if every search word occurs in the method, the path, the summary, the operation id or the tags. */
export function hasWords(call: ApiCall, search: string): boolean {
  const text = `${call.method} ${call.path} ${call.summary} ${call.operationId} ${call.tags.join(' ')}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export function takesToken({ security }: Pick<ApiCall, 'security'>): boolean {
  return security.some((way) => 'token' in way)
}

/** A short description of a type. */
export function wordsOf(schema: Schema): string {
  if (schema.$ref) return nameIn(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.items) return `array of ${wordsOf(schema.items)}`
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? choices.map(wordsOf).join(' or ') : (schema.type ?? 'anything')
}

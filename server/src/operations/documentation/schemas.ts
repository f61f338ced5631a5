import * as contract from '@placard/contract'
import { z } from 'zod'
import { DESCRIBED } from './described.ts'

export type JsonSchema = { [key: string]: unknown }

/** The schemas of answers, by their names in the document. */
const ANSWERS = {
  Display: contract.Display,
  DisplayContents: contract.DisplayContents,
  Programme: contract.Programme,
  Item: contract.Item,
  Line: contract.Line,
  Manifest: contract.Manifest,
  ManifestItem: contract.ManifestItem,
  ManifestLine: contract.ManifestLine,
  MediaFile: contract.MediaFile,
  Upload: contract.Upload,
  Screen: contract.Screen,
  Screens: contract.Screens,
  ActivityEntry: contract.ActivityEntry,
  ActivityPage: contract.ActivityPage,
  RestorePreview: contract.RestorePreview,
  Member: contract.Member,
  Invitation: contract.Invitation,
  ApiToken: contract.ApiToken,
  Session: contract.Session,
  OwnSession: contract.OwnSession,
  Organisation: contract.Organisation,
  Subscription: contract.Subscription,
  WaitingAccount: contract.WaitingAccount,
  Error: contract.ErrorEnvelope,
}

const answerNames = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(ANSWERS)) answerNames.add(schema, { id })

/** Schema of a body, a query or a path: the values that a caller may send. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
    override: ({ jsonSchema }) => leaveOutSafeIntegers(jsonSchema),
  })
  return rest
}

/** Schema of an answer. Schemas with a name in the document are referenced, not repeated. */
export function answerSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = convert(schema)
  return rest
}

/** The schemas that answers refer to. */
export function answerComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([name, schema]) => {
      // Inside another schema its full definition is included. At the top it would only be a reference to itself.
      const { $defs } = convert(z.object({ schema })) as { $defs?: Record<string, JsonSchema> }
      const { id: _, ...component } = $defs?.[name] ?? {}
      return [name, component]
    }),
  )
}

function convert(schema: z.ZodType): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    metadata: answerNames,
    override({ zodSchema, jsonSchema }) {
      const described = DESCRIBED.get(zodSchema)
      if (described) Object.assign(jsonSchema, answerSchemaOf(described))
      leaveOutSafeIntegers(jsonSchema)
      // A later version may add properties, which programs must tolerate.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Removes the bounds of safe integers, which are JavaScript's and not those of the API. */
function leaveOutSafeIntegers(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

import * as contract from '@placard/contract'
import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

/** The parts of answers, by the names that the document gives them. */
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

/** A schema of a body, a query or a path: what a caller may write. */
export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
    override: ({ jsonSchema }) => leaveOutSafeIntegers(jsonSchema),
  })
  return rest
}

/** A schema of answers: what has a name in the document is named, and not said again. */
export function answerSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = convert(schema)
  return rest
}

/** The schemas that answers refer to. */
export function answerComponents(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([name, schema]) => {
      // Inside another one it is defined whole; at the top it would be a reference to itself.
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
    override({ jsonSchema }) {
      leaveOutSafeIntegers(jsonSchema)
      // A later version may answer more, and programs must not fall over it.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** The bounds of what JavaScript counts exactly are no bounds of ours. */
function leaveOutSafeIntegers(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

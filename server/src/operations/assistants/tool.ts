import type { OrganisationId, RouteName } from '@placard/contract'
import type { z } from 'zod'
import type { CallInside } from '../../platform/http/call-inside.ts'

/** The caller of a tool, with the calls that the tool may make. */
export type Around<Names extends RouteName = RouteName> = {
  call: CallInside<Names>
  organisationId: OrganisationId
  /** The token's secret. It keys the confirmation of a take-over. */
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** Something that an assistant can do. */
export type Tool = {
  name: string
  title: string
  /** For the assistant. It contains no text of an organisation. */
  description: string
  input: z.ZodObject
  /** The calls of the API that it makes. A token is offered the tool if it may make all of them. */
  routes: readonly RouteName[]
  /** True: it changes what people see. */
  changes: boolean
  /** True: it replaces or ends what others put on. */
  destructive?: true
  run(around: Around, input: unknown): Promise<Record<string, unknown>>
}

type Written<Input extends z.ZodObject, Name extends RouteName> = Omit<Tool, 'input' | 'routes' | 'run'> & {
  input: Input
  routes: readonly Name[]
  run(around: Around<Name>, input: z.output<Input>): Promise<Record<string, unknown>>
}

/** Types the calls and the input of a tool by its row. */
export function toolOf<Input extends z.ZodObject, const Name extends RouteName>(written: Written<Input, Name>): Tool {
  return written as unknown as Tool
}

import { COMMAND_LINE } from '../../content/activity/service.ts'
import { endSignInRule } from '../../people/members/service.ts'
import { AppError } from '../../platform/errors.ts'
import { listOrganisations } from '../../platform/organisations/service.ts'
import { createOrganisation, setSuspended } from '../console/service.ts'
import { type Call, type Command, Failure } from './command.ts'
import { readName, readOrganisationId, requireOrganisation } from './ids.ts'
import { table } from './output.ts'

const create: Command = {
  name: 'organisation create',
  words: ['ID'],
  options: { name: { kind: 'text', value: 'NAME', required: true, about: 'its name' } },
  summary: 'Creates an organisation without displays.',
  async run(call) {
    const id = readOrganisationId(call.words[0])
    const name = readName(call.text('name'))
    const { context } = await call.open()
    await createOrganisation(context, COMMAND_LINE, { id, name, quotaBytes: null }).catch((error) => {
      if (!(error instanceof AppError && error.code === 'id-taken')) throw error
      throw new Failure('id-taken', `The organisation ${id} already exists. Nothing was changed.`)
    })
    return {
      lines: [`Created the organisation ${id}. Next: "display create ${id} ID --name NAME".`],
      json: { id, name },
    }
  },
}

const suspend: Command = {
  name: 'organisation suspend',
  words: ['ID'],
  options: {},
  summary: 'Unsubscribes an organisation. Nobody can manage it, and its displays keep playing.',
  details: ['It takes effect at once for new requests, and within 5 seconds for open dashboards.'],
  run: (call) => suspendOrNot(call, true),
}

const resume: Command = {
  name: 'organisation resume',
  words: ['ID'],
  options: {},
  summary: 'Subscribes an organisation again.',
  run: (call) => suspendOrNot(call, false),
}

const signInFree: Command = {
  name: 'organisation sign-in-rule off',
  words: ['ID'],
  options: {},
  summary: 'Ends the requirement of a second step or a passkey at sign-in, when no owner can meet it.',
  details: ['It takes effect at once. The organisation’s log tells it.'],
  async run(call) {
    const id = readOrganisationId(call.words[0])
    const { context, accounts } = await call.open()
    await requireOrganisation(context, id)
    const wasOn = await endSignInRule(context, await accounts(), id, COMMAND_LINE)
    return {
      lines: [
        wasOn ? `Members of ${id} can sign in with the password only.` : `${id} requires nothing of its members.`,
      ],
      json: { id, wasOn },
    }
  },
}

async function suspendOrNot(call: Call, suspended: boolean) {
  const id = readOrganisationId(call.words[0])
  const { context, accounts } = await call.open()
  await requireOrganisation(context, id)
  await setSuspended(context, await accounts(), COMMAND_LINE, id, suspended)
  const line = suspended ? `${id} is unsubscribed. Its displays keep playing.` : `${id} is subscribed.`
  return { lines: [line], json: { id, suspended } }
}

const list: Command = {
  name: 'organisation list',
  words: [],
  options: {},
  summary: 'Lists the organisations.',
  async run(call) {
    const organisations = await listOrganisations((await call.open()).context)
    const rows = organisations.map(({ id, name, suspendedAt }) => [
      id,
      name,
      suspendedAt === null ? '' : 'unsubscribed',
    ])
    return {
      lines: rows.length === 0 ? ['There are no organisations yet.'] : table([['ID', 'NAME', 'STATE'], ...rows]),
      json: {
        organisations: organisations.map(({ id, name, suspendedAt }) => ({
          id,
          name,
          suspended: suspendedAt !== null,
        })),
      },
    }
  },
}

export const ORGANISATION_COMMANDS: Command[] = [create, suspend, resume, signInFree, list]

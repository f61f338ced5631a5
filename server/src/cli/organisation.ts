import { ensureOrganisation, listOrganisations } from '../organisations/service.ts'
import { type Command, Failure } from './command.ts'
import { readName, readOrganisationId } from './ids.ts'
import { table } from './output.ts'

const create: Command = {
  name: 'organisation create',
  words: ['ID'],
  options: { name: { kind: 'text', value: 'NAME', required: true, about: 'for people' } },
  summary: 'Makes an organisation. It has no display yet.',
  async run(call) {
    const id = readOrganisationId(call.words[0])
    const name = readName(call.text('name'))
    const { context } = await call.open()
    if (!(await ensureOrganisation(context, id, name))) {
      throw new Failure('id-taken', `There is an organisation ${id} already. Nothing was changed.`)
    }
    return {
      lines: [`There is an organisation ${id} now. Next: "display create ${id} ID --name NAME".`],
      json: { id, name },
    }
  },
}

const list: Command = {
  name: 'organisation list',
  words: [],
  options: {},
  summary: 'Lists the organisations.',
  async run(call) {
    const organisations = await listOrganisations((await call.open()).context)
    const rows = organisations.map(({ id, name }) => [id, name])
    return {
      lines: rows.length === 0 ? ['There is no organisation yet.'] : table([['ID', 'NAME'], ...rows]),
      json: { organisations },
    }
  },
}

export const ORGANISATION_COMMANDS: Command[] = [create, list]

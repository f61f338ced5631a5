import { playerPath } from '@placard/contract'
import { ensureDisplay, listDisplays } from '../displays/service.ts'
import { listOrganisations } from '../organisations/service.ts'
import { type Command, Failure } from './command.ts'
import { readDisplayId, readName, readOrganisationId, requireOrganisation } from './ids.ts'
import { table } from './output.ts'

const create: Command = {
  name: 'display create',
  words: ['ORGANISATION', 'ID'],
  options: {
    name: { kind: 'text', value: 'NAME', required: true, about: 'for people: the dashboard says "Hello NAME"' },
  },
  summary: 'Makes an empty display.',
  async run(call) {
    const key = { organisationId: readOrganisationId(call.words[0]), displayId: readDisplayId(call.words[1]) }
    const name = readName(call.text('name'))
    const { context } = await call.open()
    await requireOrganisation(context, key.organisationId)
    if (!(await ensureDisplay(context, key, name))) {
      const message = `${key.organisationId} has a display ${key.displayId} already. Nothing was changed.`
      throw new Failure('id-taken', message)
    }
    return {
      lines: [`There is a display ${key.organisationId}/${key.displayId} now. Its player: ${playerPath(key)}`],
      json: { ...key, name },
    }
  },
}

const list: Command = {
  name: 'display list',
  words: [],
  options: {},
  summary: 'Lists the displays of every organisation.',
  async run(call) {
    const { context } = await call.open()
    const displays = []
    for (const { id } of await listOrganisations(context)) displays.push(...(await listDisplays(context, id)))
    const rows = displays.map((display) => [
      `${display.organisationId}/${display.id}`,
      display.name,
      String(display.revision),
      playerPath({ organisationId: display.organisationId, displayId: display.id }),
    ])
    return {
      lines: rows.length === 0 ? ['There is no display yet.'] : table([['ID', 'NAME', 'REVISION', 'PLAYER'], ...rows]),
      json: { displays },
    }
  },
}

export const DISPLAY_COMMANDS: Command[] = [create, list]

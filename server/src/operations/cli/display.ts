import { playerPath } from '@placard/contract'
import { createDisplay, listDisplays, serverSender, updateDisplay } from '../../content/displays/service.ts'
import { AppError } from '../../platform/errors.ts'
import { listOrganisations } from '../../platform/organisations/service.ts'
import { type Command, Failure, WrongUse } from './command.ts'
import {
  readDisplayId,
  readName,
  readOrganisationId,
  readTimeZone,
  requireDisplay,
  requireOrganisation,
} from './ids.ts'
import { table } from './output.ts'

const create: Command = {
  name: 'display create',
  words: ['ORGANISATION', 'ID'],
  options: {
    name: { kind: 'text', value: 'NAME', required: true, about: 'its name; the dashboard shows "Hello NAME"' },
    'time-zone': {
      kind: 'text',
      value: 'ZONE',
      about: 'the time zone of its place, like Asia/Kolkata; default: that of the server',
    },
  },
  summary: 'Creates an empty display.',
  async run(call) {
    const key = { organisationId: readOrganisationId(call.words[0]), displayId: readDisplayId(call.words[1]) }
    const name = readName(call.text('name'))
    const timeZone = call.text('time-zone') === undefined ? undefined : readTimeZone(call.text('time-zone'))
    const { context } = await call.open()
    await requireOrganisation(context, key.organisationId)
    await createDisplay(context, key, { name, timeZone }).catch((error) => {
      if (!(error instanceof AppError && error.code === 'id-taken')) throw error
      const message = `${key.organisationId} already has a display ${key.displayId}. Nothing was changed.`
      throw new Failure('id-taken', message)
    })
    return {
      lines: [`Created the display ${key.organisationId}/${key.displayId}. Its player: ${playerPath(key)}`],
      json: { ...key, name },
    }
  },
}

const change: Command = {
  name: 'display change',
  words: ['ORGANISATION', 'ID'],
  options: {
    name: { kind: 'text', value: 'NAME', about: 'its name' },
    'time-zone': { kind: 'text', value: 'ZONE', about: 'the time zone of its place, like Asia/Kolkata' },
    'without-texts': { kind: 'text', value: 'band|fill', about: 'what the ticker area shows without texts' },
  },
  summary: 'Changes the name, the time zone or the layout without texts of a display.',
  async run(call) {
    const key = { organisationId: readOrganisationId(call.words[0]), displayId: readDisplayId(call.words[1]) }
    const name = call.text('name') === undefined ? undefined : readName(call.text('name'))
    const timeZone = call.text('time-zone') === undefined ? undefined : readTimeZone(call.text('time-zone'))
    const fillsWithoutLines = readWithoutTexts(call.text('without-texts'))
    if (name === undefined && timeZone === undefined && fillsWithoutLines === undefined) {
      throw new WrongUse('Give --name, --time-zone or --without-texts.')
    }
    const { context } = await call.open()
    await requireDisplay(context, key)
    const display = await updateDisplay(context, serverSender('command-line', key.organisationId), key, {
      name,
      timeZone,
      fillsWithoutLines,
    })
    return {
      lines: [`Changed ${key.organisationId}/${key.displayId}: name ${display.name}, time zone ${display.timeZone}.`],
      json: display,
    }
  },
}

function readWithoutTexts(word: string | undefined): boolean | undefined {
  if (word === undefined) return undefined
  if (word !== 'band' && word !== 'fill') throw new WrongUse('--without-texts must be band or fill.')
  return word === 'fill'
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

export const DISPLAY_COMMANDS: Command[] = [create, change, list]

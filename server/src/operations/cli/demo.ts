import { createDemo, removeDemo } from '../seed/service.ts'
import { type Command, Failure } from './command.ts'
import { table } from './output.ts'

export const DEMO_COMMAND: Command = {
  name: 'demo',
  words: [],
  options: { remove: { kind: 'flag', about: 'takes exactly that away again, with whatever was put into it' } },
  summary: 'Fills the installation with a demonstration: organisations, displays, people.',
  details: [
    'Three organisations with displays in different time zones, pictures, a film, texts, people of each role, and a link',
    'by which others propose. Their password is made up and shown once. What is there already is not touched.',
  ],
  async run(call) {
    const installation = await call.open()
    const { context } = installation
    const accounts = await installation.accounts()
    if (call.flag('remove')) {
      if (!(await removeDemo(context, accounts))) throw new Failure('no-demo', 'There is no demonstration here.')
      return { lines: ['The demonstration is gone, with all that was in it.'], json: { removed: true } }
    }
    const demo = await createDemo(context, accounts)
    if (demo.status === 'there-already') {
      throw new Failure('demo-exists', 'There is a demonstration already. "demo --remove" takes it away.')
    }
    if (demo.status === 'taken') {
      throw new Failure('id-taken', `These are there already, and not of a demonstration: ${demo.names.join(', ')}.`)
    }
    const { publicUrl, port } = context.config
    const address = publicUrl ?? `http://localhost:${port}`
    const organisations = demo.organisations.map(({ players, proposing, ...rest }) => ({
      ...rest,
      players: players.map((path) => `${address}${path}`),
      proposing: proposing.map((path) => `${address}${path}`),
    }))
    return {
      lines: [
        ...organisations.flatMap(({ name, players, proposing }) => [
          `${name}:`,
          ...players.map((player) => `  ${player}`),
          ...proposing.map((link) => `  ${link}   (people without an account propose)`),
        ]),
        '',
        ...table([
          ['SIGN IN AS', 'ROLE', 'OF'],
          ...demo.people.map((one) => [one.email, one.role, one.organisationId]),
        ]),
        '',
        `At ${address}/dashboard, all with the password ${demo.password}   (shown this once)`,
      ],
      json: { dashboard: `${address}/dashboard`, organisations, people: demo.people, password: demo.password },
    }
  },
}

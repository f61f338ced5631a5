import { createDemo, removeDemo } from '../seed/service.ts'
import { type Command, Failure } from './command.ts'
import { table } from './output.ts'

export const DEMO_COMMAND: Command = {
  name: 'demo',
  words: [],
  options: { remove: { kind: 'flag', about: 'remove the demonstration and everything that was added to it' } },
  summary: 'Adds a demonstration to the installation: organisations, displays, people.',
  details: [
    'Adds three organisations with displays in different time zones, pictures, a film, texts, people of each role, and a',
    'proposal link. Their password is generated and shown once. Existing data is not changed.',
  ],
  async run(call) {
    const installation = await call.open()
    const { context } = installation
    const accounts = await installation.accounts()
    if (call.flag('remove')) {
      if (!(await removeDemo(context, accounts))) throw new Failure('no-demo', 'There is no demonstration to remove.')
      return { lines: ['The demonstration and its content were removed.'], json: { removed: true } }
    }
    const demo = await createDemo(context, accounts)
    if (demo.status === 'there-already') {
      throw new Failure('demo-exists', 'A demonstration already exists. "demo --remove" removes it.')
    }
    if (demo.status === 'taken') {
      throw new Failure(
        'id-taken',
        `These already exist and do not belong to a demonstration: ${demo.names.join(', ')}.`,
      )
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
          ...proposing.map((link) => `  ${link}   (for proposals without an account)`),
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

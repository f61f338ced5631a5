import { SETUP_LINK_EXPIRES_MS } from '@placard/contract'
import { createSetup } from '../setup/service.ts'
import { type Command, Failure } from './command.ts'

export const SETUP_COMMAND: Command = {
  name: 'setup-link',
  words: [],
  options: {},
  summary: 'Prints a link by which an installation that nobody has an account on is set up in the browser.',
  details: [
    `It works once, for ${SETUP_LINK_EXPIRES_MS / 60_000} minutes, and voids the one before. Whoever opens it becomes the operator: hand it on to`,
    'nobody else. The server must have been started with SEED=none. The link begins with PUBLIC_URL.',
  ],
  async run(call) {
    const installation = await call.open()
    const { context } = installation
    const made = await createSetup(context, await installation.accounts()).createLink()
    if (!made) {
      throw new Failure(
        'already-set-up',
        'Somebody has an account here already, so there is nothing to set up. "user list" says who, "user operator EMAIL on" makes one of them an operator.',
      )
    }
    const { publicUrl, port } = context.config
    const link = `${publicUrl ?? `http://localhost:${port}`}${made.path}`
    const expiresAt = new Date(made.expiresAt).toISOString()
    return {
      lines: [
        link,
        `It works once, until ${expiresAt}.`,
        ...(publicUrl === undefined
          ? ['PUBLIC_URL is not set: put the address at which people reach Placard in place of its beginning.']
          : []),
      ],
      json: { link, expiresAt },
    }
  },
}

import { SETUP_LINK_EXPIRES_MS } from '@placard/contract'
import { createSetup } from '../setup/service.ts'
import { type Command, Failure } from './command.ts'

export const SETUP_COMMAND: Command = {
  name: 'setup-link',
  words: [],
  options: {},
  summary: 'Prints a link to set up an installation without accounts in the browser.',
  details: [
    `It works once, for ${SETUP_LINK_EXPIRES_MS / 60_000} minutes, and replaces the previous link. The person who opens it becomes the operator: do not`,
    'share it. The server must have been started with SEED=none. The link begins with PUBLIC_URL.',
  ],
  async run(call) {
    const installation = await call.open()
    const { context } = installation
    const made = await createSetup(context, await installation.accounts()).createLink()
    if (!made) {
      throw new Failure(
        'already-set-up',
        'Placard is already set up. "user list" shows the accounts, and "user operator EMAIL on" makes one of them an operator.',
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
          ? ['PUBLIC_URL is not set. Replace the beginning of the link with the address of Placard.']
          : []),
      ],
      json: { link, expiresAt },
    }
  },
}

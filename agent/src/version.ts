import about from '../package.json' with { type: 'json' }

/** The version of Placard that the agent belongs to. */
export const VERSION: string = about.version

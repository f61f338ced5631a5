/** A problem in the set-up that only a person can solve. The message is a complete sentence for that person. */
export class SetupError extends Error {}

/** Something that is missing and that only a person can put right. The message is the whole sentence for them. */
export class SetupError extends Error {}

/** Why nothing could be measured. The message is the whole sentence for the person who asked. */
export class BenchError extends Error {}

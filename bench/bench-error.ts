/** The reason that nothing could be measured. The message is a complete sentence for the user. */
export class BenchError extends Error {}

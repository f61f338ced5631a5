/** One JSON object a line, for a log collector or for eyes. Fastify's own logger has this shape, so it is what is handed in. */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

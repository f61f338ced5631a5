/**
 * Logger that writes one JSON object per line, for log collectors and for people. Fastify's own logger has this shape, and is the one
 * passed in.
 */
export type Log = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

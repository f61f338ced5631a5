/**
 * One server-sent event. The data is JSON on one line, so nothing that anybody typed can begin another field.
 *
 * @param event its name; comments and unnamed events never reach a page's listeners by name
 * @param id what a returning listener gives back as Last-Event-ID
 */
export function frameOf(event: string, data: unknown, id?: number): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return Buffer.from(`event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`)
}

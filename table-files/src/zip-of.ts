import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'

/** An archive with these files. @param level of compression; 0: stored as they are */
export async function zipOf(
  files: ReadonlyMap<string, string | Uint8Array<ArrayBuffer>>,
  level = 6,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, level, extendedTimestamp: false })
  const encoder = new TextEncoder()
  for (const [name, content] of files) {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    await writer.add(name, new Uint8ArrayReader(bytes))
  }
  return writer.close()
}

const GB = 2 ** 30
const MB = 2 ** 20

/** As people read it: "3.4 GB", "12 MB". @param language a BCP 47 tag */
export function writeBytes(bytes: number, language: string): string {
  const large = bytes >= GB
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: large ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: large ? 2 : bytes < 10 * MB ? 1 : 0,
  }).format(bytes / (large ? GB : MB))
}

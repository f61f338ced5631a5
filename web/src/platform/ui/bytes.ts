const GB = 2 ** 30
const MB = 2 ** 20

/** A size in words: "3.4 GB", "12 MB". @param language a BCP 47 tag */
export function writeBytes(bytes: number, language: string): string {
  const large = bytes >= GB
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: large ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: large ? 2 : bytes < 10 * MB ? 1 : 0,
  }).format(bytes / (large ? GB : MB))
}

/** The size of a file, which may be small: "80 kB", else as `writeBytes`. @param language a BCP 47 tag */
export function writeFileSize(bytes: number, language: string): string {
  if (bytes >= MB / 10) return writeBytes(bytes, language)
  const unit = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(language, unit).format(Math.ceil(bytes / 1_024))
}

import type { CellValue } from '@placard/contract'

/** A cell's value as boards and conditions compare it: capital letters and different encodings of the same letters do not matter. */
export function comparable<Of extends CellValue | null>(value: Of): Of {
  return typeof value === 'string' ? (value.normalize('NFC').trim().toLowerCase() as Of) : value
}

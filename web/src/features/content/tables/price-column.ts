import type { Column } from '@placard/contract'

/** Money, or numbers with the decimals of most currencies. */
export const isPrice = ({ type, decimals }: Pick<Column, 'type' | 'decimals'>): boolean =>
  type === 'money' || (type === 'number' && decimals === 2)

import type { Line } from '@placard/contract'

/** The text of a line as screens show it, with its values. */
export const textOf = ({ text, shown }: Pick<Line, 'text' | 'shown'>): string => shown?.text ?? text

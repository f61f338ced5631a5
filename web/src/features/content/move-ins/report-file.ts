import type { MoveInEntry } from '@placard/contract'

export type ReportRow = Pick<MoveInEntry, 'path'> & { thing: string; outcome: string; why: string; todo: string }

/** A table that every spreadsheet opens: with a mark that it is UTF-8. What looks like a formula is text. */
export function csvOf(head: readonly string[], rows: readonly ReportRow[]): string {
  const line = (cells: readonly string[]) => cells.map(cell).join(',')
  const body = rows.map(({ path, thing, outcome, why, todo }) => line([path, thing, outcome, why, todo]))
  return `\uFEFF${[line(head), ...body].join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The same to be read, or to be sent in a mail. */
export function textOf(title: string, rows: readonly ReportRow[]): string {
  const body = rows.map(({ path, outcome, why, todo }) =>
    [`${outcome}: ${path}`, ...[why, todo].filter(Boolean).map((words) => `    ${words}`)].join('\n'),
  )
  return `${title}\n\n${body.join('\n')}\n`
}

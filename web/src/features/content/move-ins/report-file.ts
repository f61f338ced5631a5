import type { MoveInEntry } from '@placard/contract'

export type ReportRow = Pick<MoveInEntry, 'path'> & { thing: string; outcome: string; why: string; todo: string }

/** A CSV table that every spreadsheet opens: marked as UTF-8. Text that looks like a formula stays text. */
export function csvOf(head: readonly string[], rows: readonly ReportRow[]): string {
  const line = (cells: readonly string[]) => cells.map(cell).join(',')
  const body = rows.map(({ path, thing, outcome, why, todo }) => line([path, thing, outcome, why, todo]))
  return `\uFEFF${[line(head), ...body].join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The same report as plain text, to read or to send by email. */
export function textOf(title: string, rows: readonly ReportRow[]): string {
  const body = rows.map(({ path, outcome, why, todo }) =>
    [`${outcome}: ${path}`, ...[why, todo].filter(Boolean).map((words) => `    ${words}`)].join('\n'),
  )
  return `${title}\n\n${body.join('\n')}\n`
}

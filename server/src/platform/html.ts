/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | readonly Part[]

/**
 * Template tag for markup with values. Strings and numbers are always inserted as text. `undefined` and `false` insert nothing. Values
 * may stand between tags or inside quoted attributes.
 */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((whole, string, index) => whole + markupOf(values[index - 1]) + string))
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part ? part.map(markupOf).join('') : ''
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Markup that is safe to send: made by `html` alone. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | readonly Part[]

/**
 * Markup with values in it. Every string and number in it is text, whatever it holds; `undefined` and `false` are nothing. Values
 * stand between tags, or in the quotes of an attribute.
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

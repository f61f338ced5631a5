import {
  CapMessage,
  MAX_BYLINE_CHARACTERS,
  MAX_HEADING_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
  tidyLines,
  tidyText,
} from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { readXml, type XmlElement, XmlProblem } from './xml.ts'

/** OASIS Common Alerting Protocol, 1.2. */
const NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2'

/**
 * Reads a CAP message, from which a take-over is made. If it has several languages, the first one is shown, because the sender
 * put it first.
 *
 * @throws AppError cap-not-valid
 */
export function readCap(text: string): CapMessage {
  const alert = rootOf(text)
  if (alert.name !== 'alert' || alert.namespace !== NAMESPACE) throw notValid()
  const said = (name: string, of = alert) => tidyText(childOf(of, name)?.text ?? '')
  const info = childOf(alert, 'info')
  const read = CapMessage.safeParse({
    cap: {
      key: keyOf(said('sender'), said('identifier')),
      status: said('status'),
      msgType: said('msgType'),
      // `sender,identifier,sent` triples, separated by spaces.
      references: said('references')
        .split(/\s+/)
        .filter((one) => one !== '')
        .map((one) => keyOf(...(one.split(',') as [string, string]))),
      info: info ? infoOf(info, said) : null,
    },
  })
  if (!read.success) throw notValid()
  return read.data
}

function rootOf(text: string): XmlElement {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlProblem) throw notValid(error)
    throw error
  }
}

const notValid = (cause?: unknown) => new AppError('cap-not-valid', { cause })

const childOf = ({ children, namespace }: XmlElement, name: string) =>
  children.find((child) => child.name === name && child.namespace === namespace)

/** Empty if either is missing; an empty key makes the message invalid. */
const keyOf = (sender = '', identifier = '') => (sender === '' || identifier === '' ? '' : `${sender},${identifier}`)

function infoOf(info: XmlElement, said: (name: string, of?: XmlElement) => string) {
  const lines = (name: string) => tidyLines(childOf(info, name)?.text ?? '')
  const expires = said('expires', info)
  const expiresAt = expires === '' ? null : Date.parse(expires)
  return {
    heading: cut(said('headline', info) || said('event', info), MAX_HEADING_CHARACTERS),
    body: cut(
      [lines('instruction'), lines('description')].filter((part) => part !== '').join('\n\n'),
      MAX_NOTICE_CHARACTERS,
    ),
    byline: cut(said('senderName', info), MAX_BYLINE_CHARACTERS),
    // A time that cannot be read makes the message invalid.
    expiresAt,
  }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Does not split a surrogate pair.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

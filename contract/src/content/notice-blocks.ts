/** A run of text with the same weight. */
export type NoticeSpan = { text: string; isBold: boolean }
/** The lines of a paragraph, or the entries of a list. */
export type NoticeBlock = { kind: 'paragraph' | 'list'; lines: NoticeSpan[][] }

const ENTRY = /^[-*•–]\s+/

/**
 * Parses the body of a notice. An empty line ends a block, a line that begins with a dash or a bullet is a list entry, and
 * every other line is a line of a paragraph.
 */
export function noticeBlocks(body: string): NoticeBlock[] {
  const blocks: NoticeBlock[] = []
  let block: NoticeBlock | undefined
  for (const line of body.split('\n')) {
    const text = line.trim()
    if (text === '') {
      block = undefined
      continue
    }
    const kind = ENTRY.test(text) ? 'list' : 'paragraph'
    if (block?.kind !== kind) {
      block = { kind, lines: [] }
      blocks.push(block)
    }
    block.lines.push(spansOf(text.replace(ENTRY, '')))
  }
  return blocks
}

/** Unclosed or empty `**` are kept as text, so a line is never empty. */
function spansOf(text: string): NoticeSpan[] {
  const parts = text.split('**')
  if (parts.length % 2 === 0) {
    const tail = parts.pop()
    parts[parts.length - 1] += `**${tail}`
  }
  const spans: NoticeSpan[] = []
  parts.forEach((part, index) => {
    if (part !== '') spans.push({ text: part, isBold: index % 2 === 1 })
  })
  return spans.length > 0 ? spans : [{ text, isBold: false }]
}

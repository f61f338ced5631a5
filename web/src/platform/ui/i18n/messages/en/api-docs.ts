import type { Message } from '../../translate.ts'

/** Messages of the page about the API. */
export const words = {
  'api.title': 'The API',
  'api.lead': 'Everything that the pages do with displays, programs can do as well.',
  'api.contents': 'Contents',
  'api.begin': 'Begin here',
  'api.begin-token':
    'A program sends an API token with each call, in the header Authorization. A token belongs to one organisation, may look or change, perhaps on some displays alone, and expires. Only owners make tokens.',
  'api.begin-list': 'List the displays:',
  'api.begin-add': 'Add a text to the ticker of a display:',
  'api.rule-errors': 'Errors',
  'api.rule-errors-text':
    'Every answer of 400 and above is JSON with error.code, which stays the same, error.message, which is for people, and requestId, which finds it in the log of the server.',
  'api.rule-revisions': 'Revisions',
  'api.rule-revisions-text':
    'Items and texts have a revision. A change names the one that it starts from in If-Match, so that nobody overwrites what they have not seen; * means any.',
  'api.rule-repeats': 'Repeating',
  'api.rule-repeats-text':
    'A call with the header Idempotency-Key is carried out once: repeated with the same key within a day, it is answered the same.',
  'api.rule-limits': 'Limits',
  'api.rule-limits-text':
    'A token may make {count} calls a minute. Beyond that the answer is 429, and Retry-After says how many seconds to wait.',
  'api.rule-stability': 'Stability',
  'api.rule-stability-text':
    'Calls, fields and codes stay. Answers may gain fields, so pass over what you do not know; unknown fields in a request are refused. Instants are milliseconds since 1970.',
  'api.make-token': 'Make an API token',
  'api.search': 'Search the calls',
  'api.search-hint': 'The / key leads here.',
  'api.found': { one: '{count} call', other: '{count} calls' },
  'api.nothing': 'No call has these words.',
  'api.needs': 'Needs:',
  'api.by-token': 'an API token will do',
  'api.parameters': 'Parameters',
  'api.body': 'Body',
  'api.answer': 'Answer',
  'api.errors': 'Errors',
  'api.example': 'Example',
  'api.address': 'Link to this call',
} as const satisfies Record<string, Message>

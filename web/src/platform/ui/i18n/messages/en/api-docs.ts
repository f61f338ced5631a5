import type { Message } from '@placard/contract'

/** Messages of the page about the API. */
export const words = {
  'api.title': 'The API',
  'api.lead': 'Programs can do everything with displays that the pages can do.',
  'api.contents': 'Contents',
  'api.begin': 'Get started',
  'api.begin-token':
    'A program sends an API token in the Authorization header of each call. A token belongs to one organisation, can read or write, can be limited to some displays, and expires. Only owners can make tokens.',
  'api.begin-list': 'List the displays:',
  'api.begin-add': 'Add a text to the ticker of a display:',
  'api.rule-errors': 'Errors',
  'api.rule-errors-text':
    'Every response with status 400 or above is JSON with error.code (stable), error.message (for people) and requestId (to find it in the server log).',
  'api.rule-revisions': 'Revisions',
  'api.rule-revisions-text':
    'Items and texts have a revision. A change sends the revision that it starts from in If-Match, so it cannot overwrite changes that you have not seen. * means any.',
  'api.rule-repeats': 'Idempotency',
  'api.rule-repeats-text':
    'A call with the header Idempotency-Key is carried out once. If you repeat it with the same key within a day, you get the same response.',
  'api.rule-limits': 'Limits',
  'api.rule-limits-text':
    'A token can make {count} calls a minute. Further calls get a 429 response. Its Retry-After header has the seconds to wait.',
  'api.rule-stability': 'Stability',
  'api.rule-stability-text':
    'Calls, fields and codes do not change. Responses may get new fields, so ignore unknown ones. Unknown fields in a request are refused. Times are milliseconds since 1970.',
  'api.make-token': 'Make an API token',
  'api.search': 'Search the calls',
  'api.search-hint': 'Press / to search.',
  'api.found': { one: '{count} call', other: '{count} calls' },
  'api.nothing': 'No calls match.',
  'api.needs': 'Needs:',
  'api.by-token': 'an API token is enough',
  'api.parameters': 'Parameters',
  'api.body': 'Body',
  'api.answer': 'Response',
  'api.errors': 'Errors',
  'api.example': 'Example',
  'api.address': 'Link to this call',
} as const satisfies Record<string, Message>

import type { Message } from '@placard/contract'

/** Messages about values of tables in texts. Loaded with the menu of values, and with cards that lack one. */
export const words = {
  'values.menu': 'Table or weather',
  'values.find': 'Find a row',
  'values.not-read': 'The tables could not be read. Check the connection and open this again.',
  'values.no-tables': 'Your organisation has no tables yet.',
  'values.to-tables': 'Make one',
  'values.nothing': 'This table has no cells that a text can show.',
  'values.to-table': 'Open the table',
  'values.empty': 'empty',
  'values.yes': 'yes',
  'values.no': 'no',
  'values.not-found': 'No row has this name.',
  'values.more': {
    one: '{count} more row. Type its name to find it.',
    other: '{count} more rows. Type a name to find one.',
  },
  'values.row-of-today': 'The row of today ({date})',
  'values.weather': 'Weather',
  'values.figure.temperature': 'Temperature',
  'values.figure.weather': 'Weather in a word',
  'values.figure.high': 'High today',
  'values.figure.low': 'Low today',
  'values.figure.wind': 'Wind',
  'values.figure.raining': 'Rain',
  'values.figure.snowing': 'Snow',
  'values.figure.sunny': 'Sunshine',
  'values.weather-off': 'Off, because there is no weather.',
  'values.weather-part': 'A part is left out, because there is no weather.',
  'values.no-figure': 'The source of the weather does not know this figure now.',
  'values.gone': 'a removed cell',
  'values.missing': {
    one: 'Off until the table has a value for {names}.',
    other: 'Off until the table has values for {names}.',
  },
  'values.missing-part': {
    one: 'A part is left out until the table has a value for {names}.',
    other: 'Parts are left out until the table has values for {names}.',
  },
} as const satisfies Record<string, Message>
